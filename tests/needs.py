"""Programs and modules that some tests need: skipped with a sentence, except in CI."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from benchmarks.postgresql import programs


def missing(sentence: str) -> NoReturn:
    """Skip a test that lacks something; in CI, which installs everything, fail it."""
    if os.environ.get("CI"):
        pytest.fail(f"{sentence} (CI must install it)")
    pytest.skip(sentence, allow_module_level=True)


def need_postgresql() -> Path:
    """The folder with PostgreSQL's programs, as Debian's package installs them."""
    sentence = "install PostgreSQL (Debian's package postgresql) to run this test"
    return programs() or missing(sentence)


def need_module(name: str, package: str) -> Any:
    """A module of a package that not everybody has."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        missing(f"run pip install {package} to run this test")


def need_referee() -> None:
    """Vyper, and a virtual machine that runs what it compiles."""
    need_module("boa", "'boardbytes[referee]'")


def need_revm() -> Any:
    """A second virtual machine, a quick one."""
    return need_module("pyrevm", "pyrevm")


def need_chromium() -> str:
    """The browser that Debian's package installs."""
    path = shutil.which("chromium")
    if path is None:
        missing("install Chromium (Debian's package chromium) to run this test")
    return path


def need_tiled() -> list[str]:
    """How to run a shell script in which Tiled's programs find a screen to draw on."""
    if not all(map(shutil.which, ("tiled", "tmxrasterizer", "xvfb-run"))):
        missing("install Tiled (Debian's packages tiled and xvfb) to run this test")
    return ["xvfb-run", "--auto-servernum", "sh"]


def find_gnugo() -> str | None:
    """The command of GNU Go as an engine that thinks briefly; Debian keeps it with the games."""
    path = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    return f"{path} --mode gtp --level 1" if path else None


def need_gnugo() -> str:
    return find_gnugo() or missing("install GNU Go (Debian's package gnugo) to run this test")


def need_gnugo_sources() -> Path:
    """GNU Go's source package, whose games our SGF must keep."""
    path = Path(os.environ.get("BOARDBYTES_GNUGO_SOURCES", "") or "/nowhere")
    if not path.is_file():
        missing(
            "run apt-get source --tar-only --download-only gnugo and name the file in"
            " BOARDBYTES_GNUGO_SOURCES to run this test"
        )
    return path


def need_node() -> str:
    """Node.js, which runs scripts of the page without a browser."""
    return shutil.which("node") or missing("install Node.js to run this test")


def need_node_module(module: str) -> str:
    """Where Node.js finds a module that .ci/run installs from npm."""
    command = [need_node(), "-p", f"require.resolve('{module}')"]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode:
        missing(f"run 'npm install {module}' and set NODE_PATH to run this test")
    return found.stdout.strip()


def need_ray() -> None:
    """Ray, of which the tests start a cluster on this machine."""
    if importlib.util.find_spec("ray") is None:
        missing("install Ray (python -m pip install ray) to run this test")


def need_mkdocs() -> None:
    """What builds the site."""
    if any(
        importlib.util.find_spec(name) is None for name in ("mkdocs", "material", "mkdocstrings")
    ):
        missing("run pip install 'boardbytes[site]' to run this test")
