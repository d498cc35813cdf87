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
    """A game as people keep it: half of them with something beside the moves, some odd."""
    styles = ["plain", "plain", "plain", "lines", "times", "comments", "marks", "variations"]
    style = chance.choice(styles)
    rules = chance.choice(["", "", "RU[Japanese]", "RU[Chinese]", "RU[AGA]"])
    komi = chance.choice(["6.5"] * 49 + ["375"])  # as a large server writes 7.5
    names = f"PB[{chance.choice(['Ann', 'Jürgen', '古力'])} {chance.random()}]PW[Bob]WR[3d]"
    head = f"(;GM[1]FF[4]CA[UTF-8]SZ[{lines}]KM[{komi}]{names}DT[2024-05-01]{rules}RE[B+R]"
    nodes = [_node(index, number, lines, style) for index, number in enumerate(numbers)]
    if style == "variations" and len(nodes) > 4:
        player = "BW"[(len(nodes) - 4) % 2]
        nodes[-4:] = ["(", *nodes[-4:], ")", f"(;{player}[]C[a pass instead])"]
    return head + "".join(nodes) + ")\n"


def _node(index: int, number: int, lines: int, style: str) -> str:
    player = "BW"[index % 2]
    column, row = (number - 1) % lines, (number - 1) // lines
    point = _LETTERS[column] + _LETTERS[row] if number else ""
    node = f";{player}[{point}]"
    if style == "times":
        node += f"{player}L[{1800 - index}.5]"
    elif style == "lines" and index % 10 == 9:
        node += "\n"
    elif style == "comments" and index % 7 == 3:
        node += f"C[move {index}: good\\] or (bad;)]"
    elif style == "marks" and index % 5 == 3:
        node += "TR[aa][bb:cc]LB[dd:A][ee:B]"
    return node


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
