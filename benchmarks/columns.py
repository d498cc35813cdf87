"""Records checked in columns: how many a second, beside struct, NumPy, construct and Kaitai.

Ten million StackMill saves come from a memory-mapped file; of the others there are 50 MB each.
`struct`, `construct` and Kaitai only take a record apart, and NumPy only views it: none of them
checks anything. Everything is timed by the clock on the wall, the best of several rounds.
"""

from __future__ import annotations

import io
import mmap
import random
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row, best_rate
from boardbytes import columns, dumps
from boardbytes.cores import core_count
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.mill import MillPosition
from boardbytes.games.tiles import Footer, TileBoard

SAVES = 10_000_000
BYTES, FEW, FEWER = 50_000_000, 5_000_000, 500_000
"""Of the other formats; for struct; for construct and Kaitai, which take long."""
ROUNDS = 5

Rows = NDArray[np.uint8]


def rows() -> Iterator[Row]:
    yield from _saves()
    for name, format, good, words in _samples():
        yield from _table(name, format, _many(good, BYTES // len(good[0])), words)


def _saves() -> Iterator[Row]:
    """The issue's own case: ten million saves of a file, in full, and how much memory it took."""
    with saves_file() as path:
        with (
            path.open("rb") as saved,
            mmap.mmap(saved.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            yield from _table("10 million StackMill saves", "stackmill", data, "<2B24B9BB9BB")
        yield memory(path)


@contextmanager
def saves_file() -> Iterator[Path]:
    """A file of ten million good saves, as long as it is needed."""
    good = _mill_saves()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saves.dat"
        with path.open("wb") as file:
            for _ in range(10):
                file.write(_many(good, SAVES // 10).tobytes())
        yield path


def memory(path: Path) -> Row:
    """The most memory of a process of its own that checks the file, the file's pages included.

    Not what `getrusage` says: a child's begins with what its parent had.
    """
    code = (
        "import mmap, re, sys\n"
        "from boardbytes import columns\n"
        "with open(sys.argv[1], 'rb') as file:\n"
        "    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)\n"
        "    found = columns.check(data, 'stackmill')\n"
        "status = open('/proc/self/status').read()\n"
        "print(len(found), 1024 * int(re.search(r'VmHWM:\\s*(\\d+)', status)[1]))\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    count, peak = map(int, done.stdout.split())
    assert count == SAVES
    name = "10 million StackMill saves checked, peak memory"
    return Row(name, peak / 1e6, path.stat().st_size / 1e6, "MB", "the file")


def _table(name: str, format: str, data: Any, words: str) -> Iterator[Row]:
    """Checked and decoded on all cores and on one, beside everybody else."""
    table = columns.view(data, format)
    count = len(table)
    columns.check(data, format)
    columns.decode(np.asarray(table).view(np.uint8).reshape(count, -1)[:1000], format)

    def checked(cores: int | None = None) -> int:
        return len(columns.check(data, format, cores=cores))

    ours = best_rate(checked, ROUNDS)
    alone = best_rate(lambda: checked(1), ROUNDS)
    peers = {peer: best_rate(work, 3) for peer, work in _peers(format, table, words).items()}
    for where, rate in ((f"cores: {core_count()}", ours), ("cores: 1", alone)):
        for peer, theirs in peers.items():
            yield Row(f"{name}, checked in full, {where}", rate, theirs, "records/s", peer)
    decoded = best_rate(lambda: len(columns.decode(data, format)), 3)
    yield Row(f"{name}, decoded to columns", decoded, None, "records/s")


def _peers(format: str, table: Any, words: str) -> dict[str, Callable[[], int]]:
    """What others do with the same bytes."""
    size = table.dtype.itemsize
    data = table[: FEW // size].tobytes()

    def unpacked() -> int:
        return sum(1 for _ in struct.iter_unpack(words, data))

    def viewed() -> int:
        for name in table.dtype.names:
            np.ascontiguousarray(table[name])
        return len(table)

    peers = {
        "struct, unchecked": unpacked,
        f"NumPy {np.__version__}, every field copied, unchecked": viewed,
    }
    if find_spec("construct"):
        peers[f"construct {version('construct')}, unchecked"] = _construct(table, size)
    if find_spec("kaitaistruct"):
        peers[f"kaitaistruct {version('kaitaistruct')}, unchecked"] = _kaitai(table, size)
    return peers


def _construct(table: Any, size: int) -> Callable[[], int]:
    import construct

    kinds = {1: construct.Byte, 2: construct.Int16ul, 4: construct.Int32ul, 8: construct.Int64ul}
    parts = {}
    for name in table.dtype.names:
        kind = table.dtype[name]
        one = kinds[kind.base.itemsize]
        count = int(np.prod(kind.shape, dtype=int))
        parts[name] = construct.Array(count, one) if kind.shape else one
    record = construct.Struct(**parts).compile()
    data = table[: FEWER // size].tobytes()

    def parsed() -> int:
        for at in range(0, len(data), size):
            record.parse(data[at : at + size])
        return len(data) // size

    return parsed


def _kaitai(table: Any, size: int) -> Callable[[], int]:
    """The calls that Kaitai's compiler writes for such a table."""
    from kaitaistruct import KaitaiStream

    reads = {1: "read_u1", 2: "read_u2le", 4: "read_u4le", 8: "read_u8le"}
    fields = []
    for name in table.dtype.names:
        kind = table.dtype[name]
        fields.append((reads[kind.base.itemsize], int(np.prod(kind.shape, dtype=int))))
    data = table[: FEWER // size].tobytes()

    def read() -> int:
        for at in range(0, len(data), size):
            stream = KaitaiStream(io.BytesIO(data[at : at + size]))
            for call, count in fields:
                one = getattr(stream, call)
                [one() for _ in range(count)]
        return len(data) // size

    return read


def _samples() -> Iterator[tuple[str, str, list[bytes], str]]:
    """A name, a format, good records of it, and how struct reads one."""
    chance = random.Random(1)
    for layout, words in (("channel", "<2B3B3s24B"), ("contract", "<3B5s24B")):
        yield f"{layout} words", layout, _words(layout, chance), words
    for format, size in (("dgf-board", 19), ("dgf-packed2", 19), ("dgf-packed3", 19)):
        good = _boards(format, size, chance)
        yield f"{format}, {size} lines", format, good, f"<4B{len(good[0]) - 4}B"
    for depth, letter in ((8, "B"), (16, "H"), (32, "I"), (64, "Q")):
        good = _tiles(depth, chance)
        yield f"GameBoardXX 16 × 16, {depth} bits", "gbxx", good, f"<HH4B256{letter}128B"


def _mill_saves() -> list[bytes]:
    chance = random.Random(2)
    found: list[bytes] = []
    for _ in range(60):
        position = MillPosition()
        while (moves := position.legal_moves()) and len(found) % 97:
            position = position.play(chance.choice(moves))
            found.append(dumps(position, "stackmill"))
        found.append(dumps(position, "stackmill"))
    return found


def _words(layout: str, chance: random.Random) -> list[bytes]:
    found = []
    for _ in range(20):
        position = CheckersPosition()
        for _ in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
            found.append(dumps(position, layout))
    return found


def _boards(format: str, size: int, chance: random.Random) -> list[bytes]:
    from boardbytes.columns import go

    moves, offsets = go.random_games(8, size, seed=chance.randrange(1, 1 << 31), limit=350)
    found = go.replay(moves, offsets, every=True, size=size)[::9]
    written = columns.encode(found[(found.stones != 3).all(axis=(1, 2))], format)
    return [bytes(row) for row in written.records]


def _tiles(depth: int, chance: random.Random) -> list[bytes]:
    footer = Footer(1, "BB", "7Q2XK", "A title", "An author")
    return [
        dumps(TileBoard(depth, 16, 16, chance.randbytes(32 * depth), footer=footer), "gbxx")
        for _ in range(50)
    ]


def _many(good: list[bytes], count: int) -> Rows:
    pool = np.array([list(record) for record in good], np.uint8)
    return pool[np.random.default_rng(count).integers(0, len(pool), count)]
