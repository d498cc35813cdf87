"""Building the tables of the numbering, from counting, symmetries and compiled folding."""

from __future__ import annotations

from itertools import accumulate, pairwise, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import compiled
from boardbytes.games.mill.kernel import popcount
from boardbytes.numbering.mill import folding, tables
from boardbytes.numbering.mill.folding import TURNS, VALUES
from boardbytes.numbering.mill.kernel import RANK_BITS, RINGS
from boardbytes.numbering.mill.layers import (
    COUNTS,
    Layer,
    all_layers,
    count_ab,
    count_cd,
    sublayers,
)
from boardbytes.numbering.mill.symmetry import IDENTITY, Symmetry

Integers: TypeAlias = NDArray[np.int64]
Parts: TypeAlias = dict[int, Any]
"""Tables by the place at which they start."""

RING_DIGITS = (0, 2, 4, 6, 1, 3, 5, 7)
"""The point of each of a ring's eight digits, most significant first: corners, then midpoints."""

PAIR_DIGITS = (0, 2, 4, 6, 16, 18, 20, 22, 1, 17, 3, 19, 5, 21, 7, 23)
"""The point of each of the sixteen digits of outer and inner ring, most significant first."""

KINDS = tuple(product(range(COUNTS), range(COUNTS)))
"""Counts of own and opposing stones; a kind's number is its place."""

_BY_TURN = {(each.turn, each.swapped): each for each in Symmetry}


def build() -> NDArray[np.int32]:
    """All tables, one after another: less than half a second of work once compiled."""
    ternary = _ternary(_turned_bytes(), RING_DIGITS)
    own, opp = _rings(ternary[0])
    images = 2 * ternary[:, own] + ternary[:, opp]
    # Which of the smallest rings each ring becomes, and the first turn that makes it so.
    outers, rows = np.unique(images.min(axis=0), return_inverse=True)
    parts: Parts = {
        tables.TERNARY: ternary,
        tables.OUTER: rows * RINGS * TURNS + images.argmin(axis=0),
        tables.TURNS: [each.turn for each in Symmetry],
        **_middle_parts(own, opp),
        **_layer_parts(),
        **_pair_parts(own, opp, images, outers),
    }
    table = np.empty(tables.END, dtype=np.int32)
    for start, stop in pairwise([*sorted(parts), tables.END]):
        table[start:stop] = np.ravel(parts[start])
    return table


def _starts(sizes: list[int]) -> list[int]:
    """Where each of several runs starts when they follow each other, and where the last ends."""
    return [0, *accumulate(sizes)]


AB_STARTS = _starts([count_ab(*kind) for kind in KINDS])
CD_STARTS = _starts([count_cd(*kind) for kind in KINDS])
"""Where each kind starts among the states of the middle ring, and of the other two."""


def _turned_bytes() -> Integers:
    """By turn and byte: the turned byte."""
    turns = [_BY_TURN[turn, False] for turn in range(TURNS)]
    return np.array([[turn.apply_mask(byte) for byte in range(256)] for turn in turns])


def _ternary(masks: Integers, digits: tuple[int, ...]) -> Integers:
    """Sets of points as numbers with a ternary digit, 0 or 1, per point."""
    bits = masks[..., None] >> np.array(digits) & 1
    return np.asarray(bits @ 3 ** np.arange(len(digits))[::-1])


def _rings(ternary: Integers) -> tuple[Integers, Integers]:
    """The own and the opposing points of every code of a ring."""
    own, opp = np.array([pair for pair in product(range(256), repeat=2) if not pair[0] & pair[1]]).T
    order = np.argsort(2 * ternary[own] + ternary[opp])
    return own[order], opp[order]


def _middle_parts(own: Integers, opp: Integers) -> Parts:
    """What is looked up for the middle ring."""
    ranks, states = [0] * RINGS, [0] * RINGS
    ends = list(AB_STARTS)
    for code, (mine, theirs) in enumerate(zip(own.tolist(), opp.tolist(), strict=True)):
        kind = popcount(mine) * COUNTS + popcount(theirs)
        ranks[code] = ends[kind] - AB_STARTS[kind]
        states[ends[kind]] = mine | theirs << 8
        ends[kind] += 1
    return {tables.AB_RANKS: ranks, tables.AB_STATES: states}


def _pair_parts(own: Integers, opp: Integers, images: Integers, outers: Integers) -> Parts:
    """What is looked up for the outer and inner ring."""
    kernels = compiled(folding.__name__)
    outer_values, inner_values = (
        (2 * _ternary(own << ring, PAIR_DIGITS) + _ternary(opp << ring, PAIR_DIGITS))[images]
        for ring in (0, 16)
    )
    undoing = [
        [1 << _BY_TURN[turn, swap].inverse.id for swap in (False, True)] for turn in range(TURNS)
    ]
    shape = len(outers), RINGS
    canonical, leading = np.empty(shape, dtype=np.int32), np.empty(shape, dtype=np.int32)
    ranks = np.zeros(VALUES, dtype=np.int32)
    kernels.fold_pairs(
        outers, outer_values, inner_values, np.array(undoing), canonical, leading, ranks
    )
    states = np.empty(CD_STARTS[-1], dtype=np.int32)
    counts = np.zeros(len(KINDS), dtype=np.int64)
    kernels.rank_values(np.array(PAIR_DIGITS[::-1]), np.array(CD_STARTS), counts, ranks, states)
    occurs = np.zeros(1 << len(Symmetry), dtype=bool)
    occurs[leading] = True
    sets = np.flatnonzero(occurs).tolist()
    ids = np.cumsum(occurs, dtype=np.int32) - 1
    return {
        tables.SYMMETRIES: [_symmetry(each, turn) for each in sets for turn in range(TURNS)],
        tables.CD_STATES: states,
        tables.PAIRS: ids[leading] << RANK_BITS | ranks[canonical],
    }


def _symmetry(leading: int, turn: int) -> int:
    """The symmetry that makes two rings canonical.

    `leading` has a bit for every symmetry that leads from the canonical rings to these rings
    after `turn`. Of those that lead to these rings themselves, the largest is undone; the order
    is that of Muehle, and it matters where the canonical rings are symmetric.
    """
    back = _BY_TURN[turn, False].inverse
    fitting = [each.then(back) for each in Symmetry if leading >> each.id & 1]
    return IDENTITY.id if IDENTITY in fitting else max(fitting).inverse.id


def _layer_parts() -> Parts:
    """What is known of layers and sub-layers by counting alone."""
    layers = all_layers()
    moving = [layer for layer in layers if not layer.setting]
    offsets = np.zeros((COUNTS,) * 4, dtype=np.int32)
    sub_offsets = np.full((len(moving), tables.SUBS), tables.UNUSED, dtype=np.int32)
    sub_n_cd, sub_ab, sub_cd = np.ones((3, len(moving), tables.SUBS), dtype=np.int32)
    for row, layer in enumerate(moving):
        for sub, part in enumerate(sublayers(layer)):
            own_ab, opp_ab = layer.own - part.own_cd, layer.opp - part.opp_cd
            offsets[layer.own, layer.opp, part.own_cd, part.opp_cd] = part.offset
            sub_offsets[row, sub] = part.offset
            sub_n_cd[row, sub] = part.n_cd
            sub_ab[row, sub] = tables.AB_STATES + AB_STARTS[own_ab * COUNTS + opp_ab]
            sub_cd[row, sub] = tables.CD_STATES + CD_STARTS[part.own_cd * COUNTS + part.opp_cd]
    return {
        tables.N_CD: [count_cd(*kind) for kind in KINDS],
        tables.OFFSETS: offsets,
        tables.LAYER_NUMBERS: [Layer(*kind, setting=False).number for kind in KINDS],
        tables.LAYER_STONES: [layer.own + layer.opp for layer in moving],
        tables.LAYER_SIZES: [layer.size for layer in layers],
        tables.SUB_OFFSETS: sub_offsets,
        tables.SUB_N_CD: sub_n_cd,
        tables.SUB_AB: sub_ab,
        tables.SUB_CD: sub_cd,
    }
