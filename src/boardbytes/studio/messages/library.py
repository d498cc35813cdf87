"""The board library."""

from __future__ import annotations

from pydantic import Field

from boardbytes.studio.messages.base import Message


class LibraryBoard(Message):
    code: str
    number: int
    title: str
    author: str
    version: int
    size: int
    added: str


class Publish(Message):
    desk: str = Field(max_length=40)
