"""Whatever lies in the folder where somebody starts us is never run."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardbytes.children import start_python
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "boardbytes"
TRAP = 'open({sprung!r}, "a").write(__name__ + "\\n")\n'
TRAPS = ("multiprocessing", "boardbytes", "socket", "pickle", "resource", "numba", "sitecustomize")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder full of modules that leave a trace when they are imported."""
    traps = tmp_path / "traps"
    traps.mkdir()
    for name in TRAPS:
        (traps / f"{name}.py").write_text(TRAP.format(sprung=str(tmp_path / "sprung")))
    return traps


def sprung(folder: Path) -> str:
    trace = folder.parent / "sprung"
    return trace.read_text() if trace.exists() else ""


def script(folder: Path, line: str) -> list[str]:
    """A line of Python run as an installed script is: not from the current folder."""
    path = folder.parent / "bin" / "script.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(line)
    return [sys.executable, str(path)]


STUDIO = "import sys; from boardbytes.cli import main; main(['studio', '--port', '0', '--json'])"


def test_the_studio_and_its_workers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder.parent / "data"))
    command = script(folder, STUDIO)
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as studio:
        assert studio.stdout is not None
        assert "address" in studio.stdout.readline()
        time.sleep(2.0)  # Its workers have loaded their modules by then.
        children = _children(studio.pid)
        studio.terminate()
    assert len(children) >= 2
    assert sprung(folder) == ""


def _children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in text.split()]


def test_what_is_built_aside(folder: Path) -> None:
    line = "from boardbytes.caching import build_aside as b; b('import boardbytes.files').wait()"
    subprocess.run(script(folder, line), cwd=folder, check=True, timeout=60)
    assert sprung(folder) == ""


def test_the_module_as_a_program(folder: Path) -> None:
    """`python -m` looks for `boardbytes` here first, as Python does; but for nothing else."""
    (folder / "boardbytes.py").unlink()
    command = [sys.executable, "-m", "boardbytes", "number", str(ROOT / "examples/endgame.dat")]
    subprocess.run(command, cwd=folder, check=True, timeout=120, capture_output=True)
    assert sprung(folder) == ""


def test_a_child_has_the_modules_that_we_have(tmp_path: Path) -> None:
    (tmp_path / "only_here.py").write_text("")
    line = (
        f"import sys; sys.path.append({str(tmp_path)!r});"
        " from boardbytes.children import start_python;"
        " sys.exit(start_python('import only_here').wait())"
    )
    subprocess.run([sys.executable, "-c", line], check=True, timeout=60)


def test_a_child_that_fails_says_so() -> None:
    assert start_python("raise SystemExit(3)").wait() == 3


FORBIDDEN = {
    "executable",
    "get_context",
    "ProcessPoolExecutor",
    "Process",
    "fork",
    "set_start_method",
}


def names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def test_no_other_module_starts_python() -> None:
    """There is one place where a child that runs Python is started, and one where it forks."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if FORBIDDEN & set(names(path))
    }
    # The doctor only tells where Python is.
    assert found == {"children.py", "forks.py", "cli/health/packages.py"}
