"""TOML text read with care: any bytes give plain values or a FormatError with its place."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import Any

from boardbytes.errors import FormatError
from boardbytes.formats.json.text import byte_offsets
from boardbytes.formats.text import Word
from boardbytes.json_reading import MAX_DEPTH, byte_offset
from boardbytes.model import Place, Problem
from boardbytes.model.plain import Path, Plain

_PLACE = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")
MAX_PARTS = 8
"""The most names in one dotted key: the parser's time grows with the square of their number."""

_PART = r"""(?:(?<![\w-])[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
# An unclosed string is one token, up to the end of its line or of the text, so that it is looked at
# only once.
_TOKEN = re.compile(
    rf"""(?P<dotted>(?:{_PART}\.[ \t]*+){{{MAX_PARTS}}})|[{{}}\[\]]|\#[^\n]*"""
    r"""|\"{3}(?:[^"\\]|\\[\s\S]|""?(?!"))*+"*|'{3}(?:[^']|''?(?!'))*+'*"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?"""
)
_KEY = re.compile(r"(?m)^[ \t]*(?:\[[ \t]*(\w+)[ \t]*\]|(\w+)[ \t]*=)")

_LIST = re.compile(r"\w+[ \t]*=[ \t]*\[")
_ITEM = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|#[^\n]*|[\[\]]|[^\s,\[\]#"\']+')

_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|#[^\n]*|[\[\]{},]|[^\s,\[\]{}#"\']+')


def parse(data: bytes, format: str) -> tuple[dict[str, Any], str]:
    """The values of a TOML text, and the text; FormatError with the offset if it is not one."""

    def fail(message: str, offset: int, found: str | None = None) -> FormatError:
        return FormatError([Problem("toml", message, Place(offset), found=found)], format)

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise fail("text must be UTF-8", error.start, hex(data[error.start])) from None
    for place, message in _nested(text):
        raise fail(message, byte_offset(text, place))
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = _PLACE.sub("", str(error)).strip()
        place = byte_offset(text, _index(text, str(error)))
        raise fail(f"not TOML: {message[0].lower()}{message[1:]}", place) from None
    except ValueError:
        # The only other complaint: Python refuses to read absurdly long numbers.
        raise fail("a number has too many digits", 0) from None
    for path, value in _dates(values):
        message = f"{Plain(None, path).name} must be in quotes: dates are text here"
        raise fail(message, offset_of(text, path), str(value))
    return values, text


def _nested(text: str) -> Iterator[tuple[int, str]]:
    """Where values nest too deep for a parser that calls itself, or a key has too many names."""
    depth = 0
    for match in _TOKEN.finditer(text):
        depth += (match[0] in "{[") - (match[0] in "}]")
        if depth > MAX_DEPTH:
            yield match.start(), f"values must be nested at most {MAX_DEPTH} deep"
        if match["dotted"]:
            yield match.start(), f"a key must have at most {MAX_PARTS} names joined by dots"


def _dates(values: dict[str, Any]) -> Iterator[tuple[Path, object]]:
    """The dates and times that stand without quotes: JSON knows none, so neither do we."""
    waiting: list[tuple[Path, Any]] = [((), values)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict | list):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += reversed([((*path, step), member) for step, member in members])
        elif isinstance(value, date | time):
            yield path, value


def _index(text: str, complaint: str) -> int:
    """The place that the parser's complaint names, as an index."""
    match = _PLACE.search(complaint)
    if match is None or match[1] is None:
        return len(text)
    # The parser treats \r\n as \n before it counts.
    lines = text.split("\n")
    line, column = int(match[1]), int(match[2])
    return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1


def keys(text: str) -> Iterator[tuple[Path, int]]:
    """The keys of a text with tables one deep, and where each stands.

    Does not see keys that share a line with others; they are found by their table.
    """
    table: Path = ()
    for match in _KEY.finditer(text):
        name = match[1] or match[2]
        if match[1]:
            table = (name,)
        path = table if match[1] else (*table, name)
        yield path, match.start() + len(match[0]) - len(match[0].lstrip())


def offset_of(text: str, path: Path) -> int:
    """Where an element of a list stands, or the key of a value, or the nearest one around it."""
    *around, last = path or ("",)
    if isinstance(last, int) and len(found := item_offsets(text, tuple(around))) > last:
        return found[last]
    places = dict(keys(text))
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return byte_offset(text, places[path[:length]])
    return 0


def list_items(text: str, start: int) -> Iterator[Word]:
    """The numbers and quoted texts of the list that is the value of the key at a place."""
    opening = _LIST.match(text, start)
    for match in _ITEM.finditer(text, opening.end()) if opening else ():
        if match[0] in "[]":
            return
        if match[0][0] != "#":
            yield Word(match.start(), match[0])


def elements(text: str, start: int) -> Iterator[Word]:
    """The elements, of whatever kind, of the list that is the value of the key at a place."""
    opening = _LIST.match(text, start)
    depth, first = 0, None
    for match in _PIECE.finditer(text, opening.end()) if opening else ():
        token = match[0]
        depth += (token in "{[") - (token in "}]")
        if depth < 0 or (depth == 0 and token == ","):
            if depth < 0:
                return
            continue
        if depth == (token in "{[") and token[0] != "#" and token not in "}]":
            first = match.start()
        if depth == 0 and first is not None:
            yield Word(first, text[first : match.end()])
            first = None


def item_offsets(text: str, path: Path) -> list[int]:
    """Where the elements of a list stand; none if its key is not found."""
    start = dict(keys(text)).get(path)
    items = list_items(text, start) if start is not None else ()
    return list(byte_offsets(text, (item.offset for item in items)))


def format_text(text: str) -> str:
    """A text in TOML's quotes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
