"""Compiled code is found by its content: a change is noticed, and nothing else makes it compile."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest

from boardbytes import code_cache
from boardbytes.code_cache import FOLDER_VARIABLE, VERSIONS_KEPT, content_of
from tests.test_compiling import SOURCE

CALL = """
from boardbytes.compiling import compiled
from boardbytes.solving.mill import search_kernel as plain
fast = compiled(plain.__name__)
given = 0b11, 0, 1, 0
values = fast.side_value(*given), plain.side_value(*given)
print(*values, sum(fast.side_value.stats.cache_misses.values()))
"""
"""A value compiled and interpreted, and how often something was compiled for it. `side_value` calls
functions of the game's kernel, and those read constants of the rules."""

VALUE = 3 * 100 + 14 + 3 * 4
"""Three stones, a mill that can be closed, three free neighbours."""


def copy_to(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """A copy of the package, with changes: a file, what stands there, and what shall."""
    ignored = shutil.ignore_patterns("__pycache__", "page", "fonts")
    shutil.copytree(SOURCE, folder / "boardbytes", ignore=ignored)
    for name, old, new in changes:
        path = folder / "boardbytes" / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    return folder


def start(
    copy: Path, code: Path, limit: Callable[[], None] | None = None, also: str = ""
) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(copy), FOLDER_VARIABLE: str(code)}
    command, pipe = [sys.executable, "-P", "-c", CALL + also], subprocess.PIPE
    return subprocess.Popen(
        command, env=environment, stdout=pipe, stderr=pipe, text=True, preexec_fn=limit
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, int, int]:
    """The two values and how often something was compiled."""
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    fast, plain, times = map(int, output.split())
    return fast, plain, times


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_to(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="module")
def filled(first: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the code that one run of a copy has left."""
    folder = tmp_path_factory.mktemp("code")
    assert finish(start(first, folder)) == (VALUE, VALUE, 1)
    return folder


@pytest.fixture
def code(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "code"))


@pytest.mark.slow
def test_the_same_content_elsewhere_compiles_nothing(tmp_path: Path, code: Path) -> None:
    other = copy_to(
        tmp_path / "next",
        ("__init__.py", '__version__ = "', '__version__ = "9'),
        ("games/mill/kernel.py", "NONE = 24", "# A line more, and nothing else.\nNONE = 24"),
    )
    for path in other.rglob("*.py"):
        os.utime(path, (1, 1))  # times say nothing: wheels and clones set them as they like
    assert finish(start(other, code)) == (VALUE, VALUE, 0)


KERNEL, SEARCH = "games/mill/kernel.py", "solving/mill/search_kernel.py"
CHANGES = {
    "imported kernel": (
        KERNEL,
        "return closing_first(stones) |",
        "return stones |",
    ),
    "its constant": (KERNEL, "CORNERS = 0x555555", "CORNERS = 0"),
    "own constant": (SEARCH, "STEP, NEXT_CLOSES = 100", "STEP, NEXT_CLOSES = 50"),
}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, id=name, marks=pytest.mark.slow if number else ())
        for number, (name, change) in enumerate(CHANGES.items())
    ],
)
def test_two_versions_side_by_side(
    tmp_path: Path, first: Path, code: Path, change: tuple[str, str, str]
) -> None:
    changed = copy_to(tmp_path / "changed", change)
    value, interpreted, times = finish(start(changed, code))
    assert value == interpreted != VALUE
    assert times == 1
    assert finish(start(first, code)) == (VALUE, VALUE, 0)
    assert finish(start(changed, code)) == (value, value, 0)


LOADED = """
import sys
assert "numba.np.npyimpl" not in sys.modules
import numba, numpy
doubled = numba.njit(lambda values: 2 * numpy.sqrt(values).sum())
assert doubled(numpy.array([1.0, 4.0])) == 6.0
"""


@pytest.mark.slow
def test_kept_code_is_loaded_without_what_only_a_compiler_needs(first: Path, code: Path) -> None:
    """That takes two thirds of the time; who compiles afterwards still has it all."""
    assert finish(start(first, code, also=LOADED)) == (VALUE, VALUE, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:-9], lambda data: data[9:]]
)
def test_damaged_files_are_compiled_again(
    first: Path, code: Path, damage: Callable[[bytes], bytes]
) -> None:
    for path in code.rglob("side_value-*"):
        path.write_bytes(damage(path.read_bytes()))
    assert finish(start(first, code)) == (VALUE, VALUE, 1)
    assert finish(start(first, code)) == (VALUE, VALUE, 0)


@pytest.mark.slow
def test_a_flipped_byte_is_noticed(first: Path, code: Path) -> None:
    (path,) = code.rglob("side_value-*")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert finish(start(first, code)) == (VALUE, VALUE, 1)


@pytest.mark.slow
def test_several_processes_at_once(first: Path, tmp_path: Path) -> None:
    processes = [start(first, tmp_path / "code") for _ in range(3)]
    assert [finish(process)[0] for process in processes] == [VALUE] * 3
    assert finish(start(first, tmp_path / "code")) == (VALUE, VALUE, 0)
    assert not list((tmp_path / "code").rglob("tmp*")), "temporary files stay behind"


def test_a_full_disk_costs_the_kept_code_only(first: Path, tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    process = start(first, tmp_path / "code", no_room)
    output, errors = process.communicate()
    assert output == f"{VALUE} {VALUE} 1\n"
    assert errors.count("NotKeptWarning: compiled code cannot be kept") == 1
    assert not [path for path in (tmp_path / "code").rglob("*") if path.is_file()]


def test_old_forms_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for number in range(VERSIONS_KEPT + 3):
        folder = code_cache._usable(f"boardbytes.some.kernel-{tmp_path.name}{number:024}")
        assert folder is not None
        os.utime(folder, (number, number))
    other = tmp_path / "boardbytes.some.kernel+filled-1"
    other.mkdir()
    code_cache._usable(f"boardbytes.some.kernel-{tmp_path.name}last")
    left = sorted(path.name[-2:] for path in tmp_path.iterdir() if path != other)
    assert left == ["04", "05", "06", "07", "08", "09", "10", "st"]
    assert other.exists()


def plain(value: int, *, default: int = 1) -> int:
    return value + default + CONSTANT


CONSTANT = 1


def test_what_a_digest_depends_on() -> None:
    def digest(function: FunctionType, **callees: str) -> str:
        return content_of({"name": function}, callees)

    def like(function: FunctionType, **constants: object) -> FunctionType:
        return FunctionType(function.__code__, {**function.__globals__, **constants})

    assert isinstance(plain, FunctionType)
    base = digest(plain)
    assert base == digest(like(plain)) == digest(like(plain, UNREAD=object()))
    others = [digest(like(plain, CONSTANT=value)) for value in (2, 1.0, True, (1,), "1", int)]
    others += [digest(plain, callee="a"), digest(plain, callee="b")]
    assert len({base, *others}) == len(others) + 1
    with pytest.raises(TypeError, match="a kernel cannot read a constant of type list"):
        digest(like(plain, CONSTANT=[1]))
