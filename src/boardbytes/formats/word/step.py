"""Steps between two checkers words, judged on their bytes.

A word is a sequence of 32 bytes. The functions give the number of the first fault, 0 for none;
`CONTRACT_FAULTS` and `ENGLISH_FAULTS` put them in words. The same source runs interpreted and
compiled: no objects, no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardbytes.games.checkers.kernel import ALL, BOTTOM, TOP, can_jump, next_jump, reach, shift

CHANNEL, CONTRACT = 0, 1
"""The two layouts of bytes 1 to 8."""

HEADER, PIECES, RED = 8, 24, 12
"""Bytes before the pieces, pieces, and how many of these are red."""

IN_PLAY, QUEEN, CELL = 0x80, 0x40, 0x3F
"""What the bits of a piece say: is it in play, is it a queen, where (row, then column)."""

MAX_TURN = (1 << 40) - 1

CONTRACT_FAULTS = (
    "",
    "improper nonce",
    "improper queening",
    "invalid piece number",
    "moving wrong colored piece",
    "normal pieces can't go backwards",
    "can't move into an occupied square",
    "attempting to jump an invalid piece",
    "not moving to a colored square",
    "can't move straight",
    "moving too far down",
    "moving too far up",
    "moving too far right",
    "moving too far left",
    "could not re-compute state",
)
"""The contract's own words, in the order in which it checks."""

ENGLISH_FAULTS = (
    "",
    "a piece of the old word stands on a light square",
    "two pieces of the old word stand on one square",
    "the turn number must be one more than before",
    "the moved piece must have a number from 1 to 24",
    "the moved piece belongs to the side that is not to move",
    "the moved piece had been taken",
    "the moved piece must be in play after its move",
    "the moved piece goes to a light square",
    "the jumped pieces must come one after the other, zeros last",
    "a jumped piece must be one of the other side, by its number",
    "a jumped piece had been taken",
    "no jump leads over the pieces that are said to be jumped",
    "the jump does not end where the moved piece stands",
    "the moved piece goes where it cannot step",
    "a jump must be made when there is one",
    "a jump must go on as long as it can",
    "a man is crowned when it reaches the far row, and only then",
    "byte 2 must be the square to which the piece moved",
    "byte 3 must be 0",
    "a piece that neither moved nor was jumped has changed, or a jumped one is not 0",
)
(
    _FINE, _OLD_LIGHT, _OLD_TWICE, _TURN, _MOVED_NUMBER, _MOVED_COLOUR, _MOVED_TAKEN, _NOT_IN_PLAY,
    _LIGHT, _JUMPED_ORDER, _JUMPED_NUMBER, _JUMPED_TAKEN, _NO_JUMP, _JUMP_END, _NO_STEP, _MUST_JUMP,
    _MUST_GO_ON, _CROWN, _TARGET_BYTE, _SPARE_BYTE, _CHANGED,
) = range(len(ENGLISH_FAULTS))  # fmt: skip


def turn_of(word: Sequence[int], layout: int) -> int:
    """The turn number: three bytes of layout `channel`, five of `contract`."""
    turn = 0
    for index in range(5 if layout == CHANNEL else 3, HEADER):
        turn = turn << 8 | int(word[index])
    return turn


def jumped_bytes(layout: int) -> tuple[int, int]:
    """The first byte that names a jumped piece, and the one after the last."""
    return (2, 5) if layout == CHANNEL else (1, 2)


def piece_byte(word: Sequence[int], number: int) -> int:
    """A piece as the contract reads it: number 0 is byte 8, numbers over 24 are 0."""
    if number > PIECES:
        return 0
    return int(word[HEADER - 1 + number])


def square_of(cell: int) -> int:
    """The square of a piece's row and column, as a set; the board is seen in a mirror."""
    row, column = cell >> 3 & 7, cell & 7
    if row + column & 1:
        return 0
    return 1 << 4 * row + (7 - column >> 1)


def contract_fault(old: Sequence[int], new: Sequence[int]) -> int:
    """The first thing for which the contract refuses a step; its slips are reproduced."""
    turn = turn_of(new, CONTRACT)
    if turn != turn_of(old, CONTRACT) + 1:
        return 1
    moved, jumped = int(new[0]), int(new[1])
    before, after = piece_byte(old, moved), piece_byte(new, moved)
    old_row, old_column = before >> 3 & 7, before & 7
    row, column = after >> 3 & 7, after & 7
    if after & QUEEN and row != 0 and row != 7 and not before & QUEEN:
        return 2
    if moved < 1 or moved > PIECES:
        return 3
    is_red = moved <= RED
    if is_red != (turn & 1 == 1):
        return 4
    if not after & QUEEN and not (row > old_row if is_red else row < old_row):
        return 5
    # From byte 8 on: the low byte of the turn number is taken for a piece.
    for index in range(HEADER - 1, HEADER + PIECES):
        if old[index] >= IN_PLAY and old[index] & CELL == after & CELL:
            return 6
    if jumped != 0:
        victim = piece_byte(old, jumped)
        if old_row + row != 2 * (victim >> 3 & 7) or old_column + column != 2 * (victim & 7):
            return 7
    if row + column & 1:
        return 8
    if row == old_row or column == old_column:
        return 9
    far = 2 if jumped != 0 else 1
    if row > old_row + far:
        return 10
    if row < old_row - far:
        return 11
    if column > old_column + far:
        return 12
    if column < old_column - far:
        return 13
    for number in range(1, PIECES + 1):
        expected = old[HEADER - 1 + number]
        if number == moved:
            expected = new[HEADER - 1 + number]
        elif number == jumped:
            expected = 0
        if new[HEADER - 1 + number] != expected:
            return 14
    return 0


def with_piece(
    red: int, white: int, kings: int, index: int, byte: int, square: int
) -> tuple[int, int, int]:
    """Both sides' squares and those of kings, with a piece of a word on one more."""
    if byte & QUEEN:
        kings |= square
    if index < RED:
        return red | square, white, kings
    return red, white | square, kings


def english_fault(old: Sequence[int], new: Sequence[int], layout: int) -> int:
    """The first rule of English draughts, or of the layout, that a step breaks."""
    red = white = kings = 0
    for index in range(PIECES):
        byte = int(old[HEADER + index])
        if byte >= IN_PLAY:
            square = square_of(byte)
            if square == 0:
                return _OLD_LIGHT
            if (red | white) & square:
                return _OLD_TWICE
            red, white, kings = with_piece(red, white, kings, index, byte, square)
    turn = turn_of(new, layout)
    if turn != turn_of(old, layout) + 1:
        return _TURN
    moved = int(new[0])
    if moved < 1 or moved > PIECES:
        return _MOVED_NUMBER
    is_red = moved <= RED
    if is_red != (turn & 1 == 1):
        return _MOVED_COLOUR
    own, opp = (red, white) if is_red else (white, red)
    before, after = int(old[HEADER - 1 + moved]), int(new[HEADER - 1 + moved])
    if before < IN_PLAY:
        return _MOVED_TAKEN
    if after < IN_PLAY:
        return _NOT_IN_PLAY
    source, target = square_of(before), square_of(after)
    if target == 0:
        return _LIGHT
    directions = reach(before & QUEEN != 0, is_red)
    empty = ALL & ~(own | opp) | source
    fault, end, left = follow_jumps(old, new, layout, source, opp, empty, directions, is_red)
    if fault != _FINE:
        return fault
    if left == opp:
        if not can_step(source, target & empty, directions):
            return _NO_STEP
        if can_jump(own, opp, kings, is_red):
            return _MUST_JUMP
    elif end != target:
        return _JUMP_END
    elif next_jump(end, left, 0, 0, empty, directions, 0)[3] > 0:
        return _MUST_GO_ON
    crowned = before & QUEEN != 0 or target & (BOTTOM if is_red else TOP) != 0
    if (after & QUEEN != 0) != crowned:
        return _CROWN
    if layout == CHANNEL and new[1] != (after & 0x38) << 1 | after & 7:
        return _TARGET_BYTE
    if layout == CONTRACT and new[2] != 0:
        return _SPARE_BYTE
    return changed_piece(old, new, layout, moved)


def follow_jumps(
    old: Sequence[int],
    new: Sequence[int],
    layout: int,
    piece: int,
    opp: int,
    empty: int,
    directions: int,
    is_red: bool,
) -> tuple[int, int, int]:
    """A fault, or where a piece lands after the jumps that a word claims, and what is left."""
    first, last = jumped_bytes(layout)
    ended = False
    for index in range(first, last):
        number = int(new[index])
        if number == 0:
            ended = True
            continue
        if ended:
            return _JUMPED_ORDER, piece, opp
        if number > PIECES or (number <= RED) == is_red:
            return _JUMPED_NUMBER, piece, opp
        byte = int(old[HEADER - 1 + number])
        if byte < IN_PLAY:
            return _JUMPED_TAKEN, piece, opp
        victim = square_of(byte) & opp
        # The kernel's next jump of a piece that has only this one to jump.
        landing, _, _, jumps = next_jump(piece, victim, 0, 0, empty, directions, 0)
        if jumps == 0:
            return _NO_JUMP, piece, opp
        piece = landing
        opp ^= victim
    return _FINE, piece, opp


def can_step(source: int, target: int, directions: int) -> bool:
    """Whether a step in one of these directions leads to the target."""
    for direction in range(4):
        if directions >> direction & 1 and shift(source, direction) & target:
            return True
    return False


def changed_piece(old: Sequence[int], new: Sequence[int], layout: int, moved: int) -> int:
    """The fault of a piece that is neither as it was nor as the move leaves it."""
    first, last = jumped_bytes(layout)
    for number in range(1, PIECES + 1):
        expected = int(old[HEADER - 1 + number])
        for index in range(first, last):
            if new[index] == number:
                expected = 0
        if number != moved and new[HEADER - 1 + number] != expected:
            return _CHANGED
    return _FINE


def contract_winner(word: Sequence[int]) -> int:
    """The contract's `p1Won`: 1 red has won, 0 white has, 2 neither; its slip is reproduced."""
    white = red = 0
    for index in range(HEADER + RED, HEADER + PIECES):
        white |= word[index] >= IN_PLAY
    # From byte 8 on: the low byte of the turn number is taken for a red piece.
    for index in range(HEADER - 1, HEADER + RED):
        red |= word[index] >= IN_PLAY
    if not white:
        return 1
    return 2 if red else 0
