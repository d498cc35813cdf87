"""From an analysis to a move: when to pass, when to resign, and which stones are dead."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, STONES, point_name
from boardbytes.games.go.move import PASS, RESIGN
from boardbytes.games.go.points import indices_of, set_of
from boardbytes.games.go.rules import Scoring
from boardbytes.games.go.score import GoScore
from boardbytes.model import Record
from boardbytes.model.analysis import Analysis
from boardbytes.solving.analysing import analyse
from boardbytes.solving.limits import Limits

DEAD = -0.1
"""Stones are dead if the ownership of their points, as their side sees it, is below this."""
CLEAR = 0.75
"""A point is settled if one side's ownership of it is at least this."""
HOPELESS = 0.06
"""A side that wins a smaller share of the playouts may resign."""
ENOUGH = 1000
"""How many playouts it takes before anyone resigns."""


def groups_of(position: GoPosition) -> Iterator[tuple[int, list[int]]]:
    """The groups of a board: the number of their side, and their intersections."""
    width, count = position.width, len(position.stones)
    for stone in STONES.values():
        left = set_of(position.stones, width, stone)
        while left:
            one = left & -left
            group = one | kernel.touching(left, one, width + 1)
            left &= ~group
            yield stone, indices_of(group, width, count)


def dead_stones(position: GoPosition, ownership: tuple[float, ...]) -> tuple[str, ...]:
    """The points of stones that are probably dead, given who ends up owning which points."""
    certain = position.certain()
    alive = set(certain.alive)
    dead = []
    for stone, group in groups_of(position):
        mean = sum(ownership[index] for index in group) / len(group)
        names = [point_name(index, position.size) for index in group]
        if (mean if stone == BLACK else -mean) < DEAD and not alive & set(names):
            dead += names
    return tuple(dead)


def is_settled(position: GoPosition, ownership: tuple[float, ...]) -> bool:
    """Whether every stone and every point is clearly one side's, as far as playouts tell.

    Neutral points between the sides count by area to whoever plays them: they are not settled.
    """
    for _, group in groups_of(position):
        if abs(sum(ownership[index] for index in group) / len(group)) < CLEAR:
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
