"""What the DGF formats have in common: the four numbers before a board, and the board.

A board is `4 + n²` numbers. In a board file they are bytes, in a record 16-bit numbers, in a packed
file the intersections share bytes; so everything here takes numbers and a function that tells
where in the file number `i` stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import KO, STONES, format_size, point_name
from boardbytes.games.go.faults import find_faults
from boardbytes.games.go.move import PASS_NUMBER
from boardbytes.games.go.notation import MARKS, plain_number
from boardbytes.games.go.plain import join_komi
from boardbytes.model import Bits, Colour, Document, Fact, Facts, Field, Position

OffsetOf: TypeAlias = Callable[[int], int]
"""Where in the file a number of the board stands, counted from 0 with the header."""

HEADER = 4
MAX_SIZE = 255
"""The largest board whose size fits in a byte."""
MAX_PLAYED_SIZE = 181
"""The largest board of a record: every move on it fits 16 bits."""
MAX_POINTS = 510.5
MAX_MOVES = 65_536
"""No record is longer: two moves for every point of the largest board."""

LOWEST = -(2**15)
"""The lowest number of 16 bits; every number below 0 is a resignation."""

TURNS = {1: Colour.BLACK, 2: Colour.WHITE, 0: None}
TURN_NUMBERS = {colour: number for number, colour in TURNS.items()}
WINNERS = {0: "unfinished", 1: "black won", 2: "white won"}
_BLACK_BIT, _WHITE_BIT = 1, 2
"""Which sides a fact is about, as bits."""

_TURN = Bits(
    "turn", 0, 2, "0 the game is over, 1 black, 2 white",
    {0: "the game is over", 1: "black", 2: "white", 3: "not a value of turn"},
)  # fmt: skip
_YES = {0: "no", 1: "yes"}
_RESERVED = Bits("reserved", 6, 2, "must be 0")

HEADER_FIELDS = (
    Field(
        "state",
        "whose turn it is, and what the points bytes cannot say",
        bits=(
            _TURN,
            Bits("black half", 2, 1, "half a point more for black", _YES),
            Bits("white half", 3, 1, "half a point more for white", _YES),
            Bits("black overflow", 4, 1, "255 points more for black", _YES),
            Bits("white overflow", 5, 1, "255 points more for white", _YES),
            _RESERVED,
        ),
    ),
    Field("black_points", "stones that black has captured, plus reverse komi"),
    Field("white_points", "stones that white has captured, plus komi"),
    Field("size", "lines of the board"),
)

INTERSECTIONS = {0: "empty", 1: "black", 2: "white", 3: "empty, forbidden by ko"}


@dataclass(frozen=True)
class Board:
    """A board as it was read: the position, and what is unusual about the way it is written."""

    position: GoPosition
    facts: dict[str, Fact]


def check_header(
    numbers: Sequence[int], offset_of: OffsetOf, largest: int, findings: Findings
) -> None:
    """Report what is wrong with the four numbers before a board, as far as they are there."""
    for index, number in enumerate(numbers[:HEADER]):
        field = HEADER_FIELDS[index]
        if not 0 <= number <= 255:
            message = f"{field.title} must be from 0 to 255"
            code, where = field.name.replace("_", "-"), offset_of(index)
            findings.error(code, message, where, number, field=field.title)
    if numbers and _TURN.of(numbers[0]) not in TURNS:
        message = "bits 0 and 1 of the state must be 0 (over), 1 (black) or 2 (white)"
        findings.error("turn", message, offset_of(0), "3")
    if numbers and 0 <= numbers[0] <= 255 and _RESERVED.of(numbers[0]):
        message = "bits 6 and 7 of the state must be 0"
        findings.error("reserved", message, offset_of(0), f"{_RESERVED.of(numbers[0])}")
    if len(numbers) >= HEADER and not 1 <= numbers[3] <= largest <= 255:
        findings.error("size", f"size must be from 1 to {largest}", offset_of(3), numbers[3])


def read_board(numbers: Sequence[int], offset_of: OffsetOf, findings: Findings) -> Board:
    """The board of a header without errors and its intersections.

    Raises FormatError, with all problems so far, when an intersection has no meaning.
    """
    state, black, white, size = numbers[:HEADER]
    stones = numbers[HEADER:]
    for index, value in enumerate(stones):
        if not 0 <= value <= KO:
            point, where = point_name(index, size), offset_of(HEADER + index)
            message = f"{point} must be 0 (empty), 1 (black), 2 (white) or 3 (ko)"
            findings.error("intersection", message, where, value, point=point)
    findings.raise_errors()
    points = [
        number + (state >> half & 1) / 2 + 255 * (state >> more & 1)
        for number, half, more in ((black, 2, 4), (white, 3, 5))
    ]
    position = GoPosition(size, bytes(stones), TURNS[state & 3], *map(plain_number, points))
    for fault in find_faults(position.stones, size, position.mover):
        point, where = point_name(fault.index, size), offset_of(HEADER + fault.index)
        findings.warning(fault.code, fault.message, where, point=point)
    # Points of 255 can be written in two ways.
    overflow = (state >> 4 & 1 and black == 0) * _BLACK_BIT
    overflow |= (state >> 5 & 1 and white == 0) * _WHITE_BIT
    return Board(position, {"overflow": overflow} if overflow else {})


def board_numbers(position: GoPosition, facts: Facts) -> list[int]:
    """The numbers of a board: the inverse of `read_board`.

    Points are captures; callers that have a komi add it to them first. Raises PositionError
    for a board that is not square, and for more points than the header can hold.
    """
    size = square_size(position)
    state = TURN_NUMBERS[position.turn]
    forced = facts.integer("overflow", 0)
    numbers = []
    for side, colour in enumerate(STONES):
        points = position.captures(colour)
        if points > MAX_POINTS:
            raise PositionError(f"DGF holds at most {MAX_POINTS:g} points, not {points:g}")
        whole, half = int(points), points % 1 > 0
        overflow = whole > 255 or (whole == 255 and forced >> side & 1)
        state |= half << (2 + side) | overflow << (4 + side)
        numbers.append(whole - 255 * overflow)
    return [state, *numbers, size, *position.stones]


def square_size(position: GoPosition) -> int:
    """The lines of a board; PositionError for one that is not square."""
    if not isinstance(position.size, int):
        raise PositionError(f"DGF holds square boards only, not {format_size(position.size)}")
    return position.size


def last_board(document: Document) -> GoPosition:
    """The position of a document with the komi of its game among the points."""
    position = go_position(document.position)
    return join_komi(position, document.record.rules) if document.record else position


def says_mark(mark: str) -> str:
    """What a letter of a row of the board means."""
    return INTERSECTIONS[MARKS.index(mark)] if mark in MARKS else f"must be one of {MARKS}"


def names_of_move(number: int, size: int) -> tuple[str, ...]:
    """The point of a move's number; none for a pass, a resignation or what is off the board."""
    return (point_name(number - 1, size),) if PASS_NUMBER < number <= size**2 else ()


def says_move(number: int, size: int) -> str:
    """What a move's number means on a board of `size` lines."""
    return str(GoMove.from_number(number, size)) if number <= size**2 else "not on the board"


def go_position(position: Position) -> GoPosition:
    """The position, known to be one of Go."""
    if not isinstance(position, GoPosition):
        raise PositionError(f"DGF holds a position of Go, not one of {position.game}")
    return position
