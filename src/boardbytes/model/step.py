"""One thing that happens in a game: a move by somebody, or a change of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardbytes.model.colour import Colour

if TYPE_CHECKING:
    from boardbytes.model.position import Move

EMPTY = "empty"
"""The word in `Setup.stones` for a point from which a stone is taken off."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones put on the board or taken off by hand, and whose turn it becomes.

    `stones` are pairs of a point's name and a word: a colour, or `empty`. Each point occurs
    once. `turn` is None where the setup does not say.
    """

    stones: tuple[tuple[str, str], ...] = ()
    turn: Colour | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A setup, a move with the colour that made it, both in this order, or neither.

    `is_forced` marks a move that was played although the rules forbid it.
    """

    move: Move | None = None
    colour: Colour | None = None
    setup: Setup | None = None
    is_forced: bool = False


NO_STEP = Step()
