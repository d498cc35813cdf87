"""What differs between two positions of mill, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardbytes.games.mill.board import SIDES, points_of

if TYPE_CHECKING:
    from boardbytes.games.mill.position import MillPosition


def differences(before: MillPosition, after: MillPosition) -> list[str]:
    """What differs between two positions, in sentences."""
    if before.member != after.member:
        return [f"one is a game with {before.member}, the other with {after.member}"]
    if before == after:
        return ["the positions are the same"]
    sentences = []
    for colour in SIDES:
        gone = before.stones(colour) & ~after.stones(colour)
        come = after.stones(colour) & ~before.stones(colour)
        for mask, verb in ((gone, "lost"), (come, "gained")):
            if mask:
                names = " ".join(before.board.names[point] for point in points_of(mask))
                sentences.append(f"{colour} {verb} {names}")
        if before.hand(colour) != after.hand(colour):
            hands = f"{before.hand(colour)} to {after.hand(colour)}"
            sentences.append(f"{colour}'s hand went from {hands}")
    if before.turn is after.turn and not after.removing:
        sentences.append(f"it is {after.turn}'s turn in both")
    if before.removing != after.removing:
        sentences.append("only one of them is in the middle of a move")
    return sentences or [f"it is {before.turn}'s turn in one and {after.turn}'s in the other"]
