"""Points of SGF: two letters, the column first, rows counted from the top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from boardbytes.games.go.board import Size, point_names, shape
from boardbytes.games.go.move import PASS, GoMove

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_SIZE = len(LETTERS)

_OLD_PASS, _OLD_PASS_SIZE = "tt", 19
"""Up to this size, this point off the board used to mean a pass."""

_BREAKS = re.compile(r"[\s\\]+")
_LONG = re.compile(r"[A-Za-z]{1,2}[0-9]{1,2}")


class BadPoint(Exception):
    """A value that is not a point of the board; the text is the value."""


class Board:
    """The points of a board of one size: their letters, their names, the moves there."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.width, self.height = shape(size)
        self.names = point_names(size)
        self.codes = tuple(
            f"{LETTERS[column]}{LETTERS[row]}"
            for row in range(self.height)
            for column in range(self.width)
        )
        self.index = {code: index for index, code in enumerate(self.codes)}
        self.index_of_name = {name: index for index, name in enumerate(self.names)}
        self.moves = tuple(GoMove.at(index, size) for index in range(len(self.codes)))
        self.code_of_name = dict(zip(self.names, self.codes, strict=True))
        self.move_of = {code.encode(): self.moves[index] for code, index in self.index.items()}
        self.move_of[b""] = PASS
        if max(self.width, self.height) <= _OLD_PASS_SIZE:
            self.move_of[_OLD_PASS.encode()] = PASS

    def point(self, text: str) -> int:
        """The intersection of a value: two letters, or a name as old files have it, `E5`."""
        found = self.index.get(text)
        if found is None:
            word = _BREAKS.sub("", text)
            found = self.index.get(word)
            if found is None and _LONG.fullmatch(word):
                found = self.index_of_name.get(word.upper())
        if found is None:
            raise BadPoint(text)
        return found

    def move(self, text: str) -> GoMove:
        """The move of a value: a point, or a pass where there is none."""
        word = _BREAKS.sub("", text)
        found = self.move_of.get(word.encode("utf-8", "replace"))
        return self.moves[self.point(word)] if found is None else found

    def corners(self, text: str) -> tuple[int, int, int, int, bool]:
        """The first and last column and row of a value, and whether they were given reversed."""
        first, colon, last = text.partition(":")
        start = self.point(first)
        end = self.point(last) if colon else start
        top, left = divmod(start, self.width)
        bottom, right = divmod(end, self.width)
        is_reversed = left > right or top > bottom
        if is_reversed:
            left, right = sorted((left, right))
            top, bottom = sorted((top, bottom))
        return left, right, top, bottom, is_reversed

    def points(self, values: Iterable[str]) -> PointList:
        """The points of some values, each once: in their order, or in reading order where there
        are rectangles."""
        return PointList(self, values)

    def code(self, move: GoMove) -> str:
        """The value of a stone or a pass."""
        index = move.index(self.size)
        return "" if index is None else self.codes[index]

    def codes_of(self, names: Iterable[str]) -> list[str]:
        """The letters of points given by their names; those off the board are omitted."""
        return [self.code_of_name[name] for name in names if name in self.code_of_name]


class PointList:
    """What the values of a list of points say: points, values that are none, odd ones."""

    def __init__(self, board: Board, values: Iterable[str]) -> None:
        self.bad: list[tuple[int, str]] = []
        """The values that are not points, with their numbers."""
        self.reversed: list[int] = []
        """The values whose corners are given the wrong way round."""
        single: dict[int, None] = {}
        rows = [0] * board.height
        has_rectangles = False
        for number, value in enumerate(values):
            index = board.index.get(value)
            if index is not None:
                single[index] = None
                continue
            try:
                left, right, top, bottom, is_reversed = board.corners(value)
            except BadPoint:
                self.bad.append((number, value))
                continue
            if is_reversed:
                self.reversed.append(number)
            if left == right and top == bottom:
                single[top * board.width + left] = None
                continue
            # Rows as bits: a short file can list very many large rectangles.
            has_rectangles = True
            bits = (1 << right + 1) - (1 << left)
            for row in range(top, bottom + 1):
                rows[row] |= bits
        self.indices: Sequence[int] = list(single)
        if has_rectangles:
            for index in single:
                rows[index // board.width] |= 1 << index % board.width
            self.indices = [
                row * board.width + column
                for row in range(board.height)
                for column in range(board.width)
                if rows[row] >> column & 1
            ]


@lru_cache(maxsize=16)
def board_of(size: Size) -> Board:
    """The points of a board."""
    return Board(size)
