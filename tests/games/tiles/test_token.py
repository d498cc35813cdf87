"""Tokens: occupancy and barred players decide where they may stand and where they can go."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.tiles import Modifiers, Occupancy, TileBoard, blank
from boardbytes.games.tiles.board import part, put
from boardbytes.games.tiles.token import Token, destinations, may_enter

ROW = blank(4, 1, 8, modifiers=Modifiers(pathed=True))


def row(occupancy: Occupancy, *, pathed: bool = True, depth: int = 8) -> TileBoard:
    return blank(4, 1, depth, modifiers=Modifiers(pathed=pathed, occupancy=occupancy))


@pytest.mark.parametrize(
    ("occupancy", "team", "allowed"),
    [
        (Occupancy.ONE, "A", False),
        (Occupancy.ONE, "B", False),
        (Occupancy.ONE_PER_TEAM, "A", False),
        (Occupancy.ONE_PER_TEAM, "B", True),
        (Occupancy.NO_LIMIT, "A", True),
        (Occupancy.CUSTOM, "A", True),
    ],
)
def test_occupancy(occupancy: Occupancy, team: str, allowed: bool) -> None:
    board, other = row(occupancy), Token(1, 0, team="A")
    token = Token(0, 0, team=team)
    assert may_enter(board, token, (1, 0), [other]) is allowed
    reached = {(1, 0): 1, (2, 0): 2, (3, 0): 3} if allowed else {}
    assert destinations(board, token, [token, other]) == reached


def test_free_routing_jumps_over_others() -> None:
    board = row(Occupancy.ONE, pathed=False)
    assert destinations(board, Token(0, 0), [Token(1, 0)]) == {(2, 0): 1, (3, 0): 1}


def test_barred_players_and_teams() -> None:
    board = row(Occupancy.NO_LIMIT, depth=32)
    tile = board.tile(2, 0)
    tile = put(tile, part(32, "barred_players"), 0b0010)
    tile = put(tile, part(32, "barred_teams"), 0b1000)
    tiles = [*board.tiles]
    tiles[2] = tile
    board = TileBoard.of(32, [tiles], modifiers=board.modifiers)
    for token, allowed in (
        (Token(0, 0, player=1, team="A"), True),
        (Token(0, 0, player=2, team="A"), False),
        (Token(0, 0, player=1, team="D"), False),
        (Token(0, 0), True),
    ):
        assert may_enter(board, token, (2, 0)) is allowed
        assert ((3, 0) in destinations(board, token)) is allowed


def test_levels_are_occupied_one_by_one() -> None:
    flags = Modifiers(pathed=True, level_flags=True)
    board = TileBoard.of(8, [[0b1111, 0b1111]], modifiers=flags)
    token, other = Token(0, 0, 0), Token(1, 0, 0)
    assert not may_enter(board, token, (1, 0, 0), [other])
    assert destinations(board, token, [other]) == {(0, 0, 1): 1, (1, 0, 1): 2}


def test_a_large_tile_is_occupied_as_one() -> None:
    modifiers = Modifiers(pathed=True, grouped=True)
    board = TileBoard.of(8, [[12, 0x4C, 0x4C, 12]], modifiers=modifiers)
    assert not may_enter(board, Token(0, 0), (1, 0), [Token(2, 0)])
    assert destinations(board, Token(0, 0)) == {(1, 0): 1, (3, 0): 2}


@pytest.mark.parametrize("fields", [{"team": "E"}, {"team": ""}, {"player": 0}, {"player": 5}])
def test_tokens_of_nobody(fields: dict[str, object]) -> None:
    with pytest.raises(bb.PositionError, match="must be"):
        Token(0, 0, **fields)  # type: ignore[arg-type]
