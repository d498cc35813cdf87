"""Every command and every snippet in the README and the docs runs, and shows what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_python_sessions(path: Path) -> None:
    """The blocks of a page are one session: what one defines, the next may use."""
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    session: dict[str, object] = {}
    for number, block in enumerate(blocks(path, "python")):
        test = parser.get_doctest(block, session, f"{path.name}[{number}]", str(path), 0)
        assert test.examples, f"a python block without >>> shows nothing:\n{block}"
        runner.run(test, clear_globs=False)
        session = test.globs
    assert runner.failures == 0


def sessions(path: Path) -> list[tuple[str, str]]:
    """Every command after a `$` in a console block, with the output shown below it."""
    found = []
    for block in blocks(path, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(
    ("path", "command", "output"),
    [(path, *session) for path in PAGES for session in sessions(path)],
)
def test_console_sessions(path: Path, command: str, output: str) -> None:
    typed, _, command = command.rpartition(" | ")
    assert command.startswith("boardbytes "), f"{path.name}: {command}"
    said = subprocess.run(["sh", "-c", typed], capture_output=True, text=True).stdout
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": ""},
    )
    shown = done.stdout + done.stderr
    assert shown.rstrip() == output.rstrip()


def test_the_readme_has_the_two_commands() -> None:
    show, test = blocks(ROOT / "README.md", "sh")[:2]
    assert show == "python -m pip install . && boardbytes show examples/endgame.dat\n"
    assert test == "python -m pip install '.[dev]' && python -m pytest\n"
    assert test.strip() in (ROOT / ".ci" / "run").read_text(), "CI runs it to the letter"


@pytest.mark.slow
def test_the_first_command_in_an_empty_environment(tmp_path: Path) -> None:
    """As a newcomer would: a fresh environment, the command to the letter, the board."""
    venv.create(tmp_path / "venv", with_pip=True)
    command = blocks(ROOT / "README.md", "sh")[0].replace("pip install", "pip install --quiet")
    done = subprocess.run(
        ["bash", "-c", f"source {tmp_path}/venv/bin/activate && {command}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert "white to move" in done.stdout


@pytest.mark.parametrize(
    "path", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=name_of
)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_samples_are_what_their_script_makes(tmp_path: Path) -> None:
    for script in (ROOT / "examples").glob("make_*.py"):
        (tmp_path / script.name).write_text(script.read_text())
        subprocess.run([sys.executable, tmp_path / script.name], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".py"}
    kept = {path.name: path.read_bytes() for path in (ROOT / "examples").iterdir()}
    assert made == {name: data for name, data in kept.items() if not name.endswith(".py")}


def test_nothing_that_a_file_says_is_called_left_out() -> None:
    """A reader that drops what it has read would say so in these words."""
    kinds = {".py", ".js", ".html", ".css", ".md"}
    files = [path for path in (ROOT / "src").rglob("*") if path.suffix in kinds]
    assert len(files) > 300
    for path in [*files, *PAGES]:
        assert not re.search(r"left\s+out", path.read_text(), re.IGNORECASE), name_of(path)
