"""Solving into a folder of table files: what is there already is not solved again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from boardbytes.errors import SolvingError
from boardbytes.model.words import gigabytes
from boardbytes.solving.mill.files import TableFile, clear_leftovers, path_of, write_table
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.machine import Machine, Space
from boardbytes.solving.mill.solver import solve_pair, solve_setting_part
from boardbytes.solving.mill.subspaces import (
    FEWEST,
    Subspace,
    has_table,
    moving_pairs,
    quiet,
    setting_subspaces,
    taking,
)
from boardbytes.solving.mill.summary import Summary

PHASES = ("moving", "setting", "both")

Step: TypeAlias = tuple[Subspace, ...]
"""What is solved at once: a pair of the moving phase, or one subspace of the setting phase."""


@dataclass(frozen=True)
class Progress:
    """How far a run is: the places of subspaces that it has finished, out of those it solves."""

    subspace: Subspace
    """The one in work."""
    level: int | None
    """In the moving phase: how many plies from the end it is."""
    done: int
    total: int


Watch: TypeAlias = Callable[[Progress], None]


def steps(stones: int, phase: str = "moving") -> Iterator[Step]:
    """What there is to solve with up to so many stones on the board and in hand, in order."""
    if phase != "setting":
        for total in range(2 * FEWEST, stones + 1):
            for own, opp in moving_pairs(total):
                yield tuple(sorted({Subspace(own, opp), Subspace(opp, own)}))
    if phase != "moving":
        for subspace in setting_subspaces(stones):
            yield (subspace,)


def solve_to_files(
    stones: int,
    folder: Path,
    machine: Machine,
    *,
    phase: str = "moving",
    distances: bool = True,
    watch: Watch = lambda progress: None,
) -> Iterator[Summary]:
    """Solve every subspace with up to so many stones; what each turned out to hold.

    `phase` is moving, setting or both; in the setting phase stones in hand count, too, since they
    will be on the board. The setting phase alone needs the tables of the moving phase. A table
    that is in the folder and whole is used as it is. A table is written whole or not at all, so
    whoever is interrupted loses at most what is in work. Raises SolvingError before anything is
    done if memory will not do.
    """
    task = Task(stones, folder, machine, phase=phase, distances=distances)
    task.check_memory()
    yield from task.run(watch)


class Task:
    """What a run of `solve_to_files` has to do: known before it begins."""

    def __init__(
        self, stones: int, folder: Path, machine: Machine, *, phase: str, distances: bool
    ) -> None:
        self._folder, self._machine, self._distances = folder, machine, distances
        self._steps = list(steps(stones, phase))
        self.missing = [step for step in self._steps if not are_whole(folder, step, distances)]
        """What is not in the folder yet."""
        if phase == "setting" and self.missing:
            _need_moving(stones, folder, distances)
        self._kept: dict[Subspace, Space] = {}
        self._written: Future[None] | None = None

    def check_memory(self) -> int:
        """The most bytes that any step takes; SolvingError if the machine has fewer."""
        needed, step = max(((bytes_needed(step), step) for step in self.missing), default=(0, ()))
        free = self._machine.free_bytes()
        if needed > free:
            raise SolvingError(
                f"{step[0]} stones need {gigabytes(needed)} of memory; {gigabytes(free)} are free"
            )
        return needed

    def run(self, watch: Watch = lambda progress: None) -> Iterator[Summary]:
        """Solve what is missing; what every subspace holds."""
        clear_leftovers(self._folder)
        done, total = 0, sum(map(_size, self.missing))
        with ThreadPoolExecutor(1) as writer:
            for step in self._steps:
                if step not in self.missing:
                    yield from (TableFile(self._folder, each).summary for each in step)
                    continue

                def tell(level: int | None = None, step: Step = step, done: int = done) -> None:
                    watch(Progress(step[0], level, done, total))

                tell()
                yield from self._solve(step, tell, writer)
                done += _size(step)
            self._finish_writing()

    def _solve(
        self, step: Step, tell: Callable[[int], None], writer: ThreadPoolExecutor
    ) -> list[Summary]:
        if self._kept and self._machine.free_bytes() < bytes_needed(step):
            self._finish_writing()
            self._kept.clear()
        first, machine, distances = step[0], self._machine, self._distances
        if first.phase == "setting":
            spaces = [solve_setting_part(first, machine, self._lookup, distances)]
        else:
            pair = first.own, first.opp
            spaces = [*solve_pair(pair, machine, self._lookup, distances, tell).values()]
        summaries = [machine.summarise(space, distances) for space in spaces]
        self._finish_writing()
        self._written = writer.submit(self._write, spaces, summaries)
        # A machine that keeps its tables solves on while they are written.
        if machine.keeps:
            self._kept |= {space.subspace: space for space in spaces}
        else:
            self._finish_writing()
        return summaries

    def _lookup(self, subspace: Subspace) -> Space:
        if subspace in self._kept:
            return self._kept[subspace]
        space = self._machine.known(subspace, TableFile(self._folder, subspace).read())
        if self._machine.keeps:
            self._kept[subspace] = space
        return space

    def _write(self, spaces: list[Space], summaries: list[Summary]) -> None:
        for space, summary in zip(spaces, summaries, strict=True):
            write_table(self._folder, self._machine.values(space), summary)

    def _finish_writing(self) -> None:
        """Wait until what was solved is written."""
        if self._written is not None:
            self._written.result()
        self._written = None


def are_whole(folder: Path, step: Step, distances: bool = True) -> bool:
    """Whether there are undamaged tables of these subspaces, with distances if asked for."""
    if not all(path_of(folder, subspace).exists() for subspace in step):
        return False
    try:
        for subspace in step:
            table = TableFile(folder, subspace)
            table.verify()
            if distances and not table.has_distances:
                return False
    except SolvingError:
        return False
    return True


def bytes_needed(step: Step) -> int:
    """The memory that a step takes: its tables, those its moves lead to, and what is looked up."""
    after = {lead(each) for each in step for lead in (quiet, taking)}
    places = sum(_size((each,)) for each in {*step, *after} if has_table(each))
    return places + int(tables().array.nbytes)


def _need_moving(stones: int, folder: Path, distances: bool) -> None:
    for step in steps(stones):
        if not are_whole(folder, step, distances):
            raise SolvingError(
                f"the setting phase follows from the moving phase, and there is no whole table of"
                f" {step[0]} stones in {folder}: solve both phases"
            )


def _size(step: Step) -> int:
    return sum(tables().size(each.own, each.opp) for each in step)
