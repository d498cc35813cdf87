"""What goes over the wire: the requests and answers of the API, as its documentation shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Theme = Literal["light", "dark"]
Coordinate = Annotated[str, Field(max_length=12)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    def json_bytes(self) -> bytes:
        """The message as it is sent."""
        return self.model_dump_json(by_alias=True).encode()


class Finding(Message):
    """A problem, and where it is."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    found: str | None
    offset: int | None
    line: int | None
    game: int | None
    ply: int | None
    point: str | None
    field: str | None
    path: str | None


class Refusal(Message):
    """Why a request was not carried out."""

    error: str
    problems: list[Finding] = []


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
    is_text: bool


class GameHead(Message):
    name: str
    title: str


class LegalMove(Message):
    """A move, and the points that a player touches to make it."""

    move: str
    points: list[str]


class Board(Message):
    """The position: a picture, where its points are in it, and what may be played."""

    description: str
    summary: list[str]
    turn: str | None
    status: str
    over: bool
    rules: str
    rule_sets: list[str]
    svg: str | None
    width: float
    height: float
    reach: float
    spots: list[tuple[str, float, float, str]]
    moves: list[LegalMove]
    last: LegalMove | None


class IllegalMove(Message):
    ply: int
    message: str
    offset: int | None


class Game(Message):
    """The moves of a record, and how many of them the board shows."""

    moves: list[str]
    at: int
    result: str | None
    illegal: IllegalMove | None


class Legend(Message):
    kind: int = Field(alias="class")
    label: str
    colour: str


class Part(Message):
    """A part of a tile: so many bits, and the words for their values if there are any."""

    name: str
    bits: int
    values: dict[int, str] | None


class Tiles(Message):
    """A tile board to be painted: a class for every tile, row 0, the lowest, first."""

    width: int
    length: int
    depth: int
    hexagonal: bool
    looks: list[str]
    by: str
    classes: str = Field(description="one byte a tile, in base64")
    legend: list[Legend]
    background: str
    line: str
    parts: list[Part]
    modifiers: dict[str, bool | str]
    modifier_values: dict[str, list[bool | str]]
    footer: dict[str, int | str]


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
    game_id: str
    holds: list[str]
    to_move: str | None
    ok: bool
    agreed: str | None
    outcome: str | None
    winner: str | None
    """The address of who has won."""
    lines: list[ChannelLine]


class PlayerHead(Message):
    name: str
    title: str
    levels: list[int] = []


class View(Message):
    """Everything that the page shows of a desk, but the bytes."""

    desk: DeskHead
    format: FormatHead | None
    size: int
    game: GameHead | None
    findings: list[Finding]
    can_repair: bool
    note: str | None
    board: Board | None
    record: Game | None
    tiles: Tiles | None
    channel: Channel | None
    players: list[PlayerHead]
    has_values: bool


class ListedDesk(Message):
    id: str
    name: str
    format: str | None
    game: str | None
    changed: str


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


class About(Message):
    version: str
    upload_limit: int
    formats: list[KnownFormat]
    games: list[GameHead]
    examples: list[Example]
    library: bool


class ByteSpan(Message):
    """Some bytes with their name and meaning, the points they speak of, the move they hold."""

    offset: int
    size: int
    name: str
    value: str
    meaning: str
    points: list[str]
    ply: int | None


class Window(Message):
    size: int
    start: int
    hex: str
    spans: list[ByteSpan]


class Ranges(Message):
    ranges: list[tuple[int, int]]


class RepairedByte(Message):
    """A byte that a repair would change, or the length of the file."""

    offset: int
    before: int
    after: int
    reason: str
    is_length: bool


class Repair(Message):
    changes: list[RepairedByte]


class Target(Message):
    """A format that a desk can be saved in, what would be lost, or why it cannot be."""

    name: str
    title: str
    suffix: str
    size: int | None
    losses: list[str]
    trifles: list[str]
    refused: str | None


class ValuedMove(Message):
    move: str
    points: list[str]
    value: str
    plies: int | None
    says: str
    certain: bool


class Values(Message):
    """Who wins, and what each move is worth to the side that makes it."""

    value: str
    plies: int | None
    says: str
    certain: bool
    moves: list[ValuedMove]


class PartValue(Message):
    name: str
    value: str
    says: str


class Tile(Message):
    tile: str
    parts: list[PartValue]
    neighbours: list[str]


class LibraryBoard(Message):
    code: str
    number: int
    title: str
    author: str
    version: int
    size: int
    added: str


class NewDesk(Message):
    """A fresh game, or a tile board with nothing on it."""

    game: Literal["mill", "go", "checkers", "tiles"]
    size: int = Field(19, ge=1, le=52)
    rules: str | None = Field(None, max_length=40)
    width: int = Field(12, ge=1, le=255)
    length: int = Field(12, ge=1, le=255)
    depth: Literal[8, 16, 32, 64] = 8
    hexagonal: bool = False


class Play(Message):
    move: str = Field(max_length=100)
    at: int | None = Field(None, ge=0, description="play after so many moves, dropping the rest")


class Reply(Message):
    player: str = Field(max_length=20)
    level: int = Field(5, ge=1, le=10)


class Splice(Message):
    """Bytes to take out at an offset, and bytes, as hexadecimal digits, to put in."""

    offset: int = Field(ge=0)
    remove: int = Field(1, ge=0)
    insert: str = Field("", pattern=r"^([0-9a-fA-F]{2})*$")


class ChooseFormat(Message):
    format: str = Field(max_length=40)


class Where(Message):
    """Which tiles: some, those between two corners, in a circle, joined and alike, or all."""

    points: list[Coordinate] = Field([], max_length=65_025)
    rectangle: tuple[Coordinate, Coordinate] | None = None
    circle: tuple[Coordinate] | None = None
    radius: int = Field(1, ge=0, le=255)
    fill: Coordinate | None = None
    all: bool = False


class TileEdit(Message):
    """One edit of a tile board; which fields count hangs on `edit`."""

    edit: Literal["set", "grow", "shrink", "shift", "depth", "text", "modifier"]
    where: Where = Field(default_factory=lambda: Where.model_validate({}))
    parts: dict[str, Annotated[int, Field(ge=0, lt=1 << 53)]] = {}
    clear: bool = False
    edge: Literal["left", "right", "top", "bottom"] = "right"
    count: int = Field(1, ge=1, le=254)
    right: int = Field(0, ge=-255, le=255)
    up: int = Field(0, ge=-255, le=255)
    around: bool = False
    bits: Literal[8, 16, 32, 64] = 8
    lossy: bool = False
    name: str = Field("", max_length=20)
    value: str = Field("", max_length=100)


class Publish(Message):
    desk: str = Field(max_length=40)


class NewChannel(Message):
    """A signed game; for `new` a key is made and kept here, otherwise an address is given."""

    red: str = Field("new", max_length=60)
    white: str = Field("new", max_length=60)
    layout: Literal["channel", "contract"] = "channel"
    preset: Literal["english", "contract"] = "english"
    game_id: str | None = Field(None, pattern=r"^[0-9]{1,78}$")
    """A random one if none is given: two games must not have the same."""


class Lines(Message):
    text: str = Field(max_length=1_000_000)
