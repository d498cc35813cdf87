"""Tile boards as plain values, for JSON and for programs in other languages.

Tiles are rows of hexadecimal text: numbers of 64 bits do not survive every reader of JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE, format_body
from boardbytes.games.tiles.footer import TEXT_SIZES, Footer
from boardbytes.games.tiles.position import TileBoard
from boardbytes.games.tiles.rules import Modifiers, Occupancy, Wrap
from boardbytes.model.plain import EACH, Path, Plain

_SWITCHES = ("pathed", "level_flags", "grouped", "hexagonal")
_NUMBERS = ("version", "unused")

MEANINGS: Mapping[Path, str] = {
    ("depth",): "bits per tile",
    ("modifiers", EACH): "how the board is read",
    ("footer", EACH): "title, author and the like",
    ("reserved",): "the byte that is not used, as it was read",
}


def to_plain(board: TileBoard) -> dict[str, Any]:
    """The board as an object of plain values; only what is not usual is written of its footer."""
    modifiers = {row.name: getattr(board.modifiers, row.name) for row in fields(Modifiers)}
    footer = {row.name: getattr(board.footer, row.name) for row in fields(Footer)}
    rows = str(board).splitlines()[::-1]
    plain: dict[str, Any] = {
        "depth": board.depth,
        "modifiers": {
            name: value.value if isinstance(value, Enum) else value
            for name, value in modifiers.items()
        },
        "footer": {name: value for name, value in footer.items() if value},
        "rows": rows,
    }
    return plain | ({"reserved": board.reserved} if board.reserved else {})


def from_plain(plain: Plain) -> TileBoard:
    """The board of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object(["depth", "rows"], ["modifiers", "footer", "reserved"])
    depth = plain["depth"].integer(min(DEPTHS), max(DEPTHS))
    modifiers, footer, reserved = map(plain.get, ("modifiers", "footer", "reserved"))
    rows = [_row(row, depth) for row in plain["rows"].items()]
    if not 1 <= len(rows) <= MAX_SIDE or len({len(row) for row in rows}) != 1:
        message = f"{plain['rows'].name} must be 1 to {MAX_SIDE} rows of the same length"
        raise plain["rows"].fail(message)
    try:
        body = format_body(depth, [tile for row in rows for tile in row])
        return TileBoard(
            depth,
            len(rows[0]),
            len(rows),
            body,
            _modifiers(modifiers) if modifiers else Modifiers(),
            _footer(footer) if footer else Footer(),
            reserved.integer(0, 255) if reserved else 0,
        )
    except PositionError as error:
        raise plain.fail(str(error)) from None


def _row(plain: Plain, depth: int) -> list[int]:
    text = plain.text()
    if len(text) > MAX_SIDE * 20 or not re.fullmatch(r"[0-9a-f]+(?: [0-9a-f]+)*", text):
        raise plain.fail(f"{plain.name} must be hexadecimal numbers with spaces between them")
    return [int(word, 16) for word in text.split(" ")]


def _modifiers(plain: Plain) -> Modifiers:
    plain.object([], [*_SWITCHES, "wrap", "occupancy"])
    switches = {name: plain[name].boolean() for name in _SWITCHES if plain.get(name)}
    wrap, occupancy = plain.get("wrap"), plain.get("occupancy")
    return Modifiers(
        **switches,
        wrap=Wrap(wrap.choice([each.value for each in Wrap])) if wrap else Wrap.NONE,
        occupancy=Occupancy(occupancy.choice([each.value for each in Occupancy]))
        if occupancy
        else Occupancy.ONE,
    )


def _footer(plain: Plain) -> Footer:
    plain.object([], [*TEXT_SIZES, *_NUMBERS])
    texts = {name: plain[name].text() for name in TEXT_SIZES if plain.get(name)}
    numbers = {name: plain[name].integer(0, 255) for name in _NUMBERS if plain.get(name)}
    try:
        return Footer(**texts, **numbers)  # type: ignore[arg-type]
    except PositionError as error:
        raise plain.fail(str(error)) from None
