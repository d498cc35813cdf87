"""Solving backwards from the end, for any game: first what is over, then what is one ply from it.

A table has one byte per position: 0 not decided, which in the end means drawn, else one more than
the plies to the end. An odd number of plies is a win for the side to move, an even one a loss.
"""

from __future__ import annotations

from collections.abc import Callable

from boardbytes.cores import CHUNK, share_rows
from boardbytes.errors import SolvingError

UNDECIDED = 0
LONGEST = 254
"""No more plies fit into a byte."""


def share(count: int, work: Callable[[int, int], int], chunk: int = CHUNK) -> int:
    """The sum of `work(first, stop)` over runs of positions that together cover all, on all cores.

    The work must be compiled, which runs without the interpreter's lock.
    """
    found: list[int] = []
    share_rows(count, lambda part: found.append(work(part.start, part.stop)), chunk=chunk)
    return sum(found)


def solve(mark: Callable[[int], int], known: int, longest: int = LONGEST) -> int:
    """Decide all positions of a part of a table; returns the most plies that one of them needs.

    `mark(plies)` decides the positions this many plies from the end and says how many there
    are; `known` is the most plies in the parts of the table to which moves can lead. Raises
    SolvingError where more are needed than the `longest` that a table takes.
    """
    plies, most, idle = 0, 0, 0
    # Moves to other parts can decide more here after levels that decided nothing.
    while idle < 2 or plies <= known + 1:
        if plies > longest:
            raise SolvingError(f"a game takes more plies than the {longest} that a table can hold")
        found = mark(plies)
        idle = 0 if found else idle + 1
        most = plies if found else most
        plies += 1
    return most
