"""A release: one version, what a wheel holds, the same bytes each time, and a first use."""

from __future__ import annotations

import hashlib
import resource
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
import yaml

import boardbytes as bb
from boardbytes.cli import main
from tests.conftest import ROOT
from tools import release


def made(folder: Path, files: dict[str, bytes]) -> release.Release:
    """A release whose wheel holds these files."""
    with zipfile.ZipFile(folder / "boardbytes-1-py3-none-any.whl", "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return release.Release(folder, ())


def package_files() -> dict[str, bytes]:
    listed = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return {name.removeprefix("src/"): (ROOT / name).read_bytes() for name in listed}


def test_the_version_stands_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.version() == bb.__version__
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"boardbytes {bb.__version__}\n"
    for name in ("pyproject.toml", "CITATION.cff", "README.md", "SECURITY.md"):
        assert f'"{bb.__version__}"' not in (ROOT / name).read_text(), name
        assert f"version: {bb.__version__}" not in (ROOT / name).read_text(), name


def test_the_changelog_begins_with_this_version(tmp_path: Path) -> None:
    told = release.check_version(release.Release(tmp_path, ()))
    assert told.startswith(f"{bb.__version__} (")


def test_a_changelog_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "version", lambda: "9.9")
    with pytest.raises(release.ReleaseError, match=r"should begin with ## 9\.9"):
        release.check_version(release.Release(tmp_path, ()))


@pytest.fixture
def _is_checkout() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("run this test in a checkout: it compares with what is committed")


@pytest.mark.usefixtures("_is_checkout")
def test_a_wheel_with_all_that_is_committed_will_do(tmp_path: Path) -> None:
    files = package_files() | {"boardbytes-1.dist-info/METADATA": b""}
    assert "of at most" in release.check_contents(made(tmp_path, files))


@pytest.mark.usefixtures("_is_checkout")
@pytest.mark.parametrize("name", ["tests/test_x.py", "boardbytes/__pycache__/kernel.nbi"])
def test_a_wheel_with_more_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(release.ReleaseError, match=name):
        release.check_contents(made(tmp_path, package_files() | {name: b""}))


@pytest.mark.usefixtures("_is_checkout")
def test_a_wheel_with_less_or_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = package_files()
    monkeypatch.setattr(release, "MOST_BYTES", 1000)
    with pytest.raises(release.ReleaseError, match="no more than 1,000 will do"):
        release.check_contents(made(tmp_path, files))
    files.pop("boardbytes/py.typed")
    with pytest.raises(release.ReleaseError, match=r"py\.typed"):
        release.check_contents(made(tmp_path, files))


def test_the_pythons_that_we_claim() -> None:
    claimed = release.claimed_pythons()
    assert claimed == ["3.11", "3.12", "3.13"]
    assert f"3.{sys.version_info.minor}" in claimed
    assert next(release.found_pythons()) == sys.executable


def test_a_python_of_pyenv_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / ".pyenv" / "versions" / "3.99.1" / "bin" / "python3.99"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(release, "claimed_pythons", lambda: ["3.99"])
    assert list(release.found_pythons()) == [sys.executable, str(python)]


def test_the_workflow_does_what_ci_does_and_tries_the_wheel() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    runs = {
        name: [step["run"] for step in job["steps"] if "run" in step]
        for name, job in workflow["jobs"].items()
    }
    assert runs.pop("ci") == [".ci/run"]
    assert runs == {
        "wheel": ["pip install build && python -m build", "python tools/smoke.py dist/*.whl"]
    }
    tried = workflow["jobs"]["wheel"]["strategy"]["matrix"]["python"]
    assert tried == release.claimed_pythons()


def test_the_citation_has_what_it_must() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "title", "message", "authors"} <= set(citation)
    assert citation["license"] == "MIT"


def build(out: Path) -> dict[str, str]:
    """What `python -m build` makes of this tree: each file and its digest."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}


@pytest.mark.slow
def test_built_twice_it_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, second = build(tmp_path / "first"), build(tmp_path / "second")
    assert len(first) == 2
    assert first == second


@pytest.mark.slow
@pytest.mark.measures
def test_from_an_empty_folder_to_a_board_in_two_minutes(tmp_path: Path) -> None:
    """Build, install the wheel where nothing is, show a save, ask the doctor: `tools.smoke`.

    Two minutes of processor time: how quick the net is, no test can say.
    """
    begun, began = time.monotonic(), seconds_of_children()
    build(tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    command = [sys.executable, str(ROOT / "tools" / "smoke.py"), str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    spent = seconds_of_children() - began
    print(f"{time.monotonic() - begun:.0f} s, of the processor {spent:.0f} s")
    assert spent < 120


@pytest.mark.slow
def test_every_python_that_is_found_uses_the_wheel(tmp_path: Path) -> None:
    """The one that runs this is tried above."""
    _, *others = release.found_pythons()
    if not others:
        pytest.skip("install another Python that we claim")
    build(tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    for python in others:
        done = subprocess.run(
            [python, release.SMOKE, wheel], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr


def seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
