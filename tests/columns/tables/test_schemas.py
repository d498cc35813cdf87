"""The schemas are what the page says, what Arrow gets and what Parquet keeps."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes.columns import tables
from boardbytes.columns.tables.schemas import (
    GAMES,
    SCHEMAS,
    arrow_schema,
    columns_of,
    format_markdown,
    need_arrow,
)
from boardbytes.errors import MissingExtraError, UnknownNameError
from tests.conftest import ROOT


@pytest.mark.parametrize("table", SCHEMAS)
def test_names_types_and_meanings(table: str) -> None:
    schema = arrow_schema(table)
    assert schema.names == [column.name for column in columns_of(table)]
    assert len(set(schema.names)) == len(schema.names)
    for field, column in zip(schema, columns_of(table), strict=True):
        assert column.meaning
        assert field.metadata == {b"meaning": column.meaning.encode()}
        assert str(field.type).replace("element: ", "") == column.type
    assert schema.metadata == {
        b"boardbytes": bb.__version__.encode(),
        b"boardbytes.table": table.encode(),
        b"boardbytes.schema": b"1",
    }


@pytest.mark.parametrize("table", SCHEMAS)
def test_parquet_keeps_the_schema(table: str, tmp_path: Path) -> None:
    schema = arrow_schema(table)
    pq.write_table(schema.empty_table(), tmp_path / "empty.parquet")
    assert pq.read_schema(tmp_path / "empty.parquet").equals(schema, check_metadata=False)
    kept = pq.read_schema(tmp_path / "empty.parquet").metadata
    assert kept[b"boardbytes.table"] == table.encode()


@pytest.mark.parametrize("table", SCHEMAS)
def test_the_page_has_the_table(table: str) -> None:
    page = (ROOT / "docs" / "columns.md").read_text()
    assert format_markdown(table) in page


def test_every_subject_has_a_table() -> None:
    from boardbytes.games import GAMES as PLAYED

    assert {*PLAYED, "tiles"} == set(GAMES)


def test_no_such_table() -> None:
    with pytest.raises(UnknownNameError, match="chess"):
        arrow_schema("chess")


def test_without_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError) as caught:
        need_arrow()
    assert str(caught.value) == (
        "tables of games need PyArrow: run python -m pip install 'boardbytes[columns]'"
    )


def test_the_public_names_make_batches() -> None:
    (batch,) = tables.batches([bb.MillPosition()])
    assert isinstance(batch, pa.RecordBatch)
    assert batch.schema == arrow_schema("mill")
