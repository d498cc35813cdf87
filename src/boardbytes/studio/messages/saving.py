"""What a desk can be saved as."""

from __future__ import annotations

from pydantic import Field

from boardbytes.studio.messages.base import Message


class Target(Message):
    """A format that a desk can be saved in, what would be lost, or why it cannot be."""

    name: str
    title: str
    suffix: str
    size: int | None
    losses: list[str]
    bookkeeping: list[str]
    refused: str | None


class ChooseFormat(Message):
    format: str = Field(max_length=40)
