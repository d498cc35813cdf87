"""State to number and number to state, on integers and arrays.

Nothing here knows of colours. `own` and `opp` are the stones of the side to move and of the other
side, as sets of points; `hand` and `opp_hand` the stones they have not set yet. Both are nought in
the moving phase. What `tables` holds is said in `tables.py`.

The same source runs interpreted, for one state, and compiled, for columns of them: no objects, no
exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from boardbytes.games.mill.kernel import ALL, MIDPOINTS, closing_first, closing_second, popcount
from boardbytes.numbering.mill import faults as fault
from boardbytes.numbering.mill.tables import (
    AB_RANKS,
    AB_STATES,
    CD_STATES,
    LAYER_NUMBERS,
    LAYER_SIZES,
    LAYER_STARTS,
    LAYER_STONES,
    N_CD,
    OFFSETS,
    OUTER,
    PAIRS,
    SUB_AB,
    SUB_CD,
    SUB_N_CD,
    SUB_OFFSETS,
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
"""Room for the rank of a canonical setting of both rings: there are at most 126,516 of a kind."""
RANK = (1 << RANK_BITS) - 1

MOVING_LAYERS = 100
LAST_LAYER = 199


def mill_count(stones: int) -> int:
    """How many mills there are."""
    sides = stones & closing_first(stones) & MIDPOINTS
    # A spoke is found at all three of its points; counted at the outer one, moved to a free bit.
    spokes = stones & closing_second(stones) & OUTER_MIDPOINTS
    return popcount(sides | spokes >> 1)


def find_faults(own: int, opp: int, hand: int, opp_hand: int) -> int:
    """The reasons why a state is not valid, one bit each; 0 for a valid state."""
    if (own | opp) & ~ALL or own & opp:
        return fault.BOARD
    stones, opp_stones = popcount(own), popcount(opp)
    if hand < 0 or opp_hand < 0 or stones + hand > NINE or opp_stones + opp_hand > NINE:
        return fault.STONES
    if hand | opp_hand:
        return setting_faults(own, opp, hand, opp_hand)
    if stones >= 3 and opp_stones >= 3:
        return 0
    found = fault.OWN_FEW * (stones < 2) | fault.OPP_FEW * (opp_stones < 3)
    return found | fault.TWO_WITHOUT_MILL * (stones == 2 and mill_count(opp) == 0)


def setting_faults(own: int, opp: int, hand: int, opp_hand: int) -> int:
    """The reasons why a state of the setting phase is not valid."""
    stones, opp_stones = popcount(own), popcount(opp)
    missing, opp_missing = NINE - hand - stones, NINE - opp_hand - opp_stones
    mills, opp_mills = mill_count(own), mill_count(opp)
    return (
        fault.TURN * (hand != opp_hand and hand != opp_hand + 1)
        | fault.FEW_TAKEN * (missing + opp_missing < mills + opp_mills)
        | fault.OWN_TAKEN * (missing > opp_mills + opp_missing)
        | fault.OPP_TAKEN * (opp_missing > mills + missing)
        | fault.NO_MILL * (missing + opp_missing > 0 and mills + opp_mills == 0)
        | fault.OWN_FEW_SETTING * (hand <= 1 and stones < 2)
        | fault.OPP_FEW_SETTING * (opp_hand == 0 and opp_stones < 3)
    )


def ring_code(own: int, opp: int, turn: int, tables: Sequence[int]) -> int:
    """One turned ring, given as two bytes, as a number of eight ternary digits."""
    start = TERNARY + (turn << 8)
    return 2 * tables[start + own] + tables[start + opp]


def number_state(
    own: int, opp: int, hand: int, opp_hand: int, tables: Sequence[int]
) -> tuple[int, int, int]:
    """The layer, the number and the symmetry of a valid state."""
    outer = tables[OUTER + ring_code(own & 0xFF, opp & 0xFF, 0, tables)]
    turn = outer & 7
    pair = tables[PAIRS + (outer >> 3) + ring_code(own >> 16, opp >> 16, turn, tables)]
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


def decode_number(layer: int, number: int, tables: Sequence[int]) -> tuple[int, int, int, int]:
    """The own and opposing stones and hands of a number that its layer has.

    Does not ask whether the state is valid.
    """
    setting = layer >= MOVING_LAYERS
    row = LAST_LAYER - layer if setting else layer
    on_board = tables[LAYER_STONES + row]
    missing = 0
    if setting:
        factor = 2 * NINE - on_board
        missing = number % factor
        number //= factor
    low, high = tables[LAYER_STARTS + row], tables[LAYER_STARTS + row + 1]
    while high - low > 1:
        middle = (low + high) >> 1
        if tables[SUB_OFFSETS + middle] <= number:
            low = middle
        else:
            high = middle
    number -= tables[SUB_OFFSETS + low]
    n_cd = tables[SUB_N_CD + low]
    ab_rank = number // n_cd
    ab = tables[AB_STATES + tables[SUB_AB + low] + ab_rank]
    cd = tables[CD_STATES + tables[SUB_CD + low] + number - ab_rank * n_cd]
    own = cd & CD | (ab & 0xFF) << 8
    opp = cd >> 8 & CD | ab & 0xFF00
    if not setting:
        return own, opp, 0, 0
    total = on_board + missing
    return own, opp, NINE - total // 2, NINE - (total + 1) // 2


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
    """Fill the last four columns from the first four; rows with faults are nought elsewhere."""
    for row in range(len(own)):
        found = find_faults(own[row], opp[row], hand[row], opp_hand[row])
        faults[row] = found
        if found:
            layer[row] = number[row] = symmetry[row] = 0
        else:
            values = number_state(own[row], opp[row], hand[row], opp_hand[row], tables)
            layer[row], number[row], symmetry[row] = values


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
    """Fill the last five columns from the first two; rows with faults are nought elsewhere."""
    for row in range(len(layer)):
        own[row] = opp[row] = hand[row] = opp_hand[row] = 0
        found = number_faults(layer[row], number[row], tables)
        if not found:
            values = decode_number(layer[row], number[row], tables)
            found = find_faults(*values)
            if not found:
                own[row], opp[row], hand[row], opp_hand[row] = values
        faults[row] = found


def number_faults(layer: int, number: int, tables: Sequence[int]) -> int:
    """The reason why there is no such number, or 0."""
    if layer < 0 or layer > LAST_LAYER:
        return fault.NO_LAYER
    return fault.NO_NUMBER * (number < 0 or number >= tables[LAYER_SIZES + layer])
