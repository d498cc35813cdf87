"""Solving into a folder of table files: what already exists is not solved again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from boardbytes.cores import core_count
from boardbytes.errors import SolvingError
from boardbytes.model.words import gigabytes
from boardbytes.solving.mill.files import TableFile, clear_leftovers, path_of
from boardbytes.solving.mill.machine import Machine, Space
from boardbytes.solving.mill.member import Member
from boardbytes.solving.mill.solver import last_needs, solve_step
from boardbytes.solving.mill.subspaces import Step, Subspace
from boardbytes.solving.mill.summary import Summary
from boardbytes.solving.mill.writing import Writer


@dataclass(frozen=True)
class Progress:
    """How far a run has got: the places of subspaces it has finished, out of those it solves."""

    subspace: Subspace
    """The one being solved."""
    level: int | None
    """In the moving phase: how many plies from the end it is."""
    done: int
    total: int


Watch: TypeAlias = Callable[[Progress], None]


def solve_to_files(
    stones: int | None,
    folder: Path,
    machine: Machine,
    *,
    phase: str = "moving",
    watch: Watch = lambda progress: None,
) -> Iterator[Summary]:
    """Solve every subspace with up to that many stones; yields what each turned out to hold.

    None stands for all that the machine's member has. `phase` is moving, setting or both; in the
    setting phase stones in hand count, too, since they will be on the board. The setting phase
    alone needs the tables of the moving phase. A table that is in the folder and whole is used as
    it is. A table is written whole or not at all, so an interrupted run loses at most what is
    being solved. Raises SolvingError before anything is done if there is too little memory.
    """
    task = Task(stones, folder, machine, phase=phase)
    task.check_memory()
    yield from task.run(watch)


class Task:
    """What a run of `solve_to_files` has to do: known before it begins."""

    def __init__(
        self, stones: int | None, folder: Path, machine: Machine, *, phase: str = "moving"
    ) -> None:  # fmt: skip
        self._folder, self._machine, self._member = folder, machine, machine.member
        stones = stones or self._member.most
        self._steps = list(self._member.steps(stones, phase))
        self.missing = [step for step in self._steps if not self._is_whole(step)]
        """What is not in the folder yet."""
        if phase == "setting" and self.missing:
            self._need_moving(stones)
        self._kept: dict[Subspace, Space] = {}

    @property
    def places(self) -> int:
        """How many places there are to solve."""
        return sum(self._places(step) for step in self.missing)

    @property
    def seconds(self) -> float:
        """About how long the machine will take."""
        pace, turn = self._machine.pace, self._member.turn
        packing = self.places / (core_count() * pace.packed) if pace.packed else 0.0
        solving = (pace.seconds(self._places(step), turn(step[0]).moves) for step in self.missing)
        return max(packing, sum(solving))

    def check_memory(self) -> int:
        """The bytes that the work takes; SolvingError if the machine has fewer than it must have.

        A machine that keeps its tables takes what all of them need at once, as long as it has so
        much; any machine must have what a single step needs.
        """
        free = self._machine.free_bytes()
        least, step = max(((self._bytes(step), step) for step in self.missing), default=(0, ()))
        if least > free:
            raise SolvingError(
                f"{step[0]} stones need {gigabytes(least)} of memory; {gigabytes(free)} are free"
            )
        return max(least, min(self._most_kept(), free)) if self._machine.keeps else least

    def run(self, watch: Watch = lambda progress: None) -> Iterator[Summary]:
        """Solve what is missing; yields what every subspace holds."""
        clear_leftovers(self._folder)
        done, total, missing = 0, self.places, set(self.missing)
        last = dict(zip(self._steps, last_needs(self._member, self._steps), strict=True))
        with Writer(self._folder, self._machine) as writer:
            for step in self._steps:
                if step not in missing:
                    yield from (self._file(each).summary for each in step)
                else:

                    def tell(level: int | None = None, step: Step = step, done: int = done) -> None:
                        watch(Progress(step[0], level, done, total))

                    tell()
                    yield from self._solve(step, tell, writer)
                    done += self._places(step)
                for subspace in last[step]:
                    self._kept.pop(subspace, None)

    def _solve(
        self, step: Step, tell: Callable[[int], None], writer: Writer
    ) -> list[Summary]:  # fmt: skip
        machine = self._machine
        if self._kept and machine.free_bytes() < self._bytes(step):
            writer.finish()
            self._kept.clear()

        def lookup(subspace: Subspace) -> Space:
            if subspace in self._kept:
                return self._kept[subspace]
            writer.finish(subspace)
            values = self._file(subspace).read()
            space = machine.known(subspace, values)
            if machine.keeps:
                self._kept[subspace] = space
            return space

        spaces = solve_step(step, machine, lookup, tell)
        summaries = [machine.summarise(space) for space in spaces]
        for space, summary in zip(spaces, summaries, strict=True):
            writer.add(space, summary)
        # A machine that keeps its tables solves on while they are written.
        if machine.keeps:
            self._kept |= {space.subspace: space for space in spaces}
        else:
            writer.finish()
        return summaries

    def _file(self, subspace: Subspace) -> TableFile:
        return TableFile(self._folder, subspace, self._member)

    def _is_whole(self, step: Step) -> bool:
        return are_whole(self._folder, step, self._member, self._machine.distances)

    def _places(self, step: Step) -> int:
        return sum(map(self._member.size, step))

    def _bytes(self, step: Step) -> int:
        """The memory that a step takes: its tables, those it needs, and what is looked up."""
        places = self._places((*step, *self._member.needs(step)))
        return places + int(self._member.tables.array.nbytes)

    def _most_kept(self) -> int:
        """The most bytes of tables that are needed at any one time."""
        kept, most, missing = set[Subspace](), 0, set(self.missing)
        for step, last in zip(self._steps, last_needs(self._member, self._steps), strict=True):
            if step in missing:
                kept |= {*step, *self._member.needs(step)}
                most = max(most, self._places(tuple(kept)))
            kept -= last
        return most + int(self._member.tables.array.nbytes)

    def _need_moving(self, stones: int) -> None:
        for step in self._member.steps(stones, "moving"):
            if not self._is_whole(step):
                raise SolvingError(
                    f"the setting phase follows from the moving phase, and there is no whole table"
                    f" of {step[0]} stones in {self._folder}: solve both phases"
                )


def are_whole(folder: Path, step: Step, member: Member, distances: bool = True) -> bool:
    """Whether there are undamaged tables of these subspaces, with distances if asked for."""
    if not all(path_of(folder, subspace, member).exists() for subspace in step):
        return False
    try:
        for subspace in step:
            table = TableFile(folder, subspace, member)
            table.verify()
            if distances and not table.has_distances:
                return False
    except SolvingError:
        return False
    return True
