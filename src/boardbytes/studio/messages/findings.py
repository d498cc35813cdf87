"""What is wrong, and why something was refused."""

from __future__ import annotations

from typing import Literal

from boardbytes.studio.messages.base import Message


class Finding(Message):
    """A problem, and where it is."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    where: str | None
    found: str | None
    offset: int | None
    line: int | None
    game: int | None
    ply: int | None
    point: str | None
    field: str | None
    path: str | None


class Refusal(Message):
    """Why a request was not carried out."""

    error: str
    problems: list[Finding] = []
