"""A whole game: where it started and what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Move, Position


@dataclass(frozen=True)
class Record:
    """A start, the moves from there, and how it ended (None: it did not).

    History lives here and nowhere else, so this is also where draws by history are found.
    `rules` is the name of one of the game's presets.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    result: Outcome | None = None
    rules: str = "standard"

    @classmethod
    def replay(
        cls, start: Position, moves: Iterable[Move | str] = (), rules: str = "standard"
    ) -> Record:
        """The record of playing `moves` one after the other.

        Raises the move errors at the first move that cannot be played.
        """
        record = cls(start, rules=rules)
        for move in moves:
            record = record.play(move)
        return record

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the start first."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move, self.rules))
        return tuple(positions)

    @property
    def position(self) -> Position:
        """The last position."""
        return self.positions[-1]

    def play(self, move: Move | str) -> Record:
        """The record with one more move, and with a result if that move ends the game."""
        legal, after = self.position.step(move, self.rules)
        return self._with((*self.moves, legal), (*self.positions, after))

    def undo(self, plies: int = 1) -> Record:
        """The record without its last moves."""
        kept = max(0, len(self.moves) - plies)
        return self._with(self.moves[:kept], self.positions[: kept + 1])

    def _with(self, moves: tuple[Any, ...], positions: tuple[Position, ...]) -> Record:
        result = positions[-1].outcome(self.rules) or _draw(moves, positions, self.rules)
        record = Record(self.start, moves, result, self.rules)
        # The positions are known already: fill the cache instead of replaying the game.
        record.__dict__["positions"] = positions
        return record

    @property
    def quiet_plies(self) -> int:
        """How many moves in a row, up to the last, could be taken back by later ones."""
        return _quiet_plies(self.moves)


def _quiet_plies(moves: tuple[Move, ...]) -> int:
    quiet = 0
    for move in reversed(moves):
        if move.is_irreversible:
            break
        quiet += 1
    return quiet


def _draw(
    moves: tuple[Move, ...], positions: tuple[Position, ...], rules_name: str
) -> Outcome | None:
    """The draw that the last move made, by repetition or for want of progress."""
    last = positions[-1]
    rules = last.find_rules(rules_name)
    quiet = _quiet_plies(moves)
    if rules.repetitions is not None:
        # Nothing before an irreversible move can equal the last position.
        occurrences = positions[len(positions) - 1 - quiet :].count(last)
        if occurrences >= rules.repetitions:
            return Outcome(None, Reason.REPETITION, rules.name)
    if rules.quiet_plies is not None and quiet >= rules.quiet_plies:
        return Outcome(None, Reason.NO_PROGRESS, rules.name)
    return None
