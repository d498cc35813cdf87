"""Solving into a folder of table files: what is there already is not solved again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from boardbytes.errors import SolvingError
from boardbytes.solving.mill.files import TableFile, path_of, write_table
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.solver import FEWEST, Machine, Pair, Space, Summary, pairs, solve_pair


def solve_to_files(stones: int, folder: Path, machine: Machine) -> Iterator[Summary]:
    """Solve every subspace with up to so many stones; what each turned out to hold.

    A table that is in the folder and whole is used as it is. A table is written whole or not at
    all, so whoever is interrupted loses at most the pair in work. Raises SolvingError before a
    pair that does not fit into memory.
    """

    def known(pair: Pair) -> Space:
        if min(pair) < FEWEST:
            return machine.nothing()
        return machine.known(pair, TableFile(folder, pair).read())

    for total in range(2 * FEWEST, stones + 1):
        for pair in pairs(total):
            both = sorted({pair, pair[::-1]})
            if all(is_whole(folder, each) for each in both):
                spaces = {each: known(each) for each in both}
            else:
                check_memory(pair)
                spaces = solve_pair(pair, machine, known)
                for each in both:
                    write_table(folder, each, machine.values(spaces[each]))
            for each in both:
                yield machine.summarise(spaces[each])


def is_whole(folder: Path, pair: Pair) -> bool:
    """Whether there is an undamaged table of a subspace."""
    if not path_of(folder, pair).exists():
        return False
    try:
        TableFile(folder, pair).verify()
    except SolvingError:
        return False
    return True


def bytes_needed(pair: Pair) -> int:
    """The memory that solving a pair takes: two bytes for a place in it, one for its captures."""
    known = tables()
    both = {pair, pair[::-1]}
    fewer = {(b - 1, w) for w, b in both if b > FEWEST}
    in_work = sum(2 * known.size(*each) for each in both)
    return in_work + sum(known.size(*each) for each in fewer) + int(known.array.nbytes)


def check_memory(pair: Pair) -> None:
    """Raise SolvingError if this machine has too little memory free for a pair."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    needed = bytes_needed(pair)
    if needed > free:
        own, opp = pair
        raise SolvingError(
            f"{own} against {opp} stones needs {needed / 1e9:.1f} GB of memory;"
            f" {free / 1e9:.1f} GB are free"
        )
