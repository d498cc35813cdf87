"""Going along a line of play, one step after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from boardbytes.errors import MoveError
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position, Rules
from boardbytes.model.step import Step


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a step led: the step as it is meant, the position, and what came before.

    `error` says why the rules forbid the move, where it was played as written all the same.
    """

    step: Step
    position: Position
    history: History
    error: MoveError | None = None

    def outcome(self, rules: Rules) -> Outcome | None:
        """How the game has ended here, draws by history included."""
        return self.position.outcome(rules, self.history) or _draw(self, rules)


def begin(start: Position, rules: Rules) -> Reached:
    """Before the first step."""
    return Reached(Step(), start, History.of(start, rules))


def advance(here: Reached, step: Step, rules: Rules, *, as_written: bool = False) -> Reached:
    """One step further: first its setup, then its move.

    A move by the side that is not to move gives it the turn. Raises MoveError for a move that the
    rules forbid, unless it is marked as forced; `as_written` forces it, in games that can.
    """
    position, history = here.position, here.history
    if step.setup is not None:
        position = position.set_up(step.setup)
    if step.move is None:
        return Reached(step, position, history.after(step, position, rules))
    if step.colour is not None and position.turn is not step.colour:
        position = position.with_turn(step.colour)
    colour = position.turn
    error = None
    try:
        move, after = position.step(step.move, rules, history)
    except MoveError as refused:
        if not ((as_written or step.is_forced) and position.plays_as_written):
            raise
        move, after = step.move, position.put(step.move, colour)
        # Its traceback would hold the place before, and that the one before it.
        error = refused.with_traceback(None)
    meant = Step(move, colour, step.setup, step.is_forced or error is not None)
    meant = step if meant == step else meant
    return Reached(meant, after, history.after(meant, after, rules), error)


def along(start: Position, steps: Iterable[Step], rules: Rules) -> Iterator[Reached]:
    """Every place of a line, the start first. Raises MoveError like `advance`, with its `ply`."""
    here, ply = begin(start, rules), 0
    yield here
    for step in steps:
        ply += step.move is not None
        try:
            here = advance(here, step, rules)
        except MoveError as error:
            error.ply = ply
            raise
        yield here


def end_of(start: Position, steps: Sequence[Step], rules: Rules) -> Reached:
    """The last place of a line, by a quicker way if the game has one. Raises what `along` does."""
    if steps and start.key(rules) is None:
        position = start.after_all(steps, rules)
        if position is not None:
            return Reached(steps[-1], position, History.of_line(steps))
    here = begin(start, rules)
    for here in along(start, steps, rules):  # noqa: B007
        pass
    return here


def _draw(here: Reached, rules: Rules) -> Outcome | None:
    """The draw that the last move made, by repetition or for want of progress."""
    if rules.repetitions is not None:
        key = here.position.key(rules)
        if here.history.occurrences(key) >= rules.repetitions:
            return Outcome(None, Reason.REPETITION, rules.name)
    if rules.quiet_plies is not None and here.history.quiet >= rules.quiet_plies:
        return Outcome(None, Reason.NO_PROGRESS, rules.name)
    return None
