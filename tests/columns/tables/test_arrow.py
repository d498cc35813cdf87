"""Record batches of documents, Parquet files of them, and the way back."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes.columns import tables
from boardbytes.columns.tables.arrow import table_of
from boardbytes.columns.tables.schemas import arrow_schema
from boardbytes.errors import PositionError

SGF = b"(;SZ[9];B[ee])(;SZ[9];B[aa];W[aa])(;SZ[5];B[cc])"
PDN = b'[Event "a"]\n1. 11-15 11-16 *\n\n[Event "b"]\n1. 11-15 *\n'


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_batches_keep_order_and_size(tmp_path: Path) -> None:
    games = list(bb.read_games(write(tmp_path / "x.sgf", SGF)))
    found = list(tables.batches(games, "x.sgf", size=2))
    assert [batch.num_rows for batch in found] == [2, 1]
    rows = [row for batch in found for row in batch.to_pylist()]
    assert [(row["source"], row["game"], row["width"]) for row in rows] == [
        ("x.sgf", 1, 9),
        ("x.sgf", 2, 9),
        ("x.sgf", 3, 5),
    ]


def test_an_error_is_a_failure_and_what_could_be_read(tmp_path: Path) -> None:
    games = list(bb.read_games(write(tmp_path / "x.pdn", PDN)))
    found = {table_of(batch): batch.to_pylist() for batch in tables.batches(games, "x.pdn")}
    (failure,) = found["failures"]
    assert (failure["game"], failure["ply"]) == (1, 2)
    first, second = found["checkers"]
    assert (first["plies"], first["error"], first["ply"]) == (1, failure["error"], 2)
    assert first["message"] == failure["message"]
    assert (second["plies"], second["error"], second["problems"]) == (1, None, [])


def test_documents_of_a_batch() -> None:
    record = bb.Record.replay(bb.MillPosition(), ["d6", "a1", "g7"])
    (batch,) = tables.batches([record, bb.MillPosition(), bb.Document.of("json", record)])
    first, second, third = tables.documents(batch)
    assert (first.record, third.record) == (record, record)
    assert second.position == bb.MillPosition()
    assert [each.format for each in (first, second, third)] == [None, None, "json"]


def test_parquet_and_back(tmp_path: Path) -> None:
    games = list(bb.read_games(write(tmp_path / "x.sgf", SGF)))
    path = tmp_path / "x.parquet"
    assert tables.to_parquet([each for each in games if isinstance(each, bb.Document)], path) == 3
    table = pq.read_table(path)
    assert table.schema.equals(arrow_schema("go"), check_metadata=True)
    back = list(tables.documents(table))
    assert [each.position for each in back] == [
        each.position for each in games if isinstance(each, bb.Document)
    ]


def test_a_file_holds_one_game(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    with pytest.raises(PositionError, match="one file holds one table, not mill and go"):
        tables.to_parquet([bb.MillPosition(), bb.GoPosition()], path)
    with pytest.raises(PositionError, match="nothing to write"):
        tables.to_parquet([], path)
    assert not path.exists()


def test_foreign_batches_are_refused() -> None:
    import pyarrow as pa

    with pytest.raises(PositionError, match="names none"):
        list(tables.documents(pa.table({"a": [1]})))
