"""Small encodings of Tiled maps: properties, texts that XML could not hold, and layer data."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from boardbytes.model.plain import Plain

FLIPS = 0xF000_0000
"""The bits of a global tile id that flip or rotate a picture."""

_LARGEST_WINDOW = 1 << 27
"""What a Zstandard frame may ask for: more than the longest layer that is read needs."""


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
    """The custom properties of a map or a tile by name: a list, or an object in old maps."""
    rows = plain.get("properties") if isinstance(plain.value, dict) else None
    if rows is None:
        return {}
    if isinstance(rows.value, dict):
        return {name: rows[name] for name in rows.value}
    found = {}
    for row in rows.items():
        if not isinstance(row.value, dict) or not {"name", "value"} <= set(row.value):
            raise row.fail(f'{row.name} must have "name" and "value"')
        found[row["name"].text()] = row["value"]
    return found


def tile_ids(data: Plain, compression: str, count: int) -> list[int]:
    """The global tile ids of a layer or a chunk: a list, or base64 text, compressed or not.

    Raises PlainError if there are not `count` of them.
    """
    if isinstance(data.value, list):
        if len(data.value) != count:
            raise data.fail(f"{data.name} must have {count} tiles", str(len(data.value)))
        return [item.integer(0, 0xFFFF_FFFF) for item in data.items()]
    raw = _unpacked(data, compression, 4 * count)
    if len(raw) != 4 * count:
        raise data.fail(f"{data.name} must have {4 * count} bytes")
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]


def _unpacked(data: Plain, compression: str, size: int) -> bytes:
    """Base64 text as bytes: never more than one byte over `size`, however much is packed in it."""
    try:
        raw = base64.b64decode(re.sub(r"\s", "", data.text()), validate=True)
    except (binascii.Error, ValueError):
        raise data.fail(f"{data.name} must be base64 text") from None
    if compression not in _UNPACK:
        known = "zlib, gzip or zstd"
        raise data.fail(f"{data.name} must be packed with {known}, if at all", compression)
    unpacked = _UNPACK[compression](raw, size + 1)
    if unpacked is None:
        raise data.fail(f"{data.name} must be {compression} data")
    return unpacked


def _inflate(window: int) -> Callable[[bytes, int], bytes | None]:
    def inflate(raw: bytes, most: int) -> bytes | None:
        try:
            return zlib.decompressobj(window).decompress(raw, most)
        except zlib.error:
            return None

    return inflate


def _unpack_zstd(raw: bytes, most: int) -> bytes | None:
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
    try:
        with unpacker.stream_reader(raw) as stream:
            return bytes(stream.read(most))
    except zstandard.ZstdError:
        return None


_UNPACK: Mapping[str, Callable[[bytes, int], bytes | None]] = {
    "": lambda raw, most: raw,
    "zlib": _inflate(zlib.MAX_WBITS),
    "gzip": _inflate(16 + zlib.MAX_WBITS),
    "zstd": _unpack_zstd,
}
"""How to unpack bytes, up to that many; None if they are not packed that way."""
