"""Column sets through Arrow and Parquet, of every format."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes import columns
from boardbytes.columns.mill import MillColumns
from boardbytes.columns.rows import RecordColumns
from boardbytes.columns.tables import arrays_of, batch_of
from boardbytes.errors import ColumnError
from tests.columns.records import SOURCES, random_games, random_records


def equal(one: Any, other: Any) -> bool:
    """Whether two column sets are the same, down to the types of their arrays."""
    if dataclasses.is_dataclass(one):
        names = [each.name for each in dataclasses.fields(one)]
        return type(one) is type(other) and all(
            equal(getattr(one, name), getattr(other, name)) for name in names
        )
    return bool(one.dtype == other.dtype and np.array_equal(one, other))


@pytest.mark.parametrize("name", SOURCES)
def test_what_columns_give_comes_back_from_parquet(name: str, tmp_path: Path) -> None:
    format, _ = SOURCES[name]
    records = random_records(name, 300, 5)
    decoded = columns.decode(records, format)
    found = [columns.check(records, format), decoded, columns.encode(decoded, format)]
    for each in found:
        pq.write_table(pa.Table.from_batches([batch_of(each)]), tmp_path / "x.parquet")
        assert equal(arrays_of(pq.read_table(tmp_path / "x.parquet"), type(each)), each)


def test_games_of_several_lengths() -> None:
    records = random_games(40, 3)
    offsets = np.cumsum([0, *map(len, records)])
    games = columns.decode(b"".join(records), "dgf-record", offsets=offsets)
    written = columns.encode(games, "dgf-record")
    for each in (games, games[5:9], written):
        batch = batch_of(each)
        assert batch.num_rows == len(each)
        assert equal(arrays_of(batch, type(each)), each)
    assert "start_stones" in batch_of(games).schema.names


def test_nothing_is_copied_and_slices_are_whole() -> None:
    saves = bb.dumps(bb.MillPosition(), "stackmill") * 5
    decoded = columns.decode(saves, "stackmill")
    batch = batch_of(decoded)
    assert np.shares_memory(batch["white"].to_numpy(), decoded.white)
    assert equal(arrays_of(batch.slice(1, 3), MillColumns), decoded[1:4])
    rows = batch_of(columns.encode(decoded, "stackmill"))
    assert arrays_of(rows.slice(2), RecordColumns).tobytes() == saves[: 3 * 46]


@pytest.mark.parametrize(
    ("batch", "words"),
    [
        (pa.record_batch({"black": [1]}), "there is no column white"),
        (pa.record_batch({"white": ["a"], "black": [1]}), "white must be numbers"),
        (pa.record_batch({"white": [None, 1], "black": [1, 1]}), "a value in every row"),
        (pa.record_batch({"white": [[1], [1, 2]], "black": [1, 1]}), "of fixed size"),
    ],
)
def test_what_is_no_such_set(batch: pa.RecordBatch, words: str) -> None:
    with pytest.raises(ColumnError, match=words):
        arrays_of(batch, MillColumns)
