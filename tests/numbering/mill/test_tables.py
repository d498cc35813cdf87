"""The tables: built right, kept, checked, built again, and not needed before they are used."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from boardbytes.caching import FOLDER_VARIABLE, HEADER, cache_folder
from boardbytes.numbering.mill import building, tables
from boardbytes.numbering.mill.tables import load, load_array

USE = """
from boardbytes.games.mill import MillPosition
from boardbytes.numbering import mill
print(mill.number(MillPosition().play("d7")).number)
"""


def run(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.slow
def test_built_tables_are_the_kept_ones() -> None:
    assert np.array_equal(building.build(), load_array())


def test_folded_outer_rings() -> None:
    """Every outer ring is turned into one of 954, by one of eight turns."""
    outer = load_array()[tables.OUTER : tables.SYMMETRIES]
    assert set(outer >> 3) == {row * 3**8 for row in range(954)}
    assert set(outer & 7) == set(range(8))


def test_middle_rings_are_ranked_without_gaps() -> None:
    table = load_array()
    states = table[tables.AB_STATES : tables.N_CD]
    assert len(set(states.tolist())) == 3**8
    assert not np.any(states & states >> 8 & 0xFF)


def test_canonical_states_are_all_different() -> None:
    states = np.sort(load_array()[tables.CD_STATES : tables.PAIRS])
    assert len(states) == 2_620_167
    assert np.all(np.diff(states))


@pytest.mark.parametrize(
    "damage",
    ["flip", *(pytest.param(each, marks=pytest.mark.slow) for each in ("cut", "empty", "garbage"))],
)
def test_a_damaged_file_is_built_again(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = load_array()
    content = bytearray((cache_folder() / tables.FILE).read_bytes())
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    path = tmp_path / tables.FILE
    content[len(content) // 2] ^= 1
    harm = {
        "flip": bytes(content),
        "cut": bytes(content[:-4]),
        "empty": b"",
        "garbage": b"x" * len(content),
    }
    path.write_bytes(harm[damage])
    assert np.array_equal(np.frombuffer(load.__wrapped__(), np.int32), good)
    assert path.stat().st_size == HEADER.size + 4 * tables.END
    assert path.read_bytes() != harm[damage]


@pytest.mark.slow
def test_two_processes_build_at_once(tmp_path: Path) -> None:
    environment = os.environ | {FOLDER_VARIABLE: str(tmp_path)}
    command = [sys.executable, "-c", USE]
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate()[0] for process in both]
    assert outputs[0] == outputs[1] == run(USE)
    assert [path.name for path in tmp_path.iterdir()] == [tables.FILE]


def test_importing_and_using_kept_tables_loads_no_compiler() -> None:
    load()
    code = USE + "\nimport sys; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert run(code).endswith("[]\n")


def test_importing_builds_nothing(tmp_path: Path) -> None:
    run("import boardbytes.numbering.mill", **{FOLDER_VARIABLE: str(tmp_path)})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.measures
@pytest.mark.slow
def test_first_and_second_use_are_quick(tmp_path: Path) -> None:
    fresh = {FOLDER_VARIABLE: str(tmp_path / "tables"), "NUMBA_CACHE_DIR": str(tmp_path / "code")}
    times = []
    for _ in range(2):
        begun = time.perf_counter()
        run(USE, **fresh)
        times.append(time.perf_counter() - begun)
    assert times[0] < 20
    assert times[1] < 0.5
