"""Where each game of a PDN file begins and ends: a broken one does not hide those around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardbytes.formats.pdn.lexer import (
    CLOSE,
    COMMENT,
    ESCAPE,
    MOVE,
    OPEN,
    RESULT,
    TAG,
    Token,
    tag_of,
    tokens,
)

MAX_TOKENS = 1 << 20
"""No game has more words; what comes after them is not kept."""

_ASIDE = (COMMENT, ESCAPE)
"""What may stand between tags, and after a result, without being a game of its own."""


@dataclass(frozen=True)
class GameText:
    """The tokens of one game; the bytes from `start` to `end` are its own."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    is_too_long: bool = False


def split_games(text: str) -> Iterator[GameText]:
    """The games of a text, one after the other: together they are all of it.

    A tag after moves begins a game, as does anything but a comment after a result; and so does a
    tag that was there already, after an empty line.
    """
    start, found = 0, _Found()
    for token in tokens(text):
        if found.ends_before(token, text):
            place = _beginning(text, found.tokens[-1].end, token.start)
            yield GameText(start, place, found.finished(), found.is_too_long)
            start, found = place, _Found()
        found.add(token)
    yield GameText(start, len(text), found.finished(), found.is_too_long)


class _Found:
    """What is known of a game that is being read."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.tags: dict[str, Token] = {}
        self.has_body = self.has_result = False
        self.depth = 0

    @property
    def is_too_long(self) -> bool:
        return len(self.tokens) >= MAX_TOKENS

    def add(self, token: Token) -> None:
        if self.is_too_long:
            self.tokens[-1] = token
        else:
            self.tokens.append(token)
        if token.kind == TAG:
            self.tags.setdefault(tag_of(token)[0].lower(), token)
        elif token.kind not in _ASIDE:
            self.has_body = True
        self.depth = max(0, self.depth + (token.kind == OPEN) - (token.kind == CLOSE))
        self.has_result = self.has_result or (token.kind == RESULT and not self.depth)

    def ends_before(self, token: Token, text: str) -> bool:
        """Whether a token is the first of the next game."""
        if not self.tokens or token.kind in _ASIDE:
            return False
        if token.kind == TAG:
            last = self.tokens[-1]
            apart = last.kind != TAG or text.count("\n", last.end, token.start) > 1
            return self.has_body or (apart and tag_of(token)[0].lower() in self.tags)
        # PDN 3 ends games with a star, even after a result.
        return self.has_result and token.kind != RESULT

    def finished(self) -> tuple[Token, ...]:
        """The tokens; a last one that looks like a move may be the result that the tags state."""
        stated, last = self.tags.get("result"), self.tokens[-1] if self.tokens else None
        if stated and last and last.kind == MOVE and f'"{last.text}"' in stated.text:
            return (*self.tokens[:-1], last._replace(kind=RESULT))
        return tuple(self.tokens)


def _beginning(text: str, after: int, token: int) -> int:
    """Where a game begins whose first token is known: on a line of its own if there is one."""
    line = text.rfind("\n", after, token) + 1
    return line or token
