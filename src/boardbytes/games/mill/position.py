"""The position of mill: a frozen value, played by the kernel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from boardbytes.errors import NoMoveError, PositionError
from boardbytes.games.mill import kernel
from boardbytes.games.mill.board import SIDES, STONES, points_of
from boardbytes.games.mill.move import MillMove
from boardbytes.games.mill.notation import (
    format_diagram,
    format_line,
    format_point,
    parse_move,
    parse_point,
    parse_position,
)
from boardbytes.games.mill.rules import PRESETS, MillRules
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.history import History
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Position, choose_legal
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.registry import find
from boardbytes.model.words import counted


class MillPhase(Enum):
    """What a side does on its turn."""

    SET = "set"
    MOVE = "move"
    JUMP = "jump"


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
class MillPosition(Position):
    """Stones on the board as sets of points, stones in hand, and whose turn it is.

    `removing` marks the middle of a move: a mill is closed, the stone not yet taken. Whatever is
    in neither place has been taken. Raises PositionError for values that make no position.
    """

    white: int = 0
    black: int = 0
    white_hand: int = STONES
    black_hand: int = STONES
    turn: Colour = Colour.WHITE
    removing: bool = False

    game: ClassVar[str] = "mill"
    sides: ClassVar[Sides] = SIDES

    def __post_init__(self) -> None:
        if self.turn not in SIDES:
            raise PositionError(f"mill is played by white and black, not by {self.turn}")
        if (self.white | self.black) & ~kernel.ALL or self.white & self.black:
            raise PositionError("white and black stones must be two separate sets of the 24 points")
        for colour in SIDES:
            stones, hand = kernel.popcount(self.stones(colour)), self.hand(colour)
            if hand < 0 or stones + hand > STONES:
                raise PositionError(
                    f"{colour} has {counted(stones, 'stone')} on the board and {hand} in hand;"
                    f" each side has {STONES}"
                )

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
        return MillCounts(field, STONES - field - self.hand(colour))

    def phase(self, colour: Colour) -> MillPhase:
        """What a side does on its turn: set while it has a stone in hand, jump with three left."""
        if self.hand(colour):
            return MillPhase.SET
        return MillPhase.JUMP if kernel.popcount(self.stones(colour)) == 3 else MillPhase.MOVE

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

    @classmethod
    def find_rules(cls, rules: MillRules | str) -> MillRules:
        return find("rule set", rules, PRESETS) if isinstance(rules, str) else rules

    def legal_moves(
        self, rules: MillRules | str = "standard", history: History | None = None
    ) -> tuple[MillMove, ...]:
        """All legal moves, in ascending order of points; none when the game is over."""
        flags = self.find_rules(rules).flags
        codes = [0] * kernel.MAX_MOVES
        count = kernel.list_moves(*self.kernel_values, flags, codes)
        return tuple(map(MillMove.from_code, codes[:count]))

    def step(
        self,
        move: MillMove | str,
        rules: MillRules | str = "standard",
        history: History | None = None,
    ) -> tuple[MillMove, MillPosition]:
        rules = self.find_rules(rules)
        wanted = parse_move(move) if isinstance(move, str) else move
        fits = [
            legal
            for legal in self.legal_moves(rules)
            if (legal.source, legal.target) == (wanted.source, wanted.target)
            # A move that closes a mill may be named without its taking; it is then ambiguous
            # unless there is only one stone to take.
            and wanted.taken in (legal.taken, None)
        ]
        legal = choose_legal(str(wanted), fits, lambda: self._refusal(wanted, rules))
        return legal, self._after(legal)

    def _after(self, move: MillMove) -> MillPosition:
        own, opp, hand, opp_hand, _ = self.kernel_values
        own, opp, hand = kernel.play_unchecked(own, opp, hand, move.code)
        if self.turn is Colour.WHITE:
            return MillPosition(own, opp, hand, opp_hand, Colour.BLACK)
        return MillPosition(opp, own, opp_hand, hand, Colour.WHITE)

    def outcome(
        self, rules: MillRules | str = "standard", history: History | None = None
    ) -> Outcome | None:
        rules = self.find_rules(rules)
        for colour in (self.turn, SIDES.other(self.turn)):
            if kernel.is_lost(self.stones(colour), self.hand(colour)):
                return Outcome(SIDES.other(colour), Reason.FEW_STONES, rules.name, colour)
        if not kernel.count_moves(*self.kernel_values, rules.flags):
            return Outcome(SIDES.other(self.turn), Reason.NO_MOVE, rules.name, self.turn)
        return None

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: counts that do not fit the turn, a taking without a mill or without a stone."""
        found = []
        white, black = self.counts(Colour.WHITE).s, self.counts(Colour.BLACK).s
        # White starts. In the middle of a move the mover's stone of this turn is set already.
        white_leads = (self.turn is Colour.BLACK) != self.removing
        if (self.white_hand or self.black_hand) and white - black != white_leads:
            found.append(
                _warning(
                    "turn",
                    f"{self.turn} cannot be to {'take' if self.removing else 'move'} when"
                    f" white has set {counted(white, 'stone')} and black {black}",
                )
            )
        other = SIDES.other(self.turn)
        own, opp = self.stones(self.turn), self.stones(other)
        if self.removing and not own & kernel.closing(own):
            found.append(_warning("no-mill", f"{self.turn} is to take a stone but has no mill"))
        if self.removing and not opp:
            message = f"{self.turn} is to take a stone but {other} has none on the board"
            found.append(_warning("nothing-to-take", message))
        return tuple(found)

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
        raise NoMoveError(_differences(self, other))

    def _begun(self, move: MillMove) -> MillPosition:
        """The position in the middle of a move: the mill closed, the stone not yet taken."""
        return replace(self._after(move), turn=self.turn, removing=True)

    def _refusal(self, move: MillMove, rules: MillRules) -> str:
        """Why a move is not legal, in words for a player."""
        mover, other = self.turn, SIDES.other(self.turn)
        own, opp, hand, _, removing = self.kernel_values
        points = (move.source, move.target, move.taken)
        source, target, taken = (0 if point is None else kernel.bit(point) for point in points)
        names = [None if point is None else format_point(point) for point in points]
        takes = kernel.takeable(opp, rules.flags)
        over = None if removing else self.outcome(rules)
        closes = target & kernel.closing(own & ~source)
        # The first reason that holds is given, so each may rely on those before it.
        reasons = [
            (not source | target | taken, "it names no point"),
            (over is not None, f"the game is over, {over}"),
            (removing and bool(source | target), f"{mover} has closed a mill and only takes now"),
            (not removing and not target, f"{mover} has closed no mill and must move first"),
            (bool(hand and source), f"{mover} sets stones while {hand} are in hand"),
            (not hand and not source and not removing, f"{mover} has set all stones and moves"),
            (bool(source & ~own), f"there is no {mover} stone on {names[0]}"),
            (bool(target & (own | opp)), f"{names[1]} is occupied"),
            (
                bool(source) and not target & kernel.destinations(source, own, opp, rules.flags),
                f"{names[0]} and {names[1]} are not neighbours",
            ),
            (
                not source and not removing and not target & kernel.placements(
                    own, opp, rules.flags
                ),
                f"{rules.name} rules forbid setting a stone that closes two mills",
            ),
            (bool(taken) and not removing and not closes, "it closes no mill, so it takes nothing"),
            (bool(taken & ~opp), f"there is no {other} stone on {names[2]}"),
            (
                bool(taken & ~takes) and takes == opp & ~kernel.closing(opp),
                f"{names[2]} is in a mill and other {other} stones are not",
            ),
            (
                bool(taken & ~takes),
                f"{rules.name} rules protect {names[2]}, which is in two mills",
            ),
        ]  # fmt: skip
        return next(sentence for holds, sentence in reasons if holds)

    @classmethod
    def parse(cls, text: str) -> MillPosition:
        """The position of a text: what `str` and `repr` write, or a diagram alone.

        Raises PositionError for texts that are none of them.
        """
        white, black, white_hand, black_hand, turn, removing = parse_position(text)
        return cls(white, black, white_hand, black_hand, Colour(turn), removing)

    def __getitem__(self, point: str) -> Colour | None:
        """Whose stone is on a point; None if there is none."""
        mask = kernel.bit(parse_point(point))
        return next((colour for colour in SIDES if self.stones(colour) & mask), None)

    def __str__(self) -> str:
        """The board as a diagram, and below it whose turn it is and who has stones in hand."""
        doing = "to take a stone" if self.removing else "to move"
        hands = f"in hand: white {self.white_hand}, black {self.black_hand}"
        return f"{format_diagram(self.white, self.black)}\n{self.turn} {doing}; {hands}"

    def __repr__(self) -> str:
        if self == MillPosition():
            return "MillPosition()"
        doing = "take" if self.removing else "move"
        hands = f"in hand: white {self.white_hand}, black {self.black_hand}"
        line = format_line(self.white, self.black, f"{self.turn} to {doing}; {hands}")
        return f"MillPosition.parse({line!r})"


def _warning(code: str, message: str) -> Problem:
    return Problem(code, message, severity=Severity.WARNING)


def _differences(before: MillPosition, after: MillPosition) -> list[str]:
    """What differs between two positions, in sentences."""
    if before == after:
        return ["the positions are the same"]
    sentences = []
    for colour in SIDES:
        gone = before.stones(colour) & ~after.stones(colour)
        come = after.stones(colour) & ~before.stones(colour)
        for mask, verb in ((gone, "lost"), (come, "gained")):
            if mask:
                names = " ".join(map(format_point, points_of(mask)))
                sentences.append(f"{colour} {verb} {names}")
        if before.hand(colour) != after.hand(colour):
            hands = f"{before.hand(colour)} to {after.hand(colour)}"
            sentences.append(f"{colour}'s hand went from {hands}")
    if before.turn is after.turn and not after.removing:
        sentences.append(f"it is {after.turn}'s turn in both")
    if before.removing != after.removing:
        sentences.append("only one of them is in the middle of a move")
    return sentences or [f"it is {before.turn}'s turn in one and {after.turn}'s in the other"]
