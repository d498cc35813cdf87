"""The bytes of a desk, and how they are changed."""

from __future__ import annotations

from pydantic import Field

from boardbytes.studio.messages.base import Message


class ByteSpan(Message):
    """Some bytes with their name and meaning, the points they speak of, the move they hold."""

    offset: int
    size: int
    name: str
    value: str
    meaning: str
    points: list[str]
    ply: int | None


class Window(Message):
    size: int
    start: int
    hex: str
    spans: list[ByteSpan]


class Ranges(Message):
    ranges: list[tuple[int, int]]


class Found(Message):
    """Where some bytes occur next, the how many-th of all that is, and how many there are."""

    offset: int | None
    number: int
    total: int


class LineStarts(Message):
    """How long each line of a text is, its end included; null if there are too many."""

    lengths: list[int] | None


class ReadAs(Message):
    """A format to read the same bytes in; null: the one they look like."""

    format: str | None = Field(None, max_length=40)


class Splice(Message):
    """Bytes to take out at an offset, and bytes, as hexadecimal digits, to put in."""

    offset: int = Field(ge=0)
    remove: int = Field(1, ge=0)
    insert: str = Field("", pattern=r"^([0-9a-fA-F]{2})*$")


class RepairedByte(Message):
    """A byte that a repair would change, or the length of the file."""

    offset: int
    before: int
    after: int
    reason: str
    is_length: bool


class Repair(Message):
    changes: list[RepairedByte]
