"""A zip of a million mixed files, scanned, killed twice at random moments and resumed.

Every file must then be accounted for exactly once, with the rows that a scan gives which nobody
kills, or the command fails. Small files of all formats are among them, damaged ones and ones that
are nothing at all.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import Row
from benchmarks.processes import Memory, run
from boardbytes.columns.tables.schemas import GAMES

FILES = 1_000_000
KILLS = 2
MOST_MEMORY = 1e9
_LETTERS = "abcdefghi"
"""Columns of a board of nine lines, as SGF names them."""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _files(Path(folder), FILES)


def _files(folder: Path, count: int) -> Iterator[Row]:
    archive = folder / "mixed.zip"
    write_mixed(archive, count)
    measured = killed_and_resumed(archive, folder / "out", KILLS)
    tables = count_once(folder / "out", archive, count)
    begun = time.perf_counter()
    run(scan_words(archive, folder / "whole"))
    whole = time.perf_counter() - begun
    same_rows(folder / "out", folder / "whole")
    name = f"zip of {count:,} mixed files, killed {measured.kills} times at random and resumed"
    yield Row(name, count / measured.seconds, None, "files/s, every one counted once")
    yield Row(
        f"zip of {count:,} mixed files, scanned without a kill", count / whole, None, "files/s"
    )
    yield Row(f"{name}, peak memory of all processes", measured.peak / 1e6, None, "MB")
    for table, found in sorted(tables.items()):
        yield Row(f"{name}, table {table}", found, None, "rows")
    if measured.kills < KILLS or measured.peak > MOST_MEMORY:
        raise RuntimeError(
            f"it was killed {measured.kills} times (after parts {measured.moments}), and took"
            f" {measured.peak:,} bytes"
        )


def mixed_files(seed: int = 1) -> list[tuple[str, bytes]]:
    """Small files of many formats, some of them damaged, some nothing at all: ending and bytes."""
    import boardbytes as bb

    chance = random.Random(seed)
    found: list[tuple[str, bytes]] = []
    for _ in range(40):
        mill, checkers = bb.Record(bb.MillPosition()), bb.Record(bb.CheckersPosition())
        for _ in range(chance.randrange(2, 12)):
            mill = mill.play(chance.choice(mill.legal_moves()))
            checkers = checkers.play(chance.choice(checkers.legal_moves()))
        names = {"red": f"Red {chance.random()}", "white": "Bob", "event": "Cup"}
        side = chance.randrange(1, 6)
        tiles = bb.TileBoard(16, side, side, chance.randbytes(2 * side * side))
        numbers = chance.sample(range(1, 82), 12)
        points = (_LETTERS[(each - 1) % 9] + _LETTERS[(each - 1) // 9] for each in numbers)
        nodes = "".join(f";{'BW'[ply % 2]}[{point}]" for ply, point in enumerate(points))
        save = bb.dumps(mill.position, "stackmill", lossy=True)
        word = bb.dumps(checkers.position, "channel", lossy=True)
        found += [
            (".dat", save),
            (".dat", save[: chance.randrange(46)]),
            (".txt", bb.dumps(mill.position, "millfen", lossy=True)),
            (".bin", word),
            (".pdn", bb.dumps(bb.GameTree.of(checkers, names), "pdn")),
            (".fen", bb.dumps(checkers.position, "draughts-fen", lossy=True)),
            (".gb16", bb.dumps(tiles, "gbxx")),
            (".sgf", f"(;SZ[9]PB[{chance.random()}]KM[6.5]{nodes})".encode()),
            (".sgf", f"(;SZ[9]PB[{chance.random()}]{nodes};W[aa];B[aa])".encode()),
            (".sgf", f"(;SZ[9]{nodes})(;SZ[9];B[ee])".encode()),
            (".sgf", f"(;SZ[9]{nodes}"[: chance.randrange(20)].encode()),
            (".txt", chance.randbytes(chance.randrange(200))),
            ("", b""),
        ]
    return found


def write_mixed(path: Path, count: int, seed: int = 1) -> None:
    """A zip of so many small files of many formats."""
    pool = mixed_files(seed)
    chance = random.Random(seed)
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(count):
            ending, data = pool[chance.randrange(len(pool))]
            packing = zipfile.ZIP_DEFLATED if number % 3 else zipfile.ZIP_STORED
            archive.writestr(f"{number // 1000:04}/{number}{ending}", data, packing)


@dataclass(frozen=True)
class Measured:
    """How long a scan took, kills and all, and how much memory its processes had at the most."""

    seconds: float
    peak: int
    kills: int
    moments: tuple[int, ...]
    """After how many parts it was killed."""


def killed_and_resumed(
    archive: Path, out: Path, kills: int, cores: int = 2, part: int = 10_000
) -> Measured:
    """Scan an archive; kill the command at random moments, and let it go on."""
    chance = random.SystemRandom()
    parts = len(_names(archive)) // part
    # Not among the last parts, which may be done before the kill comes.
    last = max(1, parts - 2 * cores)
    moments = tuple(sorted(chance.randrange(last) for _ in range(kills)))
    words = [*scan_words(archive, out, cores, part), "--resume"]
    begun, peak, killed = time.perf_counter(), 0, 0
    for moment in (*moments, None):
        process = subprocess.Popen(
            [sys.executable, "-m", "boardbytes", *words], stdout=subprocess.PIPE
        )
        watch = Memory(process.pid)
        if moment is not None:
            while process.poll() is None and _parts_done(out) <= moment:
                time.sleep(0.02)
            time.sleep(chance.random() / 4)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
        output, _ = process.communicate()
        peak = max(peak, watch.stop())
        if moment is None and process.returncode not in (0, 1):
            raise RuntimeError(f"the scan ended with {process.returncode}: {output!r}")
    return Measured(time.perf_counter() - begun, peak, killed, moments)


def scan_words(archive: Path, out: Path, cores: int = 2, part: int = 10_000) -> list[str]:
    words = ["scan", str(archive), "-o", str(out), "--cores", f"{cores}", "--json"]
    return [*words, "--files-per-part", f"{part}"]


def _parts_done(out: Path) -> int:
    journal = out / "_scan" / "journal.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def _names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as found:
        return [name for name in found.namelist() if not name.endswith("/")]


def count_once(out: Path, archive: Path, count: int) -> dict[str, int]:
    """Make sure that every file of an archive is accounted for exactly once; rows by table."""
    import pyarrow.parquet as pq

    found = pq.read_table(out / "files", columns=["source", "games", "failed"])
    sources = found["source"].to_pylist()
    if len(sources) != count or set(sources) != {f"{archive}/{name}" for name in _names(archive)}:
        raise RuntimeError(f"{len(sources)} files are accounted for, not {count}, or not the same")
    failed = sum(found["failed"].to_pylist())
    tables = {
        each.name: sum(pq.read_metadata(path).num_rows for path in each.glob("*.parquet"))
        for each in sorted(out.iterdir())
        if each.name != "_scan"
    }
    for table in (name for name in GAMES if name in tables):
        keys = pq.read_table(out / table, columns=["source", "game"])
        once = keys.group_by(["source", "game"]).aggregate([]).num_rows
        if once != tables[table]:
            raise RuntimeError(f"{tables[table] - once} games are twice in the table {table}")
    journal = (out / "_scan" / "journal.jsonl").read_text().splitlines()
    told = [name for line in journal for name in json.loads(line)["outputs"]]
    written = [str(path.relative_to(out)) for path in out.glob("*/part-*")]
    if sorted(told) != sorted(written) or tables["failures"] != failed:
        raise RuntimeError("the tables do not agree with the files that were read")
    return tables


def same_rows(out: Path, whole: Path) -> None:
    """Make sure that every file gave the games and failures that another scan made of it."""
    import pyarrow.parquet as pq

    names, others = (
        sorted(path.relative_to(folder) for path in folder.glob("*/part-*"))
        for folder in (out, whole)
    )
    if names != others:
        raise RuntimeError(f"{len(names)} files of tables were written, not the {len(others)}")
    for name in names:
        if not pq.read_table(out / name).equals(pq.read_table(whole / name)):
            raise RuntimeError(f"{name} has other rows than a scan that nobody killed")
