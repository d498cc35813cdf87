"""The position of mill: a frozen value, played by the kernel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from boardbytes.errors import NoMoveError, PositionError
from boardbytes.games.mill import kernel
from boardbytes.games.mill.board import SIDES, STONES, THREE_RINGS, MillBoard, find_board, points_of
from boardbytes.games.mill.difference import differences
from boardbytes.games.mill.kernels import kernel_of
from boardbytes.games.mill.move import MillMove
from boardbytes.games.mill.notation import (
    format_diagram,
    format_line,
    format_member,
    parse_move,
    parse_point,
    parse_position,
)
from boardbytes.games.mill.refusal import refusal
from boardbytes.games.mill.rules import PRESETS, TITLES, MillRules, as_match, usual_rules
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.given import move_given, rules_given
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position, Rules, choose_legal
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.words import counted


class MillPhase(Enum):
    """What a side does on its turn."""

    SET = "set"
    MOVE = "move"
    FLY = "fly"


@dataclass(frozen=True)
class MillCounts:
    """Stones of one side, or of both: on the field, missing (taken) and set so far: s = f + m."""

    f: int
    m: int

    @property
    def s(self) -> int:
        return self.f + self.m

    def __add__(self, other: MillCounts) -> MillCounts:
        return MillCounts(self.f + other.f, self.m + other.m)


@dataclass(frozen=True, slots=True, repr=False)
class MillPosition(Position[MillMove | str, MillMove, MillRules]):
    """Stones on the board as sets of points, stones in hand, and whose turn it is.

    `removing` marks the middle of a move: a mill is closed, the stone not yet taken. Whatever is
    in neither place has been taken. `board` and `each`, the stones that each side has, say which
    member of the family it is. Raises PositionError for values that make no position.
    """

    white: int = 0
    black: int = 0
    white_hand: int = STONES
    black_hand: int = STONES
    turn: Colour = Colour.WHITE
    removing: bool = False
    board: MillBoard = THREE_RINGS
    each: int = STONES

    game: ClassVar[str] = "mill"
    sides: ClassVar[Sides] = SIDES

    def __post_init__(self) -> None:
        if self.turn not in SIDES:
            raise PositionError(f"mill is played by white and black, not by {self.turn}")
        if (self.white | self.black) & ~self.board.all or self.white & self.black:
            points = f"the {self.board.points} points"
            raise PositionError(f"white and black stones must be two separate sets of {points}")
        for colour in SIDES:
            stones, hand = kernel.popcount(self.stones(colour)), self.hand(colour)
            if hand < 0 or stones + hand > self.each:
                raise PositionError(
                    f"{colour} has {counted(stones, 'stone')} on the board and {hand} in hand;"
                    f" each side has {self.each}"
                )

    @classmethod
    def start(cls, rules: MillRules | str = "standard") -> MillPosition:
        """The empty board of the member of the family that these rules are for."""
        value = rules_given(rules, MillRules, PRESETS)
        board, stones = find_board(value.board), value.stones
        return cls(white_hand=stones, black_hand=stones, board=board, each=stones)

    @property
    def _kernel(self) -> Any:
        """The kernel's functions for this board."""
        return kernel_of(self.board)

    def stones(self, colour: Colour) -> int:
        """A side's stones on the board, as a set of points."""
        return self.white if colour is Colour.WHITE else self.black

    def points(self, colour: Colour) -> tuple[int, ...]:
        """A side's stones on the board, as ring numbers in ascending order."""
        return points_of(self.stones(colour))

    def hand(self, colour: Colour) -> int:
        """How many stones a side has yet to set."""
        return self.white_hand if colour is Colour.WHITE else self.black_hand

    def counts(self, colour: Colour | None = None) -> MillCounts:
        """Stones on the field, missing and set so far, of one side or of both."""
        if colour is None:
            return self.counts(Colour.WHITE) + self.counts(Colour.BLACK)
        field = kernel.popcount(self.stones(colour))
        return MillCounts(field, self.each - field - self.hand(colour))

    def phase(self, colour: Colour) -> MillPhase:
        """What a side does on its turn under the usual rules: set while it has a stone in hand,
        fly with three left where that is allowed, else move."""
        if self.hand(colour):
            return MillPhase.SET
        flags = usual_rules(self.board, self.each).flags
        flies = kernel.flies(self.stones(colour), 0, flags)
        return MillPhase.FLY if flies else MillPhase.MOVE

    @property
    def kernel_values(self) -> tuple[int, int, int, int, bool]:
        """This position as the kernel takes it: own, opp, hand, opp_hand, removing."""
        mover, other = self.turn, SIDES.other(self.turn)
        return (
            self.stones(mover),
            self.stones(other),
            self.hand(mover),
            self.hand(other),
            self.removing,
        )

    def find_rules(self, rules: MillRules | str) -> MillRules:
        """A preset by its name, or the rules as they are; PositionError if they do not fit.

        On any board, `standard` means the rules that are usual there, and `match` the same with
        draws by repetition and for want of progress.
        """
        value = rules_given(rules, MillRules, PRESETS)
        if value.stones == self.each and value.board == self.board.name:
            return value
        if rules == "standard":
            return usual_rules(self.board, self.each)
        if rules == "match":
            return as_match(usual_rules(self.board, self.each))
        raise PositionError(f"{value.name} rules are for {value.member}, not for {self.member}")

    @property
    def is_nine(self) -> bool:
        """Whether this is Nine Men's Morris."""
        return self.each == STONES and self.board is THREE_RINGS

    @property
    def member(self) -> str:
        """Which member of the family this is, in words."""
        return f"{self.each} stones a side on the board {self.board.name}"

    @property
    def is_untouched(self) -> bool:
        """Whether no stone has been set yet and white is to move."""
        return not self.counts().s and self.turn is SIDES.first

    def under(self, rules: MillRules | str) -> MillPosition:
        # What is standard depends on the board, so it never asks for another.
        if rules in ("standard", "match") or not self.is_untouched:
            return self
        return self.start(rules)

    def parse_move(self, text: str) -> MillMove:
        return parse_move(text, self.board)

    def legal_moves(
        self, rules: MillRules | str = "standard", history: History | None = None
    ) -> tuple[MillMove, ...]:
        """All legal moves, in ascending order of points; none when the game is over."""
        rules = self.find_rules(rules)
        codes = [0] * kernel.MAX_MOVES
        count = self._kernel.list_moves(*self.kernel_values, rules.flags, codes)
        forbidden = self._way_back(rules, history)
        return tuple(
            move
            for move in (MillMove.from_code(code, self.board) for code in codes[:count])
            if forbidden is None or (move.source, move.target) != forbidden
        )

    def step(
        self,
        move: MillMove | str,
        rules: MillRules | str = "standard",
        history: History | None = None,
    ) -> tuple[MillMove, MillPosition]:
        rules = self.find_rules(rules)
        wanted = move_given(move, MillMove, self.parse_move)
        fits = [
            legal
            for legal in self.legal_moves(rules, history)
            if (legal.source, legal.target) == (wanted.source, wanted.target)
            # A move that closes a mill may be named without its taking; it is then ambiguous
            # unless there is only one stone to take.
            and wanted.taken in (legal.taken, None)
        ]
        legal = choose_legal(
            str(wanted), fits, lambda: refusal(self, wanted, rules, self._way_back(rules, history))
        )
        return legal, self._after(legal)

    def _after(self, move: MillMove) -> MillPosition:
        own, opp, hand, opp_hand, _ = self.kernel_values
        own, opp, hand = kernel.play_unchecked(own, opp, hand, move.code)
        member = self.board, self.each
        if self.turn is Colour.WHITE:
            return MillPosition(own, opp, hand, opp_hand, Colour.BLACK, False, *member)
        return MillPosition(opp, own, opp_hand, hand, Colour.WHITE, False, *member)

    def outcome(
        self, rules: MillRules | str = "standard", history: History | None = None
    ) -> Outcome | None:
        rules = self.find_rules(rules)
        other = SIDES.other(self.turn)
        for colour, foe in ((other, self.turn), (self.turn, other)):
            stones = self.stones(colour)
            if rules.mill_wins and stones & self._kernel.closing(stones):
                return Outcome(colour, Reason.MILL, rules.name, foe)
            if kernel.is_lost(self.stones(foe), self.hand(foe), rules.flags):
                return Outcome(colour, Reason.FEW_STONES, rules.name, foe)
        if rules.full_board_draws and not self._kernel.free_points(self.white | self.black):
            return None if self.removing else Outcome(None, Reason.FULL_BOARD, rules.name)
        if not self._can_move(rules, history):
            return Outcome(other, Reason.NO_MOVE, rules.name, self.turn)
        return None

    def _can_move(self, rules: MillRules, history: History | None) -> bool:
        if rules.no_return and history is not None:
            return bool(self.legal_moves(rules, history))
        return bool(self._kernel.count_moves(*self.kernel_values, rules.flags))

    def _way_back(self, rules: MillRules, history: History | None) -> tuple[int, int] | None:
        """The way that no stone may go now: back into the mill that it just left for another."""
        if not rules.no_return or history is None:
            return None
        before, after = history.back(2), history.back(1)
        if not (isinstance(before, MillPosition) and isinstance(after, MillPosition)):
            return None
        own, moved = before.stones(self.turn), after.stones(self.turn)
        source, target = own & ~moved, moved & ~own
        left, closed = source & self._kernel.closing(own), target & self._kernel.closing(moved)
        return (points_of(target)[0], points_of(source)[0]) if left and closed else None

    def key(self, rules: Rules) -> MillPosition | None:
        looks_back = rules.repetitions is not None or getattr(rules, "no_return", False)
        return self if looks_back else None

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: counts that do not fit the turn, a taking without a mill or without a stone."""
        found = []
        white, black = self.counts(Colour.WHITE).s, self.counts(Colour.BLACK).s
        # White starts. In the middle of a move the mover has already set this turn's stone.
        white_leads = (self.turn is Colour.BLACK) != self.removing
        is_setting = (self.white_hand or self.black_hand) and not self._may_move_early
        if is_setting and white - black != white_leads:
            found.append(
                _warning(
                    "turn",
                    f"{self.turn} cannot be to {'take' if self.removing else 'move'} when"
                    f" white has set {counted(white, 'stone')} and black {black}",
                )
            )
        other = SIDES.other(self.turn)
        own, opp = self.stones(self.turn), self.stones(other)
        if self.removing and not own & self._kernel.closing(own):
            found.append(_warning("no-mill", f"{self.turn} is to take a stone but has no mill"))
        if self.removing and not opp:
            message = f"{self.turn} is to take a stone but {other} has none on the board"
            found.append(_warning("nothing-to-take", message))
        return tuple(found)

    @property
    def _may_move_early(self) -> bool:
        """Whether it may be of a game in which a turn need not set a stone while there are any."""
        return any(
            rules.moves_early and (rules.board, rules.stones) == (self.board.name, self.each)
            for rules in PRESETS.values()
        )

    def called(self, usual: str) -> str:
        if self.is_nine:
            return usual
        return TITLES.get((self.board.name, self.each), f"mill with {self.member}")

    def summary(self) -> tuple[str, ...]:
        lines = []
        for colour in SIDES:
            counts, hand = self.counts(colour), self.hand(colour)
            phase = self.phase(colour).value
            stones = f"{counts.f} on the board, {hand} in hand, {counts.m} taken"
            lines.append(f"{colour}: {stones} ({phase} phase)")
        return tuple(lines)

    def move_to(self, other: MillPosition, rules: MillRules | str = "standard") -> MillMove:
        for move in self.legal_moves(rules):
            if self._after(move) == other:
                return move
            begun = replace(move, taken=None)
            if other.removing and not self.removing and self._begun(begun) == other:
                return begun
        raise NoMoveError(differences(self, other))

    def _begun(self, move: MillMove) -> MillPosition:
        """The position in the middle of a move: the mill closed, the stone not yet taken."""
        return replace(self._after(move), turn=self.turn, removing=True)

    @classmethod
    def _parse(cls, text: str) -> MillPosition:
        white, black, white_hand, black_hand, turn, removing, board, each = parse_position(text)
        return cls(white, black, white_hand, black_hand, Colour(turn), removing, board, each)

    def __getitem__(self, point: str) -> Colour | None:
        """Whose stone is on a point; None if there is none."""
        mask = kernel.bit(parse_point(point, self.board))
        return next((colour for colour in SIDES if self.stones(colour) & mask), None)

    def __str__(self) -> str:
        """The board as a diagram, and below it whose turn it is and how many stones are in hand."""
        doing = "to take a stone" if self.removing else "to move"
        diagram = format_diagram(self.white, self.black, self.board)
        return f"{diagram}\n{self.turn} {doing}; {self._hands}"

    @property
    def _hands(self) -> str:
        hands = f"in hand: white {self.white_hand}, black {self.black_hand}"
        return hands + format_member(self.board, self.each)

    @property
    def line(self) -> str:
        """The position in one line, as `parse` reads it."""
        doing = "take" if self.removing else "move"
        state = f"{self.turn} to {doing}; {self._hands}"
        return format_line(self.white, self.black, state, self.board)

    def __repr__(self) -> str:
        return "MillPosition()" if self == MillPosition() else f"MillPosition.parse({self.line!r})"


def _warning(code: str, message: str) -> Problem:
    return Problem(code, message, severity=Severity.WARNING)
