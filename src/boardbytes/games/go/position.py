"""The position of Go: a frozen value, played by the kernel."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
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
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.record import Record
from boardbytes.model.registry import find
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

    def legal_moves(self, rules: GoRules | str = "standard") -> tuple[GoMove, ...]:
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
        return (*stones, PASS)

    def legal_moves_in(self, record: Record) -> tuple[GoMove, ...]:
        rules = self.find_rules(record.rules)
        moves, seen = self.legal_moves(rules), _seen(record, rules)
        if not seen:
            return moves
        return tuple(
            move
            for move in moves
            if move == PASS or self._with_stone(move, rules).key(rules.ko) not in seen
        )

    def step(
        self, move: GoMove | str, rules: GoRules | str = "standard"
    ) -> tuple[GoMove, GoPosition]:
        return self._step(move, self.find_rules(rules), None, ())

    def step_in(self, record: Record, move: GoMove | str) -> tuple[GoMove, GoPosition]:
        rules = self.find_rules(record.rules)
        before = record.moves[-1] if record.moves else None
        return self._step(move, rules, before, _seen(record, rules))

    def follow(
        self, moves: Iterable[GoMove | str], rules: GoRules | str = "standard"
    ) -> Iterator[tuple[GoMove, GoPosition]]:
        """Play moves one after the other; two passes end the game, superko sees all boards."""
        rules = self.find_rules(rules)
        position, before = self, None
        seen = set()
        for move in moves:
            if rules.ko is not KoRule.SIMPLE:
                seen.add(position.key(rules.ko))
            before, position = position._step(move, rules, before, seen)
            yield before, position

    def key(self, ko: KoRule) -> bytes:
        """What may not come back under a superko rule: the board, or the board and the turn."""
        turn = self.turn.value if self.turn and ko is KoRule.SITUATIONAL else ""
        return blake2b(self._unmarked() + turn.encode(), digest_size=16).digest()

    def _unmarked(self) -> bytes:
        return self.stones.replace(bytes([KO]), bytes([EMPTY]))

    def _step(
        self, move: GoMove | str, rules: GoRules, before: object, seen: Container[bytes]
    ) -> tuple[GoMove, GoPosition]:
        """The move that is meant, after the move `before`, with boards `seen` that must not
        come back; and the position after it."""
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
        if seen and after.key(rules.ko) in seen:
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

    def outcome(self, rules: GoRules | str = "standard") -> Outcome | None:
        """Who won a game that is over, by the stones as they stand.

        A board alone knows its points but not its komi, so it is counted by territory.
        """
        if self.turn is not None:
            return None
        points = (self.black_points, self.white_points)
        winner = self._count(Scoring.TERRITORY, points).winner
        return Outcome(winner, Reason.SCORE, self.find_rules(rules).name)

    def outcome_after(
        self, start: GoPosition, moves: Sequence[GoMove], rules: GoRules | str
    ) -> Outcome | None:
        """Who won: the opponent of who resigned, or who has more when all stones live."""
        rules = self.find_rules(rules)
        if self.turn is not None or not moves or start.turn is None:
            return self.outcome(rules)
        if moves[-1] == RESIGN:
            loser = start.turn if len(moves) % 2 else SIDES.other(start.turn)
            return Outcome(SIDES.other(loser), Reason.RESIGNATION, rules.name, loser)
        if rules.scoring is Scoring.TERRITORY:
            return self.outcome(rules)
        komi = (start.black_points, start.white_points)
        return Outcome(self._count(Scoring.AREA, komi).winner, Reason.SCORE, rules.name)

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


def _seen(record: Record, rules: GoRules) -> Container[bytes]:
    """The boards of a record that must not come back."""
    if rules.ko is KoRule.SIMPLE:
        return ()
    return {
        position.key(rules.ko) for position in record.positions if isinstance(position, GoPosition)
    }
