"""`python tools/smoke.py WHEEL`: install a wheel where nothing else is, and use it.

Needs no other file of the project and nothing but the Python that runs it, so that it can be
carried to any machine: an empty folder, an empty environment, then every command below.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

LINE = "MFEN/1.0 mill24-state-v1 .W.WW.B./W.B..B.B/..B....B w m m 0,0 - 0 18 -"
GAME = "(;GM[1]FF[4]SZ[9]KM[5.5];B[ee];W[gc];B[cc])"

COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("--version",), "boardbytes "),
    (("convert", LINE, "save.dat", "--to", "stackmill"), ""),
    (("show", "save.dat"), "white to move"),
    (("check", "save.dat"), ""),
    (("explain", "save.dat"), "current player"),
    (("convert", "save.dat", "-", "--to", "mfen"), LINE),
    (("moves", "save.dat"), "d7-g7xa1"),
    (("draw", "save.dat", "--output", "save.png"), ""),
    (("show", GAME), "Go"),
    (("perft", "mill", "--depth", "3", "--json"), '"nodes": 12144'),
    (("number", "save.dat"), ""),
    (("key", "new", "--plain"), "0x"),
    (("library", "list"), ""),
    (("doctor",), "Nothing is broken"),
)
"""What is typed, and what must stand in the answer."""

SERVERS = "import boardbytes.studio.server, boardbytes.channel.relay.server"


def smoke(wheel: Path, folder: Path) -> None:
    """Install a wheel into a new environment in a folder, and run every command there."""
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    home = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    home |= {"XDG_DATA_HOME": str(folder / "data"), "PYTHONIOENCODING": "utf-8"}
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "BOARDBYTES_CACHE", "BOARDBYTES_KEYS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    _run([python, "-m", "pip", "install", "--quiet", wheel.absolute()], folder, kept)
    _run([python, "-m", "pip", "check"], folder, kept)
    for command, expected in COMMANDS:
        said = _run([python, "-m", "boardbytes", *command], folder, kept | home)
        if expected not in said:
            sys.exit(f"boardbytes {' '.join(command)}: no {expected!r} in\n{said}")
    if not (folder / "save.png").read_bytes().startswith(b"\x89PNG"):
        sys.exit("boardbytes draw made no PNG")
    _run([python, "-c", SERVERS], folder, kept | home)


def _run(command: list[str | Path], folder: Path, environment: dict[str, str]) -> str:
    """What a command says; the end of everything if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        words = " ".join(map(str, command))
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        smoke(Path(sys.argv[1]), Path(name))
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {version}: installed and used in {time.monotonic() - begun:.0f} s")
