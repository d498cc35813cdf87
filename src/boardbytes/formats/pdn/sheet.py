"""Text that is being written, much of it copied from an older text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from boardbytes.formats.pdn.charset import UTF8
from boardbytes.formats.pdn.spans import Piece

WIDTH = 80


class Sheet:
    """Text of our own, and pieces of an old text with what stands between them.

    White space and whatever else stood before a piece of the old text goes with it.
    """

    def __init__(self, data: bytes, pieces: list[Piece], owed: Mapping[int, str]) -> None:
        self._data, self._all_owed = data, owed
        self._newline = "\r\n" if b"\r\n" in data else "\n"
        self._parts: list[bytes | str] = []
        ordered = sorted(pieces)
        self._starts = [start for start, _ in ordered]
        self._ends = [self._starts[0] if ordered else 0, *(end for _, end in ordered)]
        self._at = self._ends[0]
        """How far the old text has been copied."""
        self._column = 0
        self._is_tight, self._is_own = True, False
        """Whether the next word needs no space before it; whether the last one was ours."""
        self._owed = ""
        """What must follow what was written last."""
        self._write(data[: self._ends[0]])

    def put(self, text: str, *, closes: bool = False, opens: bool = False) -> None:
        """A word of our own, after a space or on a new line; brackets stick to what is inside."""
        if not (self._is_tight or closes):
            wide = self._column + 1 + len(text.partition("\n")[0]) > WIDTH
            self._write(self._newline if wide else " ")
        self._write(text.replace("\n", self._newline))
        self._is_tight, self._is_own = opens or text.endswith("\n"), True

    def put_line(self, text: str) -> None:
        """Text of our own on a line of its own."""
        if self._column:
            self._write(self._newline)
        self._write(text)
        self._is_tight, self._is_own = False, True

    def end_line(self) -> None:
        if self._column:
            self._write(self._newline)
        self._is_tight = True

    def copy(
        self,
        piece: Piece,
        parts: Sequence[Piece | str] | None = None,
        *,
        closes: bool = False,
        opens: bool = False,
    ) -> None:
        """A piece of the old text, or other text and smaller pieces in its place."""
        start, end = piece
        before = self._ends[bisect_left(self._starts, start)]
        is_loose = self._is_own or before != self._at
        gap = self._data[before:start]
        if gap and not (self._is_own and self._is_tight and gap.isspace()):
            self._write(gap)
        elif is_loose and not (self._is_tight or closes):
            self._write(" ")
        for part in [piece] if parts is None else parts:
            if isinstance(part, str):
                self._write(part.replace("\n", self._newline))
            else:
                self._write(self._data[part[0] : part[1]])
                self._owed = self._all_owed.get(part[1], "")
        self._at, self._is_tight, self._is_own = end, opens, False

    def _write(self, part: bytes | str) -> None:
        if not part:
            return
        if self._owed and not (self._owed == "\n" and part[:1] in ("\r", "\n", b"\r", b"\n")):
            self._append(self._owed.replace("\n", self._newline))
        self._owed = ""
        self._append(part)

    def _append(self, part: bytes | str) -> None:
        self._parts.append(part)
        text = part if isinstance(part, str) else part.decode("latin-1")
        line = text.rfind("\n")
        self._column = len(text) - line - 1 if line >= 0 else self._column + len(text)

    def finish(self, charset: str) -> bytes:
        """All of it; in UTF-8 where the old character set does not have every letter."""
        if self._owed != "\n":
            self._owed = ""  # Nothing of ours follows, so it stays as open as it was.
        self._write(self._data[self._ends[-1] :])
        try:
            return b"".join(
                part.encode(charset) if isinstance(part, str) else part for part in self._parts
            )
        except UnicodeEncodeError:
            return b"".join(
                (part if isinstance(part, str) else part.decode(charset, "replace")).encode(UTF8)
                for part in self._parts
            )
