"""A whole line of a game on one board that changes in place: a long replay costs only its moves.

`GoPosition.step` gives a new value for every move, and so copies the board; here it is copied only
for the positions that are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from boardbytes.games.go import kernel, state
from boardbytes.games.go.board import BLACK, EMPTY, KO, SIDES, STONES, WHITE
from boardbytes.games.go.move import PASS_NUMBER, GoMove
from boardbytes.games.go.notation import move_of
from boardbytes.games.go.position import GoPosition, play_lines_by
from boardbytes.games.go.rules import GoRules, KoRule
from boardbytes.model.colour import Colour
from boardbytes.model.step import Setup, Step


@dataclass(frozen=True)
class Replay:
    """The last position of a line, and a verdict of the kernel on every step that was made."""

    position: GoPosition
    verdicts: tuple[int, ...]


def replay(
    start: GoPosition, steps: Iterable[Step], rules: GoRules | str = "standard", stop: bool = False
) -> Replay:
    """Go through a line, every move judged: first the setup of a step, then its move.

    A move by the side that is not to move gives it the turn, and the game goes on if it was over.
    A move that the rules forbid is played as it stands, as `put` does; with `stop` it is not,
    and its verdict is the last one. A step without a move is LEGAL.
    """
    line, rules = list(steps), start.find_rules(rules)
    walk, verdicts = _through(start, line, rules, stop)
    if stop and verdicts and verdicts[-1] == kernel.REPEATED:
        # Only once the last move was played could one see that it brings back a position.
        simple = replace(rules, ko=KoRule.SIMPLE)
        walk, _ = _through(start, line[: len(verdicts) - 1], simple, stop)
    return Replay(walk.position(), tuple(verdicts))


def last_of_line(
    start: GoPosition, steps: Sequence[Step], rules: GoRules | str
) -> GoPosition | None:
    """The position after a line whose moves all have a colour and are legal; else None."""
    if any(step.move is not None and step.colour is None for step in steps):
        return None
    line = replay(start, steps, rules, stop=True)
    return line.position if all(each == kernel.LEGAL for each in line.verdicts) else None


play_lines_by(last_of_line)


def _through(
    start: GoPosition, steps: Sequence[Step], rules: GoRules, stop: bool
) -> tuple[Walk, list[int]]:
    walk, verdicts = Walk(start, rules), []
    for step in steps:
        verdict = kernel.LEGAL
        if step.setup is not None:
            walk.set_up(step.setup)
        if step.move is not None:
            verdict = walk.play(walk.number_of(step.move), step.colour, stop)
        else:
            walk.wait()
        verdicts.append(verdict)
        if stop and verdict != kernel.LEGAL:
            break
    return walk, verdicts


class Walk:
    """A game that is played in place; moves are DGF's numbers. Not a value: it changes."""

    def __init__(self, start: GoPosition, rules: GoRules | str = "standard") -> None:
        self.rules = start.find_rules(rules)
        self._restart(start)
        self._last: int | None = None
        self._seen = {self._key()} if self.rules.looks_back else set()

    def _restart(self, start: GoPosition) -> None:
        self._start, self.turn = start, start.turn
        self._captures = dict(
            zip(STONES, (start.black_captures, start.white_captures), strict=True)
        )
        groups = start.kernel_state
        self._state = groups._replace(
            board=bytearray(groups.board),
            head=groups.head[:],
            link=groups.link[:],
            sizes=groups.sizes[:],
            libs=groups.libs[:],
        )
        marks = (i for i, value in enumerate(start.stones) if value == KO)
        self._marks = [kernel.padded(i, start.width) for i in marks] if KO in start.stones else []

    def number_of(self, move: Any) -> int:
        """DGF's number of a move; one beyond the board for a point that is not on it."""
        size = self._start.size
        found = move if isinstance(move, GoMove) else move_of(move, size)
        return found.number(size) if found.fits(size) else len(self._start.stones) + 1

    def play(self, number: int, colour: Colour | None = None, stop: bool = False) -> int:
        """Play a move, by the side to move or by another, and say what the rules say of it.

        It is played whatever they say; but with `stop` only if they allow it. Whether it brings
        back a position is seen when it is played. A point beyond the board gets no stone.
        """
        turn, marks = self.turn, list(self._marks)
        if colour is not None and colour is not turn:
            self._wipe_marks()
            self.turn = colour
        mover = self.turn or Colour.BLACK
        verdict = self._judge(number, mover)
        if stop and verdict != kernel.LEGAL:
            self.turn = turn
            self._mark(marks)
            return verdict
        if number <= PASS_NUMBER or verdict == kernel.OFF_BOARD:
            self._wipe_marks()
            is_last = number < PASS_NUMBER or self._last == number == PASS_NUMBER
            self.turn = None if is_last else SIDES.other(mover)
        else:
            self._put(number, mover)
        if self._remember(number) and number > PASS_NUMBER and verdict == kernel.LEGAL:
            return kernel.REPEATED
        return verdict

    def _judge(self, number: int, mover: Colour) -> int:
        """What the rules say of a move, as far as the board tells."""
        if self.turn is None:
            return kernel.OVER
        if number > len(self._start.stones):
            return kernel.OFF_BOARD
        if number <= PASS_NUMBER:
            return kernel.LEGAL
        return kernel.judge(self._state, self._point(number), STONES[mover], self.rules.suicide)

    def _put(self, number: int, mover: Colour) -> None:
        point = self._point(number)
        is_replaced = self._state.board[point] in (BLACK, WHITE)
        self._wipe_marks()
        if is_replaced:
            kernel.take_off(self._state, point)
        taken, lost, ko = kernel.play_unchecked(self._state, point, STONES[mover])
        self._captures[mover] += taken
        self._captures[SIDES.other(mover)] += lost
        if ko:
            self._marks.append(ko)
        if is_replaced:
            self._wipe_marks()  # no reply brings the previous position back
        self.turn = SIDES.other(mover)

    def set_up(self, setup: Setup) -> None:
        """Put stones down and take stones off; nothing is captured by it."""
        self._restart(self.position().set_up(setup))

    def wait(self) -> None:
        """Let a step go by without a move."""
        self._remember(None)

    def _remember(self, number: int | None) -> bool:
        """Keep what happened last; whether the position is one that the rules forbid to repeat."""
        self._last = number
        if not self.rules.looks_back:
            return False
        known = len(self._seen)
        self._seen.add(self._key())
        return len(self._seen) == known

    def position(self) -> GoPosition:
        """The position now, as a value."""
        stones, size = state.stones_of(self._state), self._start.size
        return GoPosition(size, stones, self.turn, *self._captures.values())

    def _point(self, number: int) -> int:
        return kernel.padded(number - 1, self._start.width)

    def _wipe_marks(self) -> None:
        for point in self._marks:
            self._state.board[point] = EMPTY
        self._marks.clear()

    def _mark(self, points: list[int]) -> None:
        for point in points:
            self._state.board[point] = KO
        self._marks = points

    def _key(self) -> bytes:
        """What may not come back: the board, and under situational superko the turn."""
        board = bytes(self._state.board)
        if self._marks:
            board = board.replace(bytes([KO]), bytes([EMPTY]))
        if self.turn and self.rules.ko is KoRule.SITUATIONAL:
            board += self.turn.value.encode("ascii")
        return blake2b(board, digest_size=16).digest()
