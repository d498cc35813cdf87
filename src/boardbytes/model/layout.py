"""A table of bytes, declared once: decoding, encoding and explaining all follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from boardbytes.model.problem import Place, Problem
from boardbytes.model.span import Span
from boardbytes.model.words import any_of, counted

if TYPE_CHECKING:
    import numpy as np

Numbers: TypeAlias = tuple[int, ...]

_RESTS = {"surplus": "after the end", "incomplete": "the beginning of a number"}


@dataclass(frozen=True)
class Bits:
    """Some bits of a field's number: `width` of them, `shift` above the lowest."""

    name: str
    shift: int
    width: int
    meaning: str
    values: Mapping[int, str] | None = None

    def of(self, number: int) -> int:
        return number >> self.shift & (1 << self.width) - 1


@dataclass(frozen=True)
class Field:
    """One row of a layout: `count` numbers of `size` bytes each.

    `values` names every value that may occur; without it any may. `items` names the elements of
    a field with several. `bits` splits a number further. `points` names the point of the board
    that each element speaks of, `value_points` the one that a value stands for.
    """

    name: str
    meaning: str
    size: int = 1
    count: int = 1
    values: Mapping[int, str] | None = None
    items: tuple[str, ...] | None = None
    bits: tuple[Bits, ...] = ()
    points: tuple[str, ...] | None = None
    value_points: Mapping[int, str] | None = None

    @property
    def length(self) -> int:
        return self.size * self.count

    @property
    def title(self) -> str:
        """The name as it stands in a sentence."""
        return self.name.replace("_", " ")

    def item_title(self, index: int) -> str:
        if self.items:
            return self.items[index]
        return self.title if self.count == 1 else f"{self.title} {index + 1}"

    @property
    def expected(self) -> str:
        """The values that may occur, in words: `1 (white) or 2 (black)`, `0 to 23, 25 or 26`."""
        values = self.values or {}
        if len(values) <= 3:
            return any_of([f"{value} ({label})" for value, label in values.items()])
        runs: list[list[int]] = []
        for value in sorted(values):
            if runs and runs[-1][1] == value - 1:
                runs[-1][1] = value
            else:
                runs.append([value, value])
        return any_of(
            [
                text
                for low, high in runs
                for text in ([f"{low} to {high}"] if high > low + 1 else map(str, {low, high}))
            ]
        )

    def says(self, number: int) -> str:
        """What one number in this field means."""
        if self.values is not None:
            return self.values.get(number, f"not a value of {self.title}: must be {self.expected}")
        if self.bits:
            return ", ".join(_says_bits(bits, number) for bits in self.bits)
        return self.meaning

    def points_of(self, index: int, number: int) -> tuple[str, ...]:
        """The points of the board that one element speaks of."""
        if self.points:
            return self.points[index : index + 1]
        point = (self.value_points or {}).get(number)
        return () if point is None else (point,)


def _says_bits(bits: Bits, number: int) -> str:
    value = bits.of(number)
    return f"{bits.name} {(bits.values or {}).get(value, value)}"


@dataclass(frozen=True)
class Layout:
    """The fields of a record of fixed length, in the order in which they are stored."""

    name: str
    title: str
    fields: tuple[Field, ...]
    endian: Literal["little", "big"] = "little"
    offsets: Mapping[str, int] = field(init=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        offset, offsets = 0, {}
        for row in self.fields:
            offsets[row.name] = offset
            offset += row.length
        object.__setattr__(self, "offsets", offsets)
        object.__setattr__(self, "size", offset)

    def offset(self, name: str, index: int = 0) -> int:
        """Where a field, or one element of it, begins."""
        row = next(row for row in self.fields if row.name == name)
        return self.offsets[name] + index * row.size

    def place_at(self, offset: int | None) -> Place:
        """A byte with the field that it is in, and the point of the board that the field is for."""
        for row in self.fields:
            begin = self.offsets[row.name]
            if offset is not None and begin <= offset < begin + row.length:
                index = (offset - begin) // row.size
                point = row.points[index] if row.points else None
                return Place(offset, point=point, field=row.item_title(index))
        return Place(offset)

    def _numbers(self, data: bytes) -> Iterator[tuple[Field, int, int, int]]:
        """Every whole number in `data`: its field, index, offset and value."""
        for row in self.fields:
            for index in range(row.count):
                offset = self.offsets[row.name] + index * row.size
                if offset + row.size <= len(data):
                    number = int.from_bytes(data[offset : offset + row.size], self.endian)
                    yield row, index, offset, number

    def problems(self, data: bytes) -> list[Problem]:
        """A wrong length, and every number that its field does not allow."""
        found = []
        if len(data) != self.size:
            message = f"length must be {self.size} bytes"
            found.append(
                Problem("length", message, Place(min(len(data), self.size)), found=f"{len(data)}")
            )
        for row, index, offset, number in self._numbers(data):
            if row.values is not None and number not in row.values:
                code = row.name.replace("_", "-")
                message = f"{row.item_title(index)} must be {row.expected}"
                place = self.place_at(offset)
                found.append(Problem(code, message, place, found=f"{number}"))
        return found

    def decode(self, data: bytes) -> dict[str, Numbers]:
        """The numbers of every field by its name; `data` must have the right length."""
        numbers: dict[str, list[int]] = {row.name: [] for row in self.fields}
        for row, _, _, number in self._numbers(data):
            numbers[row.name].append(number)
        return {name: tuple(values) for name, values in numbers.items()}

    def encode(self, numbers: Mapping[str, Numbers]) -> bytes:
        """The bytes of these numbers: the inverse of `decode`."""
        return b"".join(
            number.to_bytes(row.size, self.endian)
            for row in self.fields
            for number in numbers[row.name]
        )

    def explain(self, data: bytes) -> list[Span]:
        """Every byte of `data` with its name and meaning, whatever the data."""
        spans = [
            Span(
                offset,
                row.size,
                row.item_title(index),
                f"{number}",
                row.says(number),
                row.points_of(index, number),
            )
            for row, index, offset, number in self._numbers(data)
        ]
        end = max((span.offset + span.size for span in spans), default=0)
        if end < len(data):
            rest = data[end:]
            name = "surplus" if end == self.size else "incomplete"
            spans.append(Span(end, len(rest), name, counted(len(rest), "byte"), _RESTS[name]))
        return spans

    def likeness(self, data: bytes) -> float:
        """How much `data` looks like this: the share of its numbers that are allowed.

        Data that is a little too short or too long may have been damaged: it counts for less.
        """
        if not self.size // 2 <= len(data) <= self.size * 2:
            return 0.0
        numbers = list(self._numbers(data))
        allowed = [row.values is None or number in row.values for row, _, _, number in numbers]
        return sum(allowed) / len(numbers) * (1.0 if len(data) == self.size else 0.6)

    def dtype(self) -> np.dtype[np.void]:
        """The NumPy type that views many such records at once without copying.

        Numbers of a size that NumPy lacks, such as three bytes, are rows of bytes.
        """
        import numpy as np

        return np.dtype([(row.name, *_numpy_type(row, self.endian)) for row in self.fields])


def _numpy_type(row: Field, endian: str) -> tuple[str, tuple[int, ...]]:
    """A field's type and shape; numbers of sizes that NumPy lacks are rows of bytes."""
    counts = (row.count,) if row.count > 1 else ()
    if row.size not in (1, 2, 4, 8):
        return "u1", (*counts, row.size)
    return f"{'<' if endian == 'little' else '>'}u{row.size}", counts
