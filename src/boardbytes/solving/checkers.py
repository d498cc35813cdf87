"""The value of every ending of checkers with up to four pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.caching import cache_folder, cached
from boardbytes.compiling import compiled
from boardbytes.errors import PositionError
from boardbytes.games.checkers import CheckersPosition, kernel
from boardbytes.solving import checkers_kernel
from boardbytes.solving.retrograde import share, solve

MOST_PIECES = 4


@dataclass(frozen=True)
class Value:
    """What a position is worth to the side to move, and the plies to the end; None for a draw."""

    value: str
    plies: int | None


@dataclass(frozen=True, eq=False)
class Table:
    """The values of all endings with up to that many pieces."""

    pieces: int
    values: NDArray[np.uint8]
    starts: NDArray[np.int64]
    """Where each class of endings begins."""


def classes(pieces: int) -> list[int]:
    """The classes of endings with exactly that many pieces, those to which moves lead first.

    Men become kings and never the other way, so fewer men come first.
    """
    counts = [
        counts
        for counts in product(range(4), repeat=4)
        if sum(counts) == pieces and any(counts[:2]) and any(counts[2:])
    ]
    counts.sort(key=lambda counts: (counts[0] + counts[2], counts))
    return [men << 6 | kings << 4 | theirs << 2 | crowned for men, kings, theirs, crowned in counts]


def size_of(kind: int) -> int:
    """How many numbers a class of endings has."""
    size = 1
    for shift in (6, 4, 2, 0):
        size *= checkers_kernel.choose(32, kind >> shift & 3)
    return size


def _starts(pieces: int) -> tuple[NDArray[np.int64], int]:
    starts = np.zeros(256, np.int64)
    end = 0
    for count in range(2, pieces + 1):
        for kind in classes(count):
            starts[kind] = end
            end += size_of(kind)
    return starts, end


def _file_name(pieces: int) -> str:
    return f"checkers-{pieces}-v1.bbt"


def is_built(pieces: int = MOST_PIECES) -> bool:
    """Whether the table of that many pieces is kept on disk already."""
    return (cache_folder() / _file_name(pieces)).exists()


@cache
def table(pieces: int = MOST_PIECES) -> Table:
    """The table of endings with up to that many pieces, built on first use and kept on disk."""
    starts, size = _starts(pieces)
    data = cached(_file_name(pieces), size, lambda: _build(pieces).tobytes())
    return Table(pieces, np.frombuffer(data, np.uint8), starts)


def _build(pieces: int) -> NDArray[np.uint8]:
    starts, size = _starts(pieces)
    values = np.zeros(size, np.uint8)
    longest = 0
    for count in range(2, pieces + 1):
        by_men: dict[int, list[int]] = {}
        for kind in classes(count):
            by_men.setdefault((kind >> 6) + (kind >> 2 & 3), []).append(kind)
        # Endings with the same men lead to each other, so they are solved together.
        for kinds in by_men.values():
            mark = partial(_mark, kinds, values, starts)
            longest = max(longest, solve(mark, longest))
    return values


def _mark(kinds: list[int], values: NDArray[np.uint8], starts: Any, plies: int) -> int:
    """Decide what is that many plies from the end in some classes, on all cores."""
    mark_rows = compiled(checkers_kernel.__name__).mark_rows

    def work(kind: int, first: int, stop: int) -> int:
        moves = np.zeros(kernel.MAX_MOVES, np.int64)
        return int(mark_rows(first, stop, kind, plies, values, starts, moves))

    return sum(share(size_of(kind), partial(work, kind)) for kind in kinds)


def probe(position: CheckersPosition) -> Value:
    """The value of an ending of up to four pieces: `.value` and `.plies`.

    Raises PositionError for more pieces. Does not know of draws by history.
    """
    own, opp, kings, down = position.kernel_values
    count = kernel.popcount(own | opp)
    if count > MOST_PIECES:
        raise PositionError(f"tables hold endings of up to {MOST_PIECES} pieces, not of {count}")
    if position.problems():
        raise PositionError(f"tables hold no position in which {position.problems()[0].message}")
    if not own or not opp:
        return Value("won", 1) if position.legal_moves() else Value("lost", 0)
    found = table(max(2, count))
    place = checkers_kernel.place_of(own, opp, kings, down, found.starts)
    byte = int(found.values[place])
    if byte == 0:
        return Value("drawn", None)
    return Value("won" if byte % 2 == 0 else "lost", byte - 1)
