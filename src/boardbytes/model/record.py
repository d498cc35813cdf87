"""One line of a game: where it started and what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from boardbytes.errors import IllegalMoveError, MoveError
from boardbytes.model.line import Reached, advance, along, begin, end_of
from boardbytes.model.outcome import Outcome
from boardbytes.model.position import Move, Position, Rules
from boardbytes.model.step import Step


@dataclass(frozen=True)
class Record:
    """A start, the steps from there, and how it ended (None: it did not).

    History lives here and nowhere else, so this is also where draws by history are found.
    `rules` is a value, or the name of one of the game's presets.
    """

    start: Position
    steps: tuple[Step, ...] = ()
    result: Outcome | None = None
    rules: Any = "standard"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.start.find_rules(self.rules))

    @classmethod
    def replay(
        cls,
        start: Position,
        moves: Iterable[Move | str | int] = (),
        rules: Rules | str = "standard",
    ) -> Record:
        """The record of playing `moves` one after the other.

        Raises the move errors, with `ply` set, at the first move that cannot be played.
        """
        value: Rules = start.find_rules(rules)
        here = begin(start, value)
        steps: list[Step] = []
        result = here.outcome(value)
        for move in moves:
            try:
                _check_open(move, result)
                here = advance(here, Step(move), value)  # type: ignore[arg-type]
            except MoveError as error:
                error.ply = len(steps) + 1
                raise
            steps.append(here.step)
            result = here.outcome(value)
        return cls(start, tuple(steps), result, value).ending_at(here)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(step.move for step in self.steps if step.move is not None)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the line: the start, then one for each step."""
        line = along(self.start, self.steps, self.rules)
        return tuple(here.position for here in line)

    @property
    def position(self) -> Position:
        """The last position; does not keep those before it."""
        return self.end.position

    @cached_property
    def end(self) -> Reached:
        """The end of the line."""
        return end_of(self.start, self.steps, self.rules)

    def play(self, move: Move | str | int) -> Record:
        """The record with one more move, and with a result if that move ends the game."""
        _check_open(move, self.result)
        here = advance(self.end, Step(move), self.rules)  # type: ignore[arg-type]
        result = here.outcome(self.rules)
        longer = Record(self.start, (*self.steps, here.step), result, self.rules).ending_at(here)
        if "positions" in self.__dict__:
            longer.__dict__["positions"] = (*self.positions, here.position)
        return longer

    def undo(self, plies: int = 1) -> Record:
        """The record without its last moves."""
        return self.at(max(0, len(self.moves) - plies))

    def at(self, plies: int) -> Record:
        """The record up to this many moves, with the result that they lead to."""
        steps = self.steps[: self._steps_to(plies)]
        here = end_of(self.start, steps, self.rules)
        return Record(self.start, steps, here.outcome(self.rules), self.rules).ending_at(here)

    def _steps_to(self, plies: int) -> int:
        """How many steps it takes to make this many moves."""
        made = 0
        for index, step in enumerate(self.steps):
            if made == plies and step.move is not None:
                return index
            made += step.move is not None
        return len(self.steps)

    def with_result(self, result: Outcome | None) -> Record:
        """The same line with another result."""
        return replace(self, result=result)._knowing(self)

    def ending_at(self, here: Reached) -> Record:
        """This record, which now need not replay its moves to know its end."""
        self.__dict__["end"] = here
        return self

    def _knowing(self, other: Record) -> Record:
        """This record, with what another of the same line knows already."""
        known = ("end", "positions", "moves")
        self.__dict__.update(
            {name: other.__dict__[name] for name in known if name in other.__dict__}
        )
        return self

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves at the end of this record, in the light of its whole history."""
        return () if self.result else self.position.legal_moves(self.rules, self.end.history)

    @property
    def is_plain(self) -> bool:
        """Whether the sides only take turns: no setup, no move out of turn or against the rules."""
        turn = self.start.turn
        for step in self.steps:
            if step.setup or step.is_forced or turn is None or step.colour is not turn:
                return False
            turn = self.start.sides.other(turn)
        return True

    @property
    def quiet_plies(self) -> int:
        """How many moves in a row, up to the last, could be taken back by later ones."""
        return self.end.history.quiet


def _check_open(move: Move | str | int, result: Outcome | None) -> None:
    if result is not None:
        raise IllegalMoveError(str(move), f"{move} is not legal: the game is over, {result}")
