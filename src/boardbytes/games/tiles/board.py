"""What the bits of a tile mean, at each of the four depths: tables.

Shifts count from the lowest bit of the tile as one integer, whose bytes are little-endian.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
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

_LEVELS = ("underground", "low", "mid", "high", "elevated", "above ground")
_GROUND = (
    Bits("height", 0, 6, "the height, or a flag for each of six levels"),
    Bits("group", 6, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
)
_BOUNDS_MEANING = "0 not on the board, 1 out of bounds, 2 trap, 3 in bounds"
_STYLE_MEANING = "0 all, 1 home, 2 end, 3 safe"


@dataclass(frozen=True)
class Depth:
    """All that differs between tiles of different numbers of bits."""

    bits: int
    parts: tuple[Bits, ...]
    """They cover every bit once."""
    levels: tuple[str, ...]
    """The names of the levels that a tile can have where each has a flag, the lowest first."""
    array_code: str
    """Python's letter for arrays of such integers."""
    zone_parts: tuple[str, ...]
    """The part that says whose zone a tile is in, or the parts with a flag for each."""
    zones: Mapping[int, str]
    """The words for what these parts say; for flags, by the number of the first that is up."""
    entered: str = "bounds"
    """The part that says whether a tile can be entered: at a value of 2 or more it can."""
    in_bounds: int = 3

    @cached_property
    def by_name(self) -> Mapping[str, Bits]:
        return {part.name: part for part in self.parts}

    @cached_property
    def layout(self) -> Layout:
        field = Field("tile", "one tile", size=self.bits // 8, bits=self.parts)
        return Layout(f"gb{self.bits:02}_tile", f"A tile of {self.bits} bits", (field,))


_TABLE = (
    Depth(
        8,
        (
            Bits("height", 0, 2, "underground, low, mid, high; or a flag for each of two levels"),
            Bits("bounds", 2, 2, _BOUNDS_MEANING, BOUNDS),
            Bits("zone", 4, 1, "0 no, 1 yes", SWITCH),
            Bits("special", 5, 1, "0 no, 1 yes", SWITCH),
            Bits("group", 6, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
        ),
        levels=("underground", "low"),
        array_code="B",
        zone_parts=("zone",),
        zones={0: "no zone", 1: "zone"},
    ),
    Depth(
        16,
        (
            *_GROUND,
            Bits("bounds", 8, 2, _BOUNDS_MEANING, BOUNDS),
            Bits("zone_owner", 10, 2, "player 1, 2, 3 or 4", OWNERS),
            Bits("zone_style", 12, 2, _STYLE_MEANING, ZONE_STYLES),
            Bits("custom", 14, 2, "free for any use"),
        ),
        levels=_LEVELS,
        array_code="H",
        zone_parts=("zone_owner",),
        zones={owner: f"zone of player {owner + 1}" for owner in range(4)},
    ),
    Depth(
        32,
        (
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
        levels=_LEVELS,
        array_code="I",
        zone_parts=("zone_players", "zone_teams"),
        zones={0: "no zone"}
        | {player: f"zone of player {player}" for player in range(1, 5)}
        | {4 + team: f"zone of team {team}" for team in range(1, 4)},
    ),
    Depth(
        64,
        (
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
                "layer",
                11,
                3,
                "0 none, 1 start, 2 end, 3 jail, 4 reward, 5 A, 6 B, 7 special",
                LAYERS,
            ),
            Bits("group", 14, 2, "0 none, 1 A, 2 B, 3 C", GROUPS),
            Bits("custom", 16, 48, "free for any use"),
        ),
        levels=tuple(f"level {number}" for number in range(8)),
        entered="kind",
        in_bounds=2,
        array_code="Q",
        zone_parts=("layer",),
        zones={layer: f"layer {name}" if layer else "no layer" for layer, name in LAYERS.items()},
    ),
)

DEPTHS: Mapping[int, Depth] = {depth.bits: depth for depth in _TABLE}
"""The depths that tiles can have, by their numbers of bits."""

LOWEST_ENTERED = 2


def part(depth: int, name: str) -> Bits:
    """A part of a tile by its name; UnknownNameError, with similar names, if there is none."""
    return find(f"part of a {depth}-bit tile", name, DEPTHS[depth].by_name)


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
    numbers = array(DEPTHS[depth].array_code, body)
    if byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers).toreadonly()


def format_body(depth: int, tiles: Iterable[Tile]) -> bytes:
    """Tiles as they are stored, the inverse of `parse_body`; PositionError if one does not fit."""
    check_depth(depth)
    try:
        numbers = array(DEPTHS[depth].array_code, tiles)
    except OverflowError:
        raise PositionError(f"every tile must fit in {depth} bits") from None
    if byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
