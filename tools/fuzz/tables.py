"""Solved tables as a stranger could give them: damaged, and sealed so that it hardly shows."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np

from boardbytes.errors import SolvingError
from boardbytes.solving.mill.files import (
    ENTRY,
    FAMILY_HEADER,
    HEADER,
    TableFile,
    path_of,
    write_table,
)
from boardbytes.solving.mill.member import NINE, Member, find_member
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary
from tools.fuzz.own_files import folder


@dataclass(frozen=True)
class Kind:
    """A way in which tables are written: for which rules, and with distances or without."""

    rules: str
    has_distances: bool


KINDS = {
    "table-file": Kind("three", True),
    "table-nine": Kind(NINE, True),
    "table-fives": Kind(NINE, False),
}


@cache
def _small(rules: str) -> tuple[Member, Subspace]:
    member = find_member(rules)
    spaces = [subspace for step in member.steps(member.most) for subspace in step]
    return member, min(spaces, key=lambda each: (member.size(each) < 100, member.size(each)))


@cache
def seeds(kind: Kind) -> list[bytes]:
    """The smallest table that has something in it."""
    member, subspace = _small(kind.rules)
    values = np.resize(np.array([255, 0, 1], np.uint8), member.size(subspace))
    summary = Summary(subspace, 0, len(values), 0, None, None, kind.has_distances)
    write_table(folder(), values, summary, member)
    table = path_of(folder(), subspace, member)
    TableFile(folder(), subspace, member).read()  # loads what unpacks it, in whatever form
    return [table.read_bytes()]


def check(kind: Kind, data: bytes) -> None:
    """A table or a SolvingError, also where every checksum fits."""
    member, subspace = _small(kind.rules)
    for each in {data, sealed(kind, data), sealed(kind, data, has_list=False)}:
        path_of(folder(), subspace, member).write_bytes(each)
        try:
            values = TableFile(folder(), subspace, member).read()
        except SolvingError:
            continue
        assert len(values) == member.size(subspace)


def sealed(kind: Kind, data: bytes, has_list: bool = True) -> bytes:
    """A table of one block with the checksums that it should have, and the length of its block."""
    layout = HEADER if kind.rules == NINE else FAMILY_HEADER
    first = layout.size + ENTRY.itemsize
    if len(data) < first:
        return data
    entry, block = data[layout.size : first], data[first:]
    if not has_list:
        entry = np.array([(len(block), zlib.crc32(block))], ENTRY).tobytes()
    at = layout.offset("checksum")
    blank = data[:at] + bytes(4) + data[at + 4 : layout.size] + entry
    return blank[:at] + zlib.crc32(blank).to_bytes(4, "little") + blank[at + 4 :] + block
