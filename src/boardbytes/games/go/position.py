"""The position of Go: a frozen value, played by the kernel."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import ClassVar

from boardbytes.errors import IllegalMoveError, NoMoveError, PositionError
from boardbytes.games.go import kernel, score, state
from boardbytes.games.go.board import EMPTY, KO, MAX_SIZE, SIDES, STONES, USUAL_SIZE
from boardbytes.games.go.difference import differences
from boardbytes.games.go.faults import find_faults
from boardbytes.games.go.move import PASS, RESIGN, GoMove
from boardbytes.games.go.notation import format_diagram, parse_move
from boardbytes.games.go.rules import PRESETS, GoRules, KoRule, Scoring
from boardbytes.games.go.score import GoScore
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position, Rules
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.registry import find
from boardbytes.model.step import Setup
from boardbytes.model.words import counted

REFUSALS = {
    kernel.OCCUPIED: "the point is occupied",
    kernel.FORBIDDEN_BY_KO: "ko, the position before would come back",
    kernel.SELF_CAPTURE: "self-capture, the stone would have no liberty",
}

_INTERSECTIONS = bytes(range(KO + 1))


@dataclass(frozen=True, slots=True, repr=False)
class GoPosition(Position):
    """A square board, whose turn it is, and the points of both sides.

    `stones` has a byte for every intersection, left to right, top to bottom: 0 empty, 1 black,
    2 white, 3 empty but forbidden by ko; given none, the board is empty. `turn` is None when the
    game is over. Points are the stones a side has captured, plus komi, in steps of a half.
    Raises PositionError for values that make no position.
    """

    size: int = USUAL_SIZE
    stones: bytes = b""
    turn: Colour | None = Colour.BLACK
    black_points: float = 0
    white_points: float = 0
    _state: kernel.State | None = field(default=None, init=False, compare=False)

    game: ClassVar[str] = "go"
    sides: ClassVar[Sides] = SIDES

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_SIZE:
            raise PositionError(f"a board has 1 to {MAX_SIZE} lines, not {self.size}")
        if not self.stones:
            object.__setattr__(self, "stones", bytes(self.size**2))
        if len(self.stones) != self.size**2 or self.stones.translate(None, _INTERSECTIONS):
            raise PositionError(f"stones must be {self.size**2} bytes from {EMPTY} to {KO}")
        for points in (self.black_points, self.white_points):
            if points < 0 or points * 2 % 1:
                raise PositionError(f"points must be multiples of ½ from 0 on, not {points:g}")

    def points(self, colour: Colour) -> float:
        """The points of a side: stones it has captured, plus komi."""
        return self.black_points if colour is Colour.BLACK else self.white_points

    @property
    def mover(self) -> int | None:
        """The side to move as the kernel takes it; None when the game is over."""
        return STONES[self.turn] if self.turn else None

    @property
    def kernel_state(self) -> kernel.State:
        """The groups of this board, as the kernel takes them; not to be changed."""
        if self._state is None:
            object.__setattr__(self, "_state", state.state_of(self.stones, self.size))
        assert self._state is not None
        return self._state

    @classmethod
    def find_rules(cls, rules: GoRules | str) -> GoRules:
        return find("rule set", rules, PRESETS) if isinstance(rules, str) else rules

    def legal_moves(
        self, rules: GoRules | str = "standard", history: History | None = None
    ) -> tuple[GoMove, ...]:
        """All points that may be played, in reading order, and the pass; none when it is over.

        Does not list the resignation, which is always possible. Of ko it knows what is marked:
        superko is asked of a record.
        """
        rules, mover = self.find_rules(rules), self.mover
        if mover is None:
            return ()
        groups = self.kernel_state
        stones = [
            move
            for move, point in state.points(self.size)
            if kernel.judge(groups, point, mover, rules.suicide) == kernel.LEGAL
        ]
        if history is not None and rules.ko is not KoRule.SIMPLE:
            stones = [
                move
                for move in stones
                if not history.occurrences(self._with_stone(move, rules).key(rules))
            ]
        return (*stones, PASS)

    def step(
        self,
        move: GoMove | str,
        rules: GoRules | str = "standard",
        history: History | None = None,
    ) -> tuple[GoMove, GoPosition]:
        return self._step(move, self.find_rules(rules), history)

    def with_turn(self, colour: Colour) -> GoPosition:
        if colour is self.turn:
            return self
        return replace(self, stones=self._unmarked(), turn=colour)

    def set_up(self, setup: Setup) -> GoPosition:
        stones = bytearray(self._unmarked())
        words = {colour.value: stone for colour, stone in STONES.items()} | {"empty": EMPTY}
        for point, word in setup.stones:
            index = parse_move(point, self.size).index(self.size)
            if index is None:
                raise PositionError(f"{point} is no point of the board")
            stones[index] = words[word]
        return replace(self, stones=bytes(stones), turn=setup.turn or self.turn)

    plays_as_written: ClassVar[bool] = True

    def put(self, move: GoMove, colour: Colour | None = None) -> GoPosition:
        mover = colour or self.turn or Colour.BLACK
        index = move.index(self.size)
        if index is None or not move.fits(self.size):
            return self.with_turn(SIDES.other(mover))
        stones = bytearray(self._unmarked())
        stones[index] = EMPTY
        cleared = replace(self, stones=bytes(stones), turn=mover)
        return cleared._with_stone(move, self.find_rules("simple-ko-suicide"))

    def key(self, rules: Rules) -> Hashable | None:
        """What may not come back under a superko rule: the board, or the board and the turn."""
        ko = rules.ko  # type: ignore[attr-defined]
        if ko is KoRule.SIMPLE:
            return None
        turn = self.turn.value if self.turn and ko is KoRule.SITUATIONAL else ""
        return blake2b(self._unmarked() + turn.encode(), digest_size=16).digest()

    def _unmarked(self) -> bytes:
        return self.stones.replace(bytes([KO]), bytes([EMPTY]))

    def _step(
        self, move: GoMove | str, rules: GoRules, history: History | None
    ) -> tuple[GoMove, GoPosition]:
        """The move that is meant, and the position after it."""
        before = history.last_move if history else None
        wanted = parse_move(move, self.size) if isinstance(move, str) else move
        if self.turn is None:
            raise _illegal(wanted, "the game is over")
        if not wanted.fits(self.size):
            raise _illegal(wanted, f"the board has {self.size} lines")
        if wanted == RESIGN or (wanted == PASS and before == PASS):
            return wanted, replace(self, stones=self._unmarked(), turn=None)
        if wanted == PASS:
            return wanted, replace(self, stones=self._unmarked(), turn=SIDES.other(self.turn))
        after = self._with_stone(wanted, rules)
        if history and rules.ko is not KoRule.SIMPLE and history.occurrences(after.key(rules)):
            message = f"{rules.ko.value} superko, an earlier position would come back"
            raise _illegal(wanted, message)
        return wanted, after

    def _with_stone(self, move: GoMove, rules: GoRules) -> GoPosition:
        """The position after a stone; IllegalMoveError if it may not be played."""
        index, mover = move.index(self.size), self.mover
        assert index is not None
        assert mover is not None
        assert self.turn is not None
        point = kernel.padded(index, self.size)
        verdict = kernel.judge(self.kernel_state, point, mover, rules.suicide)
        if verdict != kernel.LEGAL:
            raise _illegal(move, REFUSALS[verdict])
        groups = state.copy_unmarked(self.kernel_state)
        taken, lost, _ = kernel.play_unchecked(groups, point, mover)
        black, white = (taken, lost) if self.turn is Colour.BLACK else (lost, taken)
        after = GoPosition(
            self.size,
            state.stones_of(groups),
            SIDES.other(self.turn),
            self.black_points + black,
            self.white_points + white,
        )
        # The groups are known already: the next move need not find them again.
        object.__setattr__(after, "_state", groups)
        return after

    def score(
        self,
        rules: GoRules | str = "standard",
        dead: Iterable[GoMove | str] = (),
        komi: float = 0,
    ) -> GoScore:
        """Both sides' points under some rules, once the `dead` stones are taken off.

        Territory counts the points that the board holds. Area cannot, since a board does not tell
        komi from captures: it adds the `komi` that is given.
        """
        scoring = self.find_rules(rules).scoring
        points = (self.black_points, self.white_points)
        if scoring is Scoring.AREA:
            points = (max(0, -komi), max(0, komi))
        return self._count(scoring, points, score.dead_indices(dead, self.stones, self.size))

    def _count(
        self, scoring: Scoring, points: tuple[float, float], dead: Collection[int] = ()
    ) -> GoScore:
        return score.count(scoring, self.stones, self.size, points, dead)

    def outcome(
        self, rules: GoRules | str = "standard", history: History | None = None
    ) -> Outcome | None:
        """Who won a game that is over, by the stones as they stand.

        A board alone knows its points but not its komi, so it is counted by territory.
        """
        if self.turn is not None:
            return None
        rules = self.find_rules(rules)
        if history and history.last_move == RESIGN and history.last_colour:
            loser = history.last_colour
            return Outcome(SIDES.other(loser), Reason.RESIGNATION, rules.name, loser)
        points = (self.black_points, self.white_points)
        winner = self._count(Scoring.TERRITORY, points).winner
        return Outcome(winner, Reason.SCORE, rules.name)

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: groups without liberties, several ko marks, a ko mark where there is no ko."""
        faults = find_faults(self.stones, self.size, self.mover)
        return tuple(
            Problem(fault.code, fault.message, severity=Severity.WARNING) for fault in faults
        )

    def summary(self) -> tuple[str, ...]:
        return tuple(
            f"{colour}: {counted(self.stones.count(STONES[colour]), 'stone')} on the board,"
            f" {self.points(colour):g} points"
            for colour in STONES
        )

    def move_to(self, other: GoPosition, rules: GoRules | str = "standard") -> GoMove:
        rules = self.find_rules(rules)
        for move in self._candidates(other, rules):
            try:
                after = self.play(move, rules)
            except IllegalMoveError:
                continue
            # Boards may come without the ko mark.
            if other in (after, replace(after, stones=after._unmarked())):
                return move
        raise NoMoveError(differences(self, other))

    def _candidates(self, other: GoPosition, rules: GoRules) -> list[GoMove]:
        """The few moves that could lead to a board: where it has a new stone, or the pass."""
        if self.size != other.size or self.mover is None:
            return []
        if rules.suicide:  # the new stone may be gone already
            return [PASS, *self.legal_moves(rules)]
        new = [
            index
            for index, (old, now) in enumerate(zip(self.stones, other.stones, strict=True))
            if now == self.mover != old
        ]
        return [GoMove.at(index, self.size) for index in new[:1]] or [PASS]

    def __str__(self) -> str:
        """The board as a diagram, and below it whose turn it is and the points."""
        turn = f"{self.turn} to move" if self.turn else "the game is over"
        points = f"black {self.black_points:g}, white {self.white_points:g}"
        return f"{format_diagram(self.stones, self.size)}\n{turn}; points: {points}"

    def __repr__(self) -> str:
        sides = ", ".join(
            f"{colour}={self.stones.count(STONES[colour])} +{self.points(colour):g}"
            for colour in STONES
        )
        turn = f"{self.turn} to move" if self.turn else "over"
        return f"<GoPosition {self.size} × {self.size}, {sides}, {turn}>"


def _illegal(move: GoMove, reason: str) -> IllegalMoveError:
    return IllegalMoveError(str(move), f"{move} is not legal: {reason}")
