"""The 16 symmetries of the mill board as values: applied, inverted, composed."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from functools import cached_property

from boardbytes.games.mill.board import THREE_RINGS
from boardbytes.games.mill.position import MillPosition


class Symmetry(IntEnum):
    """A way to lay the board onto itself, by the number and the name that Muehle gives it.

    The image has on point `i` of a ring what was on point `±i + 2·quarter`, minus if it is
    mirrored; where it is swapped, the outer and the inner ring trade places as well.

    >>> Symmetry.SO_TURN_LEFT.then(Symmetry.SO_INVERT).name
    'SO_INV_LEFT'
    """

    SO_TURN_LEFT = 0
    SO_TURN_180 = 1
    SO_TURN_RIGHT = 2
    SO_DO_NOTHING = 3
    SO_INVERT = 4
    SO_MIRROR_VERT = 5
    SO_MIRROR_HORI = 6
    SO_MIRROR_DIAG_1 = 7
    SO_MIRROR_DIAG_2 = 8
    SO_INV_LEFT = 9
    SO_INV_RIGHT = 10
    SO_INV_180 = 11
    SO_INV_MIR_VERT = 12
    SO_INV_MIR_HORI = 13
    SO_INV_MIR_DIAG_1 = 14
    SO_INV_MIR_DIAG_2 = 15

    @property
    def id(self) -> int:
        """The number that Muehle gives it."""
        return int(self)

    @property
    def words(self) -> str:
        """What it does, in plain words: `a quarter to the left, mirrored`."""
        turn = ("", "a quarter to the left", "half a turn", "a quarter to the right")[self.quarter]
        words = (turn, "mirrored" * self.mirrored, "rings swapped" * self.swapped)
        return ", ".join(filter(None, words)) or "nothing"

    @property
    def quarter(self) -> int:
        """How many quarters of a turn to the left, 0–3."""
        return _EFFECTS[self][0]

    @property
    def mirrored(self) -> bool:
        """Whether points run around the rings the other way."""
        return _EFFECTS[self][1]

    @property
    def swapped(self) -> bool:
        """Whether the outer and the inner ring trade places."""
        return _EFFECTS[self][2]

    @property
    def turn(self) -> int:
        """What happens within each ring, 0–7: symmetries that differ only by a swap share it."""
        return self.quarter + 4 * self.mirrored

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """For every point of the image, the point it is taken from."""
        return THREE_RINGS.symmetries[self.turn + 8 * self.swapped]

    def apply(self, position: MillPosition) -> MillPosition:
        """The image of a position; hands and turn stay as they are."""
        white, black = self.apply_mask(position.white), self.apply_mask(position.black)
        return replace(position, white=white, black=black)

    def apply_mask(self, mask: int) -> int:
        """The image of a set of points."""
        return sum((mask >> source & 1) << point for point, source in enumerate(self.sources))

    def apply_point(self, point: int) -> int:
        """Where a point goes."""
        return self.sources.index(point)

    def then(self, other: Symmetry) -> Symmetry:
        """This symmetry and then `other`, as one."""
        quarter = self.quarter + (-other.quarter if self.mirrored else other.quarter)
        mirrored, swapped = self.mirrored != other.mirrored, self.swapped != other.swapped
        return _BY_EFFECT[quarter % 4, mirrored, swapped]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        quarter = self.quarter if self.mirrored else -self.quarter
        return _BY_EFFECT[quarter % 4, self.mirrored, self.swapped]


IDENTITY = Symmetry.SO_DO_NOTHING

_EFFECTS = (
    (1, False, False), (2, False, False), (3, False, False), (0, False, False),
    (0, False, True),
    (1, True, False), (3, True, False), (0, True, False), (2, True, False),
    (1, False, True), (3, False, True), (2, False, True),
    (3, True, True), (1, True, True), (2, True, True), (0, True, True),
)  # fmt: skip
"""By symmetry: quarters of a turn, whether it is mirrored, whether it is swapped."""

_BY_EFFECT = dict(zip(_EFFECTS, Symmetry, strict=True))
