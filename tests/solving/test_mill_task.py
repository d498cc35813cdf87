"""A run whose machine has little room, and one that is broken off: the tables are the same."""

from __future__ import annotations

import random
import weakref
from pathlib import Path
from typing import Any

import pytest

from boardbytes.solving.mill import solve_to_files, verify
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.machine import Space
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Values
from boardbytes.solving.mill.task import Progress, Task
from boardbytes.solving.mill.words import WORD

pytestmark = pytest.mark.slow

STONES = {"lasker": 7, "twelve": 6}
"""The fewest with which solving needs more than one step's tables at a time."""


class Card(Cores):
    """Cores that keep solved tables as a GPU does, in so much memory and no more."""

    keeps = True

    def __init__(self, member: Member, room: int) -> None:
        super().__init__(member)
        self.room_in_all = room
        self.most = 0
        self.fetched_again: list[Subspace] = []
        self._held: dict[int, weakref.ref[Any]] = {}

    def _used(self) -> int:
        arrays = [each() for each in self._held.values()]
        return sum(each.nbytes for each in arrays if each is not None)

    def _holds(self, space: Space) -> Space:
        self._held[id(space.values)] = weakref.ref(space.values)
        self.most = max(self.most, self._used())
        return space

    def free_bytes(self) -> int:
        return self.room_in_all - self._used()

    def space(self, subspace: Subspace) -> Space:
        return self._holds(super().space(subspace))

    def known(self, subspace: Subspace, values: Values) -> Space:
        self.fetched_again.append(subspace)
        return self._holds(super().known(subspace, values))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module", params=STONES)
def solved(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Member, Path]:
    """Both phases of a member with few stones, solved undisturbed."""
    member, folder = find_member(request.param), tmp_path_factory.mktemp(request.param)
    list(solve_to_files(STONES[member.name], folder, Cores(member), phase="both"))
    return member, folder


@pytest.mark.parametrize("is_narrow", [False, True], ids=["roomy", "narrow"])
def test_what_has_no_room_any_more_is_read_again(
    solved: tuple[Member, Path], tmp_path: Path, is_narrow: bool
) -> None:
    member, undisturbed = solved
    roomy = Card(member, 1 << 40)
    plan = Task(STONES[member.name], tmp_path, roomy, phase="both")
    least = max(plan._bytes(step) for step in plan.missing)
    assert plan.check_memory() > least
    card = Card(member, least) if is_narrow else roomy
    list(solve_to_files(STONES[member.name], tmp_path, card, phase="both"))
    assert contents(tmp_path) == contents(undisturbed)
    assert bool(card.fetched_again) == is_narrow
    if is_narrow:
        filled_up = 4 * WORD
        assert card.most <= least - int(member.tables.array.nbytes) + filled_up


def test_a_run_that_is_broken_off_goes_on_where_it_was(
    solved: tuple[Member, Path], tmp_path: Path
) -> None:
    """Wherever it stops; what was written before is neither lost nor written again."""
    member, undisturbed = solved
    chance = random.Random(member.name)

    class Broken(Exception):
        pass

    def sooner_or_later(progress: Progress) -> None:
        if chance.random() < (0.1 if progress.level is None else 0.005):
            raise Broken

    stops, written = 0, dict[str, int]()
    while True:
        try:
            found = list(
                solve_to_files(
                    STONES[member.name],
                    tmp_path,
                    Cores(member),
                    phase="both",
                    watch=sooner_or_later,
                )
            )
        except Broken:
            stops += 1
            assert not list(verify(tmp_path, member=member))
            assert contents(tmp_path).items() <= contents(undisturbed).items()
        else:
            break
        finally:
            times = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
            assert written.items() <= times.items()
            written = times
    assert stops > 1
    assert contents(tmp_path) == contents(undisturbed)
    assert [each.subspace for each in found] == [
        subspace for step in member.steps(STONES[member.name]) for subspace in step
    ]
