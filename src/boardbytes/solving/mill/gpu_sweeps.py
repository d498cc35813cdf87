"""Going over every place of a subspace on a GPU: a thread for a place, or for eight of them.

Where most places have nothing to do, those that have are listed first, by threads that look at
eight bytes at once; so the threads that then do the work stand side by side.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda as _cuda

from boardbytes.solving.mill.kernel import (
    DRAWN,
    Shape,
    Turn,
    finished,
    is_asked,
    is_first,
    is_lost,
    look,
    look_setting,
    push,
)
from boardbytes.solving.mill.words import WORD, has_byte

cuda: Any = _cuda

LISTED, FOUND = 0, 1
"""What is counted: places to go over, and states decided there."""


def look_all(
    size: int, distances: bool,
    shape: Shape, turn: Turn, values: Any,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Any,
) -> None:  # fmt: skip
    """Take the first look at every state."""
    place = cuda.grid(1)
    if place < size:
        number = place // shape.ways
        values[place] = look(
            number, place - number * shape.ways, distances, shape, turn, taking, taking_values,
            setting, setting_values, setting_else, both, both_values, both_else, tables,
        )  # fmt: skip


def set_all(
    size: int, distances: bool,
    shape: Shape, turn: Turn, values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Any,
) -> None:  # fmt: skip
    """Value every state of a subspace in which stones are only set."""
    place = cuda.grid(1)
    if place < size:
        number = place // shape.ways
        values[place] = look_setting(
            number, place - number * shape.ways, distances, shape, turn, setting,
            setting_values, setting_else, both, both_values, both_else, tables,
        )  # fmt: skip


def list_all(
    first: int, last: int, size: int, level: int, pull: bool,
    values: Any, words: Any, places: Any, counts: Any,
) -> None:  # fmt: skip
    """List the places of some words that have something to do; counts them."""
    for word in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        if has_byte(words[word], level) or (pull and has_byte(words[word], DRAWN)):
            stop = min((word + 1) * WORD, size)
            count = 0
            for place in range(word * WORD, stop):
                if is_asked(values[place], level, pull):
                    count += 1
            at = cuda.atomic.add(counts, LISTED, count)
            for place in range(word * WORD, stop):
                if is_asked(values[place], level, pull):
                    places[at] = place
                    at += 1


def settle_listed(
    level: int,
    shape: Shape, turn: Turn, values: Any,
    other: Shape, other_values: Any,
    tables: Any, places: Any, counts: Any,
) -> None:  # fmt: skip
    """Ask the states that wait for an even level, or are open; counts those that are lost."""
    count = 0
    for at in range(cuda.grid(1), counts[LISTED], cuda.gridsize(1)):
        place = int(places[at])
        number = place // shape.ways
        rank = place - number * shape.ways
        if is_lost(number, rank, level, turn.flies, shape, other, other_values, tables):
            values[place] = level
            count += 1
        elif values[place] != DRAWN:
            values[place] = DRAWN
    if count:
        cuda.atomic.add(counts, FOUND, count)


def push_listed(
    level: int,
    shape: Shape, turn: Turn, values: Any,
    other: Shape, other_values: Any,
    tables: Any, places: Any, counts: Any,
) -> None:  # fmt: skip
    """Go back from the states that a level decided; counts those that it decides.

    `turn` is that of the other side, whose states come before these.
    """
    count = 0
    for at in range(cuda.grid(1), counts[LISTED], cuda.gridsize(1)):
        place = int(places[at])
        number = place // shape.ways
        rank = place - number * shape.ways
        count += push(number, rank, level, shape, values, other, other_values, turn, tables)
    if count:
        cuda.atomic.add(counts, FOUND, count)


def finish_all(size: int, distances: bool, values: Any) -> None:
    """Turn the numbers kept while solving into values."""
    for place in range(cuda.grid(1), size, cuda.gridsize(1)):
        values[place] = finished(values[place], distances)


def count_all(size: int, values: Any, found: Any) -> None:
    """Add up how often each value occurs."""
    counts = cuda.shared.array(256, np.int32)
    for value in range(cuda.threadIdx.x, len(found), cuda.blockDim.x):
        counts[value] = 0
    cuda.syncthreads()
    for place in range(cuda.grid(1), size, cuda.gridsize(1)):
        cuda.atomic.add(counts, int(values[place]), 1)
    cuda.syncthreads()
    for value in range(cuda.threadIdx.x, len(found), cuda.blockDim.x):
        if counts[value]:
            cuda.atomic.add(found, value, counts[value])


def tally_all(size: int, shape: Shape, values: Any, tables: Any, found: Any) -> None:
    """Add up how often each value occurs, every state counted once however many places it has."""
    counts = cuda.shared.array(256, np.int32)
    for value in range(cuda.threadIdx.x, len(found), cuda.blockDim.x):
        counts[value] = 0
    cuda.syncthreads()
    for place in range(cuda.grid(1), size, cuda.gridsize(1)):
        number = place // shape.ways
        if is_first(number, place - number * shape.ways, shape, tables):
            cuda.atomic.add(counts, int(values[place]), 1)
    cuda.syncthreads()
    for value in range(cuda.threadIdx.x, len(found), cuda.blockDim.x):
        if counts[value]:
            cuda.atomic.add(found, value, counts[value])
