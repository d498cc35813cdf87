"""Solved subspaces on disk: one file each, compressed in blocks that are read one at a time."""

from __future__ import annotations

import contextlib
import mmap
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boardbytes.cores import share_rows
from boardbytes.errors import SolvingError
from boardbytes.files import write_whole
from boardbytes.model import Field, Layout
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.subspaces import Pair, Subspace
from boardbytes.solving.mill.summary import Summary, Values

MAGIC = int.from_bytes(b"bbmill02", "little")
BLOCK = 1 << 16
"""Places to a block: what is read and unpacked to know one of them."""

TASK = 16
"""Blocks that a core packs or unpacks at a time."""

SUFFIX = ".table"
LEFT_BEHIND = 3600
"""Seconds after which nobody can be writing a file any more that nothing was added to."""

NONE = 255
"""Stands for no longest win or loss."""

HEADER = Layout(
    "mill-table",
    "Solved subspace of mill",
    (
        Field("magic", "bbmill02", size=8),
        Field("rules", "0 standard", values={0: "standard"}),
        Field("numbering", "0 by class of own stones", values={0: "by class of own stones"}),
        Field("values", "0 distances, 1 values only", values={0: "distances", 1: "values only"}),
        Field("placed", "stones set so far: 18 in the moving phase"),
        Field("own", "stones of the side to move on the board"),
        Field("opp", "stones of the other side on the board"),
        Field("longest_win", "in plies, 255 without one"),
        Field("longest_loss", "in plies, 255 without one"),
        Field("size", "places in all", size=8),
        Field("won", "classes of states won for the side to move", size=8),
        Field("drawn", "classes of drawn states", size=8),
        Field("lost", "classes of lost states", size=8),
        Field("block", "places to a block", size=4),
        Field("checksum", "CRC-32 of the header with 0 here and of the list of blocks", size=4),
    ),
)
ENTRY = np.dtype([("length", "<u4"), ("checksum", "<u4")])
"""What the list after the header says of each block: its length when packed, and its CRC-32."""


def path_of(folder: Path, subspace: Subspace | Pair) -> Path:
    """The file of a subspace."""
    own, opp, placed = known = Subspace(*subspace)
    number = "" if known.phase == "moving" else f"-{placed:02}"
    return folder / f"mill-{known.phase}{number}-{own}-{opp}{SUFFIX}"


def write_table(folder: Path, values: Values, summary: Summary) -> None:
    """Write a solved subspace, whole or not at all."""
    subspace = summary.subspace
    starts = range(0, len(values), BLOCK)
    blocks: list[bytes] = [b""] * len(starts)

    def pack(part: slice) -> None:
        import zstandard

        compress = zstandard.ZstdCompressor(level=3).compress
        for number in range(part.start, part.stop):
            blocks[number] = compress(values[starts[number] : starts[number] + BLOCK].data)

    share_rows(len(starts), pack, chunk=TASK)
    listed = np.array([(len(block), zlib.crc32(block)) for block in blocks], ENTRY).tobytes()
    fields = {
        "magic": MAGIC,
        "rules": 0,
        "numbering": 0,
        "values": 0 if summary.has_distances else 1,
        "placed": subspace.placed,
        "own": subspace.own,
        "opp": subspace.opp,
        "longest_win": NONE if summary.longest_win is None else summary.longest_win,
        "longest_loss": NONE if summary.longest_loss is None else summary.longest_loss,
        "size": len(values),
        "won": summary.won,
        "drawn": summary.drawn,
        "lost": summary.lost,
        "block": BLOCK,
        "checksum": 0,
    }
    fields["checksum"] = zlib.crc32(_header(fields) + listed)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path_of(folder, subspace), [_header(fields), listed, *blocks])


def clear_leftovers(folder: Path) -> None:
    """Delete what was being written when somebody was killed, an hour ago or more."""
    for path in folder.glob(f".mill-*{SUFFIX}.*"):
        with contextlib.suppress(OSError):  # someone else may be doing the same
            if time.time() - path.stat().st_mtime > LEFT_BEHIND:
                path.unlink()


def _header(fields: dict[str, int]) -> bytes:
    return HEADER.encode({name: (number,) for name, number in fields.items()})


class TableFile:
    """A solved subspace, mapped into memory; only the blocks that are asked for are unpacked.

    A block that is damaged is noticed when it is unpacked, header and list when it is opened.
    """

    def __init__(self, folder: Path, subspace: Subspace | Pair) -> None:
        self.path, self.subspace = path_of(folder, subspace), Subspace(*subspace)
        try:
            with self.path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise SolvingError(f"there is no table {self.path}") from None
        except ValueError:
            raise self._damaged("it is empty") from None
        fields = self._read_header()
        self.has_distances = fields["values"] == 0
        """Whether values are plies to the end; if not, 1 is won and 0 lost."""
        self.summary = self._summary(fields)

    def _read_header(self) -> dict[str, int]:
        if len(self._data) < HEADER.size or HEADER.problems(self._data[: HEADER.size]):
            raise self._damaged("its header is cut short or wrong")
        decoded = HEADER.decode(self._data[: HEADER.size])
        fields = {name: numbers[0] for name, numbers in decoded.items()}
        expected = {"magic": MAGIC, "block": BLOCK} | self.subspace._asdict()
        expected["size"] = tables().size(self.subspace.own, self.subspace.opp)
        for name, value in expected.items():
            if fields[name] != value:
                raise self._damaged(f"its {name} is {fields[name]}, not {value}")
        blocks = -(-fields["size"] // BLOCK)
        first = HEADER.size + blocks * ENTRY.itemsize
        if first > len(self._data):
            raise self._damaged("it is cut short")
        listed = np.frombuffer(self._data, ENTRY, blocks, HEADER.size)
        if zlib.crc32(_header(fields | {"checksum": 0}) + listed.tobytes()) != fields["checksum"]:
            raise self._damaged("its header's checksum is wrong")
        self._checksums = listed["checksum"]
        self._ends = first + np.cumsum(listed["length"], dtype=np.int64)
        self._starts = self._ends - listed["length"]
        if self._ends[-1] != len(self._data):
            raise self._damaged("it is cut short or has a rest")
        return fields

    def _summary(self, fields: dict[str, int]) -> Summary:
        longest = [fields["longest_win"], fields["longest_loss"]]
        win, loss = (None if plies == NONE else plies for plies in longest)
        counts = fields["won"], fields["drawn"], fields["lost"]
        return Summary(self.subspace, *counts, win, loss, self.has_distances)

    def _damaged(self, why: str) -> SolvingError:
        return SolvingError(f"the table {self.path} is damaged: {why}; delete it to solve it again")

    def _packed(self, number: int) -> bytes:
        packed = self._data[int(self._starts[number]) : int(self._ends[number])]
        if zlib.crc32(packed) != self._checksums[number]:
            raise self._damaged(f"the checksum of block {number} is wrong")
        return packed

    def unpack(self, number: int) -> bytes:
        """The values of a block."""
        import zstandard

        try:
            return zstandard.ZstdDecompressor().decompress(self._packed(number), BLOCK)
        except zstandard.ZstdError:
            raise self._damaged(f"block {number} cannot be unpacked") from None

    def read(self) -> Values:
        """All values, in memory of their own."""
        values = np.empty(tables().size(self.subspace.own, self.subspace.opp), np.uint8)
        self.read_into(values)
        return values

    def read_into(self, values: Any) -> None:
        """All values into an array that has room for them; unpacked on all cores."""

        def unpack(part: slice) -> None:
            for number in range(part.start, part.stop):
                block = np.frombuffer(self.unpack(number), np.uint8)
                values[number * BLOCK : number * BLOCK + len(block)] = block

        share_rows(len(self._starts), unpack, chunk=TASK)

    def verify(self) -> None:
        """Raise SolvingError unless every byte is as it was written."""
        for number in range(len(self._starts)):
            self._packed(number)


def tables_in(folder: Path) -> Iterator[Subspace]:
    """The subspaces that have a file in a folder, whole or not, the moving phase first."""
    for path in sorted(folder.glob(f"mill-*-*-*{SUFFIX}")):
        _, phase, *numbers = path.stem.split("-")
        if all(number.isdecimal() for number in numbers):
            *placed, own, opp = map(int, numbers)
            if len(placed) == (phase == "setting"):
                yield Subspace(own, opp, *placed)
