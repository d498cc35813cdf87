"""The GPU's sweeps against the processor's, in a simulator of a GPU, where none is needed.

A simulated thread takes a millisecond, so sweeps go over a slice of a subspace, and whole subspaces
are those of the setting phase with few stones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import pytest

from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.machine import Machine, Space
from boardbytes.solving.mill.solver import solve_all, solve_setting, solve_setting_part
from boardbytes.solving.mill.subspaces import Subspace, setting_layer
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
    assert done.stdout.split() == ["look", "levels", "setting", "counts"]


@dataclass(frozen=True)
class Slice(Space):
    """The first places of a subspace."""

    places: int = 300

    @property
    def size(self) -> int:
        return self.places


def compare_all() -> None:
    """Run in a process of its own, where Numba simulates a GPU."""
    compare_look()
    print("look")
    compare_levels()
    print("levels")
    compare_setting()
    print("setting")
    compare_counts()
    print("counts")


def compare_look() -> None:
    """First looks at three against four stones, of a class in which mills can be closed."""
    from boardbytes.solving.mill.gpu import Gpu

    machine, gpu, known = Cores(), Gpu(), tables()
    [fewer] = [spaces[3, 3] for spaces in solve_all(6, machine)]
    subspace, first = Subspace(3, 4), 40
    for distances in (True, False):
        space = machine.space(subspace)
        machine.look(space, fewer, distances)
        shape = known.shape(3, 4)
        moved = shape._replace(masks=shape.masks + first, symmetric=shape.symmetric + first)
        part = Slice(subspace, moved, gpu.space(subspace).values)
        gpu.look(part, gpu.known(fewer.subspace, machine.values(fewer)), distances)
        expected = space.values[first * shape.ways :][: part.size]
        assert np.array_equal(gpu.values(part), expected)
        assert len(np.unique(expected)) > (2 if distances else 1)


def compare_levels() -> None:
    """Settling and pushing at the last levels of three against three stones, which decide few."""
    from boardbytes.solving.mill.gpu import Gpu

    machine, gpu = Cores(), Gpu()
    [solved] = [machine.values(spaces[3, 3]) for spaces in solve_all(6, machine)]
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
            part = Slice(space.subspace, space.shape, space.values, int(decided[2]) + 1)
            if sweep == "push":
                each.push(level, part, space)
            else:
                each.settle(level, sweep == "pull", part, space)
        after = machine.values(spaces[0])
        assert np.array_equal(gpu.values(spaces[1]), after), (level, sweep)
        assert np.any(after != before)


def compare_setting() -> None:
    """Whole subspaces of the setting phase, with and without distances."""
    from boardbytes.solving.mill.gpu import Gpu

    machine, gpu = Cores(), Gpu()
    [moving] = solve_all(6, machine)
    compared = 0
    for distances in (True, False):
        later = {space.subspace: space for space in moving.values()}
        for placed, layer in solve_setting(moving, machine, 6, distances):
            on_card = {
                each: gpu.known(each, machine.values(space)) for each, space in later.items()
            }
            for subspace in setting_layer(placed, 6):
                space = layer[subspace.own, subspace.opp]
                if space.size > 100:
                    continue
                found = solve_setting_part(subspace, gpu, on_card.__getitem__, distances)
                assert np.array_equal(gpu.values(found), machine.values(space)), subspace
                compared += bool(np.any(machine.values(space) != DRAWN))
            later = {space.subspace: space for space in layer.values()}
    assert compared > 20


def compare_counts() -> None:
    """What is counted and finished."""
    from boardbytes.solving.mill.gpu import Gpu

    machine, gpu = Cores(), Gpu()
    subspace = Subspace(2, 1, 15)
    size = tables().size(2, 1)
    values = np.random.default_rng(2).integers(0, 256, size, dtype=np.uint8)
    for distances in (True, False):
        space, copied = machine.space(subspace), gpu.known(subspace, values)
        space.values[:size] = values
        assert np.array_equal(gpu.counts(copied), machine.counts(space))
        machine.finish(space, distances)
        gpu.finish(copied, distances)
        assert np.array_equal(gpu.values(copied), machine.values(space))
        assert gpu.summarise(copied, distances) == machine.summarise(space, distances)
