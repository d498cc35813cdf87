"""A file from which one game is taken, and into which it is put back; the others stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from boardbytes.cli.common import named, open_format, read, shown_name
from boardbytes.errors import FormatError, LossError
from boardbytes.files import is_same_file, write_whole
from boardbytes.formats import dumps, format_for, save, write
from boardbytes.formats.format import Format
from boardbytes.model import Document


@dataclass(frozen=True)
class GameFile:
    """A file's bytes, one of its games, and between which bytes that game stands."""

    path: str
    format: Format
    data: bytes
    document: Document
    start: int
    end: int
    has_others: bool

    @classmethod
    def read(
        cls,
        path: str,
        format_name: str | None,
        number: int = 1,
        told: Mapping[str, Any] | None = None,
    ) -> GameFile:
        """The game of that number; FormatError, which names the file, if it cannot be read.

        What is `told` says what the format's files leave open.
        """
        try:
            data = read(path, format_name)
            format = open_format(data, format_name, path, told)
            return cls._find(path, format, data, number)
        except FormatError as error:
            raise named(error, path) from None

    @classmethod
    def _find(cls, path: str, format: Format, data: bytes, number: int) -> GameFile:
        games = format.games(data)
        start = end = 0
        for count, found in enumerate(games, 1):
            source = found.tree.source if isinstance(found, Document) and found.tree else None
            if source is not None:
                start = data.index(source.data, end)
                end = start + len(source.data)
            if count < number:
                continue
            if isinstance(found, FormatError):
                raise found
            has_others = number > 1 or next(games, None) is not None
            if not has_others:
                start, end = 0, len(data)
            return cls(path, format, data, found, start, end, has_others)
        raise click.UsageError(f"{shown_name(path)} has fewer than {number} games")

    def is_at(self, path: str) -> bool:
        """Whether a path is this very file."""
        return is_same_file(self.path, path)

    def put(self, path: str, format_name: str, document: Document, *, lossy: bool = False) -> None:
        """Write a game where it is wanted; in this very file, only its own game is replaced."""
        if self.is_at(path):
            self.write(path, format_name, document, lossy=lossy)
        else:
            save(document, path, format_name, lossy=lossy)

    def format_at(self, path: str) -> str | None:
        """The format that a path means: that of its ending, or of this file if it is there."""
        return format_for(path) or (self.format.name if self.is_at(path) else None)

    def check(self, format_name: str) -> None:
        """LossError if the file cannot be written in a format because it holds other games."""
        if self.has_others and format_name != self.format.name:
            raise LossError(
                format_name, [f"the other games of {shown_name(self.path)}; see convert"]
            )

    def write(self, path: str, format_name: str, document: Document, *, lossy: bool = False) -> int:
        """Write the file with another document for its game, whole or not at all; its size."""
        self.check(format_name)
        piece = dumps(document, format_name, lossy=lossy)
        if not self.has_others:
            write(path, piece, document, format_name)
            return len(piece)
        separator, rest = self.format.separator or b"", self.data[self.end :]
        gap = separator if rest and not piece.endswith(separator) else b""
        data = self.data[: self.start] + piece + gap + rest
        write_whole(path, data)
        return len(data)
