"""Tiled's XML maps as spans: every tag, and every number of data with its tile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from boardbytes.errors import FormatError
from boardbytes.formats.text import MOST_SPANS, Word, shown
from boardbytes.formats.tiled.explaining import FOR_TILED, MEANINGS, data_names, explain_tile
from boardbytes.formats.tiled.xml import parse_map
from boardbytes.model import Span
from boardbytes.model.plain import Plain

_TAG = re.compile(rb"<([!?/]?)([A-Za-z]\w*)([^<>]*)>")
_ELEMENTS = {
    "map": "the board",
    "tileset": "a set of kinds of tiles",
    "tile": "a kind of tile",
    "properties": "what is said about it",
    "property": "one thing that is said about it",
    "group": "layers that belong together",
    "layer": "a layer of tiles",
    "data": MEANINGS["data"],
    "chunk": "a part of the layer",
}


def explain(data: bytes) -> list[Span]:
    """Every tag with its attributes, and every number of data with its tile, whatever the data."""
    return list(islice(_spans(data), MOST_SPANS))


def _names(data: bytes) -> dict[int, Sequence[str]]:
    """The tiles of each element with data, by its offset; empty if they cannot be known."""
    try:
        found = parse_map(data)
    except FormatError:
        return {}
    return {found.offset_of(path): names for path, names in data_names(Plain(found.plain)).items()}


def _spans(data: bytes) -> Iterator[Span]:
    names = _names(data)
    tiles: Sequence[str] | None = None
    """Those of the element that we are in; None if it has no data that is read."""
    index, encoding = 0, ""
    for match in _TAG.finditer(data):
        sign, name, rest = (part.decode("latin-1") for part in match.groups())
        if tiles is not None and name == "tile" and not sign:
            number = Word(match.start(), _attribute(rest, "gid") or "0")
            yield replace(explain_tile(number, index, tiles), size=len(match[0]))
            index += 1
            continue
        meaning = "the end of it" if sign == "/" else _ELEMENTS.get(name, FOR_TILED)
        value = shown(" ".join(rest.split()))
        yield Span(match.start(), len(match[0]), f"{sign}{name}", value, meaning)
        if name == "data" and not sign:
            encoding = _attribute(rest, "encoding")
        if name in ("data", "chunk"):
            tiles, index = names.get(match.start()), 0
            if tiles is not None:
                body = data[match.end() :].partition(b"<")[0].decode("latin-1")
                yield from _explain_data(Word(match.end(), body), encoding, tiles)


def _attribute(text: str, name: str) -> str:
    match = re.search(rf"""\b{name}\s*=\s*["']([^"']*)""", text)
    return match[1] if match else ""


def _explain_data(body: Word, encoding: str, tiles: Sequence[str]) -> Iterator[Span]:
    """The text of a data element: numbers, or all tiles packed together."""
    if encoding == "csv":
        for index, match in enumerate(re.finditer(r"[^,]+", body.text)):
            number = match[0].strip()
            if number:
                start = body.offset + match.start() + match[0].index(number)
                yield explain_tile(Word(start, number), index, tiles)
    elif text := body.text.strip():
        start, points = body.offset + body.text.index(text), tuple(filter(None, tiles))
        yield Span(start, len(text), "data", shown(text), MEANINGS["data"], points)
