"""`dgf-move`: one move as a signed 16-bit number.

A move alone names no board. It is shown as the first move on an empty one of 19 lines, or on the
smallest larger one that has the point, unless `size=9` or the like says which, or `board=` gives
the position in which it is made. Does not hold a position.
"""

from __future__ import annotations

import math
import struct
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.formats.dgf.moves import read_moves, resigning_as_read, with_result
from boardbytes.formats.dgf.numbers import (
    MAX_PLAYED_SIZE,
    go_position,
    names_of_move,
    says_move,
    square_size,
)
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import MOVES, RESULT
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import USUAL_SIZE
from boardbytes.model import Document, Facts, Span
from boardbytes.model.given import kind_of

SIZE = 2


def decode(data: bytes, board: GoPosition | None = None) -> Document:
    """The move, as the first on a board; a warning if that is a guess, an empty one."""
    findings = Findings("dgf-move")
    if len(data) != SIZE:
        findings.error("length", f"a move has {SIZE} bytes", min(len(data), SIZE), f"{len(data)}")
    findings.raise_errors()
    number = _number(data)
    if number > MAX_PLAYED_SIZE**2:
        message = f"a move must be at most {MAX_PLAYED_SIZE**2}, the last point of any board"
        findings.error("move-range", message, 0, number)
    findings.raise_errors()
    start = board or GoPosition(_size_for(number))
    if board is None and number > 0:
        message = f"a move names no board: one of {start.size} lines is assumed"
        findings.warning("board-assumed", message, 0)
    record, facts = read_moves(start, [number], lambda _: 0, findings)
    record = with_result(record, 2 if number < 0 else 0, 0, findings)
    return findings.finish(Document.of("dgf-move", record, Facts(facts)))


def _number(data: bytes) -> int:
    (number,) = struct.unpack("<h", data)
    return int(number)


def _size_for(number: int) -> int:
    return max(USUAL_SIZE, math.isqrt(max(number, 1) - 1) + 1)


def encode(document: Document) -> bytes:
    """The last move of a record."""
    record = document.record
    if not record or not record.moves or not isinstance(record.moves[-1], GoMove):
        raise PositionError("a dgf-move holds the last move of a record of Go; there is none")
    number = record.moves[-1].number(square_size(go_position(record.start)))
    if number > MAX_PLAYED_SIZE**2:
        raise PositionError(f"a dgf-move is at most {MAX_PLAYED_SIZE**2}, not {number}")
    if number < 0:
        (number,) = resigning_as_read([number], document.facts)
    return struct.pack("<h", number)


def losses(document: Document) -> list[str]:
    """Everything but the last move."""
    record = document.record
    if not record or not record.moves:
        return []
    lost = []
    if len(record.moves) > 1:
        lost.append("the moves before the last")
    start, move = go_position(record.start), record.moves[-1]
    if isinstance(move, GoMove) and start != GoPosition(_size_for(move.number(start.size))):
        lost.append("the board that the move is played on")
    return lost


def explain(data: bytes, size: int | None = None) -> list[Span]:
    """The number and what it means, on a board of the given size or of the assumed one."""
    if len(data) < SIZE:
        return []
    number = _number(data[:SIZE])
    lines = size or _size_for(number)
    meaning = {True: "pass", False: "resignation"}[number == 0]
    if number > 0:
        meaning = f"{says_move(number, lines)} on a board of {lines} lines"
        meaning = f"the stone {meaning}" if number <= lines**2 else meaning
    names = names_of_move(number, lines) if number <= min(lines, MAX_PLAYED_SIZE) ** 2 else ()
    spans = [Span(0, SIZE, "move", f"{number}", meaning, names, ply=1)]
    if len(data) > SIZE:
        rest = len(data) - SIZE
        spans.append(Span(SIZE, rest, "surplus", f"{rest} bytes", "bytes after the end"))
    return spans


def likeness(data: bytes) -> float:
    """Just likely: any two bytes could be a move, and nothing else is so short."""
    return 0.5 if len(data) == SIZE else 0.0


class DgfMoveFormat(Format):
    """DGF move; on an empty board of `size` lines, or in a position, if given."""

    name = "dgf-move"
    title = "DGF move"
    game = "go"
    suffixes = (".dgfm",)
    max_size = SIZE
    holds = frozenset({MOVES, RESULT, "resigned_with"})
    holds_positions = False
    options = ("size", "board")

    encode = staticmethod(encode)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)

    def __init__(self, size: int | None = None, board: GoPosition | None = None) -> None:
        if not isinstance(board, GoPosition | None):
            raise PositionError(f"a board is given as a GoPosition, not as {kind_of(board)}")
        told = GoPosition(size) if board is None and size is not None else board
        lines = square_size(told) if told else None
        if lines is not None and not 1 <= lines <= MAX_PLAYED_SIZE:
            message = f"a board that is played on has 1 to {MAX_PLAYED_SIZE} lines, not {lines}"
            raise PositionError(message)
        if size is not None and size != lines:
            raise PositionError(f"the board has {lines} lines, not {size}")
        self._board = told

    def with_options(self, **options: Any) -> Format:
        super().with_options(**options)
        return DgfMoveFormat(**options) if options else self

    def decode(self, data: bytes) -> Document:
        return decode(data, self._board)

    def explain(self, data: bytes) -> list[Span]:
        return explain(data, square_size(self._board) if self._board else None)


FORMAT = DgfMoveFormat()
