"""JSON text with the place of every value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from boardbytes.errors import FormatError, JsonError
from boardbytes.json_reading import TOKEN, byte_offset, read_json
from boardbytes.model import Place, Problem
from boardbytes.model.plain import Path

_MARK = re.compile(rb'"boardbytes"\s*:\s*\d')


@dataclass(frozen=True)
class JsonValue:
    """A value of a JSON text: the path to it, and its first token with its place."""

    path: Path
    start: int
    token: str


def places(text: str) -> Iterator[JsonValue]:
    """Every value of a valid JSON text, containers before what they contain."""
    path: list[Any] = []
    containers: list[str] = []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token in "}]":
            containers.pop()
            path.pop()
        elif token == ",":
            path[-1] = path[-1] + 1 if containers[-1] == "[" else None
        elif containers and containers[-1] == "{" and path[-1] is None:
            path[-1] = json.loads(token)
        elif token != ":":
            yield JsonValue(tuple(path), match.start(), token)
            if token in "{[":
                containers.append(token)
                path.append(None if token == "{" else 0)


def parse(data: bytes, format: str) -> tuple[Any, str]:
    """The value of a JSON text, and the text; FormatError with the offset if it is not one."""
    try:
        return read_json(data)
    except JsonError as error:
        problem = Problem("json", error.message, Place(error.offset), found=error.found)
        raise FormatError([problem], format) from None


def has_mark(data: bytes) -> bool:
    """Whether bytes look like a document of ours: by a key near the beginning, not just a word."""
    return _MARK.search(data[:1024]) is not None


def byte_offsets(text: str, indices: Iterable[int]) -> Iterator[int]:
    """Where characters of a text, in ascending order, stand in its UTF-8 bytes: in one pass."""
    before = offset = 0
    for index in indices:
        offset += index - before if text.isascii() else len(text[before:index].encode("utf-8"))
        before = index
        yield offset


class Finder:
    """Where values of a text begin; those asked for in the order of the text take one pass."""

    def __init__(self, text: str) -> None:
        self._text, self._further = text, places(text)

    def offset_of(self, path: Path) -> int:
        for place in self._further:
            if place.path == path:
                return byte_offset(self._text, place.start)
        return offset_of(self._text, path)


def offset_of(text: str, path: Path) -> int:
    """Where the value at the end of a path begins, or the nearest one around it."""
    for length in range(len(path), -1, -1):
        for place in places(text):
            if place.path == path[:length]:
                return byte_offset(text, place.start)
    return 0
