"""A whole game: where it started and what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

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
        played, position = [], start
        for move, position in start.follow(moves, rules):  # noqa: B007 (the last one is kept)
            played.append(move)
        return cls(start, tuple(played), rules=rules)._known(position)

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
        legal, after = self.position.step_in(self, move)
        record = Record(self.start, (*self.moves, legal), rules=self.rules)
        return record._known(after, (*self.positions, after))

    def undo(self, plies: int = 1) -> Record:
        """The record without its last moves."""
        return self.at(max(0, len(self.moves) - plies))

    def at(self, plies: int) -> Record:
        """The record of the first so many moves."""
        record = Record(self.start, self.moves[:plies], rules=self.rules)
        return record._known(record.position)

    def _known(self, last: Position, positions: tuple[Position, ...] | None = None) -> Record:
        """This record with its result, its positions being known already: nothing is replayed."""
        record = self.with_position(last)
        if positions is not None:
            record.__dict__["positions"] = positions
        # Only now does the record know enough to be asked how it ended.
        object.__setattr__(record, "result", last.outcome_in(record) or _draw(record))
        return record

    def with_position(self, last: Position) -> Record:
        """An equal record that need not replay its moves to know its last position."""
        record = Record(self.start, self.moves, self.result, self.rules)
        record.__dict__["position"] = last
        return record

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves at the end of this record, in the light of its whole history."""
        return self.position.legal_moves_in(self)

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


def _draw(record: Record) -> Outcome | None:
    """The draw that the last move made, by repetition or for want of progress."""
    rules = record.start.find_rules(record.rules)
    quiet = record.quiet_plies
    if rules.repetitions is not None:
        # Nothing before an irreversible move can equal the last position.
        recent = record.positions[len(record.moves) - quiet :]
        if recent.count(record.position) >= rules.repetitions:
            return Outcome(None, Reason.REPETITION, rules.name)
    if rules.quiet_plies is not None and quiet >= rules.quiet_plies:
        return Outcome(None, Reason.NO_PROGRESS, rules.name)
    return None
