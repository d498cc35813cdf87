"""Other programs that read SGF, asked whether they open a file: each that is installed here."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

_SECONDS = 60
_SENTE = "import sys, sente; sente.sgf.load(sys.argv[1], disable_warnings=True)"
_SABAKI = (
    "const games = require('@sabaki/sgf').parseFile(process.argv[1]);"
    "process.exit(games.length > 0 && Object.keys(games[0].data).length > 0 ? 0 : 1)"
)


def _ends_well(*command: str, typed: str = "") -> subprocess.CompletedProcess[str] | None:
    """What a program said, if it ended without an error and in time; some of them crash."""
    try:
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, errors="replace", timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    return done if done.returncode == 0 else None


def _sgfmill(path: Path) -> bool:
    from sgfmill import sgf

    try:
        sgf.Sgf_game.from_bytes(path.read_bytes())
    except ValueError:
        return False
    return True


def _sente(path: Path) -> bool:
    return _ends_well(sys.executable, "-c", _SENTE, str(path)) is not None


def _gnugo(path: Path) -> bool:
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or "gnugo"
    # A path with a space cannot be said in GTP.
    done = _ends_well(program, "--mode", "gtp", typed=f"loadsgf {path}\nquit\n")
    return done is not None and done.stdout.startswith("=")


def _sabaki(path: Path) -> bool:
    return _ends_well("node", "-e", _SABAKI, str(path)) is not None


def _has_sabaki() -> bool:
    return shutil.which("node") is not None and bool(
        _ends_well("node", "-e", "require.resolve('@sabaki/sgf')")
    )


@cache
def readers() -> Mapping[str, Callable[[Path], bool]]:
    """What opens a file, by name: sgfmill, and what else is installed."""
    is_here = {
        "sgfmill": True,
        "sente": importlib.util.find_spec("sente") is not None,
        "GNU Go": bool(shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")),
        "Sabaki": _has_sabaki(),
    }
    opens = {"sgfmill": _sgfmill, "sente": _sente, "GNU Go": _gnugo, "Sabaki": _sabaki}
    return {name: call for name, call in opens.items() if is_here[name]}
