"""Every member of the family of mill by a GPU and by the cores: the same bytes; nothing without."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from benchmarks import Comparison, Row
from boardbytes.compiling import load_cuda
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.member import find_member, members
from boardbytes.solving.mill.solver import solve_all
from boardbytes.solving.mill.summary import Summary

STONES = 8
"""On a board of 24 points tables with up to so many stones are compared; elsewhere all."""
_LARGE = 24


@dataclass(frozen=True)
class Compared:
    """What two machines made of one member."""

    member: str
    distances: bool
    tables: int
    different: int
    seconds: tuple[float, float]
    """The GPU's and the cores', compiling included."""


def rows() -> Iterator[Row]:
    for each in _all_compared():
        kind = "with distances" if each.distances else "values only"
        name = f"{each.member}, {kind}"
        yield Row(f"{name}: tables compared", each.tables, None, "tables")
        yield Row(f"{name}: GPU and cores differ in", each.different, None, "tables")
        for machine, seconds in zip(("GPU", "cores"), each.seconds, strict=True):
            yield Row(f"{name}: the {machine} took", seconds, None, "s")


def comparisons() -> Iterator[Comparison]:
    if found := list(_all_compared()):
        names = len({each.member for each in found})
        against = f"solved on cores, byte for byte: {names} members of the family"
        tables, differ = sum(each.tables for each in found), sum(each.different for each in found)
        yield Comparison("tables of mill: solved on a GPU", against, tables, "tables", differ)


def _all_compared() -> Iterator[Compared]:
    """Every member, with distances and without; none on a machine without a GPU."""
    try:
        load_cuda().current_context()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    boards = groupby(sorted(members(), key=_board), key=_board)
    names = [[member.name for member in group] for _, group in boards]
    # A process for each board, whose kernels it compiles.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(names), mp_context=spawning) as pool:
        for found in pool.map(compared, names):
            yield from found


def _board(member: Any) -> str:
    return str(member.rules.board)


def compared(names: list[str]) -> list[Compared]:
    """Members on the same board, with distances and without."""
    return [_compared(name, distances) for name in names for distances in (True, False)]


def _compared(name: str, distances: bool) -> Compared:
    from boardbytes.solving.mill.gpu import Gpu

    member = find_member(name)
    stones = STONES if member.board.points == _LARGE else None
    found, seconds = [], []
    for machine in (Gpu(member, distances), Cores(member, distances)):
        begun = time.perf_counter()
        found.append(dict(_tables(machine, stones)))
        seconds.append(time.perf_counter() - begun)
    ours, theirs = found
    assert ours.keys() == theirs.keys()
    different = sum(ours[subspace] != theirs[subspace] for subspace in ours)
    return Compared(name, distances, len(ours), different, (seconds[0], seconds[1]))


def _tables(machine: Any, stones: int | None) -> Iterator[tuple[Any, tuple[bytes, Summary]]]:
    """By subspace: a digest of all its values, and what it holds."""
    for spaces in solve_all(machine, stones):
        for space in spaces:
            digest = hashlib.sha256(machine.values(space)).digest()
            yield space.subspace, (digest, machine.summarise(space))
