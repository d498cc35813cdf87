"""`python -m tools.release`: everything that a release needs, from a clean checkout.

Does not publish anything: it leaves what was built in a folder and says what is left to do.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tools.audit import audit
from tools.oldest import ROOT, project

_QUIET: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
SMOKE = ROOT / "tools" / "smoke.py"

MOST_BYTES = 4_000_000
"""How large the package may be when it is installed; about 2.5 million at the first release."""


class ReleaseError(Exception):
    """Something that a release must not have; the text says what to do."""


@dataclass
class Release:
    """What is being made: where, and by which Pythons it is tried."""

    out: Path
    pythons: tuple[str, ...]

    @property
    def wheel(self) -> Path:
        return next(self.out.glob("*.whl"))


def check_tree(release: Release) -> str:
    """Nothing is built that is not committed."""
    if changed := _git("status", "--porcelain"):
        raise ReleaseError(f"commit or remove what is not committed:\n{changed}")
    return f"at {_git('rev-parse', '--short', 'HEAD')}, nothing uncommitted"


def version() -> str:
    """The version, from the one place where it stands."""
    text = (ROOT / "src" / "boardbytes" / "__init__.py").read_text()
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise ReleaseError("src/boardbytes/__init__.py should say __version__ = …")
    return found[1]


def check_version(release: Release) -> str:
    """The changelog begins with what this version brings."""
    heading = re.search(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if heading is None or heading[1] != version():
        raise ReleaseError(f"CHANGELOG.md should begin with ## {version()} (date)")
    return f"{version()} ({heading[2]})"


def build(release: Release) -> str:
    """Built twice, in two places, it is the same byte for byte; and so is a wheel of the sdist."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = (_build(Path(folder) / name) for name in ("first", "a longer name"))
        if (sums := _sums(first)) != _sums(second):
            raise ReleaseError(f"built twice, it differs: {sums} and {_sums(second)}")
        release.out.mkdir(parents=True, exist_ok=True)
        for path in first.iterdir():
            shutil.copy2(path, release.out)
    return "twice the same: " + ", ".join(f"{name} {value[:12]}…" for name, value in sums.items())


def _build(folder: Path) -> Path:
    """What `python -m build` makes of the last commit: the sdist, and the wheel from it."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    environment = os.environ | {"SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct")}
    _do([sys.executable, "-m", "build", "--outdir", folder / "dist", folder], environment)
    return folder / "dist"


def _sums(folder: Path) -> dict[str, str]:
    files = sorted(folder.iterdir())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def check_contents(release: Release) -> str:
    """The wheel has every file of the package that is committed, no other, and is not too large."""
    with zipfile.ZipFile(release.wheel) as archive:
        files = {info.filename: info.file_size for info in archive.infolist()}
    own = {name: size for name, size in files.items() if ".dist-info/" not in name}
    committed = {name.removeprefix("src/") for name in _git("ls-files", "src").splitlines()}
    if differing := sorted(committed ^ set(own)):
        raise ReleaseError(f"only committed, or only in the wheel: {', '.join(differing[:5])}")
    if (size := sum(own.values())) > MOST_BYTES:
        raise ReleaseError(f"the package has {size:,} bytes: no more than {MOST_BYTES:,} will do")
    return f"{len(own)} files, {size:,} bytes of at most {MOST_BYTES:,}"


def smoke(release: Release) -> str:
    """It is installed where nothing is, and used, by every Python that can be had."""
    said = []
    for python in release.pythons:
        said.append(_do([python, SMOKE, release.wheel], dict(os.environ)).strip())
    tried = {line.split()[1].rpartition(".")[0].rstrip(":") for line in said}
    if lacking := [claimed for claimed in claimed_pythons() if claimed not in tried]:
        said.append(f"not tried, since not found: Python {', '.join(lacking)} (--python PATH)")
    return "\n           ".join(said)


def claimed_pythons() -> list[str]:
    """The Pythons that we say it runs on."""
    begins = "Programming Language :: Python :: 3."
    claims = project()["classifiers"]
    return [f"3.{claim.removeprefix(begins)}" for claim in claims if claim.startswith(begins)]


PYENV = "~/.pyenv/versions/{version}.*/bin/python{version}"


def found_pythons() -> Iterator[str]:
    """The Python that runs this, and each other that we claim: on the search path or in pyenv."""
    yield sys.executable
    running = f"3.{sys.version_info.minor}"
    for claimed in claimed_pythons():
        named = Path(PYENV.format(version=claimed)).expanduser()
        found = [shutil.which(f"python{claimed}")]
        found += sorted(map(str, Path(named.anchor).glob(str(named.relative_to(named.anchor)))))
        # Some that are on the path only say that they could be chosen.
        works = (
            each for each in found if each and not subprocess.call([each, "--version"], **_QUIET)
        )
        if claimed != running and (path := next(works, None)):
            yield path


def check_holes(release: Release) -> str:
    """Nothing that we bring has a known hole, as far as that can be known here."""
    holes = audit()
    if holes:
        raise ReleaseError("known holes in what we bring:\n" + "\n".join(holes))
    return "no index of them can be had here" if holes is None else "none known"


STEPS: tuple[tuple[str, Callable[[Release], str]], ...] = (
    ("checkout", check_tree),
    ("version", check_version),
    ("holes", check_holes),
    ("build", build),
    ("contents", check_contents),
    ("smoke test", smoke),
)

LEFT = """
What is left to do by hand:
  git tag --sign v{version} && git push origin v{version}
  python -m twine upload {out}/*
"""


@click.command()
@click.option("--out", default="dist", type=click.Path(path_type=Path), help="Where to put it.")
@click.option("--python", "more", multiple=True, metavar="PATH", help="Another Python to try.")
def main(out: Path, more: tuple[str, ...]) -> None:
    """Check, build and try a release of the last commit; publish nothing."""
    if out.exists() and any(out.iterdir()):
        raise click.UsageError(f"{out} is not empty")
    release = Release(out, (*found_pythons(), *more))
    for name, step in STEPS:
        try:
            click.echo(f"{name + ':':<11}{step(release)}")
        except (ReleaseError, subprocess.CalledProcessError) as error:
            raise click.ClickException(f"{name}: {error}") from None
    click.echo(LEFT.format(version=version(), out=out))


def _git(*command: str) -> str:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _do(command: list[str | Path], environment: dict[str, str]) -> str:
    """What a command says; ReleaseError with all of it if it fails."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
