"""PDN as games of tokens: tags, moves, results, comments and variations, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardbytes.formats.findings import Findings
from boardbytes.formats.text import shown

MAX_SIZE = 16 * 1024 * 1024
MAX_ERRORS = 20
"""After so many words that mean nothing in one game, the rest will not be PDN either."""

TAG, MOVE, NUMBER, RESULT, COMMENT, VARIATION, MARK = (
    *("tag", "move", "move number", "result"),
    *("comment", "variation", "mark"),
)

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "2-0", "1-1", "0-2", "0-0")
"""Results first: several of them look like moves."""

_KINDS = (
    (RESULT, re.compile(r"(?:1/2-1/2|[012]-[012](?![\dx-])|\*)")),
    (NUMBER, re.compile(r"\d+\.+")),
    (MOVE, re.compile(r"\d{1,2}(?: ?[-x:] ?\d{1,2})+")),
    (MARK, re.compile(r"\$\d+|[!?]+")),
)
_SPACE = re.compile(r"[ \t\r\n\f\v]*")
_WORD = re.compile(r"[^ \t\r\n\f\v(){}\[\];]+|.", re.DOTALL)
_BRACKET = re.compile(r"[(){;]")
_COMMENT_ENDS = {"{": "}", ";": "\n"}
_INNER_COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*")
_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:[^"\\\r\n]|\\.)*)"[ \t]*\]')


@dataclass(frozen=True)
class Token:
    """A piece of PDN: what kind it is, where it begins, its text, and its length in the file."""

    kind: str
    offset: int
    text: str
    size: int

    @property
    def end(self) -> int:
        return self.offset + self.size


def split_games(data: bytes, findings: Findings) -> Iterator[list[Token]]:
    """The tokens of each game: a tag after anything else begins one, as does what follows a result.

    What is found up to the beginning of the next game is about the game that is given.
    """
    if len(data) > MAX_SIZE:
        findings.error("length", f"a file must have at most {MAX_SIZE:,} bytes", MAX_SIZE)
        yield []
        return
    game: list[Token] = []
    for token in tokens(data.decode("latin-1"), findings):
        before = game[-1].kind if game else token.kind
        if (token.kind == TAG and before != TAG) or (game and before == RESULT):
            yield game
            game = []
        game.append(token)
    if not game and not findings.has_errors:
        findings.error("empty", "there is no game in it", 0)
    yield game


def tokens(text: str, findings: Findings) -> Iterator[Token]:
    """The tokens of a text whose characters are its bytes; reports what is none."""
    place, errors = _SPACE.match(text).end(), 0  # type: ignore[union-attr]
    previous: Token | None = None
    while place < len(text) and errors < MAX_ERRORS:
        token = _token(text, place, previous)
        if token is None:
            word = _WORD.match(text, place).group()  # type: ignore[union-attr]
            message = "a tag, a move, a comment, a variation or a result must stand here"
            findings.error("token", message, place, shown(word))
            errors += 1
            place += len(word)
        elif not token.size:
            message = f"the {token.kind} that begins here must end"
            findings.error("unclosed", message, place)
            return
        else:
            yield token
            previous = token
            errors = 0 if token.kind == TAG else errors
            place += token.size
        place = _SPACE.match(text, place).end()  # type: ignore[union-attr]
    if place < len(text):
        findings.error("token", f"after {errors} such words the rest is not read", place)


def _token(text: str, place: int, previous: Token | None) -> Token | None:
    """The token at a place; of size 0 if it never ends, None if it is none."""
    first = text[place]
    if first == "{":
        return _closed(COMMENT, text, place, text.find("}", place) + 1)
    if first == ";":
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        return Token(COMMENT, place, _braced(text[place + 1 : end]), end - place)
    if first == "(":
        return _closed(VARIATION, text, place, _end_of_variation(text, place))
    if first == "[":
        match = _TAG.match(text, place)
        return match and Token(TAG, place, match.group(), match.end() - place)
    # Programs mark a forced move with a star; alone, a star is the result.
    if first == "*" and previous and previous.kind in (MOVE, MARK) and previous.end == place:
        return Token(MARK, place, "*", 1)
    for kind, pattern in _KINDS:
        match = pattern.match(text, place)
        if match:
            return Token(kind, place, match.group(), match.end() - place)
    return None


def _closed(kind: str, text: str, place: int, end: int) -> Token:
    """A token up to its end, on one line whatever it was in the file."""
    size = max(0, end - place)
    inside = _INNER_COMMENT.sub(_braced_match, text[place:end])
    return Token(kind, place, _one_line(inside), size)


def _braced_match(match: re.Match[str]) -> str:
    comment = match.group()
    return comment if comment.startswith("{") else _braced(comment[1:])


def _braced(comment: str) -> str:
    """A comment to the end of a line as one between braces."""
    return "{" + _one_line(comment.replace("}", ")")).strip() + "}"


def _one_line(text: str) -> str:
    """Text with single spaces; only ASCII ones, as the others may be parts of characters."""
    return re.sub(r"[ \t\r\n\f\v]+", " ", text)


def _end_of_variation(text: str, place: int) -> int:
    """Where a variation ends, comments and variations inside it skipped; 0 if it does not."""
    depth, skipped = 0, place
    for match in _BRACKET.finditer(text, place):
        index, mark = match.start(), match.group()
        if index < skipped:
            continue
        if mark in _COMMENT_ENDS:
            skipped = text.find(_COMMENT_ENDS[mark], index)
            if skipped < 0:
                return 0
        elif mark in "()":
            depth += 1 if mark == "(" else -1
            if not depth:
                return index + 1
    return 0


def tag_of(token: Token) -> tuple[str, str]:
    """A tag's name and value."""
    match = _TAG.fullmatch(token.text)
    assert match is not None
    return match[1], re.sub(r"\\(.)", r"\1", match[2])


def format_tag(name: str, value: str) -> str:
    """A tag: the inverse of `tag_of`."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def unicode_of(text: str) -> str:
    """Text whose characters are bytes as what it was meant to be: UTF-8, else Latin-1."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return text
