"""`dgf-record`: a whole game of Go as signed 16-bit numbers: first board, result, moves."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from boardbytes.formats.dgf.moves import read_moves, record_losses, record_numbers, with_result
from boardbytes.formats.dgf.numbers import (
    HEADER,
    HEADER_FIELDS,
    INTERSECTIONS,
    MAX_MOVES,
    MAX_PLAYED_SIZE,
    WINNERS,
    check_header,
    names_of_move,
    read_board,
    says_move,
)
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import KOMI, MOVES, RESULT
from boardbytes.games.go.board import point_names
from boardbytes.model import Document, Fact, Facts, Record, Span

NUMBER = 2
HOLDS = frozenset({MOVES, KOMI, RESULT, "overflow", "resigned_with", "resigned_before_with"})
MAX_SIZE = NUMBER * (HEADER + MAX_PLAYED_SIZE**2 + 1 + MAX_MOVES)


def decode(data: bytes) -> Document:
    """The game, every move of it checked."""
    findings = Findings("dgf-record")
    record, facts = read_record(data, 0, findings)
    return findings.finish(Document.of("dgf-record", record, Facts(facts)))


def read_record(data: bytes, base: int, findings: Findings) -> tuple[Record, dict[str, Fact]]:
    """The record that begins at a byte of a file and goes on to its end.

    A move that cannot be played is among the findings, and the record ends before it. Raises
    FormatError, with all problems so far, when there is no record.
    """
    numbers = _numbers(data[base : base + MAX_SIZE + NUMBER])

    def offset_of(index: int) -> int:
        return base + NUMBER * index

    check_header(numbers, offset_of, MAX_PLAYED_SIZE, findings)
    size = numbers[3] if len(numbers) >= HEADER else 0
    first_move = HEADER + size**2 + 1
    if len(data) - base > MAX_SIZE:
        message = f"a record has at most {MAX_SIZE:,} bytes"
        findings.error("length", message, base + MAX_SIZE, f"{len(data) - base:,}")
    elif len(numbers) < first_move:
        kind = f"a record of {size} lines" if size else "a record"
        message = f"{kind} has at least {NUMBER * max(first_move, HEADER + 2)} bytes"
        findings.error("length", message, len(data), f"{len(data) - base}")
    elif len(data) % NUMBER != base % NUMBER:
        message = "a record has an even number of bytes"
        findings.error("length", message, len(data), f"{len(data) - base}")
    if len(numbers) >= first_move and numbers[first_move - 1] not in WINNERS:
        message = "result must be 0 (unfinished), 1 (black won) or 2 (white won)"
        findings.error("result", message, offset_of(first_move - 1), numbers[first_move - 1])
    findings.raise_errors()
    board = read_board(numbers[: first_move - 1], offset_of, findings)
    record, facts = read_moves(
        board.position, numbers[first_move:], lambda index: offset_of(first_move + index), findings
    )
    record = with_result(record, numbers[first_move - 1], offset_of(first_move - 1), findings)
    return record, board.facts | facts


def _numbers(data: bytes) -> tuple[int, ...]:
    count = len(data) // NUMBER
    return struct.unpack(f"<{count}h", data[: NUMBER * count])


def encode(document: Document) -> bytes:
    """The bytes of a game, or of a position as a game without moves."""
    board, result, moves = record_numbers(document)
    return struct.pack(f"<{len(board) + 1 + len(moves)}h", *board, result, *moves)


def explain(data: bytes) -> list[Span]:
    """Every number with its meaning."""
    return explain_record(data, 0)


def explain_record(data: bytes, base: int) -> list[Span]:
    """Every number of a record that begins at a byte of a file."""
    numbers = _numbers(data[base:])
    size = numbers[3] if len(numbers) >= HEADER else 0
    size = size if 1 <= size <= MAX_PLAYED_SIZE else 0
    spans = [
        _span(base + NUMBER * index, index, number, size) for index, number in enumerate(numbers)
    ]
    if (len(data) - base) % NUMBER:
        spans.append(Span(len(data) - 1, 1, "surplus", f"{data[-1]}", "half a number"))
    return spans


def _span(offset: int, index: int, number: int, size: int) -> Span:
    """One number of a record."""
    point, move, value = index - HEADER, index - HEADER - size**2, f"{number}"
    if index < HEADER:
        field = HEADER_FIELDS[index]
        return Span(offset, NUMBER, field.title, value, field.says(number))
    if point < size**2:
        name = point_names(size)[point]
        meaning = INTERSECTIONS.get(number, "not a value of an intersection")
        return Span(offset, NUMBER, name, value, meaning, (name,))
    if move == 0:
        meaning = WINNERS.get(number, "not a value of result")
        return Span(offset, NUMBER, "result", value, meaning)
    names, meaning = names_of_move(number, size), says_move(number, size)
    return Span(offset, NUMBER, f"move {move}", value, meaning, names, move)


def likeness(data: bytes) -> float:
    """How much of the first board is as it must be, where the length allows one."""
    numbers: Sequence[int] = _numbers(data[: NUMBER * (HEADER + MAX_PLAYED_SIZE**2 + 1)])
    if len(numbers) < HEADER or not 1 <= numbers[3] <= MAX_PLAYED_SIZE:
        return 0.0
    size = numbers[3]
    if len(numbers) < HEADER + size**2 + 1 or not all(0 <= n <= 255 for n in numbers[:HEADER]):
        return 0.0
    board = numbers[HEADER : HEADER + size**2]
    share = sum(0 <= value <= 3 for value in board) / size**2
    whole = len(data) % NUMBER == 0 and numbers[HEADER + size**2] in WINNERS
    return share * (0.5 + 0.25 * (numbers[0] & 3 != 3 and numbers[0] < 64) + 0.25 * whole)


class DgfRecordFormat(Format):
    """DGF record."""

    name = "dgf-record"
    title = "DGF record"
    game = "go"
    suffixes = (".dgfr",)
    max_size = MAX_SIZE
    holds = HOLDS

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    losses = staticmethod(record_losses)


FORMAT = DgfRecordFormat()
