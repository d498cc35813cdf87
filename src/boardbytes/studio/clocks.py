"""The clocks of a game: main time, and either seconds for every move or periods of overtime."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.model import Colour, GameTree, Node, Outcome
from boardbytes.model.notes import Clock
from boardbytes.model.outcome import Reason
from boardbytes.studio.messages import TimeControl


@dataclass(frozen=True)
class Timed:
    """How a game is timed, and how long the side to move has been thinking."""

    control: TimeControl
    spent: float


def left(node: Node, side: Colour, control: TimeControl) -> Clock:
    """What a side has left at a node: what was noted at its last move, at first all of it."""
    while True:
        for clock in node.notes.clocks:
            if clock.colour is side and clock.seconds is not None:
                return clock
        if node.parent is None:
            return Clock(side, control.main)
        node = node.parent


def after(before: Clock, timed: Timed) -> Clock | None:
    """What is left after a move; None if the flag has fallen before it.

    In overtime `moves_left` counts the periods: one is lost whenever it runs out, and begins anew
    with every move.
    """
    control, rest = timed.control, (before.seconds or 0) - timed.spent
    periods = before.moves_left
    if periods is None:
        if rest > 0:
            return Clock(before.colour, rest + control.increment)
        periods, rest = control.periods, control.period + rest
    if not control.period:
        return None
    while rest <= 0 and periods > 0:
        periods, rest = periods - 1, rest + control.period
    return Clock(before.colour, control.period, periods) if periods > 0 else None


def fallen(tree: GameTree, side: Colour) -> GameTree:
    """A game that a side has lost on time."""
    winner = tree.start.sides.other(side)
    return tree.with_result(Outcome(winner, Reason.TIME, tree.rules.name, side))
