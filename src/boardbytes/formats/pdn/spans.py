"""Where everything of a game stands in its text, so that what was not touched is copied."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.model import Outcome, Position

Piece = tuple[int, int]
"""Between which two places of a game's text something stands."""


@dataclass(frozen=True, slots=True)
class NodeSpan:
    """Where a node stands: its number, move and remarks in one piece.

    `moved` is where its move ends, if nothing but the number stands before that. `opens` and
    `closes` are the brackets of a variation that begins with it. `late` are remarks behind the
    variations that replace it.
    """

    whole: Piece | None
    moved: int | None = None
    opens: Piece | None = None
    closes: Piece | None = None
    late: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSpans:
    """Where the tags, the nodes by their numbers and the result of a game stand.

    `start` and `outcome` are those that were read: the tags and the result say them.
    """

    charset: str
    tags: tuple[tuple[str, Piece], ...]
    nodes: tuple[NodeSpan, ...]
    result: Piece | None
    line_ends: frozenset[int]
    """Where comments end that go to the end of their line."""
    start: Position
    outcome: Outcome | None
