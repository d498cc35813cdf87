"""What a finished board is worth.

Does not find seki, nor dead stones beyond those that are certain: the players say which stones
are dead, and everything else is taken to live.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from boardbytes.errors import PositionError
from boardbytes.games.go import kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, SIDES, STONES, WHITE, Size, shape
from boardbytes.games.go.notation import AnyMove, move_of, plain_number
from boardbytes.games.go.points import indices_of, set_of
from boardbytes.games.go.rules import GoRules, Scoring
from boardbytes.model.colour import Colour
from boardbytes.model.outcome import Outcome, Reason


@dataclass(frozen=True)
class GoScore:
    """Each side's points, komi included, and the rules by which they were counted."""

    black: float
    white: float
    rules: str

    @property
    def winner(self) -> Colour | None:
        """Who has more; None if both have the same."""
        if self.black == self.white:
            return None
        return Colour.BLACK if self.black > self.white else Colour.WHITE

    @property
    def margin(self) -> float:
        """By how many points the winner wins."""
        return plain_number(abs(self.black - self.white))

    @property
    def outcome(self) -> Outcome:
        """How a game with this score ends."""
        loser = SIDES.other(self.winner) if self.winner else None
        margin = self.margin or None
        return Outcome(self.winner, Reason.SCORE, self.rules, loser, margin=margin)

    def __str__(self) -> str:
        return f"{self.winner} by {self.margin:g}" if self.winner else "even"


def dead_indices(dead: Iterable[AnyMove], stones: bytes, size: Size, alive: int) -> set[int]:
    """The intersections of dead stones that are given by points; a stone stands for its group.

    Raises PositionError where there is no stone, or one that is `alive` for certain.
    """
    stride = shape(size)[0] + 1
    found = 0
    for given in dead:
        move = move_of(given, size)
        index = move.index(size) if move.fits(size) else None
        if index is None or stones[index] not in STONES.values():
            raise PositionError(f"there is no stone on {move}")
        point = 1 << index + index // (stride - 1)
        if point & alive:
            raise PositionError(f"the stone on {move} cannot be dead: it lives whatever happens")
        own = set_of(stones, stride - 1, stones[index])
        found |= point | kernel.touching(own, point, stride)
    return set(indices_of(found, stride - 1, len(stones)))


def count(
    rules: GoRules,
    stones: bytes,
    width: int,
    captures: tuple[float, float],
    dead: Collection[int] = (),
) -> GoScore:
    """The score of a board whose dead stones, given by their indices, are taken off.

    Area counts stones and what they surround; territory what they surround, the dead stones and
    the captures. Komi is added either way.
    """
    own, surrounded = _divided(stones, width, dead)
    totals = []
    komi = (max(0, -rules.komi), max(0, rules.komi))
    for colour, prisoners, more in zip((BLACK, WHITE), captures, komi, strict=True):
        taken = sum(stones[index] == BLACK + WHITE - colour for index in dead)
        is_area = rules.scoring is Scoring.AREA
        total = more + surrounded[colour].bit_count()
        total += own[colour].bit_count() if is_area else taken + prisoners
        totals.append(plain_number(total))
    return GoScore(totals[0], totals[1], rules.name)


def owners(
    stones: bytes, width: int, dead: Collection[int], *, with_stones: bool
) -> dict[int, Colour]:
    """Who owns each point once the dead stones are off: surrounded, or also a stone's own."""
    own, surrounded = _divided(stones, width, dead)
    return {
        index: side
        for side, stone in STONES.items()
        for index in indices_of(
            surrounded[stone] | (own[stone] if with_stones else 0), width, len(stones)
        )
    }


def _divided(
    stones: bytes, width: int, dead: Collection[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """The points of each side's stones, and those that only they reach; dead stones are off."""
    left = bytearray(stones)
    for index in dead:
        left[index] = EMPTY
    own = {colour: set_of(bytes(left), width, colour) for colour in (BLACK, WHITE)}
    empty = set_of(bytes(left), width, EMPTY, KO)
    reached = {colour: kernel.touching(empty, own[colour], width + 1) for colour in own}
    return own, {
        colour: reached[colour] & ~reached[BLACK + WHITE - colour] for colour in (BLACK, WHITE)
    }
