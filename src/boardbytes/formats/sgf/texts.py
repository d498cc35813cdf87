"""Text in SGF's values: escapes, line breaks, composed values."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
_SPACE = re.compile(r"[\t\v\f]")
_ANY_SPACE = re.compile(r"\r\n|\n\r|[\t\n\v\f\r]")
_TO_ESCAPE = re.compile(r"([\\\]])")
_COLON = re.compile(r"(?<!\\)((?:\\\\)*):")
_BREAKS = ("\n", "\r", "\r\n", "\n\r")


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1] in _BREAKS else match[1]


def parse_text(raw: str) -> str:
    """The text of a value: escapes undone, line breaks kept."""
    text = _SPACE.sub(" ", raw) if "\t" in raw or "\v" in raw or "\f" in raw else raw
    if "\r" in text:
        # An escaped line break is not one: it must be a single character after the escape.
        text = _BREAK.sub("\n", text)
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def parse_simple(raw: str) -> str:
    """The text of a value on one line."""
    if "\\" in raw:
        raw = _ESCAPE.sub(_unescaped, raw)
    return _ANY_SPACE.sub(" ", raw)


def format_text(text: str) -> str:
    """The value of a text: the inverse of `parse_text` and `parse_simple`."""
    return _TO_ESCAPE.sub(r"\\\1", text)


def split_composed(raw: str) -> tuple[str, str | None]:
    """The two halves of a composed value; None if there is no second."""
    found = _COLON.search(raw)
    if found is None:
        return raw, None
    return raw[: found.end() - 1], raw[found.end() :]


_WHOLE = re.compile(r"[^\\\]]*(?:\\.[^\\\]]*)*", re.DOTALL)


def safe(raw: str) -> str:
    """A value verbatim, unless it would end too early or not at all: then with escapes."""
    return raw if _WHOLE.fullmatch(raw) else format_text(raw)
