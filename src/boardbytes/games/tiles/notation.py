"""Text of spots on a board, `3,5` for a tile, `3,5,1` for a level of it, and of whole boards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from boardbytes.errors import PositionError
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE
from boardbytes.games.tiles.footer import TEXT_SIZES, Footer
from boardbytes.games.tiles.rules import MODIFIERS, Modifiers
from boardbytes.model.registry import find

Spot: TypeAlias = tuple[int, ...]
"""A tile as `(x, y)`, or a level of a tile as `(x, y, level)`."""

_DEPTH_OF = {depth // 4: depth for depth in DEPTHS}
"""How many bits a tile has that is written with that many digits."""

_TILES = re.compile(r"(?:(\d{1,3})\*)?([0-9a-f]+)")
_FIELD = re.compile(r';\s*(\w+)\s+("(?:[^"\\]|\\.)*"|[\w ]+?)\s*(?=;|$)', re.ASCII)


def is_tile(text: str) -> bool:
    """Whether a text names a tile: `3,5`."""
    return re.fullmatch(r"\d{1,3},\d{1,3}", text, re.ASCII) is not None


def parse_spot(text: str) -> Spot:
    """The spot that a text names; PositionError for any other text."""
    if not re.fullmatch(r"\d{1,3},\d{1,3}(,\d)?", text, re.ASCII):
        raise PositionError(f"a tile must be named like 3,5 (found {text!r})")
    return tuple(map(int, text.split(",")))


def format_spot(spot: Spot) -> str:
    """The text of a spot: the inverse of `parse_spot`."""
    return ",".join(map(str, spot))


def format_board(
    rows: list[list[str]], modifiers: Modifiers, footer: Footer, reserved: int
) -> str:  # fmt: skip
    """A board in one line: its tiles, the topmost row first, and whatever is not usual.

    Equal tiles that follow one another are written once, with their number: `8*0c`.
    """
    parts = ["/".join(map(_format_row, rows))]
    for name, values in MODIFIERS.items():
        value = getattr(modifiers, name)
        if value != getattr(Modifiers(), name):
            parts.append(f"{name} {next(word for word in values if values[word] == value)}")
    told = {each.name: getattr(footer, each.name) for each in fields(Footer)}
    parts += [f"{name} {json.dumps(value)}" for name, value in told.items() if value]
    return "; ".join(parts + [f"reserved {reserved}"] * bool(reserved))


def parse_board(text: str) -> tuple[int, list[list[int]], Modifiers, Footer, int]:
    """The depth, the rows from row 0 on, the modifiers, the footer and the reserved byte.

    The inverse of `format_board`; also reads the rows alone, one to a line. Raises PositionError
    for other texts.
    """
    tiles, told = text.partition(";")[0], _parse_fields(text)
    rows = [_parse_row(row) for row in re.split(r"[\n/]", tiles.strip())]
    digits = {len(word) for row in rows for word in row}
    if len(digits) != 1 or not digits <= set(_DEPTH_OF):
        raise PositionError("tiles are hexadecimal numbers, all of 2, 4, 8 or 16 digits")
    modifiers = Modifiers(**{name: told[name] for name in MODIFIERS if name in told})
    named = [each.name for each in fields(Footer)]
    footer = Footer(**{name: told[name] for name in named if name in told})
    numbers = [[int(word, 16) for word in row] for row in reversed(rows)]
    return _DEPTH_OF[digits.pop()], numbers, modifiers, footer, told.get("reserved", 0)


def _format_row(words: list[str]) -> str:
    runs = ((word, len(list(run))) for word, run in groupby(words))
    return " ".join(f"{count}*{word}" if count > 1 else word for word, count in runs)


def _parse_row(text: str) -> list[str]:
    row: list[str] = []
    for part in text.split():
        match = _TILES.fullmatch(part)
        if match is None:
            raise PositionError(f"tiles are hexadecimal numbers such as 0c or 8*0c, not {part!r}")
        row += [match[2]] * int(match[1] or 1)
        if len(row) > MAX_SIDE:
            raise PositionError(f"a row has at most {MAX_SIDE} tiles")
    return row


def _parse_fields(text: str) -> dict[str, Any]:
    """What a line says after the tiles, by the names of the fields."""
    told, at = {}, text.find(";") % (len(text) + 1)
    while at < len(text):
        match = _FIELD.match(text, at)
        if match is None:
            raise PositionError(f"a name and a value must follow: {text[at : at + 20]!r}")
        told[match[1]] = find("field of a board", match[1], _READERS)(match[2])
        at = match.end()
    return told


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise PositionError(f"a number from 0 to 255 must stand here, not {text}")
    return int(text)


def _text(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise PositionError(f"a text in quotes must stand here, not {text}")
    return found


def _word(name: str, text: str) -> Any:
    return find(f"value of {name}", text, MODIFIERS[name])


_READERS: Mapping[str, Callable[[str], Any]] = {
    **{name: partial(_word, name) for name in MODIFIERS},
    **{each.name: _text if each.name in TEXT_SIZES else _number for each in fields(Footer)},
    "reserved": _number,
}
"""How each field of a line is read."""
