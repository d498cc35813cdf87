"""The GPU's sweeps against the processor's, in a simulator of a GPU, where none is needed.

A simulated thread takes a millisecond, so sweeps go over a slice of a subspace, and whole subspaces
are those of the setting phase with few stones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.machine import Machine, leads_of
from boardbytes.solving.mill.member import find_member
from boardbytes.solving.mill.solver import solve_all
from boardbytes.solving.mill.subspaces import Subspace
from tests.conftest import ROOT
from tests.needs import missing


@pytest.mark.slow
def test_the_simulated_gpu_does_what_the_processor_does() -> None:
    if find_spec("numba_cuda") is None:
        missing("install numba-cuda, which simulates a GPU where there is none, to run this test")
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    code = f"from {__name__} import compare_all; compare_all()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["look", "levels", "member", "counts"]


PLACES = 300
"""So many of a large subspace are looked at."""


def compare_all() -> None:
    """Run in a process of its own, where Numba simulates a GPU."""
    compare_look()
    print("look")
    compare_levels()
    print("levels")
    compare_member()
    print("member")
    compare_counts()
    print("counts")


def compare_look() -> None:
    """First looks at three against four stones, of a class in which mills can be closed."""
    from boardbytes.solving.mill.gpu import Gpu

    known, subspace, first = tables(), Subspace(3, 4), 40
    for distances in (True, False):
        machine, gpu = Cores(distances=distances), Gpu(distances=distances)
        [[fewer]] = solve_all(machine, 6, "moving")
        space = machine.space(subspace)
        machine.look(space, leads_of(machine, subspace, {fewer.subspace: fewer}.__getitem__))
        shape = known.shape(3, 4)
        moved = shape._replace(masks=shape.masks + first, symmetric=shape.symmetric + first)
        part = replace(gpu.space(subspace), shape=moved, size=PLACES)
        on_card = gpu.known(fewer.subspace, machine.values(fewer))
        gpu.look(part, leads_of(gpu, subspace, {fewer.subspace: on_card}.__getitem__))
        expected = space.values[first * shape.ways :][:PLACES]
        assert np.array_equal(gpu.values(part), expected)
        assert len(np.unique(expected)) > (2 if distances else 1)


def compare_levels() -> None:
    """Settling and pushing at the last levels of three against three stones, which decide few."""
    from boardbytes.solving.mill.gpu import Gpu

    machine, gpu = Cores(), Gpu()
    [[space]] = solve_all(machine, 6, "moving")
    solved = machine.values(space).copy()
    for level, sweep in ((24, "push"), (25, "push"), (26, "settle"), (26, "pull")):
        before = np.where(solved <= level, solved, DRAWN).astype(np.uint8)
        if sweep == "settle":
            before[np.flatnonzero(before == DRAWN)[:5]] = level  # captures lose, other moves do not
        elif sweep == "pull":
            before[before == level] = DRAWN
        decided = np.flatnonzero(solved == level)
        spaces = [machine.space(Subspace(3, 3)), gpu.known(Subspace(3, 3), before)]
        spaces[0].values[: len(before)] = before
        machines: tuple[Machine, ...] = (machine, gpu)
        for each, space in zip(machines, spaces, strict=True):
            part = replace(space, size=int(decided[2]) + 1)
            if sweep == "push":
                each.push(level, part, space)
            else:
                each.settle(level, sweep == "pull", part, space)
        after = machine.values(spaces[0])
        assert np.array_equal(gpu.values(spaces[1]), after), (level, sweep)
        assert np.any(after != before)


def compare_member() -> None:
    """All subspaces of the smallest member, on a board of its own, with distances and without."""
    from boardbytes.solving.mill.gpu import Gpu

    for distances in (True, False):
        member = find_member("three")
        machine, gpu = Cores(member, distances), Gpu(member, distances)
        compared = 0
        for ours, theirs in zip(solve_all(machine), solve_all(gpu), strict=True):
            for space, found in zip(ours, theirs, strict=True):
                assert np.array_equal(gpu.values(found), machine.values(space)), space.subspace
                compared += 1
        assert compared == 35


def compare_counts() -> None:
    """What is counted and finished."""
    from boardbytes.solving.mill.gpu import Gpu

    subspace, size = Subspace(2, 1, 2, 1), tables().size(2, 1)
    values = np.random.default_rng(2).integers(0, 256, size, dtype=np.uint8)
    for distances in (True, False):
        machine, gpu = Cores(distances=distances), Gpu(distances=distances)
        space, copied = machine.space(subspace), gpu.known(subspace, values)
        space.values[:size] = values
        assert np.array_equal(gpu.counts(copied), machine.counts(space))
        machine.finish(space)
        gpu.finish(copied)
        assert np.array_equal(gpu.values(copied), machine.values(space))
        assert gpu.summarise(copied) == machine.summarise(space)
