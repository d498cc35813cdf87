"""JSON text read with care: every value with its place, and nothing that could hurt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from boardbytes.errors import FormatError
from boardbytes.model import Place, Problem
from boardbytes.model.plain import Path

MAX_DEPTH = 64
_MARK = re.compile(rb'"boardbytes"\s*:\s*\d')
# A string without an end is one token up to the end: looking for its end once must be enough.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


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
    for match in _TOKEN.finditer(text):
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
    """The value of a JSON text, and the text; FormatError with the offset if it is none."""

    def fail(message: str, offset: int, found: str | None = None) -> FormatError:
        return FormatError([Problem("json", message, Place(offset), found=found)], format)

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise fail("text must be UTF-8", error.start, hex(data[error.start])) from None
    deep = too_deep(text, _TOKEN)
    if deep is not None:
        message = f"values must be nested at most {MAX_DEPTH} deep"
        raise fail(message, byte_offset(text, deep))
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant), text
    except json.JSONDecodeError as error:
        message = error.msg[0].lower() + error.msg[1:]
        raise fail(f"not JSON: {message}", byte_offset(text, error.pos)) from None
    except _StrangeJson as error:
        found = [match.start() for match in re.finditer(re.escape(error.token), text)]
        # A name may be written with escapes, and then it is not found a second time.
        place = found[error.which] if len(found) > error.which else 0
        raise fail(f"not JSON: {error}", byte_offset(text, place)) from None
    except ValueError:
        # The only other complaint of the parser: Python refuses to read absurdly long numbers.
        number = re.search(r"\d{640,}", text)
        place = number.start() if number else 0
        raise fail("a number has too many digits", byte_offset(text, place)) from None


class _StrangeJson(Exception):
    """Text that Python would read as JSON but no one should; `which` occurrence of `token`."""

    def __init__(self, message: str, token: str, which: int) -> None:
        self.token, self.which = token, which
        super().__init__(message)


def too_deep(text: str, tokens: re.Pattern[str]) -> int | None:
    """Where brackets are nested too deep for a parser that calls itself; None if nowhere."""
    depth = 0
    for match in tokens.finditer(text):
        depth += (match.group() in "{[") - (match.group() in "}]")
        if depth > MAX_DEPTH:
            return match.start()
    return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            token = json.dumps(name)
            raise _StrangeJson(f"the name {token} occurs twice in one object", token, 1)
        values[name] = value
    return values


def _no_constant(name: str) -> Any:
    raise _StrangeJson(f"{name} is not a JSON number", name, 0)


def has_mark(data: bytes) -> bool:
    """Whether bytes look like a document of ours: by a key near the beginning, not any word."""
    return _MARK.search(data[:1024]) is not None


def byte_offset(text: str, index: int) -> int:
    """Where a character of a text stands in its UTF-8 bytes."""
    return len(text[:index].encode("utf-8"))


def byte_offsets(text: str, indices: Iterable[int]) -> Iterator[int]:
    """Where characters of a text, in ascending order, stand in its UTF-8 bytes: in one pass."""
    before = offset = 0
    for index in indices:
        offset += index - before if text.isascii() else len(text[before:index].encode("utf-8"))
        before = index
        yield offset


def offset_of(text: str, path: Path) -> int:
    """Where the value at the end of a path begins, or the nearest one around it."""
    for length in range(len(path), -1, -1):
        for place in places(text):
            if place.path == path[:length]:
                return byte_offset(text, place.start)
    return 0
