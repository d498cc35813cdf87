"""What we bring with us: bounds, licences, a lock, its size, and when it is loaded."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from tools.installed import licence_of, needed, normal
from tools.oldest import oldest, project
from tools.release import MOST_BYTES

from boardbytes.caching import FOLDER_VARIABLE
from tests.conftest import ROOT
from tools import audit

ALLOWED = {
    *("MIT", "MIT License", "BSD", "BSD License", "BSD-2-Clause", "BSD-3-Clause", "0BSD"),
    *("Apache-2.0", "Apache Software License", "Apache-2.0 WITH LLVM-exception", "PSF-2.0"),
    *("CNRI-Python", "Python Software Foundation License", "Zlib", "CC0-1.0", "Public Domain"),
    *("ISC", "Unlicense", "GCC-exception-3.1"),
}
"""Licences that ask for nothing but a mention."""

READ = {"resvg-py": "MIT"}
"""Packages that tell no tool of their licence: what their file LICENSE says."""


def test_every_dependency_has_a_bound_that_can_be_tested() -> None:
    told = project()
    pinned = oldest(told["dependencies"])
    assert len(pinned) == len(told["dependencies"]) > 5
    lines = ["numpy>=2.0", "psycopg[binary]>=3.1", "coincurve>=20; python_version < '3.14'"]
    pins = ["numpy==2.0", "psycopg==3.1", "coincurve==20; python_version < '3.14'"]
    assert oldest(lines) == pins
    with pytest.raises(ValueError, match="oldest version"):
        oldest(["numpy"])


def test_the_oldest_versions_are_in_ci() -> None:
    assert "tools.oldest" in (ROOT / ".ci" / "run").read_text()


def test_licences_are_on_the_list() -> None:
    packages = needed()
    assert {"numpy", "numba", "click"} <= set(packages)
    refused = {}
    for name, package in packages.items():
        licence = READ.get(name) or licence_of(package)
        parts = re.split(r" AND | OR |, ", licence.replace("(", "").replace(")", ""))
        if not licence or not set(parts) <= ALLOWED:
            refused[name] = licence or "says nothing"
    assert not refused


def test_what_was_read_by_hand_still_says_so() -> None:
    for name, licence in READ.items():
        files = metadata.files(name) or ()
        texts = [path.read_text() for path in files if path.name == "LICENSE"]
        assert licence == "MIT"
        assert any("Permission is hereby granted, free of charge" in text for text in texts)


def locked() -> dict[str, list[str]]:
    """The versions of the lock file, by name; a name may have one for each kind of machine."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)==(\S+)", (ROOT / "requirements-dev.txt").read_text(), re.MULTILINE
    ):
        found.setdefault(normal(name), []).append(version)
    return found


def test_the_lock_has_all_that_work_needs() -> None:
    told, lock = project(), locked()
    extras = told["optional-dependencies"]
    for line in (*told["dependencies"], *extras["dev"]):
        name, _, bound = re.split(r"(\[\w+\])?(?:>=|==|$)", line.split(";")[0], maxsplit=1)
        versions = lock.get(normal(name))
        assert versions, f"{name} is not locked: see the head of requirements-dev.txt"
        numbers = [tuple(map(int, re.findall(r"\d+", each)[:3])) for each in versions]
        assert max(numbers) >= tuple(map(int, re.findall(r"\d+", bound))), line


def test_the_lock_has_hashes_and_names_no_place() -> None:
    text = (ROOT / "requirements-dev.txt").read_text()
    assert text.count("--hash=sha256:") > len(locked())
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_the_package_is_as_small_as_it_may_be() -> None:
    source = ROOT / "src" / "boardbytes"
    sizes = {
        str(path.relative_to(source)): path.stat().st_size
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    largest = sorted(sizes, key=lambda name: sizes[name], reverse=True)[:5]
    assert sum(sizes.values()) < MOST_BYTES, f"the largest are {largest}"


LOADED = {
    "import boardbytes": set[str](),
    "import boardbytes as bb; bb.load('examples/endgame.dat').position.legal_moves()": set[str](),
    "import boardbytes as bb; bb.draw(bb.load('examples/endgame.dat').position).svg": set[str](),
    "from boardbytes.cli import main; main(['show', 'examples/endgame.dat'])": {"click"},
    "from boardbytes.cli import main; main(['check', 'examples/endgame.dat'])": {"click"},
    "from boardbytes.cli import main; main(['explain', 'examples/endgame.dat'])": {"click"},
    "from boardbytes.cli import main; main(['moves', 'examples/endgame.dat'])": {"click"},
    "from boardbytes.cli import main; main(['doctor'])": {"click", "platformdirs"},
}
"""What each use may load of all that we bring."""


@pytest.mark.parametrize("code", LOADED)
def test_nothing_is_loaded_before_it_is_needed(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever has solved tables needs NumPy to look at them.
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    brought = set(needed())
    modules = {
        module
        for module, names in metadata.packages_distributions().items()
        if brought & set(map(normal, names))
    }
    script = f"import sys\n{code}\nprint(*sorted(set(sys.modules) & {modules}), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(done.stderr.split()) <= LOADED[code]


def test_an_audit_tells_holes_and_silence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: dict[str, list[str] | None] = {"nobody": None, "clean": [], "hole": ["x 1: CVE-1"]}
    codes = {}
    for name, answer in answers.items():
        monkeypatch.setattr(audit, "audit", lambda answer=answer: answer)
        codes[name] = audit.main()
    assert codes == {"nobody": 0, "clean": 0, "hole": 1}
    said = capsys.readouterr().out
    assert said.splitlines()[0] == "no index of known holes can be had here: not audited"
