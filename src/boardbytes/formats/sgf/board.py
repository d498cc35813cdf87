"""Points, setup stones and moves of SGF."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from boardbytes.formats.sgf.text import Node
from boardbytes.games.go import GoMove
from boardbytes.games.go.board import BLACK, EMPTY, WHITE
from boardbytes.games.go.notation import SGF_LETTERS
from boardbytes.model import Colour

MAX_SIZE = len(SGF_LETTERS)
SETUP = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
SETTERS = {*SETUP, "PL"}
PLAYERS = {"B": Colour.BLACK, "W": Colour.WHITE}
COLOUR_LETTERS = {colour: letter for letter, colour in PLAYERS.items()}

_OLD_PASS, _OLD_PASS_SIZE = b"tt", 19
"""Up to this size, a point that is on no board used to mean a pass."""

_INDEX = {ord(letter): index for index, letter in enumerate(SGF_LETTERS)}


class BadPoint(Exception):
    """A value that is no point of the board; the text is the value."""


def parse_point(value: bytes, size: int) -> int:
    """The intersection of two letters, column first, rows from the top."""
    word = value.strip()
    column, row = (_INDEX.get(byte, size) for byte in (word if len(word) == 2 else b"--"))
    if column >= size or row >= size:
        raise BadPoint(value.decode("latin-1"))
    return row * size + column


def format_point(index: int, size: int) -> bytes:
    """The letters of an intersection: the inverse of `parse_point`."""
    return f"{SGF_LETTERS[index % size]}{SGF_LETTERS[index // size]}".encode("ascii")


def parse_points(value: bytes, size: int) -> Iterator[int]:
    """The intersections of a point, or of a rectangle given by two corners."""
    first, colon, last = value.partition(b":")
    start = parse_point(first, size)
    end = parse_point(last, size) if colon else start
    for row in range(start // size, end // size + 1):
        for column in range(start % size, end % size + 1):
            yield row * size + column


def parse_move(value: bytes, size: int) -> int:
    """DGF's number of a move: 0 for a pass, or the point, counted from 1."""
    word = value.strip()
    if not word or (word == _OLD_PASS and size <= _OLD_PASS_SIZE):
        return 0
    return parse_point(word, size) + 1


@lru_cache(maxsize=MAX_SIZE)
def move_numbers(size: int) -> dict[bytes, int]:
    """DGF's number of every value that is a move on a board."""
    points = {format_point(index, size): index + 1 for index in range(size * size)}
    return points | {b"": 0} | ({_OLD_PASS: 0} if size <= _OLD_PASS_SIZE else {})


def format_move(move: GoMove, size: int) -> bytes:
    """The value of a stone or a pass."""
    index = move.index(size)
    return b"" if index is None else format_point(index, size)


def set_up(stones: bytearray, node: Node, size: int) -> None:
    """Change a board as the setup properties of a node say."""
    for name, stone in SETUP.items():
        for value in node.get(name, ()):
            for index in parse_points(value, size):
                stones[index] = stone


def format_setup(stones: bytes, size: int) -> Node:
    """The properties that set up a board."""
    return {
        name: points
        for name, stone in SETUP.items()
        if stone != EMPTY
        and (points := [format_point(i, size) for i, value in enumerate(stones) if value == stone])
    }
