"""A whole game: where it started and what was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from boardbytes.errors import IllegalMoveError, MoveError
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

        Raises the move errors, with `ply` set, at the first move that cannot be played.
        """
        played: list[Move] = []
        positions = [start]
        result = start.outcome(rules)
        for ply, move in enumerate(moves):
            try:
                legal, after = _step(positions[-1], move, result, rules)
            except MoveError as error:
                error.ply = ply
                raise
            played.append(legal)
            positions.append(after)
            result = after.outcome(rules) or _draw(played, positions, rules)
        return cls._made(start, tuple(played), result, rules, tuple(positions))

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
        legal, after = _step(self.position, move, self.result, self.rules)
        moves, positions = (*self.moves, legal), (*self.positions, after)
        result = after.outcome(self.rules) or _draw(moves, positions, self.rules)
        return self._made(self.start, moves, result, self.rules, positions)

    def undo(self, plies: int = 1) -> Record:
        """The record without its last moves."""
        kept = max(0, len(self.moves) - plies)
        moves, positions = self.moves[:kept], self.positions[: kept + 1]
        result = positions[-1].outcome(self.rules) if kept == len(self.moves) else None
        return self._made(self.start, moves, result, self.rules, positions)

    @classmethod
    def _made(
        cls,
        start: Position,
        moves: tuple[Move, ...],
        result: Outcome | None,
        rules: str,
        positions: tuple[Position, ...],
    ) -> Record:
        record = cls(start, moves, result, rules)
        # The positions are known already: fill the cache instead of replaying the game.
        record.__dict__["positions"] = positions
        return record

    @property
    def quiet_plies(self) -> int:
        """How many moves in a row, up to the last, could be taken back by later ones."""
        return _quiet_plies(self.moves)


def _step(
    before: Position, move: Move | str, result: Outcome | None, rules: str
) -> tuple[Any, Position]:
    """The legal move and the position after it, unless the game is over."""
    if result is not None:
        raise IllegalMoveError(str(move), f"{move} is not legal: the game is over, {result}")
    return before.step(move, rules)


def _quiet_plies(moves: Sequence[Move]) -> int:
    quiet = 0
    for move in reversed(moves):
        if move.is_irreversible:
            break
        quiet += 1
    return quiet


def _draw(moves: Sequence[Move], positions: Sequence[Position], rules_name: str) -> Outcome | None:
    """The draw that the last move made, by repetition or for want of progress."""
    last = positions[-1]
    rules = last.find_rules(rules_name)
    if rules.repetitions is None and rules.quiet_plies is None:
        return None
    quiet = _quiet_plies(moves)
    if rules.repetitions is not None:
        # Nothing before an irreversible move can equal the last position.
        occurrences = positions[len(positions) - 1 - quiet :].count(last)
        if occurrences >= rules.repetitions:
            return Outcome(None, Reason.REPETITION, rules.name)
    if rules.quiet_plies is not None and quiet >= rules.quiet_plies:
        return Outcome(None, Reason.NO_PROGRESS, rules.name)
    return None
