"""Every edit does what it says to the tiles it names, and nothing to any other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.games.tiles import Modifiers, TileBoard, Wrap, blank
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.games.tiles.depths import change_depth
from boardbytes.games.tiles.editing import (
    EDGES,
    circle,
    everywhere,
    grow,
    rectangle,
    same_around,
    set_footer,
    set_modifiers,
    set_parts,
    set_tiles,
    shift,
    shrink,
    stamp,
    usual_tile,
)
from tests.games.tiles.boards import boards, random_board

TWO_BY_THREE = TileBoard.of(8, [[1, 2], [3, 4], [5, 6]])


@given(boards(5), st.randoms(use_true_random=False))
def test_parts_change_on_their_places_only(board: TileBoard, chance: random.Random) -> None:
    places = chance.sample(everywhere(board), chance.randint(0, board.width))
    bits = chance.choice(DEPTHS[board.depth].parts)
    value = chance.randrange(1 << bits.width)
    after = set_parts(board, places, {bits.name: value})
    for place in everywhere(board):
        assert after.tile(*place) & ~(((1 << bits.width) - 1) << bits.shift) == (
            board.tile(*place) & ~(((1 << bits.width) - 1) << bits.shift)
        )
        expected = value if place in places else bits.of(board.tile(*place))
        assert bits.of(after.tile(*place)) == expected
    assert (after.modifiers, after.footer, after.reserved) == (
        board.modifiers,
        board.footer,
        board.reserved,
    )


def test_clearing() -> None:
    cleared = set_tiles(TWO_BY_THREE, rectangle(TWO_BY_THREE, (1, 2), (0, 1)), 0)
    assert list(cleared.tiles) == [1, 2, 0, 0, 0, 0]
    assert list(TWO_BY_THREE.tiles) == [1, 2, 3, 4, 5, 6], "the old board is as it was"


def picture(board: TileBoard, places: list[tuple[int, ...]]) -> str:
    rows = [
        "".join("#" if (x, y) in places else "." for x in range(board.width))
        for y in range(board.length)
    ]
    return "\n".join(reversed(rows))


def test_circles() -> None:
    squares = blank(7, 5)
    assert picture(squares, circle(squares, (3, 2), 2)) == (
        "...#...\n..###..\n.#####.\n..###..\n...#..."
    )
    hexagons = blank(7, 5, modifiers=Modifiers(hexagonal=True))
    near = circle(hexagons, (3, 2), 1)
    assert set(near) == {(3, 2), *hexagons.neighbours(3, 2)}
    wrapped = blank(7, 5, modifiers=Modifiers(wrap=Wrap.WIDTH))
    assert (6, 2) not in circle(wrapped, (0, 2), 2)


def test_flood_fill_stops_at_other_tiles_and_follows_joined_edges() -> None:
    rows = [[7, 9, 7, 7], [7, 9, 9, 7]]
    board = TileBoard.of(8, rows)
    assert same_around(board, (0, 0)) == [(0, 0), (0, 1)]
    joined = TileBoard.of(8, rows, modifiers=Modifiers(wrap=Wrap.WIDTH))
    assert same_around(joined, (0, 0)) == [(0, 0), (2, 0), (3, 0), (0, 1), (3, 1)]


@pytest.mark.parametrize("edge", EDGES)
def test_growing_and_shrinking_are_inverse(edge: str) -> None:
    chance = random.Random(65)
    for _ in range(50):
        board = random_board(chance)
        count = chance.randint(1, 3)
        larger = grow(board, edge, count)
        assert shrink(larger, edge, count) == board
        new = len(larger.tiles) - len(board.tiles)
        assert list(larger.tiles).count(usual_tile(board.depth)) >= new


def test_each_edge_is_where_it_is() -> None:
    assert str(grow(TWO_BY_THREE, "top", tile=0)) == "00 00\n05 06\n03 04\n01 02"
    assert str(grow(TWO_BY_THREE, "bottom", tile=0)) == "05 06\n03 04\n01 02\n00 00"
    assert str(grow(TWO_BY_THREE, "left", tile=0)) == "00 05 06\n00 03 04\n00 01 02"
    assert str(shrink(TWO_BY_THREE, "right")) == "05\n03\n01"


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda: grow(blank(255, 1), "left"), r"width must be 1 to 255 \(would be 256\)"),
        (lambda: shrink(TWO_BY_THREE, "top", 3), r"length must be 1 to 255 \(would be 0\)"),
        (lambda: grow(TWO_BY_THREE, "top", 0), "at least 1 row"),
        (lambda: set_tiles(TWO_BY_THREE, [(2, 0)], 0), "there is no tile 2,0"),
        (lambda: set_tiles(TWO_BY_THREE, [(0, 0)], 256), "must fit in 8 bits"),
        (lambda: set_parts(TWO_BY_THREE, [(0, 0)], {"height": 4}), r"0 to 3 \(found 4\)"),
        (lambda: set_footer(TWO_BY_THREE, title="ж"), "ISO 8859-1"),
        (lambda: change_depth(TWO_BY_THREE, 12), r"8, 16, 32 or 64 bits \(found 12\)"),
    ],
)
def test_edits_that_make_no_board(edit: object, sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        edit()  # type: ignore[operator]


def test_unknown_edges_get_a_hint() -> None:
    with pytest.raises(bb.UnknownNameError, match="did you mean bottom"):
        grow(TWO_BY_THREE, "botom")


@given(boards(6), st.integers(-9, 9), st.integers(-9, 9))
def test_shifting_around_and_back(board: TileBoard, x: int, y: int) -> None:
    assert shift(shift(board, x, y, around=True), -x, -y, around=True) == board


def test_shifting_off_the_board() -> None:
    assert str(shift(TWO_BY_THREE, 1, -1, tile=0)) == "00 00\n00 05\n00 03"
    assert str(shift(TWO_BY_THREE, 1, -1, around=True)) == "02 01\n06 05\n04 03"


@given(boards(4), st.sampled_from(list(DEPTHS)))
def test_what_is_not_lost_at_another_depth_comes_back(board: TileBoard, depth: int) -> None:
    try:
        there = change_depth(board, depth)
    except bb.LossError:
        assert change_depth(board, depth, lossy=True).depth == depth
    else:
        assert change_depth(there, board.depth) == board


def test_losses_are_named() -> None:
    board = TileBoard.of(64, [[0x0B04, 0x0404, 0x0200]])
    with pytest.raises(bb.LossError) as caught:
        change_depth(board, 8)
    assert str(caught.value) == (
        "a tile of 8 bits cannot hold the height of 2 tiles or the kind of 1 tile"
        " or the layer of 1 tile"
    )
    lossy = change_depth(board, 8, lossy=True)
    assert list(lossy.values("height")) == [3, 3, 0]
    assert list(lossy.values("bounds")) == [2, 3, 3]


def test_texts_and_modifiers() -> None:
    board = set_footer(TWO_BY_THREE, title="Two by three", version=2)
    assert (board.title, board.footer.version, board.author) == ("Two by three", 2, "")
    board = set_modifiers(board, hexagonal=True, wrap=Wrap.LENGTH)
    assert board.modifiers == Modifiers(hexagonal=True, wrap=Wrap.LENGTH)
    assert board.body == TWO_BY_THREE.body


@pytest.mark.parametrize("owner", range(4))
@pytest.mark.parametrize("style", range(4))
def test_the_owner_of_a_zone_is_carried(owner: int, style: int) -> None:
    """Player 1's zone of style `all` is what every tile begins with: no zone."""
    board = TileBoard.of(16, [[3 << 8 | owner << 10 | style << 12]])
    there = change_depth(board, 32)
    assert list(there.values("zone_players")) == [1 << owner if owner or style else 0]
    assert list(there.values("zone_style")) == [style]
    assert change_depth(there, 16) == board


@pytest.mark.parametrize(("players", "style"), [(0, 1), (1, 0), (3, 0), (3, 2), (15, 3)])
def test_owners_that_sixteen_bits_cannot_say(players: int, style: int) -> None:
    board = TileBoard.of(32, [[players << 17 | 3 << 24 | style << 26]])
    with pytest.raises(bb.LossError, match="the zone_players of 1 tile"):
        change_depth(board, 16)
    assert change_depth(board, 16, lossy=True).depth == 16


@pytest.mark.parametrize("target", [(0, 0), (3, 2), (4, 3), (7, 5), (-1, -2)])
@pytest.mark.parametrize("source", [(1, 1), (2, 1)])
def test_stamped_hexagons_keep_their_neighbours(
    source: tuple[int, int], target: tuple[int, int]
) -> None:
    board = set_modifiers(blank(9, 8, 16), hexagonal=True)
    tiles = [number << 2 | 3 for number in range(1, 10)]
    drawn = stamp(set_tiles(board, everywhere(board), 0), tiles, 3,
                          source, source)  # fmt: skip
    moved = stamp(set_tiles(board, everywhere(board), 0), tiles, 3,
                          source, target)  # fmt: skip

    def joined(on: TileBoard) -> set[frozenset[int]]:
        there = set(on.tiles)
        return {
            frozenset((on.tile(*place), on.tile(*near)))
            for place in everywhere(on)
            for near in on.neighbours(*place)
            if on.tile(*place) and on.tile(*near)
        } & {frozenset((a, b)) for a in there for b in there}

    kept = {pair for pair in joined(drawn) if pair <= set(moved.tiles)}
    assert joined(moved) == kept
    assert kept
