# pragma version ^0.4.0
"""
@title Steps between two checkers words, and whether a side can move
@notice The rules of boardbytes' preset `english` in the layout `channel`: the same verdict and the
        same number of the fault as `boardbytes.channel.check_step`, for every pair of words.
@dev A word has 32 bytes: moved piece, target, three jumped pieces, turn (3 bytes), 24 pieces of which
     12 are red. A piece: bit 7 in play, bit 6 queen, then row and column. Sets of squares are 64 bits,
     bit 8 * row + column; red moves to higher rows.
"""

# 0x0000000000000000 80828486898b8d8f90929496 a9abadafb0b2b4b6b9bbbdbf
START: constant(uint256) = 3151051977652667687974785799204386029420487659316301249983

# Vyper has no hexadecimal numbers: what they are in hex stands beside them.
IN_PLAY: constant(uint256) = 128  # 0x80
QUEEN: constant(uint256) = 64  # 0x40
CELL: constant(uint256) = 63  # 0x3F: row, then column
BYTE: constant(uint256) = 255

_DARK: constant(uint256) = 12273903644374837845  # 0xAA55AA55AA55AA55
_NOT_FIRST: constant(uint256) = 18374403900871474942  # 0xFEFE…: all columns but 0
_NOT_LAST: constant(uint256) = 9187201950435737471  # 0x7F7F…: all columns but 7
_PIECES: constant(uint256) = 2**192 - 1
_UP: constant(uint256) = 3
_DOWN: constant(uint256) = 12


@internal
@pure
def turn_of(word: uint256) -> uint256:
    return (word >> 192) & 16777215


@internal
@pure
def _piece(word: uint256, number: uint256) -> uint256:
    """The byte of a piece, 1 to 24."""
    return (word >> (unsafe_sub(24, number) << 3)) & BYTE


@internal
@pure
def _shift(squares: uint256, direction: uint256) -> uint256:
    """Squares one step on: 0 and 1 to higher rows, 2 and 3 to lower ones."""
    if direction == 0:
        return (squares & _NOT_FIRST) << 7
    if direction == 1:
        return ((squares & _NOT_LAST) << 9) & (2**64 - 1)
    if direction == 2:
        return (squares & _NOT_LAST) >> 7
    return (squares & _NOT_FIRST) >> 9


@internal
@pure
def _sets(word: uint256) -> (uint256, uint256, uint256, uint256):
    """A fault of the pieces, red's squares, white's, and those of queens."""
    red: uint256 = 0
    white: uint256 = 0
    queens: uint256 = 0
    for index: uint256 in range(24):
        byte: uint256 = (word >> (unsafe_sub(23, index) << 3)) & BYTE
        if byte >= IN_PLAY:
            square: uint256 = 1 << (byte & CELL)
            if square & _DARK == 0:
                return 1, 0, 0, 0
            if (red | white) & square != 0:
                return 2, 0, 0, 0
            if index < 12:
                red |= square
            else:
                white |= square
            if byte & QUEEN != 0:
                queens |= square
    return 0, red, white, queens


@internal
@pure
def _can_jump(own: uint256, opp: uint256, queens: uint256, is_red: bool) -> bool:
    free: uint256 = _DARK & ~(own | opp)
    for direction: uint256 in range(4):
        movers: uint256 = own
        if (direction < 2) != is_red:
            movers &= queens
        over: uint256 = self._shift(movers, direction) & opp
        if over != 0 and self._shift(over, direction) & free != 0:
            return True
    return False


@internal
@pure
def can_move(word: uint256) -> bool:
    """Whether the side to move after a word has a move; a word that is no position has none."""
    fault: uint256 = 0
    red: uint256 = 0
    white: uint256 = 0
    queens: uint256 = 0
    fault, red, white, queens = self._sets(word)
    if fault != 0:
        return False
    is_red: bool = self.turn_of(word) & 1 == 0
    own: uint256 = red if is_red else white
    opp: uint256 = white if is_red else red
    free: uint256 = _DARK & ~(own | opp)
    for direction: uint256 in range(4):
        movers: uint256 = own
        if (direction < 2) != is_red:
            movers &= queens
        if self._shift(movers, direction) & free != 0:
            return True
    return self._can_jump(own, opp, queens, is_red)


@internal
@pure
def fault_of(old: uint256, new: uint256) -> uint256:
    """The number of the first rule that a step breaks, as `ENGLISH_FAULTS` numbers them; 0: none."""
    fault: uint256 = 0
    red: uint256 = 0
    white: uint256 = 0
    queens: uint256 = 0
    fault, red, white, queens = self._sets(old)
    if fault != 0:
        return fault
    turn: uint256 = self.turn_of(new)
    if turn != self.turn_of(old) + 1:
        return 3
    moved: uint256 = new >> 248
    if moved < 1 or moved > 24:
        return 4
    is_red: bool = moved <= 12
    if is_red != (turn & 1 == 1):
        return 5
    own: uint256 = red if is_red else white
    opp: uint256 = white if is_red else red
    before: uint256 = self._piece(old, moved)
    now: uint256 = self._piece(new, moved)
    if before < IN_PLAY:
        return 6
    if now < IN_PLAY:
        return 7
    source: uint256 = 1 << (before & CELL)
    target: uint256 = 1 << (now & CELL)
    if target & _DARK == 0:
        return 8
    directions: uint256 = 15 if before & QUEEN != 0 else (_UP if is_red else _DOWN)
    free: uint256 = (_DARK & ~(own | opp)) | source
    # The jumps that the word claims, one after the other.
    place: uint256 = source
    left: uint256 = opp
    expected: uint256 = old & _PIECES
    ended: bool = False
    for index: uint256 in range(3):
        number: uint256 = (new >> unsafe_sub(232, index << 3)) & BYTE
        if number == 0:
            ended = True
            continue
        if ended:
            return 9
        if number > 24 or (number <= 12) == is_red:
            return 10
        byte: uint256 = self._piece(old, number)
        if byte < IN_PLAY:
            return 11
        victim: uint256 = (1 << (byte & CELL)) & left
        landing: uint256 = 0
        for direction: uint256 in range(4):
            if (directions >> direction) & 1 != 0 and self._shift(place, direction) & victim != 0:
                landing |= self._shift(victim, direction) & free
        if landing == 0:
            return 12
        place = landing
        left ^= victim
        expected &= ~(BYTE << (unsafe_sub(24, number) << 3))
    if left == opp:
        steps: uint256 = 0
        for direction: uint256 in range(4):
            if (directions >> direction) & 1 != 0:
                steps |= self._shift(source, direction)
        if steps & target & free == 0:
            return 14
        if self._can_jump(own, opp, queens, is_red):
            return 15
    else:
        if place != target:
            return 13
        for direction: uint256 in range(4):
            if (directions >> direction) & 1 != 0:
                over: uint256 = self._shift(place, direction) & left
                if over != 0 and self._shift(over, direction) & free != 0:
                    return 16
    far: uint256 = 7 if is_red else 0
    crowned: bool = before & QUEEN != 0 or (now >> 3) & 7 == far
    if (now & QUEEN != 0) != crowned:
        return 17
    if (new >> 240) & BYTE != ((now & 56) << 1) | (now & 7):
        return 18
    offset: uint256 = unsafe_sub(24, moved) << 3
    expected = (expected & ~(BYTE << offset)) | (now << offset)
    if new & _PIECES != expected:
        return 20
    return 0
