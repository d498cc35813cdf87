"""A whole game: where it started and what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    `rules` is the name of one of the game's presets, or a value.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    result: Outcome | None = None
    rules: Any = "standard"

    @classmethod
    def replay(
        cls, start: Position, moves: Iterable[Move | str] = (), rules: Any = "standard"
    ) -> Record:
        """The record of playing `moves` one after the other.

        Raises the move errors, with `ply` set, at the first move that cannot be played.
        """
        played: list[Move] = []
        position, positions = start, [start]
        result = start.outcome(rules)

        def given() -> Iterator[Move | str]:
            for move in moves:
                _check_open(move, result)
                yield move

        try:
            for move, position in start.follow(given(), rules):
                played.append(move)
                if _looks_back(start, rules):
                    positions.append(position)
                result = _outcome(start, played, position, positions, rules)
        except MoveError as error:
            error.ply = len(played)
            raise
        return cls(start, tuple(played), result, rules).with_position(position)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the start first."""
        return (self.start, *(after for _, after in self.start.follow(self.moves, self.rules)))

    @cached_property
    def position(self) -> Position:
        """The last position; does not keep those before it."""
        position = self.start
        for _, position in self.start.follow(self.moves, self.rules):  # noqa: B007
            pass
        return position

    def play(self, move: Move | str) -> Record:
        """The record with one more move, and with a result if that move ends the game."""
        _check_open(move, self.result)
        legal, after = self.position.step_in(self, move)
        moves, positions = (*self.moves, legal), (*self.positions, after)
        result = _outcome(self.start, moves, after, positions, self.rules)
        record = Record(self.start, moves, result, self.rules).with_position(after)
        record.__dict__["positions"] = positions
        return record

    def undo(self, plies: int = 1) -> Record:
        """The record without its last moves."""
        return self.at(max(0, len(self.moves) - plies))

    def at(self, plies: int) -> Record:
        """The record of the first so many moves; with all of them, the game as the moves end it."""
        return Record.replay(self.start, self.moves[:plies], self.rules)

    def with_position(self, last: Position) -> Record:
        """An equal record that need not replay its moves to know its last position."""
        record = Record(self.start, self.moves, self.result, self.rules)
        record.__dict__["position"] = last
        return record

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves at the end of this record, in the light of its whole history."""
        return () if self.result else self.position.legal_moves_in(self)

    @property
    def quiet_plies(self) -> int:
        """How many moves in a row, up to the last, could be taken back by later ones."""
        return _quiet_plies(self.moves)


def _check_open(move: Move | str, result: Outcome | None) -> None:
    if result is not None:
        raise IllegalMoveError(str(move), f"{move} is not legal: the game is over, {result}")


def _looks_back(start: Position, rules: Any) -> bool:
    """Whether a draw may depend on earlier positions."""
    return start.find_rules(rules).repetitions is not None


def _outcome(
    start: Position,
    moves: Sequence[Move],
    last: Position,
    positions: Sequence[Position],
    rules: Any,
) -> Outcome | None:
    """How the last move ended the game; `positions` are looked at only where rules look back."""
    return last.outcome_after(start, moves, rules) or _draw(moves, positions, rules)


def _quiet_plies(moves: Sequence[Move]) -> int:
    quiet = 0
    for move in reversed(moves):
        if move.is_irreversible:
            break
        quiet += 1
    return quiet


def _draw(moves: Sequence[Move], positions: Sequence[Position], rules_name: Any) -> Outcome | None:
    """The draw that the last move made, by repetition or for want of progress."""
    last = positions[-1]
    rules = positions[0].find_rules(rules_name)
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
