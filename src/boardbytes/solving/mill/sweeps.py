"""Going over every place of a subspace on the processor: loops around the kernel.

Where most places have nothing to do, eight bytes are looked at together.
"""

from __future__ import annotations

from typing import Any

from boardbytes.solving.mill.kernel import (
    DRAWN,
    Shape,
    finished,
    is_first,
    is_lost,
    is_same,
    look,
    others_at,
    push,
    set_stone,
    value_by_moves,
)
from boardbytes.solving.mill.words import WORD, has_byte


def look_all(
    first: int,
    last: int,
    distances: bool,
    shape: Shape,
    values: Any,
    fewer: Shape,
    fewer_values: Any,
    tables: Any,
) -> int:
    """Take the first look at every state of some classes; how many those are."""
    for number in range(first, last):
        start = number * shape.ways
        for rank in range(shape.ways):
            values[start + rank] = look(
                number, rank, distances, shape, fewer, fewer_values, tables
            )  # fmt: skip
    return (last - first) * shape.ways


def settle_all(
    first: int,
    last: int,
    size: int,
    level: int,
    pull: bool,
    shape: Shape,
    values: Any,
    words: Any,
    other: Shape,
    other_values: Any,
    tables: Any,
) -> int:
    """Ask the states that wait for an even level, or all that are open; how many are lost."""
    count = 0
    for word in range(first, last):
        if has_byte(words[word], level) or (pull and has_byte(words[word], DRAWN)):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                value = values[place]
                if value == level or (pull and value == DRAWN):
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    if is_lost(number, rank, level, shape, other, other_values, tables):
                        values[place] = level
                        count += 1
                    else:
                        values[place] = DRAWN
    return count


def push_all(
    first: int,
    last: int,
    size: int,
    level: int,
    shape: Shape,
    values: Any,
    words: Any,
    other: Shape,
    other_values: Any,
    tables: Any,
) -> int:
    """Go back from the states that a level decided; how many that decides."""
    count = 0
    for word in range(first, last):
        if has_byte(words[word], level):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if values[place] == level:
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    count += push(
                        number, rank, level, shape, values, other, other_values, tables
                    )  # fmt: skip
    return count


def finish_all(first: int, last: int, distances: bool, values: Any) -> int:
    """Make what was kept for the work into values; how many those are."""
    for place in range(first, last):
        values[place] = finished(values[place], distances)
    return last - first


def count_all(first: int, last: int, values: Any, counts: Any) -> None:
    """Add up how often each value occurs."""
    for place in range(first, last):
        counts[values[place]] += 1


def tally_all(first: int, last: int, shape: Shape, values: Any, tables: Any, counts: Any) -> None:
    """Add up how often each value occurs, every state counted once however many places it has."""
    for number in range(first, last):
        for rank in range(shape.ways):
            if is_first(number, rank, shape, tables):
                counts[values[number * shape.ways + rank]] += 1


def set_all(
    first: int,
    last: int,
    shape: Shape,
    values: Any,
    quiet: Shape,
    quiet_values: Any,
    quiet_else: int,
    taking: Shape,
    taking_values: Any,
    taking_else: int,
    distances: bool,
    tables: Any,
) -> int:
    """Value every state of some classes of the setting phase; how many those are."""
    for number in range(first, last):
        for rank in range(shape.ways):
            value = set_stone(
                number, rank, shape, quiet, quiet_values, quiet_else, taking, taking_values,
                taking_else, tables,
            )  # fmt: skip
            values[number * shape.ways + rank] = finished(value, distances)
    return (last - first) * shape.ways


def check_moving(
    first: int,
    last: int,
    distances: bool,
    shape: Shape,
    values: Any,
    quiet: Shape,
    quiet_values: Any,
    taking: Shape,
    taking_values: Any,
    tables: Any,
) -> int:
    """How many states of some classes have a value that does not follow from their successors."""
    wrong = 0
    for number in range(first, last):
        own = tables[shape.masks + number]
        for rank in range(shape.ways):
            value = value_by_moves(
                own, others_at(number, rank, shape, tables), quiet, quiet_values, taking,
                taking_values, tables,
            )  # fmt: skip
            if not is_same(values[number * shape.ways + rank], value, distances):
                wrong += 1
    return wrong


def check_setting(
    first: int,
    last: int,
    distances: bool,
    shape: Shape,
    values: Any,
    quiet: Shape,
    quiet_values: Any,
    quiet_else: int,
    taking: Shape,
    taking_values: Any,
    taking_else: int,
    tables: Any,
) -> int:
    """The same in the setting phase."""
    wrong = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            value = set_stone(
                number, rank, shape, quiet, quiet_values, quiet_else, taking, taking_values,
                taking_else, tables,
            )  # fmt: skip
            if not is_same(values[number * shape.ways + rank], value, distances):
                wrong += 1
    return wrong
