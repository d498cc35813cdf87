"""Solved subspaces on disk: one file each, compressed in blocks that are read one at a time."""

from __future__ import annotations

import contextlib
import mmap
import re
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardbytes.cores import core_count, share_rows
from boardbytes.errors import SolvingError
from boardbytes.files import write_whole
from boardbytes.model import Field, Layout
from boardbytes.solving.mill.member import NINE, Member, find_member
from boardbytes.solving.mill.packing import DISTANCES, FIVES, PACKINGS, Packing
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values

BLOCK = 1 << 16
"""Places to a block: what is read and unpacked to know one of them."""

TASK = 16
"""Blocks that a core unpacks at a time."""

PIECE = 1024 * BLOCK
"""Places that are packed at a time, on all cores."""

LEVEL = 1
"""How hard blocks are compressed: more takes longer and gains nothing, see docs/solving.md."""

SUFFIX = ".table"
LEFT_BEHIND = 3600
"""Seconds without a change after which nobody can still be writing a file."""

NONE = 255
"""Stands for the longest win or loss where there is none."""

_KINDS = {each.number: each.title for each in PACKINGS.values()}


def _layout(name: str, magic: str, rules: Mapping[int, str], *more: Field) -> Layout:
    return Layout(
        name,
        "Solved subspace of mill",
        (
            Field("magic", magic, size=8),
            Field(
                "rules", ", ".join(f"{key} {value}" for key, value in rules.items()), values=rules
            ),
            Field("numbering", "0 by class of own stones", values={0: "by class of own stones"}),
            Field(
                "values",
                ", ".join(f"{key} {value}" for key, value in _KINDS.items()),
                values=_KINDS,
            ),
            Field("placed", "stones set so far: 18 in the moving phase of nine stones"),
            Field("own", "stones of the side to move on the board"),
            Field("opp", "stones of the other side on the board"),
            Field("longest_win", "in plies, 255 without one"),
            Field("longest_loss", "in plies, 255 without one"),
            Field("size", "cells in all", size=8),
            Field("won", "classes of states won for the side to move", size=8),
            Field("drawn", "classes of drawn states", size=8),
            Field("lost", "classes of lost states", size=8),
            Field("block", "cells to a block", size=4),
            Field("checksum", "CRC-32 of the header with 0 here and of the list of blocks", size=4),
            *more,
        ),
    )


_MAGICS = {True: b"bbmill02", False: b"bbmill03"}
"""What a table begins with: one of nine stones, or of another member."""

HEADER = _layout("mill-table", "bbmill02", {0: "standard"})
"""What a table of nine stones begins with."""

FAMILY_HEADER = _layout(
    "mill-family-table",
    "bbmill03",
    {1: "of the name below"},
    Field("hand", "stones of the side to move in hand"),
    Field("opp_hand", "stones of the other side in hand"),
    Field("spare", "0", size=2, count=3),
    Field("name", "the rules in ASCII, filled with zeros", size=8, count=2),
)
"""What a table of another member begins with."""

ENTRY = np.dtype([("length", "<u4"), ("checksum", "<u4")])
"""What the list after the header says of each block: its length when packed, and its CRC-32."""


def packing_for(summary: Summary) -> Packing:
    """How a table is written: in as few bytes as it takes."""
    return DISTANCES if summary.has_distances else FIVES


def path_of(folder: Path, subspace: Subspace, member: Member | None = None) -> Path:
    """The file of a subspace; of nine stones unless another member is named."""
    own, opp, hand, opp_hand = subspace
    member = member or find_member()
    if member.name != NINE:
        return folder / f"mill-{member.name}-{own}-{opp}-{hand}-{opp_hand}{SUFFIX}"
    placed = f"-{member.most - hand - opp_hand:02}" if subspace.phase == "setting" else ""
    return folder / f"mill-{subspace.phase}{placed}-{own}-{opp}{SUFFIX}"


_NAME = re.compile(
    r"mill-(?:moving|setting-\d\d|(?P<rules>\w+)(?=(?:-\d+){4}))-(?P<own>\d+)-(?P<opp>\d+)(?:-\d+-\d+)?"
    + re.escape(SUFFIX)
)
"""The names that `path_of` makes."""


class Packed(NamedTuple):
    """Blocks compressed one by one, and what the list says of them."""

    blocks: list[memoryview]
    listed: bytes


def pack_blocks(values: Values, packing: Packing) -> Packed:
    """The blocks of some values, compressed one by one.

    One call compresses them all on all cores, and nothing is copied after it. With a call for every
    block the interpreter's lock changed hands so often that a solver in the meantime waited
    for it.
    """
    import zstandard

    data, length = packing.encode(values, BLOCK), packing.length(BLOCK)
    starts = range(0, len(data), length)
    segments = np.array([(start, min(length, len(data) - start)) for start in starts], np.uint64)
    # Any: a segment can be looked at as memory, which its type does not say.
    found: Any = zstandard.ZstdCompressor(level=LEVEL).multi_compress_to_buffer(
        zstandard.BufferWithSegments(data.data, segments.tobytes()), threads=core_count()
    )
    blocks = [memoryview(found[number]) for number in range(len(found))]
    listed = np.array([(len(block), zlib.crc32(block)) for block in blocks], ENTRY)
    return Packed(blocks, listed.tobytes())


def write_blocks(
    folder: Path, member: Member, size: int, summary: Summary, parts: list[Packed]
) -> None:
    """Write a solved subspace of packed blocks, whole or not at all."""
    listed = b"".join(part.listed for part in parts)
    fields = _fields(member, size, summary)
    fields["checksum"] = (zlib.crc32(_header(fields) + listed),)
    folder.mkdir(parents=True, exist_ok=True)
    blocks = chain.from_iterable(part.blocks for part in parts)
    pieces: Iterator[bytes | memoryview] = chain((_header(fields), listed), blocks)
    write_whole(path_of(folder, summary.subspace, member), pieces)


def write_table(
    folder: Path, values: Values, summary: Summary, member: Member | None = None
) -> None:
    """Write a solved subspace, whole or not at all."""
    packing, starts = packing_for(summary), range(0, len(values), PIECE)
    parts = [pack_blocks(values[start : start + PIECE], packing) for start in starts]
    write_blocks(folder, member or find_member(), len(values), summary, parts)


def _fields(member: Member, size: int, summary: Summary) -> dict[str, tuple[int, ...]]:
    subspace, plies = summary.subspace, (summary.longest_win, summary.longest_loss)
    win, loss = (NONE if each is None else each for each in plies)
    fields: dict[str, tuple[int, ...]] = {
        "magic": (_magic(member),),
        "rules": (0 if member.name == NINE else 1,),
        "numbering": (0,),
        "values": (packing_for(summary).number,),
        "placed": (member.most - subspace.hand - subspace.opp_hand,),
        "own": (subspace.own,),
        "opp": (subspace.opp,),
        "longest_win": (win,),
        "longest_loss": (loss,),
        "size": (size,),
        "won": (summary.won,),
        "drawn": (summary.drawn,),
        "lost": (summary.lost,),
        "block": (BLOCK,),
        "checksum": (0,),
    }
    if member.name == NINE:
        return fields
    return fields | {
        "hand": (subspace.hand,),
        "opp_hand": (subspace.opp_hand,),
        "spare": (0, 0, 0),
        "name": _name(member),
    }


def _magic(member: Member) -> int:
    return int.from_bytes(_MAGICS[member.name == NINE], "little")


def _name(member: Member) -> tuple[int, ...]:
    data = member.name.encode("ascii").ljust(16, b"\0")
    return int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")


def _header(fields: Mapping[str, tuple[int, ...]]) -> bytes:
    return (FAMILY_HEADER if "name" in fields else HEADER).encode(fields)


def clear_leftovers(folder: Path) -> None:
    """Delete what was being written by a process that was killed, an hour ago or more."""
    for path in folder.glob(f".mill-*{SUFFIX}.*"):
        with contextlib.suppress(OSError):  # someone else may be doing the same
            if time.time() - path.stat().st_mtime > LEFT_BEHIND:
                path.unlink()


class TableFile:
    """A solved subspace, mapped into memory; only the blocks that are asked for are unpacked.

    A damaged block is noticed when it is unpacked, a damaged header or list on opening the file.
    """

    def __init__(self, folder: Path, subspace: Subspace, member: Member | None = None) -> None:
        self.member, self.subspace = member or find_member(), Subspace(*subspace)
        self.path = path_of(folder, self.subspace, self.member)
        try:
            with self.path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise SolvingError(f"there is no table {self.path}") from None
        except ValueError:
            raise self._damaged("it is empty") from None
        fields = self._read_header()
        self._packing = PACKINGS[fields["values"][0]]
        self.summary = self._summary(fields)

    @property
    def has_distances(self) -> bool:
        """Whether values are plies to the end; if not, 1 is won and 0 lost."""
        return self._packing.has_distances

    @property
    def size(self) -> int:
        return self.member.size(self.subspace)

    def _read_header(self) -> Mapping[str, tuple[int, ...]]:
        layout = HEADER if self.member.name == NINE else FAMILY_HEADER
        if len(self._data) < layout.size or layout.problems(self._data[: layout.size]):
            raise self._damaged("its header is cut short or wrong")
        fields = dict(layout.decode(self._data[: layout.size]))
        expected = _fields(self.member, self.size, Summary(self.subspace, 0, 0, 0, None, None))
        names = ("magic", "block", "placed", "own", "opp", "hand", "opp_hand", "size", "name")
        for name in names:
            if name in expected and fields[name] != expected[name]:
                found, wanted = fields[name][0], expected[name][0]
                raise self._damaged(f"its {name} is {found}, not {wanted}")
        blocks = -(-self.size // BLOCK)
        first = layout.size + blocks * ENTRY.itemsize
        if first > len(self._data):
            raise self._damaged("it is cut short")
        listed = np.frombuffer(self._data, ENTRY, blocks, layout.size)
        checked = _header(fields | {"checksum": (0,)}) + listed.tobytes()
        if zlib.crc32(checked) != fields["checksum"][0]:
            raise self._damaged("its header's checksum is wrong")
        self._checksums = listed["checksum"]
        self._ends = first + np.cumsum(listed["length"], dtype=np.int64)
        self._starts = self._ends - listed["length"]
        if self._ends[-1] != len(self._data):
            raise self._damaged("it is cut short or too long")
        return fields

    def _summary(self, fields: Mapping[str, tuple[int, ...]]) -> Summary:
        longest = fields["longest_win"][0], fields["longest_loss"][0]
        win, loss = (None if plies == NONE else plies for plies in longest)
        counts = fields["won"][0], fields["drawn"][0], fields["lost"][0]
        return Summary(self.subspace, *counts, win, loss, self.has_distances)

    def _damaged(self, why: str) -> SolvingError:
        return SolvingError(f"the table {self.path} is damaged: {why}; delete it to solve it again")

    def _packed(self, number: int) -> bytes:
        packed = self._data[int(self._starts[number]) : int(self._ends[number])]
        if zlib.crc32(packed) != self._checksums[number]:
            raise self._damaged(f"the checksum of block {number} is wrong")
        return packed

    def unpack(self, number: int) -> Values:
        """The values of a block."""
        import zstandard

        count = min(BLOCK, self.size - number * BLOCK)
        packed, length = self._packed(number), self._packing.length(count)
        try:
            # Whatever else a block says of its length would be taken from memory first.
            if zstandard.frame_content_size(packed) not in (-1, length):
                raise zstandard.ZstdError
            data = zstandard.ZstdDecompressor().decompress(packed, length)
            if len(data) != length:
                raise zstandard.ZstdError
        except zstandard.ZstdError:
            raise self._damaged(f"block {number} cannot be unpacked") from None
        return self._packing.decode(np.frombuffer(data, np.uint8), count)

    def read(self) -> Values:
        """All values, in memory of their own; unpacked on all cores."""
        values: Values = np.empty(self.size, np.uint8)

        def unpack(part: slice) -> None:
            for number in range(part.start, part.stop):
                block = self.unpack(number)
                values[number * BLOCK : number * BLOCK + len(block)] = block

        share_rows(len(self._starts), unpack, chunk=TASK)
        return values

    def verify(self) -> None:
        """Raise SolvingError unless every byte is as it was written."""
        for number in range(len(self._starts)):
            self._packed(number)


def tables_in(folder: Path, member: Member | None = None) -> Iterator[Subspace]:
    """The subspaces of a member that have a file in a folder, whole or not."""
    member = member or find_member()
    for step in member.steps(member.most):
        for subspace in step:
            if path_of(folder, subspace, member).exists():
                yield subspace


@dataclass(frozen=True)
class Holding:
    """What a folder has of one member: its files, and which of them cannot be tables."""

    rules: str
    files: int
    bytes: int
    stones: int
    """The most stones on the board."""
    damaged: tuple[Path, ...]


def holdings(folder: Path) -> list[Holding]:
    """What a folder has of every member, by the names of its files and their first bytes.

    Quick, since nothing is unpacked or checked further: `verifying` does that.
    """
    found: dict[str, list[tuple[Path, int]]] = {}
    for path in sorted(folder.glob(f"mill-*{SUFFIX}")):
        if match := _NAME.fullmatch(path.name):
            stones = int(match["own"]) + int(match["opp"])
            found.setdefault(match["rules"] or NINE, []).append((path, stones))
    return [
        Holding(
            rules,
            len(files),
            sum(path.stat().st_size for path, _ in files),
            max(stones for _, stones in files),
            tuple(path for path, _ in files if _first_bytes(path) != _MAGICS[rules == NINE]),
        )
        for rules, files in found.items()
    ]


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(8)
