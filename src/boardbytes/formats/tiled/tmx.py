"""`tmx`: tile boards as XML maps of the editor Tiled."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias
from xml.parsers import expat

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.text import MOST_SPANS, Word, shown
from boardbytes.formats.tiled.explaining import (
    FOR_TILED,
    MEANINGS,
    checked_side,
    explain_tile,
    tile_names,
)
from boardbytes.formats.tiled.map import MAX_SIZE, from_map, to_map
from boardbytes.formats.tiled.tmj import checked_size
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Place, Problem, Span
from boardbytes.model.plain import Path, Plain, PlainError

Places: TypeAlias = dict[Path, int]
Note: TypeAlias = Callable[[Path, ET.Element], object]
"""Told of every path in the map that an element stands for."""

MAX_DEPTH = 64
_NUMBER = re.compile(r"\d{1,10}")
_SWITCHES = {"true": True, "false": False}
_MAP_ATTRIBUTES = (
    *("version", "tiledversion", "orientation", "renderorder", "width", "height"),
    *("tilewidth", "tileheight", "hexsidelength", "staggeraxis", "staggerindex"),
    *("nextlayerid", "nextobjectid"),
)


@dataclass
class _Tree:
    """The elements of an XML text, and where each begins."""

    builder: ET.TreeBuilder = field(default_factory=ET.TreeBuilder)
    offsets: dict[ET.Element, int] = field(default_factory=dict)
    depth: int = 0

    def start(self, tag: str, attributes: dict[str, str], offset: int) -> None:
        """Add an element, but not to a tree that is nested without end."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"elements must be nested at most {MAX_DEPTH} deep"
            raise FormatError([Problem("value", message, Place(offset))], "tmx")
        self.offsets[self.builder.start(tag, attributes)] = offset

    def end(self, tag: str) -> None:
        self.depth -= 1
        self.builder.end(tag)


def decode(data: bytes) -> Document:
    """The board of a map; what a board cannot hold is left out with a warning."""
    findings = Findings("tmx")
    root, offsets = _parse(data)
    if root.tag != "map":
        message = "a Tiled map must be a map element"
        problem = Problem("value", message, Place(offsets[root]), found=shown(root.tag))
        raise FormatError([problem], "tmx")
    places: Places = {(): offsets[root]}
    plain = _plain_map(root, lambda path, element: places.setdefault(path, offsets[element]))
    try:
        board = from_map(Plain(plain), findings)
    except PlainError as error:
        # Of what has no element of its own, the element around it.
        known = next(path for path in _outward(error.path) if path in places)
        problem = Problem("value", error.message, Place(places[known]), found=error.found)
        raise FormatError([*findings.problems, problem], "tmx") from None
    findings.extend(list(board.problems()))
    return Document("tmx", board, problems=findings.problems)


def _outward(path: Path) -> Iterator[Path]:
    """A path and those to whatever it is part of."""
    return (path[:count] for count in range(len(path), -1, -1))


def _parse(data: bytes) -> tuple[ET.Element, dict[ET.Element, int]]:
    """The root of an XML text, and where every element begins.

    Does not read entities: they are how XML files do harm.
    """
    doctype = data.find(b"<!")
    while doctype >= 0 and data[doctype : doctype + 4] == b"<!--":
        doctype = data.find(b"<!", doctype + 4)
    if doctype >= 0:
        message = "there must be no declarations such as DOCTYPE"
        problem = Problem("xml", message, Place(doctype))
        raise FormatError([problem], "tmx")
    tree, parser = _Tree(), expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: tree.start(
        tag, attributes, parser.CurrentByteIndex
    )
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.builder.data
    try:
        parser.Parse(data, True)
    except FormatError:  # ours, and a ValueError too
        raise
    except expat.ExpatError as error:
        message = f"not XML: {expat.ErrorString(error.code)}"
        problem = Problem("xml", message, Place(min(max(parser.ErrorByteIndex, 0), len(data))))
        raise FormatError([problem], "tmx") from None
    except (LookupError, ValueError):
        problem = Problem("xml", "not XML: an encoding that we do not know", Place(0))
        raise FormatError([problem], "tmx") from None
    return tree.builder.close(), tree.offsets


def _value(text: str) -> Any:
    """An attribute as a number if it is one."""
    return int(text) if _NUMBER.fullmatch(text) else text


def _plain_map(root: ET.Element, note: Note) -> dict[str, Any]:
    """The map in the shape of Tiled's JSON; what becomes of an element is noted with its path."""
    plain: dict[str, Any] = {
        name: _value(root.attrib[name]) for name in _MAP_ATTRIBUTES if name in root.attrib
    }
    kinds = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer"}
    layers = [child for child in root if child.tag in {*kinds, "group"}]
    tilesets = [child for child in root if child.tag == "tileset"]
    plain["properties"] = _properties(root, (), note)
    plain["tilesets"] = [
        _tileset(child, ("tilesets", index), note) for index, child in enumerate(tilesets)
    ]
    plain["layers"] = [
        _layer(child, kinds.get(child.tag, "group"), ("layers", index), note)
        for index, child in enumerate(layers)
    ]
    return plain


def _properties(element: ET.Element, path: Path, note: Note) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for row in element.iterfind("properties/property"):
        note((*path, "properties", len(rows)), row)
        kind = row.get("type", "string")
        text = row.get("value", row.text or "")
        value: Any = text
        if kind == "int" and re.fullmatch(r"-?\d{1,10}", text):
            value = int(text)
        if kind == "bool":
            value = _SWITCHES.get(text, text)
        rows.append({"name": row.get("name", ""), "type": kind, "value": value})
    return rows


def _tileset(element: ET.Element, path: Path, note: Note) -> dict[str, Any]:
    note(path, element)
    plain: dict[str, Any] = {name: _value(text) for name, text in element.attrib.items()}
    plain["tiles"] = []
    for index, tile in enumerate(element.iterfind("tile")):
        here = (*path, "tiles", index)
        note(here, tile)
        attributes = {name: _value(text) for name, text in tile.attrib.items()}
        plain["tiles"].append(attributes | {"properties": _properties(tile, here, note)})
    return plain


def _layer(element: ET.Element, kind: str, path: Path, note: Note) -> dict[str, Any]:
    note(path, element)
    data = element.find("data")
    plain: dict[str, Any] = {"type": kind}
    if data is None or data.find("chunk") is not None:
        return plain
    note((*path, "data"), data)
    encoding, text = data.get("encoding"), data.text or ""
    if encoding == "csv":
        plain["data"] = [_value(word.strip()) for word in text.split(",")]
    elif encoding == "base64":
        plain |= {"data": text, "compression": data.get("compression", "")}
    else:
        tiles = list(data.iterfind("tile"))
        for index, tile in enumerate(tiles):
            note((*path, "data", index), tile)
        plain["data"] = [_value(tile.get("gid", "0")) for tile in tiles]
    return plain


def encode(document: Document) -> bytes:
    """The map of a board, its tiles as rows of numbers."""
    board = document.position
    if not isinstance(board, TileBoard):
        raise PositionError(f"a Tiled map holds a tile board, not {board.game}")
    plain = to_map(board)
    root = ET.Element("map", _attributes(plain, _MAP_ATTRIBUTES) | {"infinite": "0"})
    _add_properties(root, plain["properties"])
    (tileset,), (layer,) = plain["tilesets"], plain["layers"]
    names = [name for name in tileset if name != "tiles"]
    element = ET.SubElement(root, "tileset", _attributes(tileset, names))
    for tile in tileset["tiles"]:
        _add_properties(ET.SubElement(element, "tile", {"id": str(tile["id"])}), tile["properties"])
    element = ET.SubElement(
        root, "layer", _attributes(layer, ("id", "name", "width", "height"))
    )  # fmt: skip
    data = ET.SubElement(element, "data", {"encoding": "csv"})
    ids = list(map(str, layer["data"]))
    rows = [",".join(ids[at : at + board.width]) for at in range(0, len(ids), board.width)]
    data.text = "\n" + ",\n".join(rows) + "\n"
    ET.indent(root, " ")
    text: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return checked_size(text + b"\n")


def _attributes(plain: dict[str, Any], names: Any) -> dict[str, str]:
    return {name: str(plain[name]) for name in names if name in plain}


def _add_properties(element: ET.Element, rows: list[dict[str, Any]]) -> None:
    parent = ET.SubElement(element, "properties")
    for row in rows:
        value = str(row["value"]).lower() if row["type"] == "bool" else str(row["value"])
        kind = {} if row["type"] == "string" else {"type": row["type"]}
        ET.SubElement(parent, "property", {"name": row["name"], **kind, "value": value})


_TAG = re.compile(rb"<([!?/]?)([A-Za-z]\w*)([^<>]*)>")
_ELEMENTS = {
    "map": "the board",
    "tileset": "a set of kinds of tiles",
    "tile": "a kind of tile",
    "properties": "what is said about it",
    "property": "one thing that is said about it",
    "layer": "a layer of tiles",
    "data": MEANINGS["data"],
}


def explain(data: bytes) -> list[Span]:
    """Every tag with its attributes, and every number of data with its tile, whatever the data."""
    return list(islice(_spans(data), MOST_SPANS))


def _spans(data: bytes) -> Iterator[Span]:
    width, height = _sides(data)
    first = _first_data(data)
    start = first.end() if first else len(data)
    end = max(start, data.find(b"<", data.find(b"</data", start)))
    tiles = 0
    for match in _TAG.finditer(data):
        sign, name, rest = (part.decode("latin-1") for part in match.groups())
        if name == "tile" and start <= match.start() < end and not sign:
            number = Word(match.start(), _attribute(rest, "gid") or "0")
            tile = explain_tile(number, tiles, width, height)
            yield replace(tile, size=len(match[0]))
            tiles += 1
            continue
        meaning = "the end of it" if sign == "/" else _ELEMENTS.get(name, FOR_TILED)
        value = shown(" ".join(rest.split()))
        yield Span(match.start(), len(match[0]), f"{sign}{name}", value, meaning)
        if match.end() == start:
            body = data[start:end].partition(b"<")[0].decode("latin-1")
            yield from _explain_data(
                Word(start, body), _attribute(rest, "encoding"), width, height
            )  # fmt: skip


def _attribute(text: str, name: str) -> str:
    match = re.search(rf"""\b{name}\s*=\s*["']([^"']*)""", text)
    return match[1] if match else ""


def _sides(data: bytes) -> tuple[int, int]:
    """Width and height of the map; 0 where they are none."""
    tag = re.search(rb"<map\b[^<>]*>", data)
    text = tag[0].decode("latin-1") if tag else ""
    width, height = (_value(_attribute(text, f"(?<!tile){side}")) for side in ("width", "height"))
    return checked_side(width), checked_side(height)


def _first_data(data: bytes) -> re.Match[bytes] | None:
    """The tag before the tiles that are read: those of the first layer that is in no group."""
    groups = 0
    for match in _TAG.finditer(data):
        is_end = match[1] == b"/"
        if match[2] == b"group" and not match[3].endswith(b"/"):
            groups += -1 if is_end else 1
        if match[2] == b"data" and not groups and not is_end:
            return match
    return None


def _explain_data(body: Word, encoding: str, width: int, height: int) -> Iterator[Span]:
    """The text of a data element: numbers, or all tiles packed together."""
    if encoding == "csv":
        for index, match in enumerate(re.finditer(r"[^,]+", body.text)):
            number = match[0].strip()
            if number:
                start = body.offset + match.start() + match[0].index(number)
                yield explain_tile(Word(start, number), index, width, height)
    elif text := body.text.strip():
        start, points = body.offset + body.text.index(text), tile_names(width, height)
        yield Span(start, len(text), "data", shown(text), MEANINGS["data"], points)


def likeness(data: bytes) -> float:
    """Beyond doubt for XML with a map element near its beginning."""
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    return 1.0 if head[:1] == b"<" and re.search(rb"<map[\s>]", head) else 0.0


class TmxFormat(Format):
    """Tiled map (TMX)."""

    name = "tmx"
    title = "Tiled map (TMX)"
    game = "tiles"
    suffixes = (".tmx",)
    max_size = MAX_SIZE

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = TmxFormat()
