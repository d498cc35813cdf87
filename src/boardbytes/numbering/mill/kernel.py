"""State to number and number to state, on integers and arrays.

Nothing here knows of colours. `own` and `opp` are the stones of the side to move and of the other
side, as sets of points; `hand` and `opp_hand` are the stones they have not set yet, both 0 in the
moving phase. What `tables` holds is said in `tables.py`.

The same source runs interpreted, for one state, and compiled, for columns of them: no objects, no
exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from boardbytes.games.mill.kernel import ALL, MIDPOINTS, anticlockwise, clockwise, popcount
from boardbytes.numbering.mill import faults as fault
from boardbytes.numbering.mill.tables import (
    AB_RANKS,
    LAYER_NUMBERS,
    LAYER_SIZES,
    LAYER_STONES,
    N_CD,
    OFFSETS,
    OUTER,
    PAIRS,
    SUB_AB,
    SUB_CD,
    SUB_N_CD,
    SUB_OFFSETS,
    SUBS,
    SYMMETRIES,
    TERNARY,
    TURNS,
)

NINE = 9
OUTER_MIDPOINTS = MIDPOINTS & 0xFF
CD = 0xFF00FF
"""The points of the outer and inner ring."""

RINGS = 3**8
"""How many ways there are to occupy one ring."""

RANK_BITS = 18
"""Room for the rank of a canonical state of both rings: there are at most 126,516 of a kind."""
RANK = (1 << RANK_BITS) - 1

MOVING_LAYERS = 100
LAST_LAYER = 199


def mill_count(stones: int) -> int:
    """How many mills there are."""
    sides = stones & clockwise(stones) & anticlockwise(stones) & MIDPOINTS
    spokes = stones & stones >> 8 & stones >> 16 & OUTER_MIDPOINTS
    # A midpoint can be on both: its spoke is counted at the corner beside it.
    return popcount(sides | spokes >> 1)


def find_faults(own: int, opp: int, hand: int, opp_hand: int) -> int:
    """The reasons why a state is not valid, one bit each; 0 for a valid state."""
    if (own | opp) & ~ALL | own & opp:
        return fault.BOARD
    stones, opp_stones = popcount(own), popcount(opp)
    if hand < 0 or opp_hand < 0 or stones + hand > NINE or opp_stones + opp_hand > NINE:
        return fault.STONES
    if hand | opp_hand:
        mills, opp_mills = mill_count(own), mill_count(opp)
        return setting_faults(stones, opp_stones, hand, opp_hand, mills, opp_mills)
    if stones >= 3 and opp_stones >= 3:
        return 0
    return moving_faults(stones, opp_stones, mill_count(opp))


def moving_faults(stones: int, opp_stones: int, opp_mills: int) -> int:
    """The reasons why a state of the moving phase is not valid, from counts."""
    return (
        fault.OWN_FEW * (stones < 2)
        | fault.OPP_FEW * (opp_stones < 3)
        | fault.TWO_WITHOUT_MILL * ((stones == 2) & (opp_mills == 0))
    )


def setting_faults(
    stones: int, opp_stones: int, hand: int, opp_hand: int, mills: int, opp_mills: int
) -> int:
    """The reasons why a state of the setting phase is not valid, from counts.

    `&` and not `and`: which of these hold cannot be predicted, so branches would be slow.
    """
    missing, opp_missing = NINE - hand - stones, NINE - opp_hand - opp_stones
    return (
        fault.TURN * ((hand != opp_hand) & (hand != opp_hand + 1))
        | fault.FEW_TAKEN * (missing + opp_missing < mills + opp_mills)
        | fault.OWN_TAKEN * (missing > opp_mills + opp_missing)
        | fault.OPP_TAKEN * (opp_missing > mills + missing)
        | fault.NO_MILL * ((missing + opp_missing > 0) & (mills + opp_mills == 0))
        | fault.OWN_FEW_SETTING * ((hand <= 1) & (stones < 2))
        | fault.OPP_FEW_SETTING * ((opp_hand == 0) & (opp_stones < 3))
    )


def ring_code(own: int, opp: int, turn: int, tables: Sequence[int]) -> int:
    """One turned ring, given as two bytes, as a number of eight ternary digits."""
    start = TERNARY + (turn << 8)
    return 2 * tables[start + own] + tables[start + opp]


def find_pair(own: int, opp: int, tables: Sequence[int]) -> int:
    """Eight times the place in `tables` of outer and inner ring, plus the turn made for it."""
    outer = tables[OUTER + ring_code(own & 0xFF, opp & 0xFF, 0, tables)]
    return outer + 8 * (PAIRS + ring_code(own >> 16, opp >> 16, outer & 7, tables))


def number_pair(
    own: int, opp: int, hand: int, opp_hand: int, pair: int, turn: int, tables: Sequence[int]
) -> tuple[int, int, int]:
    """The layer, the number and the symmetry of a valid state whose pair of rings was found."""
    symmetry = tables[SYMMETRIES + (pair >> RANK_BITS) * 8 + turn]
    middle = ring_code(own >> 8 & 0xFF, opp >> 8 & 0xFF, tables[TURNS + symmetry], tables)
    stones, opp_stones = popcount(own), popcount(opp)
    split = popcount(own & CD) * 10 + popcount(opp & CD)
    counts = stones * 10 + opp_stones
    number = (
        tables[OFFSETS + counts * 100 + split]
        + tables[AB_RANKS + middle] * tables[N_CD + split]
        + (pair & RANK)
    )
    layer = tables[LAYER_NUMBERS + counts]
    if hand | opp_hand == 0:
        return layer, number, symmetry
    missing = 2 * NINE - hand - opp_hand - stones - opp_stones
    return LAST_LAYER - layer, number * (2 * NINE - stones - opp_stones) + missing, symmetry


def number_state(
    own: int, opp: int, hand: int, opp_hand: int, tables: Sequence[int]
) -> tuple[int, int, int]:
    """The layer, the number and the symmetry of a valid state."""
    found = find_pair(own, opp, tables)
    return number_pair(own, opp, hand, opp_hand, tables[found >> 3], found & 7, tables)


def find_boards(layer: int, number: int, tables: Sequence[int]) -> tuple[int, int, int]:
    """The places in `tables` of outer and inner ring and of the middle ring, and what is missing.

    The layer must have the number.
    """
    missing = 0
    row = layer
    if layer >= MOVING_LAYERS:
        row = LAST_LAYER - layer
        factor = 2 * NINE - tables[LAYER_STONES + row]
        boards = number // factor
        missing = number - boards * factor
        number = boards
    sub = row * SUBS
    step = SUBS >> 1
    while step:
        # No branch: which way it goes cannot be predicted.
        sub += step * (tables[SUB_OFFSETS + sub + step] <= number)
        step >>= 1
    number -= tables[SUB_OFFSETS + sub]
    n_cd = tables[SUB_N_CD + sub]
    ab_rank = number // n_cd
    return tables[SUB_CD + sub] + number - ab_rank * n_cd, tables[SUB_AB + sub] + ab_rank, missing


def join_boards(
    cd: int, ab: int, missing: int, layer: int, tables: Sequence[int]
) -> tuple[int, int, int, int]:
    """The own and opposing stones and hands of the states that were looked up."""
    own = cd & CD | (ab & 0xFF) << 8
    opp = cd >> 8 & CD | ab & 0xFF00
    if layer < MOVING_LAYERS:
        return own, opp, 0, 0
    total = tables[LAYER_STONES + LAST_LAYER - layer] + missing
    return own, opp, NINE - (total >> 1), NINE - (total + 1 >> 1)


def decode_number(layer: int, number: int, tables: Sequence[int]) -> tuple[int, int, int, int]:
    """The own and opposing stones and hands of a number that its layer has.

    Does not ask whether the state is valid.
    """
    cd, ab, missing = find_boards(layer, number, tables)
    return join_boards(tables[cd], tables[ab], missing, layer, tables)


def number_rows(
    own: Sequence[int],
    opp: Sequence[int],
    hand: Sequence[int],
    opp_hand: Sequence[int],
    tables: Sequence[int],
    layer: MutableSequence[int],
    number: MutableSequence[int],
    symmetry: MutableSequence[int],
    faults: MutableSequence[int],
) -> None:
    """Fill the last four columns from the first four; rows with faults are 0 elsewhere.

    In passes, so that the processor can wait for many distant entries at a time; until the last,
    `number` holds a place and then an entry of the tables, and `symmetry` holds a turn.
    """
    for row in range(len(own)):
        faults[row] = find_faults(own[row], opp[row], hand[row], opp_hand[row])
    for row in range(len(own)):
        pair = PAIRS << 3 if faults[row] else find_pair(own[row], opp[row], tables)
        number[row] = pair >> 3
        symmetry[row] = pair & 7
    for row in range(len(own)):
        number[row] = tables[number[row]]
    for row in range(len(own)):
        if faults[row]:
            layer[row] = number[row] = symmetry[row] = 0
        else:
            layer[row], number[row], symmetry[row] = number_pair(
                own[row], opp[row], hand[row], opp_hand[row], number[row], symmetry[row], tables
            )


def decode_rows(
    layer: Sequence[int],
    number: Sequence[int],
    tables: Sequence[int],
    own: MutableSequence[int],
    opp: MutableSequence[int],
    hand: MutableSequence[int],
    opp_hand: MutableSequence[int],
    faults: MutableSequence[int],
) -> None:
    """Fill the last five columns from the first two; rows with faults are 0 elsewhere.

    In passes, like `number_rows`; until the third, `own` and `opp` hold places and then entries of
    the tables, and `hand` holds how many stones are missing.
    """
    for row in range(len(layer)):
        found = number_faults(layer[row], number[row], tables)
        faults[row] = found
        # Layer and number 0 stand in: the places must exist even where nothing is looked for.
        own[row], opp[row], hand[row] = find_boards(
            0 if found else layer[row], 0 if found else number[row], tables
        )
    for row in range(len(layer)):
        own[row], opp[row] = tables[own[row]], tables[opp[row]]
    for row in range(len(layer)):
        own[row], opp[row], hand[row], opp_hand[row] = join_boards(
            own[row], opp[row], hand[row], 0 if faults[row] else layer[row], tables
        )
    for row in range(len(layer)):
        found = find_faults(own[row], opp[row], hand[row], opp_hand[row])
        faults[row] = faults[row] if faults[row] else found
    for row in range(len(layer)):
        if faults[row]:
            own[row] = opp[row] = hand[row] = opp_hand[row] = 0


def number_faults(layer: int, number: int, tables: Sequence[int]) -> int:
    """The reason why there is no such number, or 0."""
    if layer < 0 or layer > LAST_LAYER:
        return fault.NO_LAYER
    return fault.NO_NUMBER * (number < 0 or number >= tables[LAYER_SIZES + layer])
