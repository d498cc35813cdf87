"""A collection of SGF games, 50 MB: checked and shown, beside sgfmill reading it and no more."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks import Row

SIZE = 50_000_000
_LETTERS = "abcdefghijklmnopqrs"
_PART = 200
"""So many games are made at a time."""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.sgf"
        path.write_bytes(collection(SIZE))
        run("check", "examples/opening.dat")
        megabytes = path.stat().st_size / 1e6
        parser, checked, shown = _parsed(path), run("check", str(path)), run("show", str(path))
        name = f"SGF collection of {megabytes:.0f} MB"
        for verb, (seconds, _) in {"check": checked, "show": shown}.items():
            rate, peer = megabytes / seconds, megabytes / parser
            yield Row(f"{name}, {verb}", rate, peer, "MB/s", "sgfmill's parser alone")
        for verb, (_, peak) in {"check": checked, "show": shown}.items():
            yield Row(f"{name}, {verb}, peak memory", peak / 1e6, megabytes, "MB", "the file")


def collection(size: int, seed: int = 1) -> bytes:
    """Random legal games of several sizes and lengths, some with comments, times and variations."""
    from boardbytes.columns import go

    chance = random.Random(seed)
    parts: list[str] = []
    length = 0
    while length < size:
        lines = chance.choice([9, 9, 13, 19])
        limit = chance.choice([10, 30, 60, 120, 240])
        moves, offsets = go.random_games(_PART, lines, chance.randrange(1, 2**31), limit)
        for first, last in pairwise(offsets.tolist()):
            parts.append(_game(moves[first:last].tolist(), lines, chance))
            length += len(parts[-1])
    return "".join(parts).encode()


def _game(numbers: list[int], lines: int, chance: random.Random) -> str:
    style = chance.choice(["plain", "plain", "plain", "lines", "times", "comments", "variations"])
    rules = chance.choice(["", "", "RU[Japanese]", "RU[Chinese]", "RU[AGA]"])
    text = [f"(;GM[1]FF[4]SZ[{lines}]KM[6.5]PB[Ann {chance.random()}]PW[Bob]{rules}RE[B+R]"]
    for index, number in enumerate(numbers):
        column, row = (number - 1) % lines, (number - 1) // lines
        point = _LETTERS[column] + _LETTERS[row] if number else ""
        text.append(f";{'BW'[index % 2]}[{point}]")
        if style == "times":
            text.append(f"{'BW'[index % 2]}L[{1800 - index}.5]")
        elif style == "lines" and index % 10 == 9:
            text.append("\n")
        elif style == "comments" and index % 7 == 3:
            text.append(f"C[move {index}: good\\] or (bad;)]")
    if style == "variations":
        text.append(f"(;C[main])(;C[other];{'BW'[len(numbers) % 2]}[])")
    return "".join(text) + ")\n"


def _parsed(path: Path) -> float:
    """How long sgfmill takes to read the games, one after the other, and to forget them."""
    from sgfmill.sgf_grammar import parse_sgf_game

    from boardbytes.formats.sgf.lexing import lexed_games

    data = path.read_bytes()
    games = [(game.start, game.end) for game in lexed_games(data)]
    begun = time.perf_counter()
    for start, end in games:
        parse_sgf_game(data[start:end])
    return time.perf_counter() - begun


_MEASURED = """
import resource, sys
from boardbytes.cli import main
code = main(sys.argv[1:])
try:
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
except OSError:  # what getrusage tells may be inherited from whoever started this
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(f"peak {peak * 1024}")
sys.exit(code)
"""


def run(*words: str) -> tuple[float, int]:
    """How long a command takes, from start to end, and the most memory it has, in bytes."""
    begun = time.perf_counter()
    command = [sys.executable, "-c", _MEASURED, *words]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begun
    if found.returncode not in (0, 1) or found.stderr:
        raise RuntimeError(found.stderr)
    return seconds, int(found.stdout.split()[-1])
