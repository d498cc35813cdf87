"""Signed games."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from boardbytes.studio.messages.base import Message


class ChannelLine(Message):
    number: int
    text: str
    says: str
    ok: bool
    problems: list[str]


class Channel(Message):
    """A signed game: who plays, whose keys are kept here, and every line with its verdict."""

    red: str
    white: str
    layout: str
    preset: str
    rules: str
    """What players call the preset."""
    game_id: str
    holds: list[str]
    to_move: str | None
    ok: bool
    agreed: str | None
    outcome: str | None
    winner: str | None
    """The address of the winner."""
    lines: list[ChannelLine]


class NewChannel(Message):
    """A signed game; each side is an address, or `new` to make a key and keep it here."""

    red: str = Field("new", max_length=60)
    white: str = Field("new", max_length=60)
    layout: Literal["channel", "contract"] = "channel"
    preset: Literal["english", "contract"] = "english"
    game_id: str | None = Field(None, pattern=r"^[0-9]{1,78}$")
    """A random one if none is given: two games must not have the same."""


class Lines(Message):
    text: str = Field(max_length=1_000_000)
