"""The ways to fill outer and inner ring, up to symmetry, ranked: compiled, to build the tables.

A ring is a code, 0–6560, of eight ternary digits; both rings together have a value, 0–3¹⁶ − 1, of
sixteen. The smallest value among their 16 images is called canonical.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from boardbytes.games.mill.kernel import popcount
from boardbytes.numbering.mill.kernel import CD, NINE, RINGS

TURNS = 8
VALUES = 3**16


def fold_pairs(
    outers: Sequence[int],
    outer_values: Any,
    inner_values: Any,
    undoing: Any,
    canonical: Any,
    leading: Any,
    ranks: MutableSequence[int],
) -> None:
    """Find the canonical value of every pair of rings, and the symmetries that lead back from it.

    `outers[i]` is the code of the outer ring in row `i`. `outer_values[turn, code]` is what the
    turned ring contributes to the value when it is the outer one. `undoing[turn, swap]` is a bit
    for the inverse of that symmetry. Fills `canonical` and `leading`, and sets `ranks` to 1 at
    canonical values.
    """
    for row in range(len(outers)):
        outer = outers[row]
        for inner in range(RINGS):
            smallest = VALUES
            symmetries = 0
            for turn in range(TURNS):
                straight = outer_values[turn, outer] + inner_values[turn, inner]
                swapped = outer_values[turn, inner] + inner_values[turn, outer]
                for swap in range(2):
                    value = swapped if swap else straight
                    if value < smallest:
                        smallest = value
                        symmetries = 0
                    if value == smallest:
                        symmetries |= undoing[turn, swap]
            canonical[row, inner] = smallest
            leading[row, inner] = symmetries
            ranks[smallest] = 1


def rank_values(
    digits: Sequence[int],
    starts: Sequence[int],
    counts: MutableSequence[int],
    ranks: MutableSequence[int],
    states: MutableSequence[int],
) -> None:
    """Replace the marks in `ranks` with ranks among the canonical values with as many stones.

    `digits` has the point of every digit, the last one first. Writes the points, own and opposing
    interleaved by ring, into `states`; `starts` says where each pair of counts of stones begins.
    """
    for value in range(VALUES):
        if ranks[value] == 0:
            continue
        state = 0
        rest = value
        for point in digits:
            digit = rest % 3
            rest //= 3
            state |= (digit == 2) << point | (digit == 1) << (point + 8)
        own, opp = popcount(state & CD), popcount(state >> 8 & CD)
        # A side has nine stones, so no other values ever need a rank.
        if own <= NINE and opp <= NINE:
            kind = own * 10 + opp
            ranks[value] = counts[kind]
            states[starts[kind] + counts[kind]] = state
            counts[kind] += 1
