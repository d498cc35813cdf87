"""Moves of Parquet tables are what `replay` takes."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes.columns import checkers, go, mill
from boardbytes.columns.scan import scan
from boardbytes.columns.tables import batches, moves_of
from boardbytes.errors import ColumnError

LISTS = [[1, 2], [], None, [3], [4, 5, 6], None]


@pytest.mark.parametrize("kind", [pa.list_(pa.int16()), pa.large_list(pa.int64())])
def test_lists_and_nulls(kind: pa.DataType) -> None:
    whole = pa.array(LISTS, kind)
    for column in (whole, pa.chunked_array([whole[:2], whole[2:]])):
        moves, offsets = moves_of(column)
        assert moves.tolist() == [1, 2, 3, 4, 5, 6]
        assert offsets.tolist() == [0, 2, 2, 2, 3, 6, 6]
    assert [each.tolist() for each in moves_of(whole[3:5])] == [[3, 4, 5, 6], [0, 1, 4]]
    assert [each.tolist() for each in moves_of(pa.chunked_array([], kind))] == [[], [0]]


def test_what_stands_behind_a_null_is_no_move() -> None:
    numbers = pa.array([1, 2, 3, 4], pa.int16())
    mask = pa.array([False, True, False])
    column = pa.ListArray.from_arrays(pa.array([0, 1, 3, 4], pa.int32()), numbers, mask=mask)
    assert [each.tolist() for each in moves_of(column)] == [[1, 4], [0, 1, 1, 2]]


def test_nothing_is_copied() -> None:
    column = pa.array([[1, 2], [3]], pa.list_(pa.int16()))
    assert np.shares_memory(moves_of(column)[0], column.values.to_numpy())


@pytest.mark.parametrize("column", [pa.array(["a"]), pa.array([[0.5]]), pa.array([[1, None]]), [1]])
def test_other_columns(column: pa.Array) -> None:
    with pytest.raises(ColumnError):
        moves_of(column)


def test_games_of_a_scan_are_played_again(tmp_path: Path) -> None:
    scan(["examples/club.zip"], tmp_path, cores=1)
    names = [("width", "=", 9), ("plies", ">", 0)]
    found = pq.read_table(tmp_path / "go", filters=names).filter(pc.field("start").is_null())
    moves, offsets = moves_of(found["moves"])
    assert np.diff(offsets).tolist() == found["plies"].to_pylist()
    boards = go.replay(moves, offsets, size=9)
    fine = np.flatnonzero(boards.ply == 0)
    assert len(fine) > 3
    stones = found["stones"].to_pylist()
    assert all(boards.stones[row].tobytes() == stones[row] for row in fine)
    found = pq.read_table(tmp_path / "checkers", filters=[("plies", ">", 0)])
    assert len(found) > 3
    last = checkers.replay(*moves_of(found["moves"]))
    assert last.red.tolist() == found["red_pieces"].to_pylist()


def test_games_of_mill_are_played_again() -> None:
    chance, games = random.Random(1), []
    for length in (5, 20, 0, 31):
        game = bb.Record(bb.MillPosition())
        for _ in range(length):
            game = game.play(chance.choice(game.legal_moves()))
        games.append(game)
    (batch,) = batches(games)
    ends = mill.replay(*moves_of(batch["moves"]))
    assert ends.white.tolist() == [game.position.white for game in games]  # type: ignore[attr-defined]
    assert ends.ply.tolist() == [0] * 4
