"""The same kernel source runs interpreted and compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from boardbytes.caching import FOLDER_VARIABLE as CACHE_VARIABLE
from boardbytes.compiling import compiled, interpreted, load_cuda
from boardbytes.games import GAMES
from boardbytes.games.go import kernel as go
from boardbytes.games.mill import MillMove, MillPosition, kernel
from boardbytes.games.mill.board import find_board
from boardbytes.games.mill.rules import PRESETS
from boardbytes.solving import search_kernel as general
from boardbytes.solving.mill import search_kernel
from boardbytes.solving.mill.search_kernel import STEP
from tests.needs import need_module

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


SQUARE = "boardbytes.games.mill.square_kernel"
DIAGONAL = 0b1_0000_0001
"""Two stones of the square, on a corner and in the centre: the opposite corner closes a mill."""


@pytest.mark.parametrize("build", [interpreted, lambda name, by: compiled(name, filled_by=by)])
def test_a_filling_takes_the_place_of_open_functions(build: Callable[..., Any]) -> None:
    filled = build(kernel.__name__, SQUARE)
    assert filled.closing(DIAGONAL) == 1 << 4
    assert filled.free_points(DIAGONAL) == 0b0_1111_1110
    # `takeable` is no open function, but it calls one.
    assert filled.takeable(0b111, 7) == 0b111
    assert filled.takeable(DIAGONAL | 1 << 4 | 1 << 1, 7) == 1 << 1
    assert kernel.closing(DIAGONAL) == 0, "the kernel itself must stay as it is"
    assert compiled(kernel.__name__).closing(DIAGONAL) == 0


@pytest.mark.parametrize("build", [interpreted, lambda name, by: compiled(name, filled_by=by)])
def test_a_filling_reaches_kernels_that_build_on_the_filled_one(build: Callable[..., Any]) -> None:
    alone, filled = build(search_kernel.__name__, None), build(search_kernel.__name__, SQUARE)
    # A stone in the centre of the square has eight ways to go, on point 8 of three rings two.
    assert filled.side_value(1 << 8, 0, 6, 7) - alone.side_value(1 << 8, 0, 6, 7) == 6 * STEP


def test_two_fillings_fill_two_kernels() -> None:
    search = interpreted(general.__name__, (search_kernel.__name__, SQUARE))
    state, row = [0] * general.STATE_SIZE, [0] * kernel.MAX_MOVES
    state[search_kernel.OWN], state[search_kernel.OPP] = 1 << 8 | 0b1001, 0b0100_0110
    flags = PRESETS["three"].flags
    count = search.list_moves(state, flags, row)
    moves = {MillMove.from_code(code) for code in row[:count]}
    board = find_board("square")
    position = MillPosition(1 << 8 | 0b1001, 0b0100_0110, 0, 0, board=board, each=3)
    assert moves == set(position.legal_moves())


def test_a_filling_that_nothing_reaches_changes_nothing() -> None:
    assert compiled(go.__name__, filled_by=SQUARE) is compiled(go.__name__)


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
        "play mill examples/endgame.dat --white search --level 4 --time 0.1",
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
    assert line.endswith("set NUMBA_CACHE_DIR to a folder that can be written to")


@pytest.mark.slow  # .ci/run has numba-cuda only for these
def test_loading_the_gpu_side_leaves_numpy_as_it_was() -> None:
    import numpy as np

    need_module("numba_cuda", "numba-cuda")
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
    assert any(tmp_path.rglob("sequences-*"))
