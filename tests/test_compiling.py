"""The same kernel source runs interpreted and compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

from boardbytes.caching import FOLDER_VARIABLE as CACHE_VARIABLE
from boardbytes.compiling import compiled, load_cuda
from boardbytes.games import GAMES
from boardbytes.games.mill import kernel

SOURCE = Path(kernel.__file__).parents[2]


def test_compiled_functions_are_the_interpreted_ones() -> None:
    fast = compiled(kernel.__name__)
    for mask in (0, 0b111, 0xFFFFFF, 0x820820, 0x123456):
        assert fast.closing(mask) == kernel.closing(mask)
        assert fast.adjacent(mask) == kernel.adjacent(mask)
        assert fast.popcount(mask) == mask.bit_count()


def test_compiled_once() -> None:
    assert compiled(kernel.__name__) is compiled(kernel.__name__)
    assert not hasattr(kernel.closing, "py_func"), "the kernel itself must stay plain Python"


@pytest.mark.parametrize("game", list(GAMES))
def test_no_kernel_calls_itself(game: str) -> None:
    """Numba caches such functions, and crashes when it loads them in the next process."""
    module = import_module(f"boardbytes.games.{game}.kernel")
    functions = [value for value in vars(module).values() if isinstance(value, FunctionType)]
    assert functions
    assert [f.__name__ for f in functions if f.__name__ in f.__code__.co_names] == []


NOWHERE = "/proc/nobody"
"""A folder in which nothing can be made."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the package beside whose modules nothing can be kept, even by an administrator."""
    copied = tmp_path / "boardbytes"
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("__pycache__", "page", "fonts"))
    for folder in [copied, *copied.rglob("*")]:
        if folder.is_dir():
            (folder / "__pycache__").write_text("not a folder")
    return tmp_path


def run_there(installed: Path, *args: str) -> subprocess.CompletedProcess[str]:
    folders = dict.fromkeys(("HOME", "XDG_CACHE_HOME", CACHE_VARIABLE), NOWHERE)
    environment = os.environ | folders | {"PYTHONPATH": str(installed), "NUMBA_CACHE_DIR": ""}
    command = [sys.executable, *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, input="")


def test_a_read_only_installation_compiles_anew(installed: Path) -> None:
    code = (
        "from boardbytes import compiling, cli\n"
        "fast = compiling.compiled('boardbytes.games.mill.kernel')\n"
        "print(compiling.__file__, fast.popcount(7), fast.popcount(1))"
    )
    done = run_there(installed, "-c", code)
    assert done.stdout == f"{installed / 'boardbytes' / 'compiling.py'} 3 1\n"
    assert done.stderr.count("NotKeptWarning: compiled code cannot be kept") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "number examples/endgame.dat",
        "analyse examples/endgame.dat",
        "play mill examples/endgame.dat --white search --level 1 --time 0.1",
    ],
)
def test_a_read_only_installation_says_one_sentence(installed: Path, command: str) -> None:
    done = run_there(installed, "-m", "boardbytes", *command.split())
    assert done.returncode == 0
    assert done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "boardbytes: compiled code cannot be kept, so every start compiles again"
    )
    assert line.endswith("name a folder that can be written in NUMBA_CACHE_DIR")


def test_loading_the_gpu_side_leaves_numpy_as_it_was() -> None:
    import numpy as np

    pytest.importorskip("numba_cuda")
    before = set(vars(np))
    load_cuda()
    assert {name for name in set(vars(np)) - before if vars(np)[name] is np.vstack} == set()
    assert hasattr(np, "in1d") == ("in1d" in before)


@pytest.mark.slow
def test_the_cache_of_one_process_serves_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boardbytes", "perft", "mill", "--depth", "4"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    for _ in range(3):
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "255,024\n")
    assert any(tmp_path.rglob("kernel.perft*.nbi"))
