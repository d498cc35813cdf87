"""Going over every place of a subspace on a GPU: a thread for a place, or for eight of them.

Where most places have nothing to do, a thread looks at eight bytes at once and mostly goes home.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda as _cuda

from boardbytes.solving.mill.kernel import (
    DRAWN,
    NEVER_LOST,
    Shape,
    is_due,
    is_first,
    look,
    push,
    set_stone,
    settle,
)
from boardbytes.solving.mill.words import has_byte

cuda: Any = _cuda

WORD = 8


def look_all(
    size: int,
    shape: Shape,
    values: Any,
    captures: Any,
    fewer: Shape,
    fewer_values: Any,
    tables: Any,
) -> None:
    """Take the first look at every state."""
    place = cuda.grid(1)
    if place < size:
        number = place // shape.ways
        rank = place - number * shape.ways
        look(number, rank, shape, values, captures, fewer, fewer_values, tables)


def settle_all(
    size: int,
    level: int,
    pull: bool,
    shape: Shape,
    values: Any,
    captures: Any,
    capture_words: Any,
    other: Shape,
    other_values: Any,
    tables: Any,
    found: Any,
) -> None:
    """Decide what a level decides; adds how many states that are."""
    count = 0
    for word in range(cuda.grid(1), len(capture_words), cuda.gridsize(1)):
        if pull or has_byte(capture_words[word], level):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if is_due(values[place], captures[place], level, pull):
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    if settle(number, rank, level, shape, values, other, other_values, tables):
                        count += 1
    if count:
        cuda.atomic.add(found, 0, count)


def push_all(
    size: int,
    level: int,
    shape: Shape,
    values: Any,
    value_words: Any,
    other: Shape,
    other_values: Any,
    other_captures: Any,
    tables: Any,
    found: Any,
) -> None:
    """Go back from the states that a level decided; adds how many those are."""
    count = 0
    for word in range(cuda.grid(1), len(value_words), cuda.gridsize(1)):
        if has_byte(value_words[word], level):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if values[place] == level:
                    count += 1
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    push(
                        number, rank, level, shape, values, other, other_values,
                        other_captures, tables,
                    )  # fmt: skip
    if count:
        cuda.atomic.add(found, 0, count)


def count_all(size: int, value: int, values: Any, value_words: Any, found: Any) -> None:
    """Add how many places have a value."""
    count = 0
    for word in range(cuda.grid(1), len(value_words), cuda.gridsize(1)):
        if has_byte(value_words[word], value):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if values[place] == value:
                    count += 1
    if count:
        cuda.atomic.add(found, 0, count)


def last_of_all(size: int, captures: Any, found: Any) -> None:
    """Raise what was found to the highest level at which captures decide something."""
    first = cuda.grid(1) * WORD
    highest = 0
    for place in range(first, min(first + WORD, size)):
        if captures[place] < NEVER_LOST:
            highest = max(highest, int(captures[place]))
    if highest > found[0]:
        cuda.atomic.max(found, 0, highest)


def tally_all(size: int, shape: Shape, values: Any, tables: Any, found: Any) -> None:
    """Add up won, drawn and lost, every state once, and raise the longest win and loss."""
    place = cuda.grid(1)
    counts = place < size
    value = DRAWN
    if counts:
        number = place // shape.ways
        counts = is_first(number, place - number * shape.ways, shape, tables)
        value = int(values[place])
    drawn = cuda.syncthreads_count(np.int32(counts and value == DRAWN))
    won = cuda.syncthreads_count(np.int32(counts and value != DRAWN and value & 1 == 1))
    lost = cuda.syncthreads_count(np.int32(counts and value != DRAWN and value & 1 == 0))
    if cuda.threadIdx.x == 0:
        if won:
            cuda.atomic.add(found, 0, won)
        if drawn:
            cuda.atomic.add(found, 1, drawn)
        if lost:
            cuda.atomic.add(found, 2, lost)
    if counts and value != DRAWN and value > found[4 - (value & 1)]:
        cuda.atomic.max(found, 4 - (value & 1), value)


def set_all(
    size: int,
    shape: Shape,
    values: Any,
    quiet: Shape,
    quiet_values: Any,
    quiet_else: int,
    taking: Shape,
    taking_values: Any,
    taking_else: int,
    tables: Any,
) -> None:
    """Value every state of a part of the setting phase."""
    place = cuda.grid(1)
    if place < size:
        number = place // shape.ways
        rank = place - number * shape.ways
        values[place] = set_stone(
            number, rank, shape, quiet, quiet_values, quiet_else, taking, taking_values,
            taking_else, tables,
        )  # fmt: skip
