"""SGF games to Parquet beside sgfmill, and what each step of a scan takes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks import Row
from benchmarks.archive import MOST_MEMORY, write_mixed
from benchmarks.processes import run

GAMES, MOVES = 100_000, 200
TIMES = 10
"""So many times the games, for what goes on after the start."""
PEER_GAMES, ROUNDS = 300, 3
STEP_GAMES, STEP_FILES = 20_000, 10_000
_LETTERS = "abcdefghijklmnopqrs"
_PART = 1000


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _steps(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _games(Path(folder))


def _steps(folder: Path) -> Iterator[Row]:
    """What each step of a scan takes of a core, in the processor's time, for models of more."""
    from boardbytes.columns.scan.archives import find_directory, zip_entries
    from boardbytes.columns.scan.cutting import cut
    from boardbytes.columns.scan.reading import read_part
    from boardbytes.columns.scan.sources import find_sources

    games, files = folder / "games.sgf", folder / "mixed.zip"
    write_games(games, STEP_GAMES)
    write_mixed(files, STEP_FILES)
    for _ in range(2):  # The first time compiles.
        begun = time.process_time()
        parts = list(cut(find_sources([str(games)], "/nowhere"), 10_000, 16 << 20))
        cutting = time.process_time() - begun
        begun = time.process_time()
        done = [read_part(part, 1_000_000) for part in parts]
        reading = time.process_time() - begun
        begun = time.process_time()
        mixed = list(cut(find_sources([str(files)], "/nowhere"), 10_000, 16 << 20))
        small = [read_part(part, 1_000_000) for part in mixed]
        reading_files = time.process_time() - begun
    with files.open("rb") as file:
        begun = time.process_time()
        directory = find_directory(file)
        listed = sum(1 for _ in zip_entries(file, directory.start, directory.count))
        listing = time.process_time() - begun
    written = sum(len(output.data) for each in done for output in each.outputs)
    size = games.stat().st_size
    yield Row("scan, one core: SGF games read and packed", STEP_GAMES / reading, None, "games/s")
    yield Row("scan: bytes of such a game", size / STEP_GAMES, None, "bytes of SGF")
    yield Row("scan: bytes of its row", written / STEP_GAMES, None, "bytes of Parquet")
    yield Row("scan: a large collection cut", size / cutting / 1e6, None, "MB/s")
    yield Row("scan, one core: mixed small files", STEP_FILES / reading_files, None, "files/s")
    packed = sum(len(output.data) for each in small for output in each.outputs)
    yield Row("scan: bytes of such a file's rows", packed / STEP_FILES, None, "bytes of Parquet")
    yield Row("scan: a zip's directory read", listed / listing, None, "entries/s")


def _games(folder: Path) -> Iterator[Row]:
    """Every move checked and every game in Parquet, from the start of the command to its end.

    Starting takes a process about as long as thousands of games do: ten times as many say how much
    more is done by two.
    """
    path = folder / "games.sgf"
    write_games(path, GAMES)
    run(["scan", str(path), "-o", str(folder / "first"), "--cores", "1"])  # compiles, once for all
    yield from _scanned(path, GAMES)
    data = path.read_bytes()
    with path.open("ab") as file:
        file.writelines([data] * (TIMES - 1))
    yield from _scanned(path, GAMES * TIMES)


def _scanned(path: Path, count: int) -> Iterator[Row]:
    """A collection of so many games, read with one core and with two."""
    peer, peaks, rates = 0.0, {1: 0, 2: 0}, {1: 0.0, 2: 0.0}
    for _ in range(ROUNDS):  # in turns, so that a busy minute is everybody's
        peer = max(peer, peer_rate(path))
        for cores, best in rates.items():
            with tempfile.TemporaryDirectory() as folder:
                words = ["scan", str(path), "-o", f"{folder}/tables", "--cores", f"{cores}"]
                seconds, peak = run(words)
            rates[cores] = max(best, count / seconds)
            peaks[cores] = max(peaks[cores], peak)
    for cores, rate in rates.items():
        name = f"{count:,} SGF games of {MOVES} moves to Parquet, cores: {cores}"
        yield Row(name, rate, peer, "games/s", "sgfmill, reading and playing them, one core")
    yield Row(f"{count:,} games, two cores beside one", rates[2], rates[1], "games/s", "one core")
    for cores, peak in peaks.items():
        name = f"{count:,} games, {path.stat().st_size / 1e6:,.0f} MB, peak memory, cores: {cores}"
        yield Row(name, peak / 1e6, MOST_MEMORY / 1e6, "MB", "the most it may be")


def write_games(path: Path, count: int, seed: int = 1) -> None:
    """A collection of random legal games on 19 × 19 points."""
    from boardbytes.columns.go import random_games

    with path.open("w") as file:
        for begin in range(0, count, _PART):
            wanted = min(_PART, count - begin)
            moves, offsets = random_games(wanted, 19, seed + begin, MOVES)
            for number, (first, last) in enumerate(pairwise(offsets.tolist()), begin):
                file.write(_game(moves[first:last].tolist(), f"Player {number}"))


def _game(numbers: list[int], black: str) -> str:
    head = f"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]PB[{black}]PW[Bob]DT[2026-05-01]RU[Japanese]RE[B+R]"
    nodes = (
        f";{'BW'[ply % 2]}[{_LETTERS[(number - 1) % 19] + _LETTERS[(number - 1) // 19]}]"
        if number
        else f";{'BW'[ply % 2]}[]"
        for ply, number in enumerate(numbers)
    )
    return f"{head}{''.join(nodes)})\n"


def peer_rate(path: Path, clock: Callable[[], float] = time.perf_counter) -> float:
    """How many games a second sgfmill reads and plays, its board checking what it checks."""
    from sgfmill import sgf, sgf_moves

    with path.open("rb") as file:
        games = [line for line, _ in zip(file, range(PEER_GAMES), strict=False)]
    begun = clock()
    for data in games:
        board, moves = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(data))
        for colour, point in moves:
            if point is not None:
                board.play(*point, colour)
    return len(games) / (clock() - begun)
