"""From an analysis to a move: when to pass, when to resign, and which stones are dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial, reduce
from operator import or_

from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.benson import certain_sets
from boardbytes.games.go.board import BLACK, EMPTY, KO, STONES, point_name
from boardbytes.games.go.move import PASS, RESIGN
from boardbytes.games.go.points import indices_of, parts_of, set_of
from boardbytes.games.go.rules import Scoring
from boardbytes.games.go.score import GoScore, owners
from boardbytes.model import Colour, Record
from boardbytes.model.analysis import Analysis
from boardbytes.solving.analysing import analyse
from boardbytes.solving.limits import Limits

ALIVE = 0.5
"""A group lives if its side's ownership of its points is more than this, whatever is around it."""
DOUBT = 0.2
"""How much more likely each dead stone must make a board: in a seki nobody's stones are dead."""
CLEAR = 0.75
"""A point is settled if one side's ownership of it is at least this."""
HOPELESS = 0.06
"""A side that wins a smaller share of the playouts may resign."""
ENOUGH = 1000
"""How many playouts it takes before anyone resigns."""


def groups_of(position: GoPosition) -> Iterator[tuple[int, int]]:
    """The groups of a board: the number of their side, and the set of their points."""
    for stone in STONES.values():
        own = set_of(position.stones, position.width, stone)
        yield from ((stone, group) for group in parts_of(own, position.width + 1))


def mean(values: Sequence[float], points: int, width: int) -> float:
    """The mean of the values of a set of points."""
    indices = indices_of(points, width, len(values))
    return sum(values[index] for index in indices) / len(indices)


def dead_stones(position: GoPosition, ownership: tuple[float, ...]) -> tuple[str, ...]:
    """The points of stones that are probably dead, given who ends up owning which points.

    Without them the board is divided as the playouts divide it, or as nearly as can be. That is
    tried with each weak group, and with all those of a side around an empty region together: of
    two in the same area neither makes a difference while the other is there.
    """
    width, count = position.width, len(position.stones)
    certain, _ = certain_sets(position.stones, width)
    weak = [
        group
        for stone, group in groups_of(position)
        if not group & certain
        and mean(ownership, group, width) * (1 if stone == BLACK else -1) <= ALIVE
    ]
    tried = [*weak, *_neighbours(position, weak)]
    worth = cache(partial(_likelihood, position, ownership))
    dead = 0
    while True:
        changed = [dead | stones for stones in tried] + [dead & ~stones for stones in tried]
        best = max([dead, *changed], key=worth)
        if best == dead:
            break
        dead = best
    return tuple(point_name(index, position.size) for index in indices_of(dead, width, count))


def _neighbours(position: GoPosition, groups: list[int]) -> Iterator[int]:
    """For each empty region those of some groups around it that are of the same side."""
    width, given = position.width, reduce(or_, groups, 0)
    for stone in STONES.values():
        own = given & set_of(position.stones, width, stone)
        for region in parts_of(set_of(position.stones, width, EMPTY, KO), width + 1):
            yield kernel.touching(own, region, width + 1)


def _likelihood(position: GoPosition, ownership: tuple[float, ...], dead: int) -> float:
    """How far the ownership of points agrees with a board whose dead stones are off."""
    indices = indices_of(dead, position.width, len(ownership))
    divided = owners(position.stones, position.width, indices, with_stones=True)
    agreed = sum(
        ownership[index] if side is Colour.BLACK else -ownership[index]
        for index, side in divided.items()
    )
    return agreed - DOUBT * len(indices)


def is_settled(position: GoPosition, ownership: tuple[float, ...]) -> bool:
    """Whether every stone and every point is clearly one side's, as far as playouts tell.

    Neutral points between the sides count by area to whoever plays them: they are not settled.
    """
    for _, group in groups_of(position):
        if abs(mean(ownership, group, position.width)) < CLEAR:
            return False
    return all(
        abs(ownership[index]) >= CLEAR
        for index, value in enumerate(position.stones)
        if value in (EMPTY, KO)
    )


def estimate(record: Record, limits: Limits | None = None) -> tuple[tuple[str, ...], GoScore]:
    """The dead stones that playouts propose at the end of a record, and the score without them.

    Where the rules take no stones off, none are dead. A game that is over is looked at as if it
    went on, with either side to move: who passed last did not need the move.
    """
    position, rules = record.position, record.rules
    assert isinstance(position, GoPosition)
    if not rules.agreement or not any(stone in position.stones for stone in STONES.values()):
        return (), position.score(rules)
    turns = tuple(record.start.sides) if position.turn is None else (position.turn,)
    views = [
        analyse(
            Record(position.with_turn(turn), rules=rules),
            limits or Limits(playouts=2000, seconds=None),
        ).ownership
        or ()
        for turn in turns
    ]
    ownership = tuple(sum(owners) / len(turns) for owners in zip(*views, strict=True))
    dead = dead_stones(position, ownership)
    return dead, position.score(rules, dead)


def decide(record: Record, found: Analysis, *, resigns: bool = True) -> GoMove:
    """The move to make, given an analysis of the end of a record.

    Passes where that loses nothing. If dead stones are taken off by agreement, that is when every
    point is settled, and the game is won, or the other side has passed, or territory counts. If
    stones count as they stand, it is when the other side has passed and the game is won. Resigns
    when hardly a playout wins.
    """
    position, rules = record.position, record.rules
    assert isinstance(position, GoPosition)
    best = found.best
    assert isinstance(best, GoMove)
    turn, owners = position.turn, found.ownership or ()
    passed = record.end.history.last_move == PASS
    settled = rules.agreement and is_settled(position, owners)
    if settled or (passed and not rules.agreement):
        dead = dead_stones(position, owners) if rules.agreement else ()
        wins = position.score(rules, dead).winner is turn
        if wins or (settled and (passed or rules.scoring is Scoring.TERRITORY)):
            return PASS
    rate, playouts = found.lines[0].score.win_rate, found.playouts or 0
    if resigns and rate is not None and rate < HOPELESS and playouts >= ENOUGH and not passed:
        return RESIGN
    return best
