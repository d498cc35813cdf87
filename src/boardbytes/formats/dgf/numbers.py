"""What the DGF formats have in common: the four numbers before a board, the board, the moves.

A board is `4 + n²` numbers. In a board file they are bytes, in a record 16-bit numbers, in a packed
file the intersections share bytes; so everything here takes numbers and a function that tells
where in the file number `i` stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from boardbytes.errors import IllegalMoveError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.games.go import RESIGN, GoMove, GoPosition, GoRules, preset_of
from boardbytes.games.go.board import KO, SIDES, STONES, format_size, point_name, point_names
from boardbytes.games.go.faults import find_faults
from boardbytes.games.go.move import PASS_NUMBER, RESIGN_NUMBER
from boardbytes.games.go.notation import MARKS, plain_number
from boardbytes.games.go.plain import join_komi, split_komi
from boardbytes.model import (
    Bits,
    Colour,
    Document,
    Fact,
    Facts,
    Field,
    Outcome,
    Position,
    Reason,
    Record,
)
from boardbytes.model.line import advance, along, begin
from boardbytes.model.step import Step
from boardbytes.model.words import counted

Place: TypeAlias = Callable[[int], int]
"""Where in the file a number of the board stands, counted from 0 with the header."""

HEADER = 4
MAX_SIZE = 255
"""The largest board that a byte can tell of."""
MAX_PLAYED_SIZE = 181
"""The largest board of a record: every move on it fits 16 bits."""
MAX_POINTS = 510.5
MAX_MOVES = 65_536
"""No record is longer: twice over every point of the largest board."""

TURNS = {1: Colour.BLACK, 2: Colour.WHITE, 0: None}
TURN_NUMBERS = {colour: number for number, colour in TURNS.items()}
WINNERS = {0: "unfinished", 1: "black won", 2: "white won"}
_BLACK_BIT, _WHITE_BIT = 1, 2
"""Which sides a fact about both is about."""

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


def check_header(numbers: Sequence[int], place: Place, largest: int, findings: Findings) -> None:
    """Report what is wrong with the four numbers before a board, as far as they are there."""
    for index, number in enumerate(numbers[:HEADER]):
        field = HEADER_FIELDS[index]
        if not 0 <= number <= 255:
            message = f"{field.title} must be from 0 to 255"
            findings.error(field.name.replace("_", "-"), message, place(index), number)
    if numbers and _TURN.of(numbers[0]) not in TURNS:
        message = "bits 0 and 1 of the state must be 0 (over), 1 (black) or 2 (white)"
        findings.error("turn", message, place(0), "3")
    if numbers and 0 <= numbers[0] <= 255 and _RESERVED.of(numbers[0]):
        message = "bits 6 and 7 of the state must be 0"
        findings.error("reserved", message, place(0), f"{_RESERVED.of(numbers[0])}")
    if len(numbers) >= HEADER and not 1 <= numbers[3] <= largest <= 255:
        findings.error("size", f"size must be from 1 to {largest}", place(3), numbers[3])


def read_board(numbers: Sequence[int], place: Place, findings: Findings) -> Board:
    """The board of a header without errors and its intersections.

    Raises FormatError, with all problems so far, when an intersection has no meaning.
    """
    state, black, white, size = numbers[:HEADER]
    stones = numbers[HEADER:]
    for index, value in enumerate(stones):
        if not 0 <= value <= KO:
            message = f"{point_name(index, size)} must be 0 (empty), 1 (black), 2 (white) or 3 (ko)"
            findings.error("intersection", message, place(HEADER + index), value)
    findings.raise_errors()
    points = [
        number + (state >> half & 1) / 2 + 255 * (state >> more & 1)
        for number, half, more in ((black, 2, 4), (white, 3, 5))
    ]
    position = GoPosition(size, bytes(stones), TURNS[state & 3], *map(plain_number, points))
    for fault in find_faults(position.stones, size, position.mover):
        findings.warning(fault.code, fault.message, place(HEADER + fault.index))
    # Points of 255 can be written in two ways.
    overflow = (state >> 4 & 1 and black == 0) * _BLACK_BIT
    overflow |= (state >> 5 & 1 and white == 0) * _WHITE_BIT
    return Board(position, {"overflow": overflow} if overflow else {})


def board_numbers(position: GoPosition, facts: Facts) -> list[int]:
    """The numbers of a board: the inverse of `read_board`.

    Points are captures; whoever has a komi joins it to them. Raises PositionError for a board that
    is not square, and for more points than the header can say.
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


def count_played(numbers: Iterable[int]) -> int:
    """How many of a record's numbers are moves of its game: two passes or a resignation end it."""
    count, before = 0, None
    for number in numbers:
        count += 1
        if number < PASS_NUMBER or number == before == PASS_NUMBER:
            break
        before = number
    return count


def names_of_move(number: int, size: int) -> tuple[str, ...]:
    """The point of a move's number; none for a pass, a resignation or what is off the board."""
    return point_names(size)[number - 1 : number] if size and number > PASS_NUMBER else ()


def says_move(number: int, size: int) -> str:
    """What a move's number means on a board of so many lines."""
    return str(GoMove.from_number(number, size)) if number <= size**2 else "not on the board"


def read_moves(
    start: GoPosition,
    numbers: Sequence[int],
    place: Place,
    findings: Findings,
    rules: GoRules | str = "standard",
) -> tuple[Record, dict[str, Fact]]:
    """The record of a start and its moves, without a result; moves after the end are a fact.

    Points of one side on the first board are komi, and become part of the rules.
    A move that is out of range or not legal is an error, with its number and why, and the record
    ends before the first such move. Raises FormatError for more moves than any record has.
    """
    start, rules = split_komi(start, GoPosition.find_rules(rules))
    points = len(start.stones)
    if len(numbers) > MAX_MOVES:
        message = f"a record must have at most {MAX_MOVES:,} moves"
        findings.error("moves", message, place(MAX_MOVES), f"{len(numbers):,}")
        findings.raise_errors()
    beyond = [index for index, number in enumerate(numbers) if number > points]
    for index in beyond:
        message = f"move {index + 1} must be at most {points}, the last point of the board"
        findings.error("move-range", message, place(index), numbers[index], ply=index + 1)
    here, steps = begin(start, start.find_rules(rules)), []
    numbers = numbers[: beyond[0]] if beyond else numbers
    moves = (GoMove.from_number(number, start.size) for number in numbers)
    try:
        for move in moves if start.turn else ():
            here = advance(here, Step(move), start.find_rules(rules))
            steps.append(here.step)
            if here.position.turn is None:
                break
    except IllegalMoveError as error:
        ply = len(steps) + 1
        findings.error("illegal-move", f"move {ply}: {error}", place(ply - 1), ply=ply)
        numbers = numbers[: ply - 1]
    facts: dict[str, Fact] = {}
    count = len(steps)
    if count < len(numbers):
        facts["after_end"] = tuple(numbers[count:])
        message = f"{counted(len(numbers) - count, 'move')} after the game was over"
        findings.warning("after-end", message, place(count))
    if steps and steps[-1].move == RESIGN and numbers[count - 1] != RESIGN_NUMBER:
        facts["resigned_with"] = numbers[count - 1]
    return Record(start, tuple(steps), rules=rules).ending_at(here), facts


def with_result(record: Record, result: int, offset: int, findings: Findings) -> Record:
    """The record with the result that a file states; one that contradicts a resignation is odd."""
    winner = TURNS[result]
    resigned = bool(record.moves) and record.moves[-1] == RESIGN
    usual = record.end.outcome(record.rules)
    if resigned and usual and usual.winner is not winner:
        message = f"result should be {TURN_NUMBERS[usual.winner]}: {usual}"
        findings.warning("result", message, offset, f"{result}, {WINNERS[result]}")
    reason = Reason.RESIGNATION if resigned else Reason.STATED
    if record.position.turn is None and not resigned:
        reason = Reason.SCORE
    outcome = Outcome(winner, reason, record.rules.name, SIDES.other(winner)) if winner else None
    return record.with_result(outcome)


def record_numbers(document: Document) -> tuple[list[int], int, list[int]]:
    """The numbers of a document's first board, its result, and its moves.

    Raises PositionError when DGF, which knows only its standard rules, could not read it back.
    """
    start = go_position(document.start)
    size = square_size(start)
    if size > MAX_PLAYED_SIZE:
        message = f"a record holds boards of up to {MAX_PLAYED_SIZE} lines, not {size}"
        raise PositionError(message)
    record = document.record or Record(start)
    if preset_of(record.rules) != "standard":
        _check_standard(start, record)
    moves = [move.number(size) for move in record.moves if isinstance(move, GoMove)]
    if moves and record.moves[-1] == RESIGN:
        moves[-1] = document.facts.integer("resigned_with", -1)
    moves += document.facts.integers("after_end") or ()
    winner = record.result.winner if record.result else None
    return (
        board_numbers(join_komi(start, record.rules), document.facts),
        TURN_NUMBERS[winner],
        moves,
    )


def _check_standard(start: GoPosition, record: Record) -> None:
    try:
        for _ in along(start, record.steps, start.find_rules("standard")):
            pass
    except IllegalMoveError as error:
        message = f"DGF is read by its standard rules, not {record.rules.name}; move {error.ply}"
        raise PositionError(f"{message}: {error}") from None


def record_losses(document: Document) -> list[str]:
    """A drawn game: DGF can say only who won, or that nobody has yet."""
    record = document.record
    drawn = record and record.result and record.result.winner is None
    return ["that the game was drawn"] if drawn else []


HEADERS = {"game_id": "game_id", "black_name": "black", "white_name": "white", "date": "date"}
"""The texts of DGF games by the facts they are, and the headers that say the same."""


def text_of(document: Document, fact: str) -> str:
    """One of the texts of a DGF game, as a fact or as a header of the game."""
    headers = document.tree.headers if document.tree else {}
    return document.facts.text(fact, "") or headers.get(HEADERS[fact], "")


def go_position(position: Position) -> GoPosition:
    """The position, known to be one of Go."""
    if not isinstance(position, GoPosition):
        raise PositionError(f"DGF holds a position of Go, not one of {position.game}")
    return position
