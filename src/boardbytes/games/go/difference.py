"""What differs between two boards, in sentences."""

from __future__ import annotations

from typing import Protocol

from boardbytes.games.go.board import KO, STONES, Size, format_size, point_name
from boardbytes.model.colour import Colour

_NAMED = 8
"""The most points that are named; any more are only counted."""


class Board(Protocol):
    """What is compared in a position."""

    @property
    def size(self) -> Size: ...
    @property
    def stones(self) -> bytes: ...
    @property
    def turn(self) -> Colour | None: ...
    def captures(self, colour: Colour) -> float: ...


def differences(before: Board, after: Board) -> list[str]:
    """What differs between two positions, in sentences."""
    if before == after:
        return ["the positions are the same"]
    if before.size != after.size:
        sizes = (format_size(before.size), format_size(after.size))
        return ["one board is {}, the other {}".format(*sizes)]
    if before.turn is None:
        return ["the game is over in the first position"]
    sentences = []
    pairs = list(enumerate(zip(before.stones, after.stones, strict=True)))
    for colour, stone in STONES.items():
        gone = [index for index, (old, now) in pairs if old == stone != now]
        come = [index for index, (old, now) in pairs if old != stone == now]
        for indices, verb in ((gone, "lost"), (come, "gained")):
            if indices:
                names = " ".join(point_name(index, before.size) for index in indices[:_NAMED])
                more = f" and {len(indices) - _NAMED} more" if len(indices) > _NAMED else ""
                sentences.append(f"{colour} {verb} {names}{more}")
        if before.captures(colour) != after.captures(colour):
            captures = f"{before.captures(colour):g} to {after.captures(colour):g}"
            sentences.append(f"{colour}'s captures went from {captures}")
    if before.turn is after.turn:
        sentences.append(f"it is {after.turn}'s turn in both")
    if after.turn is None:
        sentences.append("the game is over: boards do not say whether by a pass or a resignation")
    if after.stones.count(KO):
        sentences.append("a point is forbidden by ko in the second")
    return sentences or ["only the ko mark differs"]
