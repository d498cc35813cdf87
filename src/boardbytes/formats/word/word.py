"""What both layouts of the 32-byte checkers word have in common: fields, pieces and their squares.

The word calls the side that moves first red, as we do, and the other "black": that is white here.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.errors import LossError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.word.step import CELL, IN_PLAY, PIECES, QUEEN, RED, square_of
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.board import FAR_ROWS, NAMES, SIDES, SIZE
from boardbytes.model import Bits, Colour, Field, Layout, Position

NUMBERS = range(1, PIECES + 1)
WORDS = {Colour.RED: "red", Colour.WHITE: 'white ("black" in this format)'}
"""What the sides are called where a word's own bytes are shown."""

PIECES_FIELD = Field(
    "pieces",
    f"the pieces 1–24, one byte each: 1–12 {WORDS[Colour.RED]}, 13–24 {WORDS[Colour.WHITE]};"
    " a taken piece is 0",
    count=PIECES,
    items=tuple(f"piece {number}" for number in NUMBERS),
    bits=(
        Bits("in play", 7, 1, "1 in play, 0 taken", {0: "no", 1: "yes"}),
        Bits("queen", 6, 1, "1 queen, 0 man", {0: "no", 1: "yes"}),
        Bits("row", 3, 3, "row from red's side, from 0"),
        Bits("column", 0, 3, "column from 0; pieces stand where row + column is even"),
    ),
)


@dataclass(frozen=True)
class CheckersWord:
    """The fields of a word, whatever they say; those that a layout lacks are 0."""

    moved: int
    target: int
    """Byte 2 of layout `channel`: row and column, four bits each."""
    jumped: tuple[int, ...]
    spare: int
    """Byte 3 of layout `contract`, which no one reads."""
    turn: int
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class WordLayout:
    """One of the two layouts: its table, and what a word of it can say."""

    table: Layout
    jumps: int
    """How many pieces a move can jump."""
    turn_bytes: int

    @property
    def name(self) -> str:
        return self.table.name

    def read(self, data: bytes) -> CheckersWord:
        """The fields of 32 bytes."""
        fields = self.table.decode(data)
        return CheckersWord(
            fields["moved_piece"][0],
            fields.get("target", (0,))[0],
            fields["jumped_pieces"],
            fields.get("spare", (0,))[0],
            fields["turn"][0],
            fields["pieces"],
        )

    def write(self, word: CheckersWord) -> bytes:
        """The 32 bytes of these fields: the inverse of `read`.

        Raises LossError for a jump or a turn number that does not fit.
        """
        jumped = tuple(number for number in word.jumped if number)
        if len(jumped) > self.jumps:
            raise LossError(self.name, [f"a jump over {len(jumped)} pieces"])
        if word.turn >> 8 * self.turn_bytes:
            raise LossError(self.name, [f"turn number {word.turn}"])
        raw = word.jumped if len(word.jumped) == self.jumps else jumped
        return self.table.encode(
            {
                "moved_piece": (word.moved,),
                "target": (word.target,),
                "jumped_pieces": (*raw, *[0] * (self.jumps - len(raw))),
                "spare": (word.spare,),
                "turn": (word.turn,),
                "pieces": word.pieces,
            }
        )


def side_of(number: int) -> Colour:
    """The side of a piece."""
    return Colour.RED if number <= RED else Colour.WHITE


def mover_of(turn: int) -> Colour:
    """The side that made a word: the first side makes the odd ones."""
    return Colour.RED if turn & 1 else Colour.WHITE


def cell_of(square: int) -> int:
    """Row and column of a square, three bits each; the board is seen in a mirror."""
    row = square // 4
    return row << 3 | (6 if row % 2 == 0 else 7) - 2 * (square % 4)


def target_byte(cell: int) -> int:
    """Row and column, four bits each, of a piece's six bits."""
    return (cell & 0x38) << 1 | cell & 7


def square_names(byte: int) -> tuple[str, ...]:
    """The square on which a piece's byte says that it stands; none if it is taken."""
    square = square_of(byte & CELL) if byte & IN_PLAY else 0
    return NAMES[square.bit_length() - 1 :][:1] if square else ()


def target_names(target: int) -> tuple[str, ...]:
    """The square of row and column, four bits each; none if it is off the board or light."""
    row, column = target >> 4, target & 15
    return square_names(IN_PLAY | row << 3 | column) if row < SIZE and column < SIZE else ()


def usual_pieces(position: CheckersPosition) -> tuple[int, ...]:
    """The pieces of a position numbered by rows, then by columns; the rest are taken."""
    pieces: list[int] = []
    for colour in SIDES:
        side = [piece_on(square, position) for square in position.squares(colour)]
        side.sort(key=lambda byte: byte & CELL)
        pieces += [*side, *[0] * (RED - len(side))]
    return tuple(pieces)


def piece_on(square: int, position: CheckersPosition) -> int:
    """The byte of a piece that stands on a square."""
    return IN_PLAY | QUEEN * (position.kings >> square & 1) | cell_of(square)


def position_of(pieces: tuple[int, ...], turn: Colour) -> CheckersPosition:
    """The position of 24 pieces; PositionError if they make none."""
    sides, kings = {Colour.RED: 0, Colour.WHITE: 0}, 0
    for number, byte in zip(NUMBERS, pieces, strict=True):
        if byte & IN_PLAY:
            square = square_of(byte & CELL)
            if not square or square & (sides[Colour.RED] | sides[Colour.WHITE]):
                raise PositionError(f"piece {number} must stand alone on a dark square")
            sides[side_of(number)] |= square
            kings |= square if byte & QUEEN else 0
    return CheckersPosition(sides[Colour.RED], sides[Colour.WHITE], kings, turn)


def advance(word: CheckersWord, move: CheckersMove, after: CheckersPosition) -> CheckersWord:
    """The word one move later."""
    numbers = {
        byte & CELL: number
        for number, byte in zip(NUMBERS, word.pieces, strict=True)
        if byte & IN_PLAY
    }
    moved = numbers[cell_of(move.source)]
    jumped = tuple(numbers[cell_of(square)] for square in move.jumped)
    pieces = list(word.pieces)
    for number in jumped:
        pieces[number - 1] = 0
    pieces[moved - 1] = piece_on(move.target, after)
    target = target_byte(cell_of(move.target))
    return CheckersWord(moved, target, jumped, 0, word.turn + 1, tuple(pieces))


def checkers_position(position: Position, title: str) -> CheckersPosition:
    """The position, known to be one of checkers."""
    if not isinstance(position, CheckersPosition):
        raise PositionError(f"{title} holds a checkers position, not one of {position.game}")
    return position


def piece_words(number: int, byte: int) -> str:
    """What a piece's byte says."""
    side = WORDS[side_of(number)]
    if not byte & IN_PLAY:
        return f"{side}, taken"
    square = square_of(byte & CELL)
    where = f"on {square.bit_length()}" if square else "on a light square"
    kind = "king" if byte & QUEEN else "man"
    return f"{side} {kind} {where} (row {byte >> 3 & 7}, column {byte & 7})"


def check_pieces(pieces: tuple[int, ...], layout: WordLayout, findings: Findings) -> None:
    """Errors: two pieces on one square, a piece on a light one. Warnings: men not crowned, and
    taken pieces that are not 0."""
    seen: dict[int, int] = {}
    for number, byte in zip(NUMBERS, pieces, strict=True):
        offset, cell = layout.table.offset("pieces", number - 1), byte & CELL
        if not byte & IN_PLAY:
            if byte:
                message = f"piece {number} is taken and should be 0"
                findings.warning("taken-not-zero", message, offset, f"0x{byte:02x}")
            continue
        square, found = square_of(cell), f"row {cell >> 3}, column {cell & 7}"
        if not square:
            message = f"piece {number} must stand where row + column is even"
            findings.error("light-square", message, offset, found)
        elif cell in seen:
            message = f"piece {number} must not stand where piece {seen[cell]} does"
            findings.error("two-pieces", message, offset, found, point=square_names(byte)[0])
        elif square & FAR_ROWS[side_of(number)] and not byte & QUEEN:
            message = f"piece {number} should be a king on its far row"
            point = square_names(byte)[0]
            findings.warning("man-on-far-row", message, offset, found, point=point)
        seen.setdefault(cell, number)


def check_move(word: CheckersWord, layout: WordLayout, findings: Findings) -> None:
    """Warnings: a last move that the pieces and the turn number do not bear out."""
    table, mover = layout.table, mover_of(word.turn)
    if word.spare:
        findings.warning("spare", "byte 3 should be 0", table.offset("spare"), word.spare)
    if word.moved > PIECES:
        message = "the moved piece must have a number from 1 to 24"
        findings.warning("moved-piece", message, 0, word.moved)
        return
    if word.moved and not word.turn:
        message = "a piece has moved, so the turn number should not be 0"
        findings.warning("turn", message, table.offset("turn"))
    if word.turn and not word.moved:
        message = f"a piece should have moved on turn {word.turn}"
        findings.warning("moved-piece", message, 0, 0)
    if word.moved:
        _check_mover(word, layout, mover, findings)
    for index, number in enumerate(word.jumped):
        if number:
            _check_jumped(word, number, mover, table.offset("jumped_pieces", index), findings)
    _check_missing(word, layout, findings)


def _check_mover(word: CheckersWord, layout: WordLayout, mover: Colour, findings: Findings) -> None:
    byte = word.pieces[word.moved - 1]
    if side_of(word.moved) is not mover and word.turn:
        message = f"piece {word.moved} is not {WORDS[mover]}, which moved on turn {word.turn}"
        findings.warning("mover", message, 0)
    if not byte & IN_PLAY:
        findings.warning("mover", f"piece {word.moved} moved, so it should be in play", 0)
    elif "target" in layout.table.offsets and word.target != target_byte(byte & CELL):
        message = f"byte 2 should be the square of piece {word.moved}"
        found = f"row {word.target >> 4}, column {word.target & 15}"
        findings.warning("target", message, layout.table.offset("target"), found)


def _check_jumped(
    word: CheckersWord, number: int, mover: Colour, offset: int, findings: Findings
) -> None:
    if number > PIECES:
        message = "a jumped piece must have a number from 1 to 24"
        findings.warning("jumped-piece", message, offset, number)
    elif word.pieces[number - 1] & IN_PLAY:
        findings.warning("jumped-piece", f"piece {number} was jumped but is in play", offset)
    elif side_of(number) is mover:
        message = f"piece {number} was jumped by its own side, {WORDS[mover]}"
        findings.warning("jumped-piece", message, offset)


def _check_missing(word: CheckersWord, layout: WordLayout, findings: Findings) -> None:
    """Warnings: more pieces are missing than the other side's moves could jump."""
    moves = {Colour.RED: (word.turn + 1) // 2, Colour.WHITE: word.turn // 2}
    for colour in SIDES:
        pieces = word.pieces[:RED] if colour is Colour.RED else word.pieces[RED:]
        missing = sum(not byte & IN_PLAY for byte in pieces)
        most = layout.jumps * moves[SIDES.other(colour)]
        if missing > most:
            message = f"{WORDS[colour]} should be missing at most {most} pieces on turn {word.turn}"
            findings.warning("missing", message, layout.table.offset("turn"), missing)
