"""The board: how it looks, what stands on it, and what may be played."""

from __future__ import annotations

from boardbytes.studio.messages.base import Message


class Ground(Message):
    """The part of a board that never changes: its picture without pieces, and its points."""

    svg: str
    """The empty board with its coordinates, as SVG."""
    pieces: dict[str, str]
    """An SVG group for every kind of piece, drawn around 0, 0."""
    spots: list[tuple[str, float, float]]
    """The points by name, and where they are in the picture."""


class Board(Message):
    """The board of a game; pieces are put on it by the page, node by node."""

    key: str
    """Names the ground: a page that has the ground of that name need not be sent it again."""
    ground: Ground | None
    """None if it is known already, or if there are tiles instead."""
    width: float
    height: float
    reach: float
    """How far from a point a pointer still counts as being on it."""
    start: dict[str, str]
    """What stands on which point at the first node that is sent."""
    rules: str
    komi: float | None
    """Go only."""
    rule_sets: list[str]


class Here(Message):
    """What only the rules know of a node: whose turn it is, what may be played, how it ended."""

    path: str
    turn: str | None
    """Nobody's once the game is over."""
    status: str
    over: bool
    moves: list[str | list[str]]
    """Each move and the points that a player touches for it; just a text if both are the same."""
    summary: list[str]
    description: str
