"""Tile boards, and how they are edited."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from boardbytes.studio.messages.base import Coordinate, Message, TileDepth


class Legend(Message):
    kind: int = Field(alias="class")
    label: str
    colour: str


class Swatch(Message):
    """A colour to paint with: what it sets."""

    label: str
    colour: str
    parts: dict[str, int]


class Part(Message):
    """A part of a tile: how many bits, and the words for their values if there are any."""

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
    classes: str = Field(description="one byte for each tile, in base64")
    legend: list[Legend]
    palette: list[Swatch]
    background: str
    line: str
    parts: list[Part]
    modifiers: dict[str, bool | str]
    modifier_values: dict[str, list[bool | str]]
    footer: dict[str, int | str]


class PartValue(Message):
    name: str
    value: str
    says: str


class Tile(Message):
    tile: str
    parts: list[PartValue]
    neighbours: list[str]


class Piece(Message):
    """Tiles that were copied: rows from the lowest on, and where their first tile was."""

    depth: TileDepth
    width: int = Field(ge=1, le=255)
    tiles: list[Annotated[str, Field(pattern="^[0-9a-f]{1,16}$")]] = Field(max_length=65_025)
    source: Coordinate


class Where(Message):
    """Which tiles: some, those between two corners, in a circle, joined and alike, or all."""

    points: list[Coordinate] = Field([], max_length=65_025)
    rectangle: tuple[Coordinate, Coordinate] | None = None
    circle: tuple[Coordinate] | None = None
    radius: int = Field(1, ge=0, le=255)
    fill: Coordinate | None = None
    all: bool = False


class TileEdit(Message):
    """One edit of a tile board; which fields count depends on `edit`."""

    edit: Literal["set", "stamp", "grow", "shrink", "shift", "depth", "text", "modifier"]
    where: Where = Field(default_factory=lambda: Where.model_validate({}))
    parts: dict[str, Annotated[int, Field(ge=0, lt=1 << 53)]] = {}
    clear: bool = False
    piece: Piece | None = None
    target: Coordinate = "0,0"
    edge: Literal["left", "right", "top", "bottom"] = "right"
    count: int = Field(1, ge=1, le=254)
    right: int = Field(0, ge=-255, le=255)
    up: int = Field(0, ge=-255, le=255)
    around: bool = False
    bits: TileDepth = 8
    lossy: bool = False
    name: str = Field("", max_length=20)
    value: str = Field("", max_length=100)
