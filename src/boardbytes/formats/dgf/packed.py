"""What DGF's boards have in common, packed or not: some intersections to a byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from boardbytes.formats.dgf.numbers import (
    HEADER,
    HEADER_FIELDS,
    INTERSECTIONS,
    MAX_SIZE,
    TURNS,
    board_numbers,
    check_header,
    go_position,
    last_board,
    read_board,
)
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import KOMI
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE, point_names
from boardbytes.games.go.position import GoPosition
from boardbytes.model import Colour, Document, Facts, Layout, Span

_HEADER = Layout("dgf_header", "DGF header", HEADER_FIELDS)


class PackedFormat(Format):
    """`per_byte` intersections to a byte, as digits in a base, the lowest first."""

    game = "go"
    holds = frozenset({KOMI, "overflow"})
    base: ClassVar[int]
    per_byte: ClassVar[int]
    words: ClassVar[str] = "a packed board"

    def __init_subclass__(cls) -> None:
        cls.max_size = cls.length(MAX_SIZE)

    @classmethod
    def length(cls, size: int) -> int:
        """How many bytes a board of `size` lines takes."""
        return HEADER + -(-(size**2) // cls.per_byte)

    def digits(self, byte: int) -> list[int]:
        """The digits of a byte, and then what is left above them."""
        digits = []
        for _ in range(self.per_byte):
            byte, digit = divmod(byte, self.base)
            digits.append(digit)
        return [*digits, byte]

    def offset_of(self, index: int) -> int:
        return index if index < HEADER else HEADER + (index - HEADER) // self.per_byte

    def decode(self, data: bytes) -> Document:
        """The position of a board."""
        findings = Findings(self.name)
        check_header(data, self.offset_of, MAX_SIZE, findings)
        size = data[3] if len(data) >= HEADER else 0
        if len(data) < HEADER:
            message = f"{self.words} has at least {HEADER + 1} bytes"
            findings.error("length", message, len(data), f"{len(data)}")
        elif size and len(data) != self.length(size):
            message = f"{self.words} of {size} lines has {self.length(size)} bytes"
            offset = min(len(data), self.length(size))
            findings.error("length", message, offset, f"{len(data)}")
        findings.raise_errors()
        stones = self.unpack(data, size, findings)
        board = read_board([*data[:HEADER], *stones], self.offset_of, findings)
        return Document(self.name, board.position, None, Facts(board.facts), findings.problems)

    def unpack(self, data: bytes, size: int, findings: Findings) -> Sequence[int]:
        """The intersections of a board of `size` lines."""
        values: list[int] = []
        for offset, byte in enumerate(data[HEADER:], HEADER):
            *digits, rest = self.digits(byte)
            values += digits
            if rest:
                message = f"a byte holds {self.per_byte} intersections and is at most"
                findings.error("packing", f"{message} {self.base**self.per_byte - 1}", offset, byte)
        if any(values[size**2 :]):
            message = "the digits after the last intersection must be 0"
            findings.error("packing", message, len(data) - 1, data[-1])
        return values[: size**2]

    def salvage(self, data: bytes) -> GoPosition | None:
        """The intersections that are there and mean a stone; all others are empty."""
        size = data[3] if len(data) >= HEADER else 0
        if not 0 < size <= MAX_SIZE:
            return None
        whole = data[: self.length(size)].ljust(self.length(size), b"\0")
        values = self.unpack(whole, size, Findings(self.name))
        stones = bytes(value if value in (BLACK, WHITE) else EMPTY for value in values)
        return GoPosition(size, stones, TURNS.get(data[0] & 3, Colour.BLACK))

    def says_turn(self, data: bytes) -> bool:
        """Whether the lowest two bits of the first byte mean a side, or the end."""
        return bool(data) and data[0] & 3 in TURNS

    def encode(self, document: Document) -> bytes:
        """The bytes of a position; a ko mark that the base cannot hold is dropped."""
        facts = Facts() if document.record and document.record.moves else document.facts
        numbers = board_numbers(last_board(document), facts)
        stones = [EMPTY if value >= self.base else value for value in numbers[HEADER:]]
        packed = (
            sum(value * self.base**power for power, value in enumerate(part))
            for part in (
                stones[start : start + self.per_byte]
                for start in range(0, len(stones), self.per_byte)
            )
        )
        return bytes([*numbers[:HEADER], *packed])

    def losses(self, document: Document) -> list[str]:
        marked = KO in go_position(document.position).stones
        return ["the ko mark"] if marked and self.base <= KO else []

    def explain(self, data: bytes) -> list[Span]:
        """The header, then every byte with the intersections that it holds."""
        spans = _HEADER.explain(data[:HEADER])
        size = data[3] if len(data) >= HEADER else 0
        end = min(len(data), self.length(size)) if size else HEADER
        every = point_names(size) if size else ()
        for offset in range(HEADER, end):
            first = (offset - HEADER) * self.per_byte
            names = every[first : first + self.per_byte]
            *digits, rest = self.digits(data[offset])
            words = [INTERSECTIONS[digit] for digit in digits[: len(names)]]
            meaning = ", ".join(f"{name} {word}" for name, word in zip(names, words, strict=True))
            name = f"{names[0]} to {names[-1]}"
            meaning += " …" * bool(rest)
            spans.append(Span(offset, 1, name, f"{data[offset]}", meaning, names))
        if end < len(data):
            rest_size = len(data) - end
            spans.append(Span(end, rest_size, "surplus", f"{rest_size} bytes", "after the end"))
        return spans

    def likeness(self, data: bytes) -> float:
        """Never beyond doubt: other files may have this length by chance."""
        if len(data) <= HEADER or not data[3] or len(data) != self.length(data[3]):
            return 0.0
        if data[0] & 3 == 3 or data[0] >= 64:
            return 0.4
        strange = sum(byte >= self.base**self.per_byte for byte in data[HEADER:])
        return 0.9 - self.per_byte / 100 - 0.5 * bool(strange)
