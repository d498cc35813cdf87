"""Going over every place of a subspace on the processor: loops around the kernel."""

from __future__ import annotations

from typing import Any

from boardbytes.solving.mill.kernel import (
    DRAWN,
    Shape,
    is_due,
    is_first,
    look,
    push,
    set_stone,
    settle,
)


def look_all(
    first: int,
    last: int,
    shape: Shape,
    values: Any,
    captures: Any,
    fewer: Shape,
    fewer_values: Any,
    tables: Any,
) -> int:
    """Take the first look at every state of some classes; how many that decides."""
    count = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            count += look(number, rank, shape, values, captures, fewer, fewer_values, tables)
    return count


def settle_all(
    first: int,
    last: int,
    level: int,
    pull: bool,
    shape: Shape,
    values: Any,
    captures: Any,
    other: Shape,
    other_values: Any,
    tables: Any,
) -> int:
    """Decide what a level decides in some classes; how many states that are."""
    count = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            place = number * shape.ways + rank
            if is_due(values[place], captures[place], level, pull):
                count += settle(number, rank, level, shape, values, other, other_values, tables)
    return count


def push_all(
    first: int,
    last: int,
    level: int,
    shape: Shape,
    values: Any,
    other: Shape,
    other_values: Any,
    other_captures: Any,
    tables: Any,
) -> int:
    """Go back from the states of some classes that a level decided; how many those are."""
    count = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            if values[number * shape.ways + rank] == level:
                count += 1
                push(
                    number, rank, level, shape, values, other, other_values, other_captures, tables
                )
    return count


def count_all(first: int, last: int, shape: Shape, values: Any, tables: Any, counts: Any) -> None:
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
    tables: Any,
) -> int:
    """Value every state of some classes of the setting phase; how many are decided."""
    count = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            value = set_stone(
                number, rank, shape, quiet, quiet_values, quiet_else, taking, taking_values,
                taking_else, tables,
            )  # fmt: skip
            values[number * shape.ways + rank] = value
            count += value != DRAWN
    return count
