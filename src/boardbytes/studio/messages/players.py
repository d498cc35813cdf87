"""Who plays, and how a board is counted."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from boardbytes.studio.messages.base import Message


class PlayerOption(Message):
    """A whole number that a player can be told, such as its level."""

    name: str
    says: str
    choices: list[int]
    default: int


class PlayerHead(Message):
    name: str
    title: str
    is_program: bool
    """Whether it is a program of other people."""
    options: list[PlayerOption]


class Reply(Message):
    player: str = Field(max_length=20)
    options: dict[Annotated[str, Field(max_length=20)], int] = Field({}, max_length=10)


class TimeControl(Message):
    """How much time both sides have: seconds, and then seconds for each move or periods."""

    main: float = Field(gt=0, le=86_400)
    increment: float = Field(0, ge=0, le=3600)
    """Added after every move."""
    period: float = Field(0, ge=0, le=3600)
    """How long a period of overtime is; a move made within it costs none."""
    periods: int = Field(0, ge=0, le=100)


class Seats(Message):
    """Who plays which side, and by which clock; a side that is not named is a person's."""

    sides: dict[Annotated[str, Field(max_length=20)], Reply] = Field({}, max_length=2)
    clock: TimeControl | None = None
    since: float | None = None
    """When the side to move began to think, in seconds since 1970; the studio says so itself."""
    spent: float | None = None
    """For how many seconds it has been thinking; the studio says so itself."""


class Count(Message):
    """A board of Go, counted."""

    dead: list[str]
    alive: list[str]
    """Stones that live whatever happens: nobody can call them dead."""
    owners: dict[str, str]
    """Who owns each point that counts."""
    black: float
    white: float
    komi: float
    says: str
    rules: str
    agreement: bool
    """Whether these rules let players agree on dead stones at all."""
