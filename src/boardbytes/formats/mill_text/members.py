"""Which member of the mill family a line is about: its stones say so, as far as they can."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.mill_text.words import explain_line
from boardbytes.formats.text import MAX_SIZE, TextField, split
from boardbytes.games.mill import MillPosition, MillRules
from boardbytes.games.mill.board import MOST_STONES, SQUARE, STONES, find_board, mask_of
from boardbytes.games.mill.rules import PRESETS
from boardbytes.model import Colour, Document, Span
from boardbytes.model.registry import find

NINE = PRESETS["nine"]


@dataclass(frozen=True)
class Told:
    """What a line says: both sides' stones and hands, whose turn it is, whether a taking is due."""

    white: int
    black: int
    hands: tuple[int, int]
    turn: Colour
    removing: bool

    @classmethod
    def of(cls, position: MillPosition) -> Told:
        """What a line says of a position."""
        hands = position.white_hand, position.black_hand
        return cls(position.white, position.black, hands, position.turn, position.removing)

    def under(self, rules: MillRules) -> MillPosition:
        """The position as one of that member; PositionError if it cannot be one."""
        board, each = find_board(rules.board), rules.stones
        return MillPosition(
            self.white, self.black, *self.hands, self.turn, self.removing, board, each
        )

    @property
    def totals(self) -> tuple[int, int]:
        """The stones of either side, on the board and in hand."""
        return self.white.bit_count() + self.hands[0], self.black.bit_count() + self.hands[1]

    @property
    def has_all(self) -> bool:
        """Whether no stone can have been taken: the side that took last has three on the board."""
        return max(self.white.bit_count(), self.black.bit_count()) < 3

    def fits(self, rules: MillRules) -> bool:
        """Whether this may be a position of a member; the square is never written as a line."""
        board = find_board(rules.board)
        if board is SQUARE or (self.white | self.black) & ~board.all:
            return False
        own = self.white if self.turn is Colour.WHITE else self.black
        if self.removing and not any(mask_of(line) & ~own == 0 for line in board.lines):
            return False
        if self.has_all:
            return self.totals == (rules.stones, rules.stones)
        return max(self.totals) <= rules.stones


def _members() -> Iterator[MillRules]:
    """One rule set for each way to play: no draws by history, no second names."""
    seen = set()
    for rules in PRESETS.values():
        way = rules.board, rules.stones, rules.flags
        if way not in seen and rules.repetitions is None and rules.name != "muehle":
            seen.add(way)
            yield rules


MEMBERS = tuple(_members())


def likely_rules(told: Told) -> tuple[MillRules, list[MillRules]]:
    """The member that a line is taken for, and the others that it might be about.

    Nine Men's Morris wherever it can be, else the member with the fewest stones.
    """
    fitting = [rules for rules in MEMBERS if told.fits(rules)]
    if told.fits(NINE):
        return NINE, fitting[1:]
    # Fewer stones than nine are a smaller game only if none can have been taken.
    able = [rules for rules in fitting if told.has_all or rules.stones >= STONES]
    able.sort(key=lambda rules: rules.stones)
    if able:
        return able[0], [rules for rules in fitting if rules is not able[0]]
    most = max(told.totals)
    if told.has_all and told.totals == (most, most) and 3 <= most <= MOST_STONES:
        return MillRules("standard", stones=most), []
    return NINE, []


def build(told: Told, rules: str | None, place: int, findings: Findings) -> MillPosition:
    """The position that a line describes; FormatError, with all problems so far, if there is none.

    Where `rules` names a member, it is a position of that one; else the likeliest is taken, and a
    warning says so if it is not Nine Men's Morris and others fit as well.
    """
    findings.raise_errors()
    # What is standard depends on the board, so it cannot decide which board it is.
    asked = find("rule set", rules, PRESETS) if rules not in (None, "standard", "match") else None
    chosen, others = (asked, []) if asked else likely_rules(told)
    try:
        position = told.under(chosen)
    except PositionError as error:
        found = f"{max(told.totals)} stones"
        message = f"this is not a position of {chosen.name}: {error}"
        findings.error("other-game", message, place, found)
        findings.raise_errors()
        raise
    if chosen is not NINE and others:
        names = " or ".join(rules.name for rules in others)
        message = f"read as {chosen.name}, but it could be {names}: say which with --rules"
        findings.warning("other-game", message, place)
    elif chosen is NINE and not asked and told.has_all and max(told.totals) < STONES:
        message = (
            f"{max(told.totals)} stones are too few: no side has a mill that could have taken one"
        )
        findings.warning("other-game", message, place)
    return position


class MemberFormat(Format):
    """A format whose lines leave open which member of the family they are about."""

    options = ("rules",)

    def __init__(self, rules: str | None = None) -> None:
        if rules is not None:
            find("rule set", rules, PRESETS)
        self._rules = rules

    def with_options(self, **options: Any) -> Format:
        super().with_options(**options)
        return type(self)(**options) if options else self

    @staticmethod
    @abstractmethod
    def read(data: bytes, rules: str | None) -> Document:
        """The document of a line; `rules` is the name of its rules, if given."""

    def decode(self, data: bytes) -> Document:
        return self.read(data, self._rules)


class LineFormat(MemberFormat):
    """A line of words, one of them a board of rings."""

    game = "mill"
    max_size = MAX_SIZE
    fields: ClassVar[tuple[TextField, ...]]
    further: ClassVar[str]
    """What words after the last field are called."""
    order: ClassVar[Sequence[int]]
    """The points as they are written."""
    marks: ClassVar[Mapping[str, Colour | None]]

    def explain(self, data: bytes) -> list[Span]:
        """Every word of a line with its meaning; of the board, every mark."""
        return explain_line(split(data), self.fields, self.further, self.order, self.marks)


def member_losses(position: MillPosition) -> list[str]:
    """What a line that names no member does not say of a position."""
    if position.board is SQUARE:
        return []
    likely, _ = likely_rules(Told.of(position))
    if (likely.board, likely.stones) == (position.board.name, position.each):
        return []
    rules = position.find_rules("standard")
    name = next((name for name, preset in [*PRESETS.items()][::-1] if preset is rules), None)
    hint = f": say so with --rules {name}" if name else ""
    return [f"that it is a game with {rules.member}{hint}"]
