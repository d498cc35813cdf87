"""Solved subspaces on disk: one file each, compressed in blocks that are read one at a time."""

from __future__ import annotations

import mmap
import zlib
from functools import lru_cache
from pathlib import Path

import numpy as np

from boardbytes.errors import SolvingError
from boardbytes.files import write_whole
from boardbytes.model import Field, Layout
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.solver import Pair, Values

MAGIC = int.from_bytes(b"bbmill01", "little")
BLOCK = 1 << 16
"""Places to a block: what is read and unpacked to know one of them."""

HEADER = Layout(
    "mill-table",
    "Solved subspace of mill",
    (
        Field("magic", "bbmill01: plies to the end, odd won, even lost, 255 drawn", size=8),
        Field("own", "stones of the side to move"),
        Field("opp", "stones of the other side"),
        Field("rules", "0 standard", values={0: "standard"}),
        Field("spare", "0", values={0: "unused"}),
        Field("block", "places to a block", size=4),
        Field("size", "places in all", size=8),
        Field("checksum", "CRC-32 of all that follows", size=4),
        Field("blocks", "how many blocks follow, each preceded in a list by its length", size=4),
    ),
)


def path_of(folder: Path, pair: Pair) -> Path:
    """The file of a subspace."""
    return folder / f"mill-moving-{pair[0]}-{pair[1]}.table"


def write_table(folder: Path, pair: Pair, values: Values) -> None:
    """Write a solved subspace, whole or not at all."""
    import zstandard

    pack = zstandard.ZstdCompressor(level=3).compress
    starts = range(0, len(values), BLOCK)
    blocks = [pack(values[start : start + BLOCK].tobytes()) for start in starts]
    body = np.array([len(block) for block in blocks], "<u4").tobytes() + b"".join(blocks)
    header = HEADER.encode(
        {
            "magic": (MAGIC,),
            "own": (pair[0],),
            "opp": (pair[1],),
            "rules": (0,),
            "spare": (0,),
            "block": (BLOCK,),
            "size": (len(values),),
            "checksum": (zlib.crc32(body),),
            "blocks": (len(blocks),),
        }
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path_of(folder, pair), header + body)


class TableFile:
    """A solved subspace, mapped into memory; only the blocks that are asked for are unpacked."""

    def __init__(self, folder: Path, pair: Pair) -> None:
        self.path, self.pair = path_of(folder, pair), pair
        try:
            with self.path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise SolvingError(f"there is no table {self.path}") from None
        except ValueError:
            raise self._damaged("it is empty") from None
        self._read_header()

    def _read_header(self) -> None:
        if len(self._data) < HEADER.size or HEADER.problems(self._data[: HEADER.size]):
            raise self._damaged("its header is cut short or wrong")
        decoded = HEADER.decode(self._data[: HEADER.size])
        fields = {name: numbers[0] for name, numbers in decoded.items()}
        expected = {"magic": MAGIC, "own": self.pair[0], "opp": self.pair[1]}
        expected |= {"size": tables().size(*self.pair), "block": BLOCK}
        for name, value in expected.items():
            if fields[name] != value:
                raise self._damaged(f"its {name} is {fields[name]}, not {value}")
        first = HEADER.size + 4 * fields["blocks"]
        if fields["blocks"] != -(-fields["size"] // BLOCK) or first > len(self._data):
            raise self._damaged("it is cut short")
        lengths = np.frombuffer(self._data, "<u4", fields["blocks"], HEADER.size)
        self._ends = first + np.cumsum(lengths, dtype=np.int64)
        self._starts = self._ends - lengths
        if self._ends[-1] != len(self._data):
            raise self._damaged("it is cut short")
        self._checksum = fields["checksum"]
        self._block = lru_cache(maxsize=64)(self.unpack)

    def _damaged(self, why: str) -> SolvingError:
        return SolvingError(f"the table {self.path} is damaged: {why}; delete it to solve it again")

    def unpack(self, number: int) -> bytes:
        """The values of a block."""
        import zstandard

        packed = self._data[int(self._starts[number]) : int(self._ends[number])]
        try:
            return zstandard.ZstdDecompressor().decompress(packed, max_output_size=BLOCK)
        except zstandard.ZstdError:
            raise self._damaged(f"block {number} cannot be unpacked") from None

    def value(self, place: int) -> int:
        """The value in a place."""
        return self._block(place // BLOCK)[place % BLOCK]

    def read(self) -> Values:
        """All values."""
        blocks = [self.unpack(number) for number in range(len(self._starts))]
        return np.frombuffer(b"".join(blocks), np.uint8)

    def verify(self) -> None:
        """Raise SolvingError unless every byte is as it was written."""
        if zlib.crc32(memoryview(self._data)[HEADER.size :]) != self._checksum:
            raise self._damaged("its checksum is wrong")
