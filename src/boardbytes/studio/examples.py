"""Something of each format to start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources

from boardbytes.drawing import draw
from boardbytes.errors import FormatError
from boardbytes.formats import loads


@dataclass(frozen=True)
class Example:
    """A file in the folder of examples: what it is called, its format, and a few words on it."""

    file: str
    title: str
    format: str
    words: str
    has_picture: bool = True
    """Whether it holds a board that can be drawn."""
    of: str | None = None
    """The file of the example that shows the same board in another format."""

    @property
    def data(self) -> bytes:
        return _read(self.file)


@cache
def _read(file: str) -> bytes:
    return (resources.files("boardbytes.studio") / "examples" / file).read_bytes()


_ROWS = (
    Example("endgame.dat", "A mill endgame", "stackmill", "46 bytes from a games console"),
    Example(
        "damaged.dat", "A damaged save", "stackmill", "five things are wrong", has_picture=False
    ),
    Example("position.mfen", "A mill position", "mfen", "one line of text"),
    Example(
        "position.millfen",
        "A position of Sanmill",
        "millfen",
        "a line that Sanmill writes",
        of="endgame.dat",
    ),
    Example("opening.json", "A mill opening", "json", "a whole game in our own JSON"),
    Example("game.sgf", "A game of Go", "sgf", "on 9 × 9, played to the end"),
    Example("illegal.sgf", "An impossible game of Go", "sgf", "one move takes back a ko at once"),
    Example("board.dgfb", "A Go board", "dgf-board", "one byte for each intersection"),
    Example(
        "board.dgf2",
        "A Go board, packed",
        "dgf-packed2",
        "two bits for each intersection",
        of="board.dgfb",
    ),
    Example(
        "board.dgf3",
        "A Go board, packed more",
        "dgf-packed3",
        "five intersections in a byte",
        of="board.dgfb",
    ),
    Example("move.dgfm", "A move of Go", "dgf-move", "two bytes"),
    Example("record.dgfr", "A record of Go", "dgf-record", "13 × 13, moves after the board"),
    Example("game.dgf", "A DGF game", "dgf-game", "an opening, in text that people can read"),
    Example(
        "game.dgfg",
        "A DGF game, binary",
        "dgf-game-binary",
        "a fight on 13 × 13, for machines",
    ),
    Example(
        "jump.word", "A signed checkers position", "channel", "the 32 bytes that a player signs"
    ),
    Example(
        "contract.word",
        "The same on a blockchain",
        "contract",
        "the 32 bytes as a contract reads them",
    ),
    Example("signed.channel", "A signed game", "transcript", "every move signed by its player"),
    Example("position.fen", "A checkers position", "draughts-fen", "one line of text"),
    Example("game.pdn", "A game of checkers", "pdn", "with its names and moves"),
    Example("island.gb16", "An island of hexagons", "gbxx", "sixteen bits for each tile"),
    Example("track.gb64", "A race track", "gbxx", "large tiles, 64 bits each"),
    Example(
        "island.tmj", "The island in Tiled", "tmj", "a map from another editor", of="island.gb16"
    ),
    Example("island.tmx", "The island in Tiled's XML", "tmx", "the same as XML", of="island.gb16"),
)

EXAMPLES: Mapping[str, Example] = {row.file: row for row in _ROWS}


@cache
def pictures(theme: str) -> Mapping[str, str]:
    """A picture of every example that can be drawn, as SVG."""
    return {name: _picture(each, theme) for name, each in EXAMPLES.items() if each.has_picture}


@cache
def edition() -> str:
    """Changes when an example does: pictures of this edition need not be asked for again."""
    found = sha256()
    for example in EXAMPLES.values():
        found.update(example.data)
    return found.hexdigest()[:16]


def _picture(example: Example, theme: str) -> str:
    try:
        document = loads(example.data, example.format)
    except FormatError as error:
        if error.readable is None:
            raise
        document = error.readable
    return draw(document, theme).svg
