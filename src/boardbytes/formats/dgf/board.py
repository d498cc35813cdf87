"""`dgf-board`: one Go board, a byte for every intersection."""

from __future__ import annotations

from functools import lru_cache

from boardbytes.formats.dgf.numbers import (
    HEADER,
    HEADER_FIELDS,
    INTERSECTIONS,
    MAX_SIZE,
    board_numbers,
    check_header,
    last_board,
    read_board,
)
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import KOMI
from boardbytes.games.go.board import point_names
from boardbytes.model import Document, Facts, Field, Layout, Span

_LENGTHS = {HEADER + size**2: size for size in range(1, MAX_SIZE + 1)}


@lru_cache(maxsize=4)
def layout(size: int) -> Layout:
    """The table of a board with so many lines."""
    names = point_names(size)
    meaning = "left to right, top to bottom: 0 empty, 1 black, 2 white, 3 empty, forbidden by ko"
    points = Field("intersections", meaning, 1, size * size, INTERSECTIONS, names, points=names)
    return Layout("dgf_board", "DGF board", (*HEADER_FIELDS, points))


def decode(data: bytes) -> Document:
    """The position of a board."""
    findings = Findings("dgf-board")
    check_header(data, _place, MAX_SIZE, findings)
    size = data[3] if len(data) >= HEADER else 0
    if len(data) < HEADER:
        message = f"a board has at least {HEADER + 1} bytes"
        findings.error("length", message, len(data), f"{len(data)}")
    elif size and len(data) != HEADER + size**2:
        message = f"a board of {size} lines has {HEADER + size**2} bytes"
        offset = min(len(data), HEADER + size**2)
        findings.error("length", message, offset, f"{len(data)}")
    findings.raise_errors()
    board = read_board(data, _place, findings)
    return Document("dgf-board", board.position, None, Facts(board.facts), findings.problems)


def _place(index: int) -> int:
    return index


def encode(document: Document) -> bytes:
    """The bytes of a position."""
    facts = Facts() if document.record and document.record.moves else document.facts
    return bytes(board_numbers(last_board(document), facts))


def explain(data: bytes) -> list[Span]:
    """Every byte with its meaning; without a size, as on a board of one line."""
    return layout(max(1, data[3]) if len(data) >= HEADER else 1).explain(data)


def likeness(data: bytes) -> float:
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


class DgfBoardFormat(Format):
    """DGF board."""

    name = "dgf-board"
    title = "DGF board"
    game = "go"
    suffixes = (".dgfb",)
    max_size = HEADER + MAX_SIZE**2
    holds = frozenset({KOMI, "overflow"})

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = DgfBoardFormat()
