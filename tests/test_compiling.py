"""The same kernel source runs interpreted and compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

from boardbytes.compiling import compiled
from boardbytes.games import GAMES
from boardbytes.games.mill import kernel


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


@pytest.mark.slow
def test_the_cache_of_one_process_serves_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boardbytes", "perft", "mill", "--depth", "4"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    for _ in range(3):
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "255,024\n")
    assert any(tmp_path.rglob("kernel.perft*.nbi"))
