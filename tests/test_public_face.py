"""The names, the types and the cost of `import boardbytes`."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes import errors
from boardbytes.games.tiles import Modifiers, TileBoard
from tests.conftest import ROOT

NAMES = {
    *("load", "loads", "save", "dumps", "detect", "list_formats", "explain", "repair", "diff"),
    *("draw", "read_games", "GameTree", "Node", "Place", "PathError"),
    *("MillPosition", "GoPosition", "CheckersPosition", "TileBoard"),
    *("Document", "Problem", "Record", "Outcome", "Colour", "Severity", "Span", "Drawing"),
    *(
        "BoardbytesError",
        "FormatError",
        "PositionError",
        "LossError",
        "NoMoveError",
        "NumberingError",
    ),
    *("MoveError", "InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError"),
    *("NumberingError", "PlayerError", "UnknownNameError", "SignatureError", "SolvingError"),
    *("LibraryError", "RegistryError", "NoTableError", "ColumnError"),
}


def test_public_names() -> None:
    assert set(bb.__all__) == NAMES
    assert all(hasattr(bb, name) for name in bb.__all__)


def test_every_error_is_in_the_tree_that_its_module_draws() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    ours = [kind for kind in kinds if issubclass(kind, Exception)]
    assert len(ours) > 5
    for kind in ours:
        assert issubclass(kind, errors.BoardbytesError)
        assert kind.__name__ in (errors.__doc__ or "")


def run_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_import_loads_no_compiler() -> None:
    heavy = {"numpy", "numba", "click", "sqlalchemy"}
    code = f"import sys, boardbytes; print(sorted({heavy} & set(sys.modules)))"
    assert run_python(code) == "[]\n"


def test_showing_a_save_loads_no_compiler() -> None:
    code = (
        "import sys; from boardbytes.cli import main; main(['show', 'examples/endgame.dat']);"
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert run_python(code).endswith("[]\n")


def best_time(command: list[str]) -> float:
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    return min(times)


@pytest.mark.measures
def test_show_takes_no_more_than_twelve_times_an_empty_program() -> None:
    empty = best_time([sys.executable, "-c", "pass"])
    show = best_time([sys.executable, "-m", "boardbytes", "show", "examples/endgame.dat"])
    print(f"show {show * 1000:.0f} ms, empty program {empty * 1000:.0f} ms: {show / empty:.1f}")
    assert show <= 12 * empty


@pytest.mark.measures
@pytest.mark.slow
def test_the_largest_board_shows_in_under_a_second(tmp_path: Path) -> None:
    # Grouped and hexagonal at random: nothing that could be looked up is missing.
    body = random.Random(6).randbytes(255 * 255 * 8)
    modifiers = Modifiers(grouped=True, hexagonal=True)
    bb.save(TileBoard(64, 255, 255, body, modifiers), tmp_path / "largest.gb64")
    show = [sys.executable, "-m", "boardbytes", "show", str(tmp_path / "largest.gb64")]
    assert best_time(show) < 1


@pytest.mark.parametrize("module", ["boardbytes"])
def test_docstring_examples(module: str) -> None:
    results = doctest.testmod(sys.modules[module])
    assert results.attempted > 0
    assert results.failed == 0


def test_package_is_typed() -> None:
    assert (ROOT / "src" / "boardbytes" / "py.typed").exists()


def test_texts_of_positions_are_read_as_parse_says() -> None:
    """A text that `str` writes; and what stands in the quotes of `repr`, of a whole board too."""
    played = (bb.GoPosition().play("C3"), bb.CheckersPosition().play("11-15"))
    examples = (bb.load("examples/endgame.dat").position, *played)
    for position in examples:
        assert type(position).parse(str(position)) == position
    for position in (*examples, bb.load("examples/island.gb16").position):
        quoted = repr(position).partition("'")[2].rpartition("'")[0]
        assert type(position).parse(quoted) == position
