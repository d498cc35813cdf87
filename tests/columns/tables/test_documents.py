"""A document becomes a row and a document again: every file of the vectors that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.columns.tables.documents import document_of, failure_of, row_of
from boardbytes.columns.tables.schemas import columns_of
from boardbytes.errors import PositionError
from tests.conftest import ROOT

FILES = sorted(
    path
    for path in (ROOT / "tests" / "vectors").rglob("*")
    if path.is_file() and "ok" in path.parts
)


def read(path: Path) -> list[bb.Document[Any]]:
    try:
        found = list(bb.read_games(path))
    except bb.FormatError:  # Some need to be told their format.
        return []
    return [each for each in found if isinstance(each, bb.Document)]


def test_rows_and_back() -> None:
    games = 0
    for path in FILES:
        for document in read(path):
            table, row = row_of(document, str(path), 3)
            assert set(row) <= {column.name for column in columns_of(table)}
            assert (row["source"], row["game"], row["format"]) == (str(path), 3, document.format)
            full = {column.name: row.get(column.name) for column in columns_of(table)}
            back = document_of(table, full)
            assert_same(document, back, row)
            games += 1
    assert games > 150


def assert_same(document: bb.Document[Any], back: bb.Document[Any], row: dict[str, Any]) -> None:
    if document.position.game == "tiles":
        assert back.position.body == document.position.body
        return
    assert back.position == document.position
    if document.record is None or not row["replays"]:
        return
    if back.record is None:
        assert document.record.moves == ()
        return
    assert back.record.moves == document.record.moves
    assert back.record.start == document.record.start
    assert back.record.rules.name == document.record.rules.name


def test_headers_and_result() -> None:
    game = "(;SZ[9]PB[Ann]PW[ Bob ]BR[3d]DT[2024]EV[Cup]RE[B+3.5]KM[6.5]RU[Japanese];B[ee];W[])"
    _, row = row_of(bb.loads(game))
    told = {name: row[name] for name in ("black", "white", "black_rank", "date", "event")}
    expected = {"black": "Ann", "white": "Bob", "black_rank": "3d", "date": "2024", "event": "Cup"}
    assert told == expected
    assert (row["result"], row["winner"], row["komi"], row["rules"]) == (
        "B+3.5",
        "black",
        6.5,
        "japanese",
    )
    assert (row["moves"], row["movers"], row["plies"], row["turn"]) == ([41, 0], None, 2, "black")
    back = document_of("go", {column.name: row.get(column.name) for column in columns_of("go")})
    assert back.tree is not None
    assert back.tree.headers["black"] == "Ann"
    assert back.tree.rules.komi == 6.5


def test_sides_that_do_not_alternate() -> None:
    _, row = row_of(bb.loads("(;SZ[9];B[aa];B[bb];W[cc])"))
    assert (row["movers"], row["replays"]) == ([1, 1, 2], False)


def test_stones_set_up_amid_the_game() -> None:
    _, row = row_of(bb.loads("(;SZ[3];B[aa];AW[bb];W[cc])"))
    assert row["replays"] is False
    back = document_of("go", {column.name: row.get(column.name) for column in columns_of("go")})
    assert (back.record, back.position.stones) == (None, bytes([1, 0, 0, 0, 2, 0, 0, 0, 2]))


def test_checkers_moves_have_codes() -> None:
    document = bb.loads("1. 11-15 22-18 2. 15x22 *")
    _, row = row_of(document)
    assert row["line_text"] == "11-15 22-18 15x22"
    codes = row["moves"]
    from boardbytes.games.checkers import CheckersMove

    assert tuple(map(CheckersMove.from_code, codes)) == document.record.moves  # type: ignore[union-attr]


def test_failures_have_a_place() -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.loads("1. 11-15 11-16 *")
    row = failure_of(caught.value, "x.pdn", 2)
    assert (row["source"], row["game"], row["format"], row["ply"]) == ("x.pdn", 2, "pdn", 2)
    assert row["error"] in row["problems"]
    assert row["offset"] == caught.value.problems[0].place.offset
    assert row["message"]


def test_moves_that_lead_elsewhere_are_no_document() -> None:
    _, row = row_of(bb.loads("(;SZ[9];B[ee])"))
    full = {column.name: row.get(column.name) for column in columns_of("go")}
    with pytest.raises(PositionError, match="do not lead"):
        document_of("go", full | {"moves": [1]})
