"""Finding bytes, lines, and what can be said of bytes that hold no document."""

from __future__ import annotations

import random

import pytest

from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS
from boardbytes.games.mill import MillPosition
from boardbytes.games.tiles import TileBoard
from boardbytes.studio import leads
from boardbytes.studio.examples import EXAMPLES
from boardbytes.studio.searching import find, lines
from boardbytes.studio.states import State, read


@pytest.mark.parametrize(
    ("start", "back", "expected"),
    [(0, False, (2, 1, 3)), (3, False, (6, 2, 3)), (11, False, (2, 1, 3)), (6, True, (2, 1, 3)),
     (2, True, (10, 3, 3)), (0, True, (10, 3, 3))],
)  # fmt: skip
def test_what_is_found(start: int, back: bool, expected: tuple[int, int, int]) -> None:
    found = find(b"..ab..ab..ab", b"ab", start, back)
    assert (found.offset, found.number, found.total) == expected


def test_what_is_not_found_and_letters_of_any_size() -> None:
    assert find(b"abc", b"B", 0).offset is None
    assert find(b"abc", b"B", 0, same_case=False).offset == 1


@pytest.mark.parametrize("data", [b"", b"one", b"one\n", b"\n\none\r\ntwo"])
def test_lines_are_as_long_as_the_text(data: bytes) -> None:
    lengths = lines(data).lengths
    assert lengths is not None
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    assert sum(lengths) == len(data)
    assert starts == [0, *(at + 1 for at, byte in enumerate(data) if byte == 10)]


def test_more_lines_than_anybody_reads() -> None:
    assert lines(b"\n" * 300_000).lengths is None


def test_what_a_damaged_save_still_shows() -> None:
    damaged, whole = (EXAMPLES[name].data for name in ("damaged.dat", "endgame.dat"))
    shown = FORMATS.find("stackmill").salvage(damaged)
    meant = FORMATS.find("stackmill").decode(whole).position
    assert isinstance(shown, MillPosition)
    assert isinstance(meant, MillPosition)
    assert (shown.white, shown.black) == (meant.white, meant.black)


def test_what_a_cut_board_still_shows() -> None:
    data = EXAMPLES["island.gb16"].data
    shown = FORMATS.find("gbxx").salvage(data[:100])
    whole = FORMATS.find("gbxx").decode(data).position
    assert isinstance(shown, TileBoard)
    assert isinstance(whole, TileBoard)
    there = (100 - 8) // 2
    assert shown.tiles[:there] == whole.tiles[:there]
    assert not any(shown.tiles[there:])


def test_whatever_the_bytes_salvaging_fails_in_words() -> None:
    chance = random.Random(18)
    for format in FORMATS.values():
        for size in (0, 1, 5, 46, 138, 300):
            try:
                format.salvage(chance.randbytes(size))
            except BoardbytesError:
                continue


def test_the_nearest_formats_lead_on() -> None:
    headless = EXAMPLES["game.sgf"].data[3:]
    assert leads.nearest(read(State(None, headless), "x"), headless, "x")[0] == "sgf"
    noise = bytes(range(200))
    near = leads.nearest(read(State(None, noise), "x"), noise, "save.sgf")
    assert near[-1] == "sgf", "what the name means comes last"
    known = EXAMPLES["endgame.dat"].data
    assert leads.nearest(read(State(None, known), "x"), known, "x") == []
