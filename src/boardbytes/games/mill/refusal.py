"""Why a move of mill is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardbytes.games.mill import kernel
from boardbytes.games.mill.board import SIDES
from boardbytes.games.mill.move import MillMove
from boardbytes.games.mill.rules import MillRules

if TYPE_CHECKING:
    from boardbytes.games.mill.position import MillPosition


def refusal(
    position: MillPosition, move: MillMove, rules: MillRules, way_back: tuple[int, int] | None
) -> str:
    """Why a move is not legal, in words for a player; `way_back` is forbidden just now."""
    bits, free = position._kernel, rules.moves_early
    mover, other = position.turn, SIDES.other(position.turn)
    own, opp, hand, _, removing = position.kernel_values
    points = (move.source, move.target, move.taken)
    source, target, taken = (0 if point is None else kernel.bit(point) for point in points)
    names = [None if point is None else position.board.names[point] for point in points]
    takes = bits.takeable(opp, rules.flags)
    over = None if removing else position.outcome(rules)
    closes = target & bits.closing(own & ~source)
    # The first reason that holds is given, so each may rely on those before it.
    reasons = [
        (not source | target | taken, "it names no point"),
        (over is not None, f"the game is over, {over}"),
        (removing and bool(source | target), f"{mover} has closed a mill and must take a stone"),
        (not removing and not target, f"{mover} has closed no mill and must move first"),
        (bool(hand and source) and not free, f"{mover} must set a stone, with {hand} in hand"),
        (not hand and not source and not removing, f"{mover} has set all stones and must move"),
        (bool(source & ~own), f"there is no {mover} stone on {names[0]}"),
        (bool(target & (own | opp)), f"{names[1]} is occupied"),
        (
            bool(source) and not target & bits.destinations(
                source, own, opp, hand, rules.flags
            ),
            f"{names[0]} and {names[1]} are not neighbours",
        ),
        (
            not source and not removing and not target & bits.placements(
                own, opp, rules.flags
            ),
            f"{rules.name} rules forbid setting a stone that closes two mills",
        ),
        (
            way_back == points[:2],
            f"the stone on {names[0]} has just left a mill there for another ({rules.name} rules)",
        ),
        (bool(taken) and not removing and not closes, "it closes no mill, so it takes nothing"),
        (bool(taken & ~opp), f"there is no {other} stone on {names[2]}"),
        (
            bool(taken & ~takes) and takes == opp & ~bits.closing(opp),
            f"{names[2]} is in a mill and other {other} stones are not",
        ),
        (
            bool(taken & ~takes),
            f"{rules.name} rules protect {names[2]}, which is in two mills",
        ),
    ]  # fmt: skip
    return next(sentence for holds, sentence in reasons if holds)
