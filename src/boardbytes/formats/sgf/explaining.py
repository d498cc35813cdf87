"""The values of an SGF file as spans: meaning, points of the board, move of the record."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.formats.sgf.charset import Charset, Text
from boardbytes.formats.sgf.lexing import Lexed, lexed_games, signs
from boardbytes.formats.sgf.points import BadPoint, Board, board_of
from boardbytes.formats.sgf.private import PRIVATE
from boardbytes.formats.sgf.properties import Kind, Known, known
from boardbytes.formats.sgf.root import parse_size
from boardbytes.formats.sgf.texts import parse_simple
from boardbytes.formats.text import EXPLAINED, MOST_SPANS
from boardbytes.model import Span

_MOST_RECTANGLES = 256
"""The most rectangles whose points are named: a short file can list very many."""


def explain(data: bytes) -> list[Span]:
    """Every value with its property and meaning, of the first megabyte.

    Only the first game, which is the one that is read, has points; only its main line has moves.
    """
    text = Text(data[:EXPLAINED])
    spans: list[Span] = []
    charset, end = text.first, 0
    for number, lexed in enumerate(lexed_games(text.data, 0, signs(charset.codec))):
        explainer = _Explainer(text, lexed, charset, is_first=number == 0)
        for span in explainer.spans():
            # Where text is damaged beyond decoding, all that follows may have one place.
            if span.offset < end:
                continue
            spans.append(span)
            end = span.offset + span.size
            if len(spans) == MOST_SPANS:
                return spans
    return spans


class _Explainer:
    """Goes over the values of one game."""

    def __init__(self, text: Text, lexed: Lexed, charset: Charset, is_first: bool) -> None:
        self.text, self.lexed, self.charset = text, lexed, charset
        self.is_first = is_first
        self.board = self._board()
        self.rectangles = 0

    def _board(self) -> Board | None:
        lexed = self.lexed
        written = ""
        for prop in lexed.properties_of(0) if lexed.nodes else ():
            if lexed.name(prop) == "SZ" and len(lexed.value_range(prop)):
                written = parse_simple(self.charset.decode(lexed.values_of(prop)[0]))
                break
        size = parse_size(written)
        return board_of(size) if size is not None else None

    def spans(self) -> Iterator[Span]:
        lexed = self.lexed
        ply, main = 0, self.is_first and not self._is_over()
        for node in range(lexed.nodes):
            main = main and lexed.parent[node] == node - 1
            for prop in lexed.properties_of(node):
                name = lexed.name(prop)
                entry = known(name)
                for number, value in enumerate(lexed.value_range(prop)):
                    raw = self.charset.decode(lexed.value(value))
                    points = self._points(name, entry, raw) if self.is_first else ()
                    moves = main and number == 0 and entry.kind is Kind.MOVE and self._is_move(raw)
                    ply += moves
                    if main and name == PRIVATE and raw.startswith("resign:"):
                        last = self._main_moves() + 1
                        yield self._span(value, name, entry, raw, points, last)
                        continue
                    yield self._span(value, name, entry, raw, points, ply if moves else None)

    def _main_moves(self) -> int:
        """How many moves the main line has."""
        lexed, count = self.lexed, 0
        for node in range(lexed.nodes):
            if lexed.parent[node] != node - 1:
                break
            for prop in lexed.properties_of(node):
                if known(lexed.name(prop)).kind is Kind.MOVE and len(lexed.value_range(prop)):
                    count += self._is_move(self.charset.decode(lexed.values_of(prop)[0]))
        return count

    def _is_over(self) -> bool:
        lexed = self.lexed
        return any(
            lexed.name(prop) == PRIVATE and b"over" in lexed.values_of(prop)
            for prop in (lexed.properties_of(0) if lexed.nodes else ())
        )

    def _is_move(self, raw: str) -> bool:
        try:
            return self.board is not None and self.board.move(raw) is not None
        except BadPoint:
            return False

    def _span(
        self,
        value: int,
        name: str,
        entry: Known,
        raw: str,
        points: tuple[str, ...],
        ply: int | None,
    ) -> Span:
        lexed, origin = self.lexed, self.text.origin
        start = origin(lexed.value_start[value] - 1)
        end = min(lexed.value_end[value] + 1, len(lexed.data))
        stop = len(self.text.source) if end == len(lexed.data) else origin(end)
        meaning = entry.meaning
        if points and entry.kind is Kind.MOVE:
            meaning += f" {points[0]}"
        if said := entry.words.get(raw.strip()):
            meaning += f": {said}"
        said = name or "no name"
        return Span(start, max(1, stop - start), said, _shown(raw), meaning, points, ply)

    def _points(self, name: str, entry: Known, raw: str) -> tuple[str, ...]:
        """The points that a value names."""
        board = self.board
        if board is None:
            return ()
        if entry.kind is Kind.LABEL:
            raw = raw.partition(":")[0]
        elif entry.kind is Kind.LINK:
            return tuple(board.names[index] for index in board.points(raw.split(":", 1)).indices)
        elif name == PRIVATE and raw.startswith("ko:"):
            raw = raw.removeprefix("ko:")
        elif entry.kind is Kind.MOVE:
            try:
                return board.move(raw).points
            except BadPoint:
                return ()
        elif not entry.has_points:
            return ()
        self.rectangles += ":" in raw
        if self.rectangles > _MOST_RECTANGLES:
            return ()
        return tuple(board.names[index] for index in board.points([raw]).indices)


def _shown(text: str) -> str:
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:37]}..."
