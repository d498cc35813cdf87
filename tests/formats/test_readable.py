"""A game with a move that cannot be played: which move it is, and the game before it."""

from __future__ import annotations

import random

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.loss import MOVES
from boardbytes.games import GAMES
from boardbytes.model import Game

CASES = [
    *(("go", name) for name in ("dgf-record", "dgf-game", "dgf-game-binary", "json")),
    *(("checkers", name) for name in ("pdn", "json")),
    ("mill", "json"),
]


def played(game: Game, seed: object, plies: int = 24) -> bb.Record:
    chance = random.Random(f"{seed}")
    record = bb.Record(game.start)
    while len(record.moves) < plies:
        stones = [move for move in record.position.legal_moves() if str(move) != "pass"]
        record = record.play(chance.choice(stones))
    return record


def with_move_again(data: bytes, name: str, ply: int, other: int) -> bytes:
    """The file with one move in the place of another, found by what `explain` says."""
    spans = {span.ply: span for span in bb.explain(data, name) if span.ply}
    there, from_here = spans[ply], spans[other]
    move = data[from_here.offset : from_here.offset + from_here.size]
    return data[: there.offset] + move + data[there.offset + there.size :]


@pytest.mark.parametrize(("game", "name"), CASES)
@pytest.mark.parametrize("ply", [3, 8, 24])
def test_the_game_before_a_move_that_cannot_be_played(game: str, name: str, ply: int) -> None:
    record = played(GAMES.find(game), (game, name))
    data = with_move_again(bb.dumps(record, name), name, ply, ply - 2)
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data, name)
    errors = [problem for problem in caught.value.problems if problem.is_error]
    assert [problem.place.ply for problem in errors] == [ply]
    spans = {span.ply: span for span in bb.explain(data, name)}
    place = errors[0].place.offset
    assert place is not None
    assert spans[ply].offset <= place < spans[ply].offset + spans[ply].size
    readable = caught.value.readable
    assert readable is not None
    assert readable.format == name
    assert readable.record == record.at(ply - 1)
    assert readable.position == record.positions[ply - 1]
    # It is a whole document: it can be written, and goes on.
    assert bb.loads(bb.dumps(readable), name).record == readable.record
    assert readable.play(record.moves[ply - 1]).position == record.positions[ply]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("pdn", b'[GameType "20"] 1. 11-15 11-15 *'),
        ("pdn", b"1. 11-15 hello 11-15 *"),
        ("json", b'{"boardbytes": 1, "game": "mill", "position": {}, "record": {}}'),
    ],
)
def test_nothing_is_readable_where_something_else_is_wrong(name: str, data: bytes) -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data, name)
    assert caught.value.readable is None


def test_every_format_with_records_is_here() -> None:
    holding = {f.name for f in FORMATS.values() if MOVES in f.holds and f.holds_positions}
    # SGF plays every move as it is written.
    assert holding - {"sgf"} == {name for _, name in CASES}
