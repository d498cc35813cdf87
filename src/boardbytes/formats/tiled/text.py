"""Small encodings of Tiled maps: properties, texts that XML could not hold, and layer data."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

from boardbytes.model.plain import Plain

FLIPS = 0xF000_0000
"""The bits of a global tile id that turn a picture round."""

_WINDOWS = {"zlib": zlib.MAX_WBITS, "gzip": 16 + zlib.MAX_WBITS}


def format_text(text: str) -> str:
    r"""A text without control characters: they, and the backslash, become `\x00` and the like."""
    return re.sub(r"[\\\x00-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", text)


def parse_text(text: str) -> str:
    """The text that was formatted: the inverse of `format_text`."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)


def plain_property(name: str, value: bool | int | str) -> dict[str, Any]:
    """A custom property as Tiled writes it."""
    kind = {bool: "bool", int: "int", str: "string"}[type(value)]
    return {"name": name, "type": kind, "value": value}


def properties_of(plain: Plain) -> dict[str, Plain]:
    """The custom properties of a map or a tile by name."""
    rows = plain.get("properties") if isinstance(plain.value, dict) else None
    found = {}
    for row in rows.items() if rows else ():
        if not isinstance(row.value, dict) or not {"name", "value"} <= set(row.value):
            raise row.fail(f'{row.name} must have "name" and "value"')
        found[row["name"].text()] = row["value"]
    return found


def layer_data(layer: Plain, count: int) -> list[int]:
    """The global tile ids of a layer: a list, or base64 text, compressed or not.

    Raises PlainError if there are not `count` of them.
    """
    if "data" not in layer.value:
        raise layer.fail(f"{layer.name} must have data: save the map with a fixed size")
    data = layer["data"]
    if isinstance(data.value, list):
        if len(data.value) != count:
            raise data.fail(f"{data.name} must have {count} tiles", str(len(data.value)))
        return [item.integer(0, 0xFFFF_FFFF) for item in data.items()]
    raw = _unpacked(data, layer.value.get("compression") or "", 4 * count)
    if len(raw) != 4 * count:
        raise data.fail(f"{data.name} must have {4 * count} bytes")
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]


def _unpacked(data: Plain, compression: str, size: int) -> bytes:
    """Base64 text as bytes: never more than one byte over `size`, however much is packed in it."""
    try:
        raw = base64.b64decode(re.sub(r"\s", "", data.text()), validate=True)
    except (binascii.Error, ValueError):
        raise data.fail(f"{data.name} must be base64 text") from None
    if not compression:
        return raw
    if compression not in _WINDOWS:
        raise data.fail(f"{data.name} must be packed with zlib or gzip, if at all", compression)
    try:
        return zlib.decompressobj(_WINDOWS[compression]).decompress(raw, size + 1)
    except zlib.error:
        raise data.fail(f"{data.name} must be {compression} data") from None
