"""A desk as the page shows it."""

from __future__ import annotations

from pydantic import Field

from boardbytes.studio.messages.base import Message
from boardbytes.studio.messages.board import Board, Here
from boardbytes.studio.messages.channels import Channel
from boardbytes.studio.messages.findings import Finding
from boardbytes.studio.messages.players import PlayerHead, Seats
from boardbytes.studio.messages.starts import GameHead
from boardbytes.studio.messages.tiles import Tiles
from boardbytes.studio.messages.tree import Tree


class DeskHead(Message):
    id: str
    name: str
    revision: int
    undo: bool
    redo: bool


class FormatHead(Message):
    name: str
    title: str
    suffixes: list[str]


class NearFormat(Message):
    name: str
    title: str


class Salvage(Message):
    """What damaged bytes still show."""

    svg: str
    """A picture of it."""
    says_turn: bool
    """Whether they also say whose turn it is."""


class View(Message):
    """Everything that the page shows of a desk, except the bytes."""

    desk: DeskHead
    format: FormatHead | None
    size: int
    is_text: bool
    game: GameHead | None
    findings: list[Finding]
    can_repair: bool
    nearest: list[NearFormat]
    """The formats that bytes of no certain format look most like, the nearest first."""
    salvage: Salvage | None
    note: str | None
    board: Board | None
    here: Here | None
    """What the rules know of the shown node."""
    tree: Tree | None
    tiles: Tiles | None
    channel: Channel | None
    players: list[PlayerHead]
    seats: Seats
    collection: int | None
    """Which game of a file of many is on the desk, from 1; None if there is only one."""


class ListedGame(Message):
    """A game of a file of many."""

    number: int
    title: str
    refused: bool
    """Whether it cannot be read; the title says why."""


class ChooseGame(Message):
    number: int = Field(ge=1, lt=1 << 31)


class Text(Message):
    text: str


class Name(Message):
    name: str = Field(min_length=1, max_length=1000)
