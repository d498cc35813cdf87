"""Tile boards as values: what they refuse, and their parts one by one and all at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.games.tiles import Footer, Modifiers, TileBoard, blank
from boardbytes.games.tiles.board import DEPTHS, format_value, parse_value, part, put
from boardbytes.games.tiles.footer import is_code
from boardbytes.games.tiles.notation import format_spot, parse_spot
from boardbytes.games.tiles.plain import from_plain, to_plain
from boardbytes.model.plain import Plain
from tests.games.tiles.boards import boards


@pytest.mark.parametrize("depth", DEPTHS)
def test_parts_cover_every_bit_once(depth: int) -> None:
    bits = [
        bit for part in DEPTHS[depth].parts for bit in range(part.shift, part.shift + part.width)
    ]
    assert sorted(bits) == list(range(depth))


@pytest.mark.parametrize("depth", DEPTHS)
def test_values_are_put_and_read_by_word_or_number(depth: int) -> None:
    for bits in DEPTHS[depth].parts:
        for value in {0, 1, (1 << bits.width) - 1}:
            full = (1 << depth) - 1
            assert bits.of(put(full, bits, value)) == value
            assert put(full, bits, value) | ((1 << bits.width) - 1) << bits.shift == full
            assert parse_value(bits, format_value(bits, value)) == value
            assert parse_value(bits, str(value)) == value
        with pytest.raises(bb.PositionError, match="must be 0 to"):
            put(0, bits, 1 << bits.width)
    with pytest.raises(bb.UnknownNameError, match="did you mean height"):
        part(depth, "heigth")


def test_a_word_that_a_part_does_not_know() -> None:
    with pytest.raises(bb.PositionError, match=r"or one of: none, A, B, C \(found 'D'\)"):
        parse_value(part(8, "group"), "D")


@pytest.mark.parametrize("byte", range(256))
def test_every_byte_is_modifiers(byte: int) -> None:
    assert Modifiers.from_byte(byte).byte == byte


@given(boards(5))
def test_parts_one_by_one_and_all_at_once(board: TileBoard) -> None:
    for bits in DEPTHS[board.depth].parts:
        values = board.values(bits.name)
        for number, tile in enumerate(board.tiles):
            x, y = board.spot(number)
            assert board.tile(x, y) == tile
            assert values[number] == bits.of(tile)


@given(boards(4))
def test_plain_values_read_back(board: TileBoard) -> None:
    assert from_plain(Plain(to_plain(board))) == board


@given(st.integers(0, 254), st.integers(0, 254), st.none() | st.integers(0, 7))
def test_places_as_text(x: int, y: int, level: int | None) -> None:
    spot = (x, y) if level is None else (x, y, level)
    assert parse_spot(format_spot(spot)) == spot


@pytest.mark.parametrize("text", ["", "3", "3;5", "a,b", "1,2,3,4", "-1,2", "1,2 "])
def test_texts_that_are_no_place(text: str) -> None:
    with pytest.raises(bb.PositionError, match="named like 3,5"):
        parse_spot(text)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: blank(0, 1), r"width must be 1 to 255 \(found 0\)"),
        (lambda: blank(1, 256), r"length must be 1 to 255 \(found 256\)"),
        (lambda: blank(1, 1, 24), r"a tile must have 8, 16, 32 or 64 bits \(found 24\)"),
        (lambda: TileBoard(8, 2, 2, b"abc"), r"must have 4 bytes \(found 3\)"),
        (lambda: TileBoard.of(8, [[1, 2], [3]]), "same length"),
        (lambda: TileBoard.of(8, [[256]]), "must fit in 8 bits"),
        (lambda: blank(1, 1, reserved=256), "reserved byte must be 0 to 255"),
        (lambda: blank(2, 2).tile(2, 0), "there is no tile 2,0 on a board of 2 × 2 tiles"),
        (lambda: Footer(title="x" * 61), "title must have at most 60 characters"),
        (lambda: Footer(author="Łukasz"), "author must be ISO 8859-1 text"),
        (lambda: Footer(version=256), "version must be 0 to 255"),
    ],
)
def test_values_that_make_no_board(make: object, sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        make()  # type: ignore[operator]


def test_texts_end_at_their_first_zero_but_are_kept() -> None:
    board = blank(1, 1, footer=Footer(title="New\0 board\0\0"))
    assert board.title == "New"
    assert board.footer.title == "New\0 board"
    assert [problem.code for problem in board.problems()] == ["title-after-zero"]


def test_codes() -> None:
    assert is_code("0A1Z9")
    assert not is_code("0A1I9")
    assert not is_code("0A1Z")


def test_what_differs_is_told() -> None:
    before, after = blank(3, 2), TileBoard.of(8, [[12, 12, 12], [12, 0, 1]])
    with pytest.raises(bb.NoMoveError, match="2 tiles differ: 1,1 and 2,1"):
        bb.diff(before, after)
    with pytest.raises(bb.NoMoveError, match="width went from 3 to 4"):
        bb.diff(before, blank(4, 2))


def test_the_top_row_is_printed_first() -> None:
    assert str(TileBoard.of(16, [[1, 2], [3, 0xABCD]])) == "0003 abcd\n0001 0002"


def test_the_torus_can_be_walked_around_both_ways() -> None:
    """Its spots are those of a ring of 12 by a ring of 8, and so are the steps between them."""
    board = bb.load("examples/torus.gb16").position
    assert isinstance(board, TileBoard)
    tube = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    for x, (y, level) in ((0, tube[0]), (7, tube[3]), (11, tube[5])):
        turn = tube.index((y, level))
        expected = {
            (to_x, *tube[to]): min((to_x - x) % 12, (x - to_x) % 12)
            + min((to - turn) % 8, (turn - to) % 8)
            for to_x in range(12)
            for to in range(8)
        }
        assert board.reachable((x, y, level)) == expected


def test_modifiers_are_told_as_their_docstring_says() -> None:
    docstring = " ".join((Modifiers.__str__.__doc__ or "").split())
    assert f"`{Modifiers()}`" in docstring
