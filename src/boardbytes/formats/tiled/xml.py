"""XML maps in the shape of Tiled's JSON, and where in the file each part of them is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from xml.parsers import expat

from boardbytes.errors import FormatError
from boardbytes.formats.text import shown
from boardbytes.model import Place, Problem
from boardbytes.model.plain import Path

Note: TypeAlias = Callable[[Path, ET.Element], object]
"""Called with every path in the map that an element stands for."""

MAX_DEPTH = 64
MAP_ATTRIBUTES = (
    *("version", "tiledversion", "orientation", "renderorder", "width", "height"),
    *("tilewidth", "tileheight", "hexsidelength", "staggeraxis", "staggerindex"),
    *("nextlayerid", "nextobjectid"),
)
_NUMBER = re.compile(r"-?\d{1,10}")
_SWITCHES = {"true": True, "false": False}
_LAYERS = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}


@dataclass(frozen=True)
class XmlMap:
    """A map as plain values, and the offset of the element behind each path that has one."""

    plain: dict[str, Any]
    places: dict[Path, int]

    def offset_of(self, path: Path) -> int:
        """Where the element of a path begins; where it has none, the element around it."""
        return self.places[next(known for known in _outward(path) if known in self.places)]


def _outward(path: Path) -> Iterator[Path]:
    """A path and those to whatever it is part of."""
    return (path[:count] for count in range(len(path), -1, -1))


def parse_map(data: bytes) -> XmlMap:
    """The map that an XML text holds; FormatError if it is not XML, or not a map."""
    root, offsets = _parse(data)
    if root.tag != "map":
        message = "a Tiled map must be a map element"
        raise FormatError(
            [Problem("value", message, Place(offsets[root]), found=shown(root.tag))], "tmx"
        )
    places: dict[Path, int] = {(): offsets[root]}
    plain = _plain_map(root, lambda path, element: places.setdefault(path, offsets[element]))
    return XmlMap(plain, places)


@dataclass
class _Tree:
    """The elements of an XML text, and where each begins."""

    builder: ET.TreeBuilder = field(default_factory=ET.TreeBuilder)
    offsets: dict[ET.Element, int] = field(default_factory=dict)
    depth: int = 0

    def start(self, tag: str, attributes: dict[str, str], offset: int) -> None:
        """Add an element, but not to a tree that is nested too deep."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"elements must be nested at most {MAX_DEPTH} deep"
            raise FormatError([Problem("value", message, Place(offset))], "tmx")
        self.offsets[self.builder.start(tag, attributes)] = offset

    def end(self, tag: str) -> None:
        self.depth -= 1
        self.builder.end(tag)


def _parse(data: bytes) -> tuple[ET.Element, dict[ET.Element, int]]:
    """The root of an XML text, and where every element begins.

    A DOCTYPE may name a file, which is not read; it may declare nothing. Does not read entities:
    they are how XML files can do harm.
    """
    tree, parser = _Tree(), expat.ParserCreate()

    def refuse(message: str) -> None:
        raise FormatError([Problem("xml", message, Place(max(parser.CurrentByteIndex, 0)))], "tmx")

    def check_doctype(
        name: str, system: str | None, public: str | None, has_declarations: bool
    ) -> None:
        if has_declarations:
            refuse("DOCTYPE must not declare anything")

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = check_doctype
    parser.EntityDeclHandler = lambda *_: refuse("there must be no entities")
    parser.SkippedEntityHandler = lambda *_: refuse("there must be no entities")
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


def _values(element: ET.Element) -> dict[str, Any]:
    return {name: _value(text) for name, text in element.attrib.items()}


def _plain_map(root: ET.Element, note: Note) -> dict[str, Any]:
    """The map in the shape of Tiled's JSON; what becomes of an element is noted with its path."""
    plain = {name: value for name, value in _values(root).items() if name in MAP_ATTRIBUTES}
    plain["properties"] = _properties(root, (), note)
    plain["tilesets"] = [
        _tileset(child, ("tilesets", index), note)
        for index, child in enumerate(root.iterfind("tileset"))
    ]
    return plain | _layers(root, (), note)


def _properties(element: ET.Element, path: Path, note: Note) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for row in element.iterfind("properties/property"):
        note((*path, "properties", len(rows)), row)
        kind = row.get("type", "string")
        text = row.get("value", row.text or "")
        value: Any = text
        if kind == "int" and _NUMBER.fullmatch(text):
            value = int(text)
        if kind == "bool":
            value = _SWITCHES.get(text, text)
        rows.append({"name": row.get("name", ""), "type": kind, "value": value})
    return rows


def _tileset(element: ET.Element, path: Path, note: Note) -> dict[str, Any]:
    note(path, element)
    plain = _values(element)
    plain["tiles"] = []
    for index, tile in enumerate(element.iterfind("tile")):
        here = (*path, "tiles", index)
        note(here, tile)
        plain["tiles"].append(_values(tile) | {"properties": _properties(tile, here, note)})
    return plain


def _layers(element: ET.Element, path: Path, note: Note) -> dict[str, Any]:
    """The layers of a map or a group."""
    children = [child for child in element if child.tag in _LAYERS]
    rows = [
        _layer(child, (*path, "layers", index), note) for index, child in enumerate(children)
    ]  # fmt: skip
    return {"layers": rows}


def _layer(element: ET.Element, path: Path, note: Note) -> dict[str, Any]:
    note(path, element)
    kind = _LAYERS[element.tag]
    plain: dict[str, Any] = {"type": kind}
    if kind == "group":
        return plain | _layers(element, path, note)
    if kind == "objectgroup":
        return plain | {"objects": [dict(row.attrib) for row in element.iterfind("object")]}
    data = element.find("data")
    if data is None:
        return plain
    note((*path, "data"), data)
    sides = {name: value for name, value in _values(element).items() if name in _SIDES}
    plain |= sides | {"compression": data.get("compression", "")}
    chunks = list(data.iterfind("chunk"))
    if not chunks:
        return plain | {"data": _data(data, data, (*path, "data"), note)}
    plain["chunks"] = []
    for index, chunk in enumerate(chunks):
        here = (*path, "chunks", index)
        note(here, chunk)
        note((*here, "data"), chunk)
        plain["chunks"].append(_values(chunk) | {"data": _data(data, chunk, (*here, "data"), note)})
    return plain


_SIDES = ("width", "height")


def _data(data: ET.Element, element: ET.Element, path: Path, note: Note) -> Any:
    """The tiles of a data element, or of a chunk of it: text that is packed, or a list."""
    encoding, text = data.get("encoding"), element.text or ""
    if encoding == "csv":
        return [_value(word.strip()) for word in text.split(",")]
    if encoding == "base64":
        return text
    tiles = list(element.iterfind("tile"))
    for index, tile in enumerate(tiles):
        note((*path, index), tile)
    return [_value(tile.get("gid", "0")) for tile in tiles]
