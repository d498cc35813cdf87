"""The position of Go: a frozen value, played by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import ClassVar, Self, TypeAlias

from boardbytes.errors import IllegalMoveError, InvalidMoveError, NoMoveError, PositionError
from boardbytes.games.go import board, kernel, score, state
from boardbytes.games.go.benson import Certain, certain_sets
from boardbytes.games.go.board import EMPTY, KO, MAX_SIZE, SIDES, STONES, USUAL_SIZE, Size
from boardbytes.games.go.difference import differences
from boardbytes.games.go.faults import find_faults
from boardbytes.games.go.move import PASS, RESIGN, GoMove
from boardbytes.games.go.notation import (
    AnyMove,
    format_diagram,
    format_rows,
    format_state,
    move_of,
    parse_diagram,
    parse_move,
    parse_state,
)
from boardbytes.games.go.points import indices_of
from boardbytes.games.go.rules import PRESETS, GoRules, KoRule, Scoring
from boardbytes.games.go.score import GoScore
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.given import rules_given
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.step import Setup, Step
from boardbytes.model.words import counted

REFUSALS = {
    kernel.OCCUPIED: "the point is occupied",
    kernel.FORBIDDEN_BY_KO: "ko, the previous position would come back",
    kernel.SELF_CAPTURE: "self-capture, the stone would have no liberty",
    kernel.OFF_BOARD: "the point is not on the board",
    kernel.OVER: "the game is over",
    kernel.REPEATED: "superko, an earlier position would come back",
}
"""Why a move is not legal."""

_SET_UP = {"black": board.BLACK, "white": board.WHITE, "empty": EMPTY}
_INTERSECTIONS = bytes(range(KO + 1))
_COLOURS = {stone: colour for colour, stone in STONES.items()}


@dataclass(frozen=True, slots=True, repr=False)
class GoPosition(Position[AnyMove, GoMove, GoRules]):
    """A board, whose turn it is, and the stones that both sides have captured.

    `size` is the number of lines of a square board, or columns and rows: `(9, 5)`. `stones` has a
    byte for every intersection, left to right, top to bottom: 0 empty, 1 black, 2 white, 3 empty
    but forbidden by ko; given none, the board is empty. `turn` is None when the game is over.
    Captures may have halves only because a DGF board alone does not tell komi from captures: komi
    belongs to the rules. Raises PositionError for values that make no position.
    """

    size: Size = USUAL_SIZE
    """A number where the board is square, else columns and rows."""
    stones: bytes = b""
    turn: Colour | None = Colour.BLACK
    black_captures: float = 0
    white_captures: float = 0
    _state: kernel.State | None = field(default=None, init=False, compare=False)

    game: ClassVar[str] = "go"
    sides: ClassVar[Sides] = SIDES
    plays_as_written: ClassVar[bool] = True

    def __post_init__(self) -> None:
        try:
            width, height = board.shape(self.size)
        except (TypeError, ValueError):
            message = f"a size is a number of lines, or columns and rows, not {self.size!r}"
            raise PositionError(message) from None
        if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
            found = f"{width}" if width == height else f"{width} × {height}"
            raise PositionError(f"a board has 1 to {MAX_SIZE} lines, not {found}")
        if not isinstance(self.size, int):
            object.__setattr__(self, "size", board.size_of(width, height))
        points = width * height
        if not self.stones:
            object.__setattr__(self, "stones", bytes(points))
        if len(self.stones) != points or self.stones.translate(None, _INTERSECTIONS):
            raise PositionError(f"stones must be {points} bytes from {EMPTY} to {KO}")
        for captures in (self.black_captures, self.white_captures):
            if captures < 0 or captures * 2 % 1:
                raise PositionError(f"captures must be multiples of ½ from 0 up, not {captures:g}")

    @classmethod
    def _parse(cls, text: str) -> Self:
        (size, stones), (turn, black, white) = parse_diagram(text), parse_state(text)
        return cls(size, stones, turn, black, white)

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return board.shape(self.size)[0]

    @property
    def height(self) -> int:
        """How many rows the board has."""
        return board.shape(self.size)[1]

    def captures(self, colour: Colour) -> float:
        """How many stones a side has captured."""
        return self.black_captures if colour is Colour.BLACK else self.white_captures

    def __getitem__(self, point: AnyMove) -> Colour | None:
        """The stone on a point, given by its name, its number or its column and row."""
        return _COLOURS.get(self.stones[self._index(point)])

    def neighbours(self, point: AnyMove) -> tuple[str, ...]:
        """The names of the points next to one: two in a corner, three at a side, else four."""
        near = board.neighbours(self._index(point), self.size)
        return tuple(board.point_name(index, self.size) for index in near)

    def is_corner(self, point: AnyMove) -> bool:
        """Whether a point ends a row and a column."""
        return board.is_corner(self._index(point), self.size)

    def is_side(self, point: AnyMove) -> bool:
        """Whether a point is at the edge of the board, but not in a corner."""
        return board.is_side(self._index(point), self.size)

    def _index(self, point: AnyMove) -> int:
        move = move_of(point, self.size)
        index = move.index(self.size)
        if index is None or not move.fits(self.size):
            raise InvalidMoveError(str(move), f"{move} is not a point of this board")
        return index

    @property
    def mover(self) -> int | None:
        """The side to move as the kernel takes it; None when the game is over."""
        return STONES[self.turn] if self.turn else None

    @property
    def kernel_state(self) -> kernel.State:
        """The groups of this board, as the kernel takes them; not to be changed."""
        if self._state is None:
            object.__setattr__(self, "_state", state.state_of(self.stones, self.width))
        assert self._state is not None
        return self._state

    @classmethod
    def find_rules(cls, rules: GoRules | str) -> GoRules:
        return rules_given(rules, GoRules, PRESETS)

    @classmethod
    def plays_standard(cls, rules: GoRules) -> bool:
        """Whether rules are the standard ones in all but name and komi."""
        return replace(rules, name="standard", komi=0) == PRESETS["standard"]

    def key(self, rules: GoRules | str = "standard") -> Hashable | None:
        """What may not come back, or not too often: the board, and the turn unless positional.

        None under rules that do not look back.
        """
        rules = self.find_rules(rules)
        if not rules.looks_back and rules.repetitions is None:
            return None
        return _key(self._unmarked(), self.turn, rules.ko)

    def _unmarked(self) -> bytes:
        return (
            self.stones.replace(bytes([KO]), bytes([EMPTY])) if KO in self.stones else self.stones
        )

    def legal_moves(
        self, rules: GoRules | str = "standard", history: History | None = None
    ) -> tuple[GoMove, ...]:
        """All points that may be played, in reading order, and the pass; none after the end.

        Does not list the resignation, which is always possible. Without a history, ko is what is
        marked on the board.
        """
        rules, mover = self.find_rules(rules), self.mover
        if mover is None:
            return ()
        looks_back = rules.looks_back and history is not None
        groups = self.kernel_state
        stones = [
            move
            for index, (move, point) in enumerate(state.points(self.width, self.height))
            if kernel.judge(groups, point, mover, rules.suicide) == kernel.LEGAL
            and not (looks_back and self._repeats(index, point, rules, history))
        ]
        return (*stones, PASS)

    def _repeats(self, index: int, point: int, rules: GoRules, history: History | None) -> bool:
        """Whether a stone that may be played would bring back an earlier position."""
        assert self.turn is not None
        assert history is not None
        if kernel.is_quiet(self.kernel_state, point, STONES[self.turn]):
            stones = bytearray(self._unmarked())
            stones[index] = STONES[self.turn]
            return bool(history.occurrences(_key(bytes(stones), SIDES.other(self.turn), rules.ko)))
        return bool(history.occurrences(self._with_stone(point, self.turn).key(rules)))

    def parse_move(self, text: str) -> GoMove:
        return parse_move(text)

    def step(
        self,
        move: AnyMove,
        rules: GoRules | str = "standard",
        history: History | None = None,
    ) -> tuple[GoMove, GoPosition]:
        """The legal move that is meant, and the position after it.

        With a history a second pass ends the game, and superko sees all positions up to this one.
        """
        rules, wanted = self.find_rules(rules), move_of(move, self.size)
        if self.turn is None:
            raise _illegal(wanted, REFUSALS[kernel.OVER])
        if not wanted.fits(self.size):
            raise _illegal(wanted, f"the board has {self._lines()}")
        index = wanted.index(self.size)
        if index is None:
            is_last = wanted == RESIGN or (history is not None and history.last_move == PASS)
            return wanted, self._without_stone(None if is_last else SIDES.other(self.turn))
        point = kernel.padded(index, self.width)
        verdict = kernel.judge(self.kernel_state, point, STONES[self.turn], rules.suicide)
        if verdict != kernel.LEGAL:
            raise _illegal(wanted, REFUSALS[verdict])
        after = self._with_stone(point, self.turn)
        if history is not None and rules.looks_back and history.occurrences(after.key(rules)):
            raise _illegal(wanted, refusal(kernel.REPEATED, rules))
        return wanted, after

    def _lines(self) -> str:
        lines = f"{self.size} lines" if isinstance(self.size, int) else None
        return lines or board.format_size(self.size)

    def put(self, move: AnyMove, colour: Colour | None = None) -> GoPosition:
        """The position after a move that is played as it stands, even if the rules forbid it.

        As SGF prescribes: a stone replaces what is on its point, then groups of the other side
        without a liberty are taken, then its own. Given no colour, the side to move plays.
        A point beyond the board gets no stone.
        """
        wanted, mover = move_of(move, self.size), colour or self.turn or Colour.BLACK
        index = wanted.index(self.size)
        if index is None or not wanted.fits(self.size):
            return self._without_stone(None if wanted == RESIGN else SIDES.other(mover))
        after = self.cleared(index)._with_stone(kernel.padded(index, self.width), mover)
        # Where a stone was replaced, no reply brings the previous position back: there is no ko.
        return after._without_stone(after.turn) if self.stones[index] in _COLOURS else after

    def cleared(self, index: int) -> GoPosition:
        """This position without the stone on an intersection; nothing is captured by it."""
        if self.stones[index] not in _COLOURS:
            return self
        groups = state.copy_unmarked(self.kernel_state)
        kernel.take_off(groups, kernel.padded(index, self.width))
        after = replace(self, stones=state.stones_of(groups))
        object.__setattr__(after, "_state", groups)
        return after

    def set_up(self, setup: Setup) -> GoPosition:
        """The position after stones are put down or taken off; nothing is captured by it.

        Raises PositionError for what is neither a stone nor empty.
        """
        stones = bytearray(self._unmarked())
        for point, word in setup.stones:
            if str(word) not in _SET_UP:
                raise PositionError(f"{point} must become black, white or empty, not {word}")
            stones[self._index(point)] = _SET_UP[str(word)]
        return replace(self, stones=bytes(stones), turn=setup.turn or self.turn)

    def after_all(self, steps: Sequence[Step], rules: GoRules | str) -> GoPosition | None:
        """The position after a whole line, played on one board; None if a move is not legal."""
        return _line(self, steps, rules) if _line else None

    def with_turn(self, colour: Colour) -> GoPosition:
        """This position with another side to move; a ko mark is for one side only."""
        return self if colour is self.turn else self._without_stone(colour)

    def _without_stone(self, turn: Colour | None) -> GoPosition:
        after = replace(self, stones=self._unmarked(), turn=turn)
        if KO not in self.stones:
            object.__setattr__(after, "_state", self._state)
        return after

    def _with_stone(self, point: int, colour: Colour) -> GoPosition:
        """The position after a stone on an empty point, whatever the rules say."""
        groups = state.copy_unmarked(self.kernel_state)
        taken, lost, _ = kernel.play_unchecked(groups, point, STONES[colour])
        black, white = (taken, lost) if colour is Colour.BLACK else (lost, taken)
        captures = (self.black_captures + black, self.white_captures + white)
        after = GoPosition(self.size, state.stones_of(groups), SIDES.other(colour), *captures)
        # The groups are known already: the next move need not find them again.
        object.__setattr__(after, "_state", groups)
        return after

    def certain(self) -> Certain:
        """The stones that live whatever happens, and those that are dead for certain."""
        alive, dead = (
            tuple(
                board.point_name(index, self.size)
                for index in indices_of(points, self.width, len(self.stones))
            )
            for points in certain_sets(self.stones, self.width)
        )
        return Certain(alive, dead)

    def score(
        self,
        rules: GoRules | str = "standard",
        dead: Iterable[AnyMove] = (),
        komi: float | None = None,
    ) -> GoScore:
        """Both sides' points once the dead stones are taken off; `komi` overrides the rules'.

        A dead stone stands for its group. Stones that are dead for certain need not be named.
        Raises PositionError for a stone that is not there or that lives for certain, and where
        the rules take no stones off.
        """
        rules = self.find_rules(rules)
        rules = rules if komi is None else replace(rules, komi=komi)
        captures = (self.black_captures, self.white_captures)
        return score.count(rules, self.stones, self.width, captures, self._gone(rules, dead))

    def owners(
        self, rules: GoRules | str = "standard", dead: Iterable[AnyMove] = ()
    ) -> dict[str, Colour]:
        """Who owns each point that `score` counts: area with the stones, territory without.

        Raises what `score` raises.
        """
        rules = self.find_rules(rules)
        gone = self._gone(rules, dead)
        with_stones = rules.scoring is Scoring.AREA
        found = score.owners(self.stones, self.width, gone, with_stones=with_stones)
        return {board.point_name(index, self.size): side for index, side in found.items()}

    def _gone(self, rules: GoRules, dead: Iterable[AnyMove]) -> set[int]:
        """The stones that are taken off before counting."""
        given = tuple(dead)
        if given and not rules.agreement:
            raise PositionError(f"{rules.name} rules count every stone as it stands")
        if not rules.agreement:
            return set()
        alive, certainly = certain_sets(self.stones, self.width)
        gone = score.dead_indices(given, self.stones, self.size, alive)
        return gone | set(indices_of(certainly, self.width, len(self.stones)))

    def outcome(
        self, rules: GoRules | str = "standard", history: History | None = None
    ) -> Outcome | None:
        """Who won a game that is over: the side that did not resign, or that has more points.

        Without a history a resignation is not known, and the board is counted.
        """
        rules = self.find_rules(rules)
        if self.turn is not None:
            return None
        if history is not None and history.last_move == RESIGN and history.last_colour:
            loser = history.last_colour
            return Outcome(SIDES.other(loser), Reason.RESIGNATION, rules.name, loser)
        return self.score(rules).outcome

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: groups without liberties, several ko marks, a ko mark where there is no ko."""
        faults = find_faults(self.stones, self.size, self.mover)
        return tuple(
            Problem(fault.code, fault.message, severity=Severity.WARNING) for fault in faults
        )

    def summary(self) -> tuple[str, ...]:
        return tuple(
            f"{colour}: {counted(self.stones.count(STONES[colour]), 'stone')} on the board,"
            f" {self.captures(colour):g} captured"
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
        """The board as a diagram, and below it whose turn it is and what was captured."""
        return f"{format_diagram(self.stones, self.size)}\n{self._words()}"

    def _words(self) -> str:
        return format_state(self.turn, self.black_captures, self.white_captures)

    def __repr__(self) -> str:
        if self == GoPosition(self.size):
            return f"GoPosition({self.size})"
        rows = "/".join(format_rows(self.stones, self.size))
        return f"GoPosition.parse('{rows}/ {self._words()}')"


Line: TypeAlias = "Callable[[GoPosition, Sequence[Step], GoRules | str], GoPosition | None]"
_line: Line | None = None


def play_lines_by(line: Line) -> None:
    """Let whole lines be played by `line`. Called once, by the module that has a quick way."""
    global _line
    _line = line


def _key(unmarked: bytes, turn: Colour | None, ko: KoRule) -> bytes:
    whose = turn.value.encode() if turn and ko is not KoRule.POSITIONAL else b""
    return blake2b(unmarked + whose, digest_size=16).digest()


def refusal(verdict: int, rules: GoRules) -> str:
    """Why rules forbid a move, by the kernel's verdict."""
    which = f"{rules.ko.value} " if verdict == kernel.REPEATED else ""
    return f"{which}{REFUSALS[verdict]}"


def _illegal(move: GoMove, reason: str) -> IllegalMoveError:
    return IllegalMoveError(str(move), f"{move} is not legal: {reason}")
