"""Loops over rows of StackMill's saves: read, checked and written.

A record comes flat, byte by byte. The same source runs interpreted and compiled: no exceptions, no
allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill.kernel import closing, is_lost, popcount

NINE, POINTS = 9, 24
IN_HAND, TAKEN = 0x19, 0x1A
SIZE, FIELD, SLOTS, SIDE = 46, 2, 26, 10
"""Bytes of a save, where its field and slots begin, and how far apart the sides' slots are."""

ERRORS = (
    *("current-player", "removing", "field", "white-stones", "white-phase", "black-stones"),
    *("black-phase", "too-many-stones", "stone-not-on-field", "field-not-stone", "two-stones"),
)
WARNINGS = (
    *("stone-not-listed", "slot-in-doubt", "phase"),
    *("turn", "no-mill", "nothing-to-take", "over"),
)
CODES = ERRORS + WARNINGS
"""The problems of a save; the place of each is its bit."""

PLAYER, REMOVING, FIELD_BYTE, STONES, PHASE_BYTE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4
TOO_MANY, NOT_ON_FIELD, FIELD_NOT_STONE, TWO_STONES = 1 << 7, 1 << 8, 1 << 9, 1 << 10
NOT_LISTED, IN_DOUBT, PHASE = 1 << 11, 1 << 12, 1 << 13
TURN, NO_MILL, NOTHING_TO_TAKE, OVER = 1 << 14, 1 << 15, 1 << 16, 1 << 17
ERROR_BITS = (1 << 11) - 1


def read_side(
    records: Any, base: int, points: int, strange: int, stones_bit: int
) -> tuple[int, int]:
    """A side's findings and hand, from its nine slots and its phase, which begin at `base`.

    `points` are its stones on the field, `strange` the points of the field without a valid value.
    """
    listed = found = hand = standing = gone = 0
    for index in range(NINE):
        slot = records[base + index] + 0
        if slot < POINTS:
            listed |= 1 << slot
            standing += 1
        elif slot == IN_HAND:
            hand += 1
        elif slot == TAKEN:
            gone += 1
    if standing + hand + gone != NINE:
        found |= stones_bit
    stray, lost = listed & ~points, points & ~listed
    if stray:
        found |= NOT_ON_FIELD
        if stray & ~strange:
            found |= FIELD_NOT_STONE
    if popcount(listed) != standing:
        found |= TWO_STONES
    if lost:
        missing = popcount(lost)
        found |= NOT_LISTED
        if missing == 1 and stray == 0 and found & stones_bit == 0 and standing < NINE:
            found |= IN_DOUBT
        hand = max(0, hand - missing)
    phase, left = records[base + NINE] + 0, popcount(points)
    if left > NINE:
        found |= TOO_MANY
    if phase > 2:
        found |= stones_bit << 1
    elif hand > 0:
        found |= PHASE * (phase != 0)
    elif left > 3:
        found |= PHASE * (phase != 1)
    else:
        found |= PHASE * (phase == 0 or (left == 3 and phase == 1))
    return found, hand


def read_save(records: Any, base: int) -> tuple[int, int, int, int, int]:
    """What is found in the save at `base`, and both sides' stones and hands."""
    white = black = strange = 0
    for point in range(POINTS):
        value = records[base + FIELD + point] + 0
        white |= (value == 1) << point
        black |= (value == 2) << point
        strange |= (value > 2) << point
    found = FIELD_BYTE * (strange != 0)
    player, removing = records[base] + 0, records[base + 1] + 0
    found |= PLAYER * (player != 1 and player != 2) | REMOVING * (removing > 1)
    more, white_hand = read_side(records, base + SLOTS, white, strange, STONES)
    found |= more
    more, black_hand = read_side(records, base + SLOTS + SIDE, black, strange, STONES << 2)
    found |= more
    if found & ERROR_BITS == 0:
        found |= position_findings(white, black, white_hand, black_hand, player, removing)
    return found, white, black, white_hand, black_hand


def position_findings(
    white: int, black: int, white_hand: int, black_hand: int, turn: int, removing: int
) -> int:
    """The warnings about a position: what no game leads to, and a game that is over."""
    found = 0
    leads = (turn == 2) != (removing == 1)
    if white_hand | black_hand and black_hand - white_hand != leads:
        found |= TURN
    if removing == 1:
        own, opp = (white, black) if turn == 1 else (black, white)
        found |= NO_MILL * (own & closing(own) == 0) | NOTHING_TO_TAKE * (opp == 0)
    if is_lost(white, white_hand, 0) or is_lost(black, black_hand, 0):
        found |= OVER
    return found


def check_rows(records: Any, found: Any) -> None:
    """What is found in every save."""
    for row in range(len(found)):
        found[row] = read_save(records, row * SIZE)[0]


def decode_rows(
    records: Any,
    white: Any, black: Any, white_hand: Any, black_hand: Any, turn: Any, removing: Any,
    error: Any,
) -> None:  # fmt: skip
    """The position of every save; all zeros where there is an error."""
    for row in range(len(error)):
        found, first, second, hand, other = read_save(records, row * SIZE)
        found &= ERROR_BITS
        error[row] = found
        if found:
            white[row] = black[row] = white_hand[row] = black_hand[row] = 0
            turn[row] = removing[row] = 0
        else:
            white[row], black[row], white_hand[row], black_hand[row] = first, second, hand, other
            turn[row], removing[row] = records[row * SIZE], records[row * SIZE + 1]


def write_side(records: Any, base: int, points: int, hand: int) -> None:
    """A side's slots, its stones in ascending order, and its phase."""
    index = 0
    for point in range(POINTS):
        if points >> point & 1:
            records[base + index] = point
            index += 1
    left = index
    while index < NINE:
        records[base + index] = IN_HAND if index < left + hand else TAKEN
        index += 1
    records[base + NINE] = 0 if hand > 0 else 1 if left > 3 else 2


def encode_rows(
    white: Any, black: Any, white_hand: Any, black_hand: Any, turn: Any, removing: Any,
    error: Any, records: Any,
) -> None:  # fmt: skip
    """The save of every position; all zeros where there is an error."""
    for row in range(len(error)):
        base = row * SIZE
        for place in range(SIZE):
            records[base + place] = 0
        if error[row]:
            continue
        first, second = white[row] + 0, black[row] + 0
        records[base], records[base + 1] = turn[row], removing[row]
        for point in range(POINTS):
            records[base + FIELD + point] = (first >> point & 1) + 2 * (second >> point & 1)
        write_side(records, base + SLOTS, first, white_hand[row] + 0)
        write_side(records, base + SLOTS + SIDE, second, black_hand[row] + 0)
