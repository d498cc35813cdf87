"""The rules of mill as a value, and the rule sets and members of its family that have names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from boardbytes.errors import PositionError
from boardbytes.games.mill.board import MOST_STONES, STONES, THREE_RINGS, MillBoard, find_board

# What the kernel is told of the rules, one bit each.
FLYING = 1
PLACE_TWO_MILLS = 2
TAKE_FROM_TWO_MILLS = 4
MOVES_EARLY = 8
FULL_BOARD_DRAWS = 16
MILL_WINS = 32


@dataclass(frozen=True)
class MillRules:
    """What may differ from table to table in mill: the board, the stones, the rules.

    Raises UnknownNameError for an unknown board, PositionError for too few stones or too many.
    """

    name: str
    flying: bool = True
    """A side with three stones left, those in hand included, moves to any empty point."""
    place_two_mills: bool = True
    """A stone may be set where it closes two mills at once."""
    take_from_two_mills: bool = True
    """When all opposing stones are in mills, one that is in two mills may be taken."""
    repetitions: int | None = None
    """How many occurrences of a position make a draw; None: there is no such draw."""
    quiet_plies: int | None = None
    """How many plies of moving without a mill make a draw; None: there is no such draw."""
    board: str = THREE_RINGS.name
    """The name of the board."""
    stones: int = STONES
    """How many stones each side has."""
    moves_early: bool = False
    """A side may move a stone while others are in hand."""
    full_board_draws: bool = False
    """When no point is empty the game is drawn; otherwise the side to move has lost."""
    mill_wins: bool = False
    """The side that closes a mill has won, and takes nothing."""
    no_return: bool = False
    """A stone that left a mill and closed another may not go back on its side's next move."""

    def __post_init__(self) -> None:
        most = min(MOST_STONES, find_board(self.board).points // 2)
        if not 3 <= self.stones <= most:
            raise PositionError(
                f"each side has 3 to {most} stones on the board {self.board}, not {self.stones}"
            )

    @property
    def flags(self) -> int:
        """These rules as the kernel of their board takes them."""
        return (
            FLYING * self.flying
            | PLACE_TWO_MILLS * self.place_two_mills
            | TAKE_FROM_TWO_MILLS * self.take_from_two_mills
            | MOVES_EARLY * self.moves_early
            | FULL_BOARD_DRAWS * self.full_board_draws
            | MILL_WINS * self.mill_wins
        )

    @property
    def member(self) -> str:
        """Which board and how many stones these rules are for, in words."""
        board = find_board(self.board)
        return f"{self.stones} stones a side on the board {board.name} ({board.title})"


def as_match(rules: MillRules) -> MillRules:
    """Rules as players play them: threefold repetition, fifty moves each without a mill."""
    return replace(rules, name="match", repetitions=3, quiet_plies=100)


# A position alone is never drawn, so the standard rules have no draw but a full board.
_STANDARD = MillRules("standard")
_TWELVE = MillRules("twelve", board="diagonals", stones=12, full_board_draws=True)
_SIX = MillRules("six", board="two-rings", stones=6, flying=False)

PRESETS: Mapping[str, MillRules] = {
    "standard": _STANDARD,
    "nine": _STANDARD,
} | {
    rules.name: rules
    for rules in (
        as_match(_STANDARD),
        # The rules of the program Muehle, whose numbering and databases we share.
        MillRules("muehle", place_two_mills=False, take_from_two_mills=False),
        MillRules("ten", stones=10),
        MillRules("lasker", stones=10, moves_early=True),
        _TWELVE,
        replace(_TWELVE, name="morabaraba"),
        replace(as_match(_TWELVE), name="morabaraba-sport", no_return=True),
        MillRules("eleven", board="diagonals", stones=11),
        _SIX,
        replace(_SIX, name="five", stones=5),
        replace(_SIX, name="five-flying", stones=5, flying=True),
        MillRules("three", board="square", stones=3, flying=False, mill_wins=True),
    )
}  # fmt: skip


TITLES: Mapping[tuple[str, int], str] = {
    ("three-rings", 10): "Ten Men's Morris or Lasker Morris",
    ("diagonals", 11): "Eleven Men's Morris",
    ("diagonals", 12): "Twelve Men's Morris or Morabaraba",
    ("two-rings", 6): "Six Men's Morris",
    ("two-rings", 5): "Five Men's Morris",
    ("square", 3): "Three Men's Morris",
}
"""What people call a game, by its board and the stones that each side has."""


def usual_rules(board: MillBoard, stones: int) -> MillRules:
    """How a game with this board and number of stones is usually played: its first preset."""
    for rules in PRESETS.values():
        if (rules.board, rules.stones) == (board.name, stones):
            return rules
    return MillRules("standard", board=board.name, stones=stones)
