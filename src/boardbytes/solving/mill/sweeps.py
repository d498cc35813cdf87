"""Going over every place of a subspace on the processor: loops around the kernel.

Where most places have nothing to do, eight bytes are looked at together.
"""

from __future__ import annotations

from typing import Any

from boardbytes.solving.mill.kernel import (
    DRAWN,
    Shape,
    Turn,
    finished,
    is_asked,
    is_first,
    is_lost,
    is_same,
    look,
    look_setting,
    push,
    value_by_moves,
)
from boardbytes.solving.mill.words import WORD, has_byte


def look_all(
    first: int, last: int, distances: bool,
    shape: Shape, turn: Turn, values: Any,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Any,
) -> int:  # fmt: skip
    """Take the first look at every state of some classes; returns how many there are."""
    for number in range(first, last):
        start = number * shape.ways
        for rank in range(shape.ways):
            values[start + rank] = look(
                number, rank, distances, shape, turn, taking, taking_values, setting,
                setting_values, setting_else, both, both_values, both_else, tables,
            )  # fmt: skip
    return (last - first) * shape.ways


def set_all(
    first: int, last: int, distances: bool,
    shape: Shape, turn: Turn, values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Any,
) -> int:  # fmt: skip
    """Value every state of some classes in which stones are only set; returns how many."""
    for number in range(first, last):
        start = number * shape.ways
        for rank in range(shape.ways):
            values[start + rank] = look_setting(
                number, rank, distances, shape, turn, setting, setting_values, setting_else,
                both, both_values, both_else, tables,
            )  # fmt: skip
    return (last - first) * shape.ways


def settle_all(
    first: int, last: int, size: int, level: int, pull: bool,
    shape: Shape, turn: Turn, values: Any, words: Any,
    other: Shape, other_values: Any,
    tables: Any,
) -> int:  # fmt: skip
    """Ask the states that wait for an even level, or all open ones; returns how many are lost."""
    count = 0
    for word in range(first, last):
        if has_byte(words[word], level) or (pull and has_byte(words[word], DRAWN)):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if is_asked(values[place], level, pull):
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    if is_lost(
                        number, rank, level, turn.flies, shape, other, other_values, tables
                    ):  # fmt: skip
                        values[place] = level
                        count += 1
                    else:
                        values[place] = DRAWN
    return count


def push_all(
    first: int, last: int, size: int, level: int,
    shape: Shape, turn: Turn, values: Any, words: Any,
    other: Shape, other_values: Any,
    tables: Any,
) -> int:  # fmt: skip
    """Go back from the states that a level decided; returns how many that decides.

    `turn` is that of the other side, whose states come before these.
    """
    count = 0
    for word in range(first, last):
        if has_byte(words[word], level):
            for place in range(word * WORD, min((word + 1) * WORD, size)):
                if values[place] == level:
                    number = place // shape.ways
                    rank = place - number * shape.ways
                    count += push(
                        number, rank, level, shape, values, other, other_values, turn, tables
                    )  # fmt: skip
    return count


def finish_all(first: int, last: int, distances: bool, values: Any) -> int:
    """Turn the numbers kept while solving into values; returns how many there are."""
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


def check_all(
    first: int, last: int, distances: bool,
    shape: Shape, turn: Turn, values: Any,
    quiet: Shape, quiet_values: Any,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Any,
) -> int:  # fmt: skip
    """How many states of some classes have a value that does not follow from their successors."""
    wrong = 0
    for number in range(first, last):
        for rank in range(shape.ways):
            value = value_by_moves(
                number, rank, shape, turn, quiet, quiet_values, taking, taking_values, setting,
                setting_values, setting_else, both, both_values, both_else, tables,
            )  # fmt: skip
            if not is_same(values[number * shape.ways + rank], value, distances):
                wrong += 1
    return wrong
