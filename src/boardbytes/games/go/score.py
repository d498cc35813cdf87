"""What a finished board is worth.

Does not find dead stones or seki: the players say which stones are dead, and everything else
is taken to live.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from boardbytes.errors import PositionError
from boardbytes.games.go import kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.move import GoMove
from boardbytes.games.go.notation import parse_move
from boardbytes.games.go.rules import Scoring
from boardbytes.model.colour import Colour


@dataclass(frozen=True)
class GoScore:
    """What each side has, in half points, so that komi is exact."""

    black: int
    white: int

    @property
    def winner(self) -> Colour | None:
        """Who has more; None if both have the same."""
        if self.black == self.white:
            return None
        return Colour.BLACK if self.black > self.white else Colour.WHITE

    @property
    def margin(self) -> float:
        """By how many points the winner wins."""
        return abs(self.black - self.white) / 2


@cache
def _signs(values: tuple[int, ...]) -> bytes:
    """A table that makes these values 1 and all others 0, as digits."""
    return bytes(b"01"[value in values] for value in range(256))


def set_of(stones: bytes, size: int, *values: int) -> int:
    """The points that hold one of these values, as the kernel takes sets of points."""
    text = stones.translate(_signs(values))
    rows = [text[start : start + size] for start in range(0, size * size, size)]
    return int(b"0".join(rows)[::-1], 2)


def dead_indices(dead: Iterable[GoMove | str], stones: bytes, size: int) -> set[int]:
    """The intersections of dead stones that are given by their points.

    Raises PositionError where there is no stone.
    """
    indices = set()
    for given in dead:
        move = parse_move(given, size) if isinstance(given, str) else given
        index = move.index(size)
        if index is None or not move.fits(size) or stones[index] not in (BLACK, WHITE):
            raise PositionError(f"there is no stone on {move}")
        indices.add(index)
    return indices


def count(
    scoring: Scoring,
    stones: bytes,
    size: int,
    points: tuple[float, float],
    dead: Collection[int] = (),
) -> GoScore:
    """The score of a board whose dead stones, given by their indices, are taken off.

    `points` are added to each side: komi for an area score; prisoners, too, for territory.
    """
    left = bytearray(stones)
    taken = {BLACK: 0, WHITE: 0}
    for index in dead:
        taken[left[index]] += 1
        left[index] = EMPTY
    own = {colour: set_of(bytes(left), size, colour) for colour in (BLACK, WHITE)}
    empty = set_of(bytes(left), size, EMPTY, KO)
    stride = size + 1
    reached = {colour: kernel.touching(empty, own[colour], stride) for colour in own}
    totals = []
    for colour, more in zip((BLACK, WHITE), points, strict=True):
        other = BLACK + WHITE - colour
        total = (reached[colour] & ~reached[other]).bit_count()
        total += own[colour].bit_count() if scoring is Scoring.AREA else taken[other]
        totals.append(2 * total + round(2 * more))
    return GoScore(*totals)
