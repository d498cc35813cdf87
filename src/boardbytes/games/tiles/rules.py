"""What a board's modifiers say about how tiles touch and tokens go: a value with named fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from boardbytes.model.layout import Bits

# The modifiers as the kernel takes them: the byte itself.
PATHED, LEVEL_FLAGS, GROUPED, HEXAGONAL = 1, 2, 4, 8
WRAP_SHIFT, OCCUPANCY_SHIFT = 4, 6


class Wrap(Enum):
    """Which two edges of a board are joined."""

    NONE = "none"
    WIDTH = "width"
    LENGTH = "length"
    HEIGHT = "height"


class Occupancy(Enum):
    """How many tokens a tile holds."""

    ONE = "one"
    ONE_PER_TEAM = "one per team"
    NO_LIMIT = "no limit"
    CUSTOM = "custom"


WRAPS, OCCUPANCIES = tuple(Wrap), tuple(Occupancy)


_SWITCHES = ("pathed", "level_flags", "grouped", "hexagonal")

MODIFIERS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"no": False, "yes": True} for name in _SWITCHES},
    "wrap": {wrap.value: wrap for wrap in Wrap},
    "occupancy": {occupancy.value: occupancy for occupancy in Occupancy},
}
"""The fields of `Modifiers`, and the words for the values of each."""

MODIFIER_BITS = (
    Bits("routing", 0, 1, "0 free, 1 pathed", {0: "free", 1: "pathed"}),
    Bits("heights", 1, 1, "0 one number, 1 one flag per level", {0: "number", 1: "level flags"}),
    Bits("grouped", 2, 1, "tiles are grouped into larger ones: 0 no, 1 yes", {0: "no", 1: "yes"}),
    Bits("tiles", 3, 1, "0 square, 1 hexagonal", {0: "square", 1: "hexagonal"}),
    Bits(
        "wrap",
        WRAP_SHIFT,
        2,
        "0 none, 1 width, 2 length, 3 height",
        {number: wrap.value for number, wrap in enumerate(WRAPS)},
    ),
    Bits(
        "occupancy",
        OCCUPANCY_SHIFT,
        2,
        "0 one token per tile, 1 one per team, 2 no limit, 3 custom",
        {number: occupancy.value for number, occupancy in enumerate(OCCUPANCIES)},
    ),
)
"""The same as the bits of a byte, in the order of the fields."""


@dataclass(frozen=True)
class Modifiers:
    """The eight bits that say how a board is read; every byte is one such value."""

    pathed: bool = False
    """Tokens go from neighbour to neighbour; otherwise to any tile that can be entered."""
    level_flags: bool = False
    """Each height bit says whether that level exists; otherwise they are one number."""
    grouped: bool = False
    """Neighbouring tiles of one group act as one large tile."""
    hexagonal: bool = False
    """Tiles have six sides, and odd columns stand half a tile higher."""
    wrap: Wrap = Wrap.NONE
    occupancy: Occupancy = Occupancy.ONE

    @classmethod
    def from_byte(cls, byte: int) -> Modifiers:
        return cls(
            bool(byte & PATHED),
            bool(byte & LEVEL_FLAGS),
            bool(byte & GROUPED),
            bool(byte & HEXAGONAL),
            WRAPS[byte >> WRAP_SHIFT & 3],
            OCCUPANCIES[byte >> OCCUPANCY_SHIFT & 3],
        )

    @property
    def byte(self) -> int:
        """These modifiers as they are stored: the inverse of `from_byte`."""
        return (
            PATHED * self.pathed
            | LEVEL_FLAGS * self.level_flags
            | GROUPED * self.grouped
            | HEXAGONAL * self.hexagonal
            | WRAPS.index(self.wrap) << WRAP_SHIFT
            | OCCUPANCIES.index(self.occupancy) << OCCUPANCY_SHIFT
        )

    def __str__(self) -> str:
        """All of them in words, as in
        `free routing, heights as numbers, no groups, square, no wrapping, tokens on a tile: one`.
        """
        words = [
            "pathed routing" if self.pathed else "free routing",
            "a flag for each level" if self.level_flags else "heights as numbers",
            "grouped tiles" if self.grouped else "no groups",
            "hexagonal" if self.hexagonal else "square",
            "no wrapping" if self.wrap is Wrap.NONE else f"wraps by {self.wrap.value}",
            f"tokens on a tile: {self.occupancy.value}",
        ]
        return ", ".join(words)
