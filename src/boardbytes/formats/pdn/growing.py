"""Nodes and lines of a game while it is being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from boardbytes.formats.pdn.annotations import Remarks
from boardbytes.formats.pdn.lexer import COMMENT, ESCAPE, Token
from boardbytes.formats.pdn.spans import NodeSpan, Piece, RemarkKind
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model.line import Reached
from boardbytes.model.step import Step
from boardbytes.model.tree import Entry


@dataclass
class GrowingNode:
    """A node that is being read, and where it stands."""

    parent: int
    step: Step
    children: list[int] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    whole: Piece | None = None
    moved: int | None = None
    opens: Piece | None = None
    closes: Piece | None = None
    late: list[Piece] = field(default_factory=list)
    places: list[tuple[RemarkKind, Piece]] = field(default_factory=list)
    """Where the remarks after the move stand."""

    @property
    def span(self) -> NodeSpan:
        late, places = tuple(self.late), tuple(self.places)
        return NodeSpan(self.whole, self.moved, self.opens, self.closes, late, places)

    @property
    def entry(self) -> Entry:
        notes, properties = self.remarks.notes, self.remarks.properties
        return Entry(self.parent, tuple(self.children), self.step, notes, properties)


@dataclass
class Line:
    """A line of play that is open: the node it has reached, and the one before that."""

    last: int
    here: Reached
    before: int
    there: Reached
    ply: int
    opened: Token | None = None
    """The bracket of a variation."""
    outer: Line | None = None
    """The nearest line around a variation that has a move; the main line, if none has."""
    first: int | None = None
    """Its first node, once there is one."""
    pending: list[Token] = field(default_factory=list)
    """A number, and remarks before a move."""
    is_fresh: bool = True
    """Whether remarks still stand next to the last move, with no variation between."""

    @property
    def position(self) -> CheckersPosition:
        position = self.here.position
        assert isinstance(position, CheckersPosition)
        return position

    @property
    def is_beginning(self) -> bool:
        """Whether no move of the game has been played."""
        return not self.ply and self.opened is None

    @property
    def is_empty_variation(self) -> bool:
        """Whether a variation has begun, and no move of it yet."""
        return self.opened is not None and self.first is None

    @property
    def says_second(self) -> bool:
        """Whether the dots of a first move number say that the second side makes the move."""
        dots = "".join(token.text for token in self.pending if not is_remark(token))
        return self.is_beginning and ("..." in dots or not dots.isascii())

    def go_on(self, id: int, here: Reached) -> None:
        """Go on to the next node."""
        self.before, self.there = self.last, self.here
        self.last, self.here = id, here
        self.ply += here.step.move is not None
        self.pending, self.is_fresh = [], True

    def instead(self, opened: Token) -> Line:
        """A variation that replaces the last move."""
        ply = max(0, self.ply - 1)
        return Line(self.before, self.there, self.before, self.there, ply, opened, self._outer)

    def onward(self, opened: Token) -> Line:
        """A variation that goes on from the last move."""
        return Line(self.last, self.here, self.last, self.here, self.ply, opened, self._outer)

    @property
    def _outer(self) -> Line | None:
        return self.outer if self.is_empty_variation else self


def is_remark(token: Token) -> bool:
    """Whether a token can stand anywhere and is about a move."""
    return token.kind in (COMMENT, ESCAPE)
