"""The position of checkers: a frozen value, played by the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from boardbytes.errors import NoMoveError, PositionError
from boardbytes.games.checkers import kernel
from boardbytes.games.checkers.board import (
    FAR_ROWS,
    NAMES,
    PIECES,
    SIDES,
    SQUARES,
    START_RED,
    START_WHITE,
    squares_of,
)
from boardbytes.games.checkers.move import CheckersMove
from boardbytes.games.checkers.notation import (
    AnyMove,
    format_diagram,
    format_line,
    move_of,
    parse_move,
    parse_position,
    parse_square,
)
from boardbytes.games.checkers.rules import PRESETS, CheckersRules
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.given import rules_given
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position, choose_legal
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.step import EMPTY, Setup


@dataclass(frozen=True, slots=True, repr=False)
class CheckersPosition(Position[AnyMove, CheckersMove, CheckersRules]):
    """Pieces of both sides and the kings among them as sets of squares, and whose turn it is.

    Red has the squares 1 to 12 at the start and moves first, to higher numbers. Raises
    PositionError for values that make no position.
    """

    red: int = START_RED
    white: int = START_WHITE
    kings: int = 0
    turn: Colour = Colour.RED

    game: ClassVar[str] = "checkers"
    sides: ClassVar[Sides] = SIDES

    def __post_init__(self) -> None:
        if self.turn not in SIDES:
            raise PositionError(f"checkers is played by red and white, not by {self.turn}")
        if (self.red | self.white) & ~kernel.ALL or self.red & self.white:
            raise PositionError("red and white pieces must be two separate sets of the 32 squares")
        if self.kings & ~(self.red | self.white):
            raise PositionError("every king must be a red or a white piece")
        for colour in SIDES:
            count = kernel.popcount(self.pieces(colour))
            if count > PIECES:
                raise PositionError(f"{colour} has {count} pieces; each side has {PIECES}")

    def pieces(self, colour: Colour) -> int:
        """A side's pieces, as a set of squares."""
        return self.red if colour is Colour.RED else self.white

    def squares(self, colour: Colour) -> tuple[int, ...]:
        """A side's pieces, as squares in ascending order."""
        return squares_of(self.pieces(colour))

    @property
    def kernel_values(self) -> tuple[int, int, int, bool]:
        """This position as the kernel takes it: own, opp, kings, down."""
        down = self.turn is Colour.RED
        return self.pieces(self.turn), self.pieces(SIDES.other(self.turn)), self.kings, down

    @classmethod
    def find_rules(cls, rules: CheckersRules | str) -> CheckersRules:
        return rules_given(rules, CheckersRules, PRESETS)

    def _codes(self, rules: CheckersRules | str) -> list[int]:
        flags = self.find_rules(rules).flags
        codes = [0] * kernel.MAX_MOVES
        count = kernel.list_moves(*self.kernel_values, flags, codes)
        return codes[:count]

    def legal_moves(
        self, rules: CheckersRules | str = "standard", history: History | None = None
    ) -> tuple[CheckersMove, ...]:
        """All legal moves, in ascending order of squares; none when the game is over."""
        return tuple(map(CheckersMove.from_code, self._codes(rules)))

    def parse_move(self, text: str) -> CheckersMove:
        return parse_move(text)

    def step(
        self,
        move: AnyMove,
        rules: CheckersRules | str = "standard",
        history: History | None = None,
    ) -> tuple[CheckersMove, CheckersPosition]:
        rules = self.find_rules(rules)
        wanted = move_of(move)
        codes = {CheckersMove.from_code(code): code for code in self._codes(rules)}
        fits = [wanted] if wanted in codes else [legal for legal in codes if _names(wanted, legal)]
        legal = choose_legal(str(wanted), fits, lambda: _refusal(self, wanted, rules))
        code = codes[legal]
        return CheckersMove.from_code(code), self._after(code)

    def _after(self, code: int) -> CheckersPosition:
        own, opp, kings = kernel.play_unchecked(*self.kernel_values, code)
        if self.turn is Colour.RED:
            return CheckersPosition(own, opp, kings, Colour.WHITE)
        return CheckersPosition(opp, own, kings, Colour.RED)

    def outcome(
        self, rules: CheckersRules | str = "standard", history: History | None = None
    ) -> Outcome | None:
        rules = self.find_rules(rules)
        if kernel.count_moves(*self.kernel_values, rules.flags):
            return None
        reason = Reason.NO_MOVE if self.pieces(self.turn) else Reason.NO_PIECES
        return Outcome(SIDES.other(self.turn), reason, rules.name, self.turn)

    def set_up(self, setup: Setup) -> CheckersPosition:
        """The position after pieces were changed by hand: `red`, `white king`, `empty` …"""
        sets = {"red": self.red, "white": self.white, "king": self.kings}
        for name, what in setup.stones:
            square = 1 << parse_square(name)
            words = ["king" if word == "queen" else word for word in what.split()]
            for word in sets:
                sets[word] = sets[word] | square if word in words else sets[word] & ~square
        turn = setup.turn or self.turn
        return CheckersPosition(sets["red"], sets["white"], sets["king"], turn)

    @property
    def setup_words(self) -> tuple[str, ...]:
        return (*SIDES.names, *(f"{colour} king" for colour in SIDES))

    def setup_to(self, other: CheckersPosition) -> Setup:
        """What changes this position by hand into another: the inverse of `set_up`."""
        changed = [
            (NAMES[square], other.piece_words(square))
            for square in range(SQUARES)
            if self.piece_words(square) != other.piece_words(square)
        ]
        return Setup(tuple(changed), other.turn)

    def piece_words(self, square: int) -> str:
        """What stands on a square, in words: `red`, `white king`, `empty`."""
        for colour in SIDES:
            if self.pieces(colour) >> square & 1:
                return f"{colour} king" if self.kings >> square & 1 else f"{colour}"
        return EMPTY

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: a man on the row where it is crowned."""
        return tuple(
            Problem(
                "man-on-far-row",
                f"the {colour} man on {NAMES[square]} should be a king",
                severity=Severity.WARNING,
            )
            for colour in SIDES
            for square in squares_of(self.pieces(colour) & FAR_ROWS[colour] & ~self.kings)
        )

    def summary(self) -> tuple[str, ...]:
        lines = []
        for colour in SIDES:
            count = kernel.popcount(self.pieces(colour))
            kings = kernel.popcount(self.pieces(colour) & self.kings)
            men = f"{count - kings} men" if count - kings != 1 else "1 man"
            crowned = f"{kings} kings" if kings != 1 else "1 king"
            lines.append(f"{colour}: {men}, {crowned}, {PIECES - count} lost")
        return tuple(lines)

    def move_to(
        self, other: CheckersPosition, rules: CheckersRules | str = "standard"
    ) -> CheckersMove:
        for code in self._codes(rules):
            if self._after(code) == other:
                return CheckersMove.from_code(code)
        raise NoMoveError(_differences(self, other))

    def __str__(self) -> str:
        """The board as a diagram, and below it whose turn it is."""
        return f"{format_diagram(self.red, self.white, self.kings)}\n{self.turn} to move"

    def __repr__(self) -> str:
        if self == CheckersPosition():
            return "CheckersPosition()"
        line = format_line(self.red, self.white, self.kings, self.turn.value)
        return f"CheckersPosition.parse({line!r})"

    @classmethod
    def _parse(cls, text: str) -> CheckersPosition:
        red, white, kings, turn = parse_position(text)
        return cls(red, white, kings, Colour(turn))

    def __getitem__(self, square: str | int) -> Colour | None:
        """Whose piece is on a square; None if there is none."""
        mask = 1 << parse_square(str(square))
        return next((colour for colour in SIDES if self.pieces(colour) & mask), None)

    def is_king(self, square: str | int) -> bool:
        """Whether the piece on a square is a king."""
        return bool(self.kings >> parse_square(str(square)) & 1)


def _names(wanted: CheckersMove, legal: CheckersMove) -> bool:
    """Whether a jump is named by its first and last square alone."""
    ends = (legal.source, legal.target)
    return wanted.is_jump and legal.is_jump and wanted.squares == ends


def _refusal(board: CheckersPosition, move: CheckersMove, rules: CheckersRules) -> str:
    """The first rule that a move breaks, as a sentence."""
    own, opp, kings, down = board.kernel_values
    source, target = 1 << move.source, 1 << move.target
    start, end = NAMES[move.source], NAMES[move.target]
    mover, other = board.turn, SIDES.other(board.turn)
    piece = "a king" if source & kings else "a man"
    directions = [way for way in range(4) if kernel.reach(bool(source & kings), down) >> way & 1]
    steps = [kernel.shift(source, way) for way in directions]
    jumps = [
        kernel.shift(kernel.shift(source, way) & opp, way) & ~(own | opp) for way in directions
    ]
    backwards = any(kernel.shift(source, way) == target for way in range(4))
    # The first reason that holds is given, so each may rely on those before it.
    reasons = [
        (
            not kernel.count_moves(own, opp, kings, down, rules.flags),
            f"the game is over, {mover} has no move",
        ),
        (bool(source & opp), f"the piece on {start} is {other} and {mover} is to move"),
        (not source & own, f"there is no {mover} piece on {start}"),
        (bool(target & (own | opp) & ~source), f"{end} is occupied"),
        (
            not move.is_jump and rules.must_jump and kernel.can_jump(own, opp, kings, down),
            f"{mover} must jump",
        ),
        (
            not move.is_jump and backwards and target not in steps,
            f"{piece} cannot move backwards",
        ),
        (not move.is_jump, f"{piece} steps to a neighbouring square; {end} is not next to {start}"),
        (not any(jumps), f"{piece} on {start} has nothing to jump"),
        (
            rules.jump_on and move in _beginnings(board, rules),
            "the jump goes on and must be completed",
        ),
        (True, f"no jump leads from {start} to {end} that way"),
    ]
    return next(sentence for holds, sentence in reasons if holds)


def _beginnings(board: CheckersPosition, rules: CheckersRules) -> set[CheckersMove]:
    """Every legal jump cut short."""
    codes = [0] * kernel.MAX_MOVES
    count = kernel.list_moves(*board.kernel_values, rules.flags, codes)
    moves = map(CheckersMove.from_code, codes[:count])
    return {
        CheckersMove(squares, True)
        for move in moves
        for length in range(2, len(move.squares))
        for squares in (move.squares[:length], (move.source, move.squares[length - 1]))
    }


def _differences(before: CheckersPosition, after: CheckersPosition) -> list[str]:
    """What differs between two positions, in sentences."""
    if before == after:
        return ["the positions are the same"]
    sentences = []
    for colour in SIDES:
        had, has = before.pieces(colour), after.pieces(colour)
        crowned = had & has & (before.kings ^ after.kings)
        changes = ((had & ~has, "lost"), (has & ~had, "gained"), (crowned, "crowned or uncrowned"))
        for mask, verb in changes:
            if mask:
                names = " ".join(NAMES[square] for square in squares_of(mask))
                sentences.append(f"{colour} {verb} {names}")
    if before.turn is after.turn:
        sentences.append(f"it is {after.turn}'s turn in both")
    return sentences or [f"it is {before.turn}'s turn in one and {after.turn}'s in the other"]
