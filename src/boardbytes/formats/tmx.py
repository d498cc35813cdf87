"""`tmx`: tile boards as XML maps of the editor Tiled."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from xml.parsers import expat

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.text import shown
from boardbytes.formats.tiled_map import MAX_SIZE, from_map, to_map
from boardbytes.formats.tmj import checked_size
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Problem, Span
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
            raise FormatError([Problem("value", message, offset)], "tmx")
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
        raise FormatError([Problem("value", message, offsets[root], shown(root.tag))], "tmx")
    places: Places = {(): offsets[root]}
    plain = _plain_map(root, lambda path, element: places.setdefault(path, offsets[element]))
    try:
        board = from_map(Plain(plain), findings)
    except PlainError as error:
        # Of what has no element of its own, the element around it.
        known = next(path for path in _outward(error.path) if path in places)
        problem = Problem("value", error.message, places[known], error.found)
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
        problem = Problem("xml", "there must be no declarations such as DOCTYPE", doctype)
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
        problem = Problem("xml", message, min(max(parser.ErrorByteIndex, 0), len(data)))
        raise FormatError([problem], "tmx") from None
    except (LookupError, ValueError):
        problem = Problem("xml", "not XML: an encoding that we do not know", 0)
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


def explain(data: bytes) -> list[Span]:
    """Every tag with its attributes, whatever the data."""
    spans = []
    for match in re.finditer(rb"<([!?/]?)([A-Za-z]\w*)([^<>]*)>", data[:MAX_SIZE]):
        name = f"{match[1].decode()}{match[2].decode()}"
        value = shown(" ".join(match[3].decode("latin-1").split()))
        spans.append(Span(match.start(), match.end() - match.start(), name, value, "an element"))
    return spans


def likeness(data: bytes) -> float:
    """Beyond doubt for XML with a map element near its beginning."""
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    return 1.0 if head[:1] == b"<" and re.search(rb"<map[\s>]", head) else 0.0


FORMAT = Format(
    name="tmx",
    title="Tiled map (TMX)",
    game="tiles",
    suffixes=(".tmx",),
    max_size=MAX_SIZE,
    decode=decode,
    encode=encode,
    explain=explain,
    likeness=likeness,
)
