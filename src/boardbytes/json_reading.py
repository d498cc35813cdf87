"""JSON read with care, wherever it comes from: nothing deep, ambiguous or absurd gets through.

Files, lines of transcripts and requests are all read here. Python's own reader calls itself for
every bracket, takes the last of two equal names and accepts numbers that JSON does not have.
"""

from __future__ import annotations

import json
import re
from typing import Any

from boardbytes.errors import JsonError

MAX_DEPTH = 64

# A string that is never closed is one token up to the end: its end is looked for only once.
TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def read_json(data: bytes, limit: int | None = None) -> tuple[Any, str]:
    """The value of a JSON text, and the text; JsonError, with the offset, if it is not JSON.

    More than `limit` bytes are an error, too. Never raises RecursionError, however deep it goes.
    """
    if limit is not None and len(data) > limit:
        raise JsonError(f"JSON must have at most {limit:,} bytes here", limit, f"{len(data):,}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError("text must be UTF-8", error.start, hex(data[error.start])) from None
    deep = too_deep(text, TOKEN)
    if deep is not None:
        message = f"values must be nested at most {MAX_DEPTH} deep"
        raise JsonError(message, byte_offset(text, deep))
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant), text
    except json.JSONDecodeError as error:
        message = error.msg[0].lower() + error.msg[1:]
        raise JsonError(f"not JSON: {message}", byte_offset(text, error.pos)) from None
    except _StrangeJson as error:
        found = [match.start() for match in re.finditer(re.escape(error.token), text)]
        # A name may be written with escapes, and then it is not found a second time.
        place = found[error.which] if len(found) > error.which else 0
        raise JsonError(f"not JSON: {error}", byte_offset(text, place)) from None
    except ValueError:
        # The only other complaint of the parser: Python refuses to read absurdly long numbers.
        number = re.search(r"\d{640,}", text)
        place = number.start() if number else 0
        raise JsonError("a number has too many digits", byte_offset(text, place)) from None


class _StrangeJson(Exception):
    """Text that Python would read as JSON but nobody should: at occurrence `which` of `token`."""

    def __init__(self, message: str, token: str, which: int) -> None:
        self.token, self.which = token, which
        super().__init__(message)


def too_deep(text: str, tokens: re.Pattern[str]) -> int | None:
    """Where brackets are nested too deeply for a parser that calls itself; None if nowhere."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return None
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


def byte_offset(text: str, index: int) -> int:
    """Where a character of a text stands in its UTF-8 bytes."""
    return len(text[:index].encode("utf-8"))
