"""The one lexer of PDN: tags, moves, comments and the rest, each with its place in the bytes.

It reads a text that has one character for every byte; what the characters mean is said elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

TAG, COMMENT, ESCAPE, NUMBER, DOTS, MOVE, RESULT, NAG, STRENGTH, OPEN, CLOSE, SETUP, JUNK = (
    *("tag", "comment", "escaped line", "move number", "dots", "move", "result"),
    *("annotation", "opinion", "variation begins", "variation ends", "setup", "junk"),
)

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "2-0", "1-1", "0-2", "0-0")

MAX_JUNK = 20
"""After this many words in a row that mean nothing, all is skipped up to the next tag."""

_SPACE = re.compile(r"[ \t\r\n\f\v\0]*")
_MARK = "\xef\xbb\xbf"
"""What some programs put before UTF-8."""
_GAP = r"[ \t\r\n]*"
_SQUARE = r"(?:\d{1,3}|[a-jA-J]\d{1,2})"
_LINE = re.compile(r"[^\r\n]*")
_QUOTED, _FAR = 4, 4096
"""How many tags a comment may quote, and how far after each its end is looked for."""
_TAG_LINE = re.compile(r'^[ \t]*\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]+"', re.MULTILINE)
_COMMENT_END = re.compile(r'\}|^[ \t]*\[(?=[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]+")', re.MULTILINE)
_KINDS = (
    # Results first: several of them look like moves.
    (RESULT, r"1/2[ \t]*-[ \t]*1/2|(?:1-0|0-1|2-0|0-2|1-1|0-0)(?![\dxX:-])|\*"),
    (NUMBER, r"\d+\.+"),
    (MOVE, rf"{_SQUARE}(?:{_GAP}[-xX:]{_GAP}{_SQUARE})+|(?:[a-h]\d){{2,}}|\d{{4}}(?!\d)"),
    (NUMBER, r"\d+(?=[ \t\r\n])"),
    (DOTS, r"\.+|\x85|\xe2\x80\xa6"),
    (NAG, r"\$\d+"),
    (STRENGTH, r"[!?]+|\([!?]+\)"),
    (OPEN, r"\("),
    (CLOSE, r"\)"),
    (SETUP, r"/[ \t]*FEN[^/\r\n]*/"),
    # Signs that programs put after moves: check, even, better for one side.
    (NAG, r"[-+=#~^@\xb1]+(?=[ \t\r\n)]|$)"),
)
_WORDS = re.compile("|".join(f"({pattern})" for _, pattern in _KINDS))
_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^\\\r\n])*?)"[ \t]*\]')
_BARE_TAG = re.compile(r"\[[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*([^\[\]\"\r\n]*)\]")
_WORD = re.compile(r"[^ \t\r\n\f\v(){}\[\];]+|.", re.DOTALL)


class Token(NamedTuple):
    """A piece of PDN: what kind it is, where it begins and ends, its text as it stands."""

    kind: str
    start: int
    end: int
    text: str
    is_closed: bool = True
    """Whether a comment ends as it should."""


def tokens(text: str) -> Iterator[Token]:
    """Every token of a text, in order; anything else is junk, never an exception."""
    junk, previous = 0, None
    place = _skip(text, len(_MARK) if text.startswith(_MARK) else 0)
    while place < len(text):
        token = _token(text, place, previous)
        yield token
        junk = junk + 1 if token.kind in (JUNK, NUMBER, DOTS) else 0
        place = token.end
        if junk >= MAX_JUNK:
            rest = _TAG_LINE.search(text, place)
            end = rest.start() if rest else len(text)
            if _skip(text, place) < end:
                yield Token(JUNK, place, end, text[place:end])
            place, junk = end, 0
        previous, place = token, _skip(text, place)


def _skip(text: str, place: int) -> int:
    """Where the white space at a place ends."""
    return _SPACE.match(text, place).end()  # type: ignore[union-attr]


def _token(text: str, place: int, previous: Token | None) -> Token:
    first = text[place]
    if first.isdigit():
        return _word(text, place)
    if first == "{":
        return _comment(text, place)
    if first == ";" or (first == "%" and (not place or text[place - 1] in "\r\n")):
        end = _LINE.match(text, place).end()  # type: ignore[union-attr]
        return _cut(COMMENT if first == ";" else ESCAPE, text, place, end)
    if first == "[":
        match = _TAG.match(text, place) or _BARE_TAG.match(text, place)
        return _cut(TAG, text, place, match.end()) if match else _junk(text, place)
    # Programs mark a forced move with a star; alone, a star is the result.
    if first == "*" and previous and previous.kind in (MOVE, STRENGTH) and previous.end == place:
        return _cut(STRENGTH, text, place, place + 1)
    return _word(text, place)


def _word(text: str, place: int) -> Token:
    match = _WORDS.match(text, place)
    if match is None or match.lastindex is None:
        return _junk(text, place)
    return Token(_KINDS[match.lastindex - 1][0], place, match.end(), match.group())


def _cut(kind: str, text: str, start: int, end: int, *, is_closed: bool = True) -> Token:
    return Token(kind, start, end, text[start:end], is_closed)


def _junk(text: str, place: int) -> Token:
    return _cut(JUNK, text, place, _WORD.match(text, place).end())  # type: ignore[union-attr]


def _comment(text: str, place: int) -> Token:
    """A comment between braces; one that is not closed ends before the tags of the next game.

    A closed comment may quote a tag, but not two in a row: that is a header.
    """
    end = _COMMENT_END.search(text, place + 1)
    quoted = end.start() if end and end.group() != "}" else None
    for _ in range(_QUOTED):
        if not end or end.group() == "}":
            break
        tag = _TAG.match(text, end.end() - 1)
        if tag and _TAG_LINE.match(text, _skip(text, tag.end())):
            break
        end = _COMMENT_END.search(text, end.end(), end.end() + _FAR)
    if end and end.group() == "}":
        return _cut(COMMENT, text, place, end.end())
    return _cut(COMMENT, text, place, len(text) if quoted is None else quoted, is_closed=False)


def tag_of(token: Token) -> tuple[str, int, int]:
    """A tag's name, and between which places its value stands."""
    match = _TAG.fullmatch(token.text) or _BARE_TAG.fullmatch(token.text)
    assert match is not None
    return match[1], token.start + match.start(2), token.start + match.end(2)


def is_quoted(token: Token) -> bool:
    """Whether a tag's value stands between quotes, as it should."""
    return _TAG.fullmatch(token.text) is not None


def unescaped(value: str) -> str:
    """What the value of a tag says."""
    return re.sub(r'\\(["\\])', r"\1", value)


def format_tag(name: str, value: str) -> str:
    """A tag, as it is read by `tag_of` and `unescaped`."""
    one_line = re.sub(r"[\r\n]+", " ", value)
    escaped = one_line.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def comment_of(token: Token) -> tuple[int, int]:
    """Where the text of a comment begins and ends."""
    is_braced = token.text.startswith("{") and token.is_closed
    return token.start + 1, token.end - is_braced


_NUMBERS = re.compile(r"\d+")


def squares_of(text: str) -> tuple[int, ...] | None:
    """The squares of a move by their numbers; None for squares with letters."""
    if re.search(r"[a-wyzA-WYZ]", text):
        return None
    if re.fullmatch(r"\d{4}", text):
        return int(text[:2]), int(text[2:])
    return tuple(map(int, _NUMBERS.findall(text)))
