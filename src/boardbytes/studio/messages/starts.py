"""The start page: what the studio knows, and what a new desk begins with."""

from __future__ import annotations

from pydantic import Field

from boardbytes.studio.messages.base import Message, Subject, TileDepth
from boardbytes.studio.messages.players import Seats


class GameHead(Message):
    name: str
    title: str
    sides: list[str]
    """The side that moves first comes first; none if nothing is played."""


class KnownFormat(Message):
    name: str
    title: str
    game: str | None
    suffixes: list[str]


class Example(Message):
    name: str
    title: str
    format: str
    words: str
    has_picture: bool
    of: str | None
    """The example that shows the same board in another format."""


class About(Message):
    version: str
    upload_limit: int
    formats: list[KnownFormat]
    games: list[GameHead]
    examples: list[Example]
    edition: str
    """Of the examples' pictures."""
    library: bool
    compiling: list[str]
    """Games whose computer players are weaker for a while: their kernels are being compiled."""


class ListedDesk(Message):
    id: str
    name: str
    format: str | None
    game: str | None
    changed: str
    revision: int


class NewDesk(Message):
    """A fresh game, or a tile board with nothing on it."""

    game: Subject
    size: int = Field(19, ge=1, le=52)
    rules: str | None = Field(None, max_length=40)
    komi: float | None = Field(None, ge=-400, le=400, description="Go only; by default 6.5")
    handicap: int = Field(0, ge=0, le=9, description="stones that black has before the first move")
    seats: Seats | None = None
    width: int = Field(12, ge=1, le=255)
    length: int = Field(12, ge=1, le=255)
    depth: TileDepth = 8
    hexagonal: bool = False
