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
    options: list[PlayerOption]


class Reply(Message):
    player: str = Field(max_length=20)
    options: dict[Annotated[str, Field(max_length=20)], int] = Field({}, max_length=10)


class Seats(Message):
    """Who plays which side; a side that is not named is a person's."""

    sides: dict[Annotated[str, Field(max_length=20)], Reply] = Field({}, max_length=2)


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
