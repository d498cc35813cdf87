"""`tmx`: tile boards as XML maps of the editor Tiled."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any

from boardbytes.formats.tiled.explaining_xml import explain
from boardbytes.formats.tiled.reading import read_map
from boardbytes.formats.tiled.writing import TiledFormat, board_of, checked_size, to_map
from boardbytes.formats.tiled.xml import MAP_ATTRIBUTES, parse_map
from boardbytes.model import Document


def decode(data: bytes) -> Document:
    """The board of a map; what a board cannot hold is a warning."""
    found = parse_map(data)
    return read_map("tmx", found.plain, found.offset_of)


def encode(document: Document) -> bytes:
    """The map of a board, its tiles as rows of numbers."""
    board = board_of(document)
    plain = to_map(board)
    root = ET.Element("map", _attributes(plain, MAP_ATTRIBUTES) | {"infinite": "0"})
    _add_properties(root, plain["properties"])
    (tileset,), (layer,) = plain["tilesets"], plain["layers"]
    names = [name for name in tileset if name != "tiles" and name not in _IMAGE]
    element = ET.SubElement(root, "tileset", _attributes(tileset, names))
    if "image" in tileset:
        ET.SubElement(
            element, "image", {word: str(tileset[name]) for name, word in _IMAGE.items()}
        )  # fmt: skip
    for tile in tileset["tiles"]:
        _add_properties(ET.SubElement(element, "tile", {"id": str(tile["id"])}), tile["properties"])
    element = ET.SubElement(
        root, "layer", _attributes(layer, ("id", "name", "width", "height"))
    )  # fmt: skip
    data = ET.SubElement(element, "data", {"encoding": "csv"})
    ids = list(map(str, layer["data"]))
    lines = [",".join(ids[at : at + board.width]) for at in range(0, len(ids), board.width)]
    data.text = "\n" + ",\n".join(lines) + "\n"
    ET.indent(root, " ")
    text: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return checked_size(text + b"\n")


def _attributes(plain: dict[str, Any], names: Iterable[str]) -> dict[str, str]:
    return {name: str(plain[name]) for name in names if name in plain}


def _add_properties(element: ET.Element, rows: list[dict[str, Any]]) -> None:
    parent = ET.SubElement(element, "properties")
    for row in rows:
        value = str(row["value"]).lower() if row["type"] == "bool" else str(row["value"])
        kind = {} if row["type"] == "string" else {"type": row["type"]}
        ET.SubElement(parent, "property", {"name": row["name"], **kind, "value": value})


_IMAGE = {"image": "source", "imagewidth": "width", "imageheight": "height"}
"""What the JSON says of a tileset's picture, and the XML attributes for it."""


def likeness(data: bytes) -> float:
    """Beyond doubt for XML with a map element near its beginning."""
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    return 1.0 if head[:1] == b"<" and re.search(rb"<map[\s>]", head) else 0.0


class TmxFormat(TiledFormat):
    """Tiled map (TMX)."""

    name = "tmx"
    title = "Tiled map (TMX)"
    suffixes = (".tmx",)

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = TmxFormat()
