"""`dgf-board`: one Go board, a byte for every intersection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from boardbytes.formats.dgf.numbers import HEADER, HEADER_FIELDS, INTERSECTIONS, MAX_SIZE
from boardbytes.formats.dgf.packed import PackedFormat
from boardbytes.formats.findings import Findings
from boardbytes.games.go.board import point_names
from boardbytes.model import Field, Layout, Span

_LENGTHS = {HEADER + size**2: size for size in range(1, MAX_SIZE + 1)}


@lru_cache(maxsize=4)
def layout(size: int) -> Layout:
    """The layout of a board with `size` lines."""
    names = point_names(size)
    meaning = "left to right, top to bottom: 0 empty, 1 black, 2 white, 3 empty, forbidden by ko"
    points = Field("intersections", meaning, 1, size * size, INTERSECTIONS, names, points=names)
    return Layout("dgf_board", "DGF board", (*HEADER_FIELDS, points))


class DgfBoardFormat(PackedFormat):
    """DGF board."""

    name = "dgf-board"
    title = "DGF board"
    suffixes = (".dgfb",)
    base, per_byte = 256, 1
    words = "a board"

    def unpack(self, data: bytes, size: int, findings: Findings) -> Sequence[int]:
        return data[HEADER:]

    def explain(self, data: bytes) -> list[Span]:
        """Every byte with its meaning; without a size, as on a board of one line."""
        return layout(max(1, data[3]) if len(data) >= HEADER else 1).explain(data)

    def likeness(self, data: bytes) -> float:
        """The share of bytes that are allowed where the length is that of some board.

        A wrong size byte costs half of it.
        """
        size = _LENGTHS.get(len(data))
        if size is None:
            return 0.0
        strange = len(data[HEADER:].translate(None, bytes(INTERSECTIONS)))
        share = 1 - strange / size**2
        header = (data[0] & 3 != 3) + (data[0] < 64) + 2 * (data[3] == size)
        return share * header / 4


FORMAT = DgfBoardFormat()
