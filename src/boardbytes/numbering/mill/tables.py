"""What the numbering looks up: one run of 32-bit integers, cached in a file or built on first use.

The outer and inner ring together can be occupied in 3¹⁶ ways. Turning the board until the outer
ring is the smallest of its eight images leaves 954 outer rings, so 954 × 3⁸ entries, an eighth of
3¹⁶, say everything about all of them and fit into the processor's cache.

Below, a *kind* is a pair of counts of stones, `10 · own + opp`. A *state* of rings holds the points
of both sides interleaved: own in the bytes of their rings, opposing one byte further.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from boardbytes.caching import cached

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "mill-numbering-1.table"
"""Named with a version: what it holds is never changed under the same name."""

SUBS = 64
"""Room for the sub-layers of a layer: a power of two, since they are found by halving."""

UNUSED = 2**31 - 1
"""Larger than every number."""

# Where each table starts. They follow each other, so that a kernel takes one array and not twenty.
TERNARY = 0
"""By turn and byte: a turned set of a ring's points as ternary digits 0 and 1."""
OUTER = TERNARY + 8 * 256
"""By code of the outer ring: eight times the start of its row in PAIRS, plus the turn."""
SYMMETRIES = OUTER + 3**8
"""By set of symmetries and turn: the symmetry that makes both rings canonical."""
TURNS = SYMMETRIES + 97 * 8
"""By symmetry: what it does within each ring."""
AB_RANKS = TURNS + 16
"""By code of the middle ring: its rank."""
AB_STATES = AB_RANKS + 3**8
"""The states of the middle ring by kind and rank."""
N_CD = AB_STATES + 3**8
"""By kind: how many canonical states of outer and inner ring there are."""
OFFSETS = N_CD + 100
"""By kind and kind on the outer and inner ring: where the sub-layer starts."""
LAYER_NUMBERS = OFFSETS + 100 * 100
"""By kind: the layer of the moving phase."""
LAYER_STONES = LAYER_NUMBERS + 100
"""By layer of the moving phase: how many stones are on the board."""
LAYER_SIZES = LAYER_STONES + 100
"""By layer: how many numbers it has."""
SUB_OFFSETS = LAYER_SIZES + 200
"""By layer of the moving phase and sub-layer: where it starts; UNUSED beyond the last."""
SUB_N_CD = SUB_OFFSETS + 100 * SUBS
"""By layer and sub-layer: how many canonical states of outer and inner ring there are."""
SUB_AB = SUB_N_CD + 100 * SUBS
"""By layer and sub-layer: the place of its first state in AB_STATES."""
SUB_CD = SUB_AB + 100 * SUBS
"""By layer and sub-layer: the place of its first state in CD_STATES."""
CD_STATES = SUB_CD + 100 * SUBS
"""The canonical states of outer and inner ring by kind and rank."""
PAIRS = CD_STATES + 2_620_167
"""By outer and inner ring, both turned: rank of the canonical image, set of symmetries."""
END = PAIRS + 954 * 3**8


@cache
def load() -> memoryview[int]:
    """The tables as plain memory, for kernels that run interpreted: every entry is an `int`."""
    return cached(FILE, 4 * END, _build).cast("i")


@cache
def load_array() -> NDArray[np.int32]:
    """The same memory as an array, for kernels that run compiled."""
    import numpy as np

    return np.frombuffer(load(), dtype=np.int32)


def _build() -> bytes:
    # Building needs the compiler, loading does not.
    from boardbytes.numbering.mill.building import build

    return build().tobytes()
