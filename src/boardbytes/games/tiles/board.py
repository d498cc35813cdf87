"""What the bits of a tile mean, at each of the four depths: tables.

Shifts count from the lowest bit of the tile as one integer, whose bytes are little-endian.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from sys import byteorder
from typing import TypeAlias

from boardbytes.errors import PositionError
from boardbytes.model.layout import Bits, Field, Layout
from boardbytes.model.registry import find
from boardbytes.model.words import any_of

Tile: TypeAlias = int
"""A tile as one integer of `depth` bits."""

MAX_SIDE = 255
"""The largest width and length."""

BOUNDS = {0: "not on the board", 1: "out of bounds", 2: "trap", 3: "in bounds"}
KINDS = {
    0: "not on the board",
    1: "out of bounds",
    2: "in bounds",
    3: "trap",
    4: "hazard",
    5: "departed",
    6: "custom 6",
    7: "custom 7",
}
LAYERS = dict(enumerate("none start end jail reward A B special".split()))
GROUPS = dict(enumerate("none A B C".split()))
ZONE_STYLES = dict(enumerate("all home end safe".split()))
SWITCH = {0: "no", 1: "yes"}
OWNERS = {number: f"player {number + 1}" for number in range(4)}

LEVELS: Mapping[int, tuple[str, ...]] = {
    8: ("underground", "low"),
    16: ("underground", "low", "mid", "high", "elevated", "above ground"),
    32: ("underground", "low", "mid", "high", "elevated", "above ground"),
    64: tuple(f"level {number}" for number in range(8)),
}
"""The names of the levels that a tile can have where each has a flag, the lowest first."""


HEIGHTS = ("underground", "low", "mid", "high")
"""The words for the four heights of a tile of 8 bits."""


def _sets(*names: str) -> dict[int, str]:
    """What each set of flags says: the names of those that are up."""
    count = len(names)
    return {
        mask: " ".join(names[bit] for bit in range(count) if mask >> bit & 1) or "none"
        for mask in range(1 << count)
    }


# Not just digits: a number always means the flags as one number.
_PLAYERS, _TEAMS = _sets("P1", "P2", "P3", "P4"), _sets(*"ABCD")

_GROUND = (
    Bits("height", 0, 6, "the height, or a flag for each of six levels"),
    Bits("group", 6, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
)
_BOUNDS_MEANING = "0 not on the board, 1 out of bounds, 2 trap, 3 in bounds"
_STYLE_MEANING = "0 all, 1 home, 2 end, 3 safe"

PARTS: Mapping[int, tuple[Bits, ...]] = {
    8: (
        Bits("height", 0, 2, "underground, low, mid, high; or a flag for each of two levels"),
        Bits("bounds", 2, 2, _BOUNDS_MEANING, BOUNDS),
        Bits("zone", 4, 1, "0 no, 1 yes", SWITCH),
        Bits("special", 5, 1, "0 no, 1 yes", SWITCH),
        Bits("group", 6, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
    ),
    16: (
        *_GROUND,
        Bits("bounds", 8, 2, _BOUNDS_MEANING, BOUNDS),
        Bits("zone_owner", 10, 2, "player 1, 2, 3 or 4", OWNERS),
        Bits("zone_style", 12, 2, _STYLE_MEANING, ZONE_STYLES),
        Bits("custom", 14, 2, "free for any use"),
    ),
    32: (
        *_GROUND,
        Bits("barred_players", 8, 4, "a flag for each of the players 1–4", _PLAYERS),
        Bits("barred_teams", 12, 4, "a flag for each of the teams A–D", _TEAMS),
        Bits("no_zone", 16, 1, "0 no, 1 yes", SWITCH),
        Bits("zone_players", 17, 4, "a flag for each of the players 1–4", _PLAYERS),
        Bits("zone_teams", 21, 3, "a flag for each of the teams 1–3", _sets("T1", "T2", "T3")),
        Bits("bounds", 24, 2, _BOUNDS_MEANING, BOUNDS),
        Bits("zone_style", 26, 2, _STYLE_MEANING, ZONE_STYLES),
        Bits("custom", 28, 4, "free for any use"),
    ),
    64: (
        Bits("height", 0, 8, "the height, or a flag for each of eight levels"),
        Bits(
            "kind",
            8,
            3,
            "0 not on the board, 1 out of bounds, 2 in bounds, 3 trap (acts on entering),"
            " 4 hazard (at the end of a turn), 5 departed (on leaving), 6 and 7 custom",
            KINDS,
        ),
        Bits(
            "layer", 11, 3, "0 none, 1 start, 2 end, 3 jail, 4 reward, 5 A, 6 B, 7 special", LAYERS
        ),
        Bits("group", 14, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
        Bits("custom", 16, 48, "free for any use"),
    ),
}
"""The parts of a tile, by the number of bits it has: they cover every bit once."""

DEPTHS = tuple(PARTS)

LAYOUTS: Mapping[int, Layout] = {
    depth: Layout(
        f"gb{depth:02}_tile",
        f"A tile of {depth} bits",
        (Field("tile", "one tile", size=depth // 8, bits=parts),),
    )
    for depth, parts in PARTS.items()
}

BY_NAME = {depth: {part.name: part for part in parts} for depth, parts in PARTS.items()}

ENTERED = {8: "bounds", 16: "bounds", 32: "bounds", 64: "kind"}
"""The part that says whether a tile can be entered: it can from the value 2 on."""
LOWEST_ENTERED = 2
IN_BOUNDS = {8: 3, 16: 3, 32: 3, 64: 2}

_ARRAY_CODES = {8: "B", 16: "H", 32: "I", 64: "Q"}


def part(depth: int, name: str) -> Bits:
    """A part of a tile by its name; UnknownNameError, with similar names, if there is none."""
    return find(f"part of a {depth}-bit tile", name, BY_NAME[depth])


def put(tile: Tile, bits: Bits, value: int) -> Tile:
    """The tile with one part changed; PositionError if the value needs more bits than it has."""
    most = (1 << bits.width) - 1
    if not 0 <= value <= most:
        raise PositionError(f"{bits.name} must be 0 to {most} (found {value})")
    return tile & ~(most << bits.shift) | value << bits.shift


def parse_value(bits: Bits, text: str) -> int:
    """The value that a word or a number means for a part: the inverse of `format_value`."""
    known = {label: value for value, label in (bits.values or {}).items()}
    if text in known:
        return known[text]
    if not text.isascii() or not text.isdigit() or len(text) > 20:
        words = f", or one of: {', '.join(known)}" if 0 < len(known) <= 8 else ""
        raise PositionError(f"{bits.name} must be a whole number{words} (found {text!r})")
    return int(text)


def format_value(bits: Bits, value: int) -> str:
    """The word for a part's value, or the number itself where it has none."""
    return (bits.values or {}).get(value, str(value))


def check_depth(depth: int) -> None:
    """PositionError for a number of bits that no tile has."""
    if depth not in DEPTHS:
        known = any_of([str(known) for known in DEPTHS])
        raise PositionError(f"a tile must have {known} bits (found {depth})")


def parse_body(depth: int, body: bytes) -> memoryview:
    """Stored tiles as integers; read only."""
    numbers = array(_ARRAY_CODES[depth], body)
    if byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers).toreadonly()


def format_body(depth: int, tiles: Iterable[Tile]) -> bytes:
    """Tiles as they are stored, the inverse of `parse_body`; PositionError if one does not fit."""
    check_depth(depth)
    try:
        numbers = array(_ARRAY_CODES[depth], tiles)
    except OverflowError:
        raise PositionError(f"every tile must fit {depth} bits") from None
    if byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
