"""Where everything of a game stands in its text, so that what was not touched is copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from boardbytes.model import Outcome, Position

Piece = tuple[int, int]
"""Between which two places of a game's text something stands."""


class RemarkKind(Enum):
    """Where in the model a remark goes."""

    OPINION = "judgements, and opinions kept as they stand"
    COMMENT = "comment, clocks, figures and properties"
    OTHER = "nowhere: it is only written back"


@dataclass(frozen=True, slots=True)
class NodeSpan:
    """Where a node stands: its number, move and remarks in one piece.

    `moved` is where its move ends, if nothing but the number stands before that. `opens` and
    `closes` are the brackets of a variation that begins with it. `late` are remarks after the
    variations that replace it. `remarks` are the words after its move, each with whether it is an
    opinion, a comment or neither.
    """

    whole: Piece | None
    moved: int | None = None
    opens: Piece | None = None
    closes: Piece | None = None
    late: tuple[Piece, ...] = ()
    remarks: tuple[tuple[RemarkKind, Piece], ...] = ()


@dataclass(frozen=True, slots=True)
class GameSpans:
    """Where the tags, the nodes by their numbers and the result of a game stand.

    `start` and `outcome` are those that were read: the tags and the result say them.
    """

    charset: str
    tags: tuple[tuple[str, Piece], ...]
    nodes: tuple[NodeSpan, ...]
    result: Piece | None
    owed: Mapping[int, str]
    """What must follow where a piece ends before anything else may: the end of the line of a
    comment, or the brackets that the text does not close."""
    start: Position
    outcome: Outcome | None
