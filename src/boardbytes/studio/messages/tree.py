"""A game as a tree: its nodes, and how they are edited."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from boardbytes.studio.messages.base import Message, Path

Point = Annotated[str, Field(max_length=12)]


class IllegalMove(Message):
    ply: int
    path: str | None
    message: str
    offset: int | None


class Node(Message):
    """One node, where it differs from the usual; nodes are named by their places in a list."""

    path: str
    parent: int | None = None
    move: str | None = None
    points: list[str] = []
    """The points that a player touches to make the move, if they are not its text."""
    colour: str | None = None
    number: int = 0
    """Counts moves as people do, from the start of the game."""
    turn: str | None = None
    """Who moves next, if it is not simply the other side."""
    change: list[tuple[str, str]] = []
    """What stands on a point now that did not at the parent; empty where something left."""
    caught: dict[str, int] = {}
    """How many pieces each side has taken, if that has changed."""
    hand: dict[str, int] = {}
    """How many stones each side has in hand, if that has changed."""
    name: str = ""
    comment: str = ""
    marks: dict[str, list[str]] = {}
    """Points by the kind of their mark."""
    labels: dict[str, str] = {}
    arrows: list[tuple[str, str, bool]] = []
    """From, to, and whether it has a head."""
    territory: dict[str, list[str]] = {}
    judgement: list[str] = []
    clock: dict[str, str] = {}
    is_setup: bool = False
    wrong: str | None = None
    """Why the rules forbid the move, if it was played all the same."""
    more: bool = False
    """Whether there is more below it than was sent."""


class Tree(Message):
    """The nodes of a game, parents before children, the main line first."""

    nodes: list[Node]
    at: int
    """Which of them is shown."""
    result: str | None
    headers: list[tuple[str, str]]
    illegal: IllegalMove | None
    whole: bool
    """Whether these are all nodes, or only those around the shown one."""
    is_game: bool
    """Whether it is a game at all, and not just a position that could become one."""


class Play(Message):
    move: str = Field(max_length=100)
    path: Path | None = Field(None, description="after this node; after the last, if none is named")


class TreeEdit(Message):
    """One edit of a game; which fields count depends on `edit`."""

    edit: Literal[
        "comment", "name", "mark", "unmark", "label", "arrow", "judgement",
        "remove", "promote", "header", "result", "rules",
    ]  # fmt: skip
    path: Path = ""
    """The node that it is about; the root's is empty."""
    text: str = Field("", max_length=100_000)
    """The comment, the name, the label, the verdict, the header's value, who won, the rules."""
    kind: Literal["triangle", "square", "circle", "cross", "selected", "dim"] = "triangle"
    point: Point = ""
    to: Point = ""
    """Where an arrow ends."""
    header: str = Field("", max_length=100)
    reason: Literal["stated", "resignation", "score", "time"] = "stated"
    """Why somebody has won."""
    margin: float | None = Field(None, gt=0, le=10_000)
    """By how many points."""


class TreeEdits(Message):
    """Edits that are made together, and undone together."""

    edits: list[TreeEdit] = Field(min_length=1, max_length=500)
