"""The rules of checkers on integers: what is legal, what a move does, when it ends.

Nothing here knows of colours. `own` and `opp` are the pieces of the side to move and of the other
side, as sets of squares, `kings` the kings of both; `down` says whether the men to move go down
the page, to higher squares. `flags` is `CheckersRules.flags`. Every function works on all squares
at once: a step in one direction is a shift of bits.

The same source runs interpreted and compiled: no objects, no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from boardbytes.games.checkers.rules import JUMP_ON, MUST_JUMP

ALL = 0xFFFFFFFF
TOP, BOTTOM = 0x0000000F, 0xF0000000

# Squares of even rows lean right and those of odd rows left, so the two shift differently.
EVEN_ROWS, ODD_ROWS = 0x0F0F0F0F, 0xF0F0F0F0
EVEN_INSIDE, ODD_INSIDE = 0x07070707, 0xE0E0E0E0
"""The rows without the squares at the edge towards which they lean."""

DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT = 0, 1, 2, 3
"""The directions; the opposite of `d` is `3 - d`."""

MAX_MOVES = 240
"""No position has more legal moves: 12 kings, each with at most 16 ways to jump and 4 steps."""

# A move's code: source | whether a man moves | how many jumps | a direction for every step.
MAN_SHIFT, JUMPS_SHIFT, STEPS_SHIFT = 5, 6, 10


def popcount(mask: int) -> int:
    """How many squares a set has."""
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 0x3F


def shift(mask: int, direction: int) -> int:
    """Every square moved one on in a direction; those that would leave the board are dropped."""
    if direction == DOWN_LEFT:
        return ((mask & EVEN_ROWS) << 4 | (mask & ODD_INSIDE) << 3) & ALL
    if direction == DOWN_RIGHT:
        return ((mask & EVEN_INSIDE) << 5 | (mask & ODD_ROWS) << 4) & ALL
    if direction == UP_LEFT:
        return (mask & EVEN_ROWS) >> 4 | (mask & ODD_INSIDE) >> 5
    return (mask & EVEN_INSIDE) >> 3 | (mask & ODD_ROWS) >> 4


def able(own: int, kings: int, down: bool, direction: int) -> int:
    """The pieces that may go in a direction: all forwards, kings backwards too."""
    if (direction <= DOWN_RIGHT) == down:
        return own
    return own & kings


def jumpers(own: int, opp: int, kings: int, down: bool, direction: int) -> int:
    """The pieces that can jump in a direction."""
    empty = ALL & ~(own | opp)
    back = 3 - direction
    return shift(shift(empty, back) & opp, back) & able(own, kings, down, direction)


def can_jump(own: int, opp: int, kings: int, down: bool) -> bool:
    """Whether the side to move has a jump."""
    found = jumpers(own, opp, kings, down, DOWN_LEFT) | jumpers(own, opp, kings, down, DOWN_RIGHT)
    found |= jumpers(own, opp, kings, down, UP_LEFT) | jumpers(own, opp, kings, down, UP_RIGHT)
    return found != 0


def reach(is_king: bool, down: bool) -> int:
    """The directions in which a piece may go, one bit each."""
    if is_king:
        return 0b1111
    return 0b0011 if down else 0b1100


def next_jump(
    piece: int, opp: int, path: int, jumps: int, empty: int, directions: int, flags: int
) -> tuple[int, int, int, int]:
    """From one complete jump of a piece to the next: where it lands, what is left, its path.

    A path of no jumps begins and ends the round; `path` holds two bits for the direction of every
    jump. A man that is crowned stops: it cannot jump on from the far row and is not yet a king.
    Does not call itself: compiled functions that do cannot be cached.
    """
    direction = 4 if jumps > 0 else 0
    goes_on = jumps > 0
    victim = landing = 0
    while True:
        if jumps > 0 and not flags & JUMP_ON:
            direction = 4
        while direction < 4:
            if directions >> direction & 1:
                victim = shift(piece, direction) & opp
                landing = shift(victim, direction) & empty
                if landing:
                    break
            direction += 1
        if direction < 4:
            path |= direction << 2 * jumps
            jumps += 1
            piece = landing
            opp ^= victim
            direction = 0
            goes_on = False
        elif jumps == 0 or not goes_on:
            return piece, opp, path, jumps
        else:
            # Everything beyond this square has been tried: go back and try the next direction.
            jumps -= 1
            back = 3 - (path >> 2 * jumps & 3)
            path &= (1 << 2 * jumps) - 1
            victim = shift(piece, back)
            piece = shift(victim, back)
            opp |= victim
            direction = 4 - back
            goes_on = True


def count_jumps(piece: int, opp: int, empty: int, directions: int, flags: int) -> int:
    """In how many ways a piece can jump."""
    count = 0
    piece, opp, path, jumps = next_jump(piece, opp, 0, 0, empty, directions, flags)
    while jumps > 0:
        count += 1
        piece, opp, path, jumps = next_jump(piece, opp, path, jumps, empty, directions, flags)
    return count


def count_moves(own: int, opp: int, kings: int, down: bool, flags: int) -> int:
    """How many legal moves there are, without listing them."""
    empty = ALL & ~(own | opp)
    steps = 0
    jumping = 0
    for direction in range(4):
        movers = able(own, kings, down, direction)
        steps += popcount(shift(movers, direction) & empty)
        back = 3 - direction
        jumping |= shift(shift(empty, back) & opp, back) & movers
    if jumping == 0:
        return steps
    jumps = 0
    while jumping:
        piece = jumping & -jumping
        jumping ^= piece
        jumps += count_jumps(piece, opp, empty | piece, reach(piece & kings != 0, down), flags)
    if flags & MUST_JUMP:
        return jumps
    return jumps + steps


def add_jumps(
    piece: int,
    opp: int,
    empty: int,
    directions: int,
    flags: int,
    code: int,
    out: MutableSequence[int],
    count: int,
) -> int:
    """Write the codes of all jumps of one piece into `out` from `count` on; gives the new count."""
    piece, opp, path, jumps = next_jump(piece, opp, 0, 0, empty, directions, flags)
    while jumps > 0:
        out[count] = code | jumps << JUMPS_SHIFT | path << STEPS_SHIFT
        count += 1
        piece, opp, path, jumps = next_jump(piece, opp, path, jumps, empty, directions, flags)
    return count


def list_moves(
    own: int, opp: int, kings: int, down: bool, flags: int, out: MutableSequence[int]
) -> int:
    """Write the codes of all legal moves into `out`, which has room for MAX_MOVES.

    Gives their number. Jumps come before steps, lower squares before higher ones.
    """
    empty = ALL & ~(own | opp)
    count = 0
    rest = 0
    for direction in range(4):
        rest |= jumpers(own, opp, kings, down, direction)
    while rest:
        piece = rest & -rest
        rest ^= piece
        is_king = piece & kings != 0
        code = popcount(piece - 1) | (not is_king) << MAN_SHIFT
        directions = reach(is_king, down)
        count = add_jumps(piece, opp, empty | piece, directions, flags, code, out, count)
    if count > 0 and flags & MUST_JUMP:
        return count
    rest = own
    while rest:
        piece = rest & -rest
        rest ^= piece
        is_king = piece & kings != 0
        directions = reach(is_king, down)
        for direction in range(4):
            if directions >> direction & 1 and shift(piece, direction) & empty:
                code = popcount(piece - 1) | (not is_king) << MAN_SHIFT
                out[count] = code | direction << STEPS_SHIFT
                count += 1
    return count


def play_unchecked(
    own: int, opp: int, kings: int, down: bool, code: int
) -> tuple[int, int, int]:  # fmt: skip
    """The pieces of the mover and of the other side, and the kings, after a move."""
    source = 1 << (code & 31)
    jumps = code >> JUMPS_SHIFT & 15
    steps = code >> STEPS_SHIFT
    piece = shift(source, steps & 3)
    if jumps > 0:
        piece = source
        for _ in range(jumps):
            victim = shift(piece, steps & 3)
            piece = shift(victim, steps & 3)
            opp &= ~victim
            steps >>= 2
    own = own & ~source | piece
    if kings & source:
        kings = kings & ~source | piece
    elif piece & (BOTTOM if down else TOP):
        kings |= piece
    return own, opp, kings & (own | opp)
