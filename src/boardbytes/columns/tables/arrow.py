"""Documents as record batches of Arrow and as Parquet files, and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from boardbytes.columns.tables.documents import Row, document_of, failure_of, row_of
from boardbytes.columns.tables.schemas import SCHEMAS, arrow_schema, columns_of, need_arrow
from boardbytes.errors import FormatError, PositionError
from boardbytes.files import write_whole
from boardbytes.model import Document, Model
from boardbytes.model.document import as_document

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_PER_GROUP = 8192
"""How many rows make a batch, and a row group of a Parquet file."""

PARQUET = {"compression": "zstd", "compression_level": 3, "write_page_index": True}
"""How Parquet files are written."""


class Rows:
    """Rows of one table that are waiting to become a record batch."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.columns: dict[str, list[Any]] = {column.name: [] for column in columns_of(table)}
        self.count = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Add a row; what it does not name is null."""
        for name, column in self.columns.items():
            column.append(row.get(name))
        self.count += 1

    def take(self) -> pa.RecordBatch:
        """The rows as a batch; none are waiting afterwards."""
        import pyarrow as pa

        schema = arrow_schema(self.table)
        arrays = [pa.array(self.columns[field.name], field.type) for field in schema]
        for column in self.columns.values():
            column.clear()
        self.count = 0
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def batches(
    models: Iterable[Model | FormatError], source: str | None = None, size: int = ROWS_PER_GROUP
) -> Iterator[pa.RecordBatch]:
    """Documents, games or positions as record batches of up to `size` rows.

    Takes what `bb.read_games` gives: an error goes to the table of failures, and whatever could be
    read of its game to the game's table. Rows of one table keep their order. The table's name is
    in the metadata of a batch's schema.
    """
    need_arrow()
    waiting: dict[str, Rows] = {}
    for number, model in enumerate(models, 1):
        for table, row in rows_of(model, source, number):
            rows = waiting.setdefault(table, Rows(table))
            rows.add(row)
            if rows.count >= size:
                yield rows.take()
    for rows in waiting.values():
        if rows.count:
            yield rows.take()


def rows_of(model: Model | FormatError, source: str | None, game: int) -> Iterator[tuple[str, Row]]:
    """The rows that tell of a model: where it is an error, a failure and what could be read."""
    if not isinstance(model, FormatError):
        yield row_of(as_document(model), source, game)
        return
    yield "failures", failure_of(model, source, game)
    if model.readable is not None:
        from dataclasses import replace

        yield row_of(replace(model.readable, problems=model.problems), source, game)


def table_of(batch: pa.RecordBatch | pa.Table) -> str:
    """The name of the table that a batch is of; PositionError if it is not one of ours."""
    metadata: dict[bytes, bytes] = batch.schema.metadata or {}
    name = metadata.get(b"boardbytes.table", b"").decode()
    if name not in SCHEMAS:
        raise PositionError("the batch must be of one of our tables: its schema names none")
    return name


def documents(batch: pa.RecordBatch | pa.Table) -> Iterator[Document]:
    """The documents of a batch or of a table that was read from Parquet: main lines, no comments.

    Raises PositionError for rows whose moves do not lead to their last position.
    """
    name = table_of(batch)
    for row in batch.to_pylist():
        yield document_of(name, row)


def to_parquet(
    models: Iterable[Model | FormatError], path: str | os.PathLike[str], source: str | None = None
) -> int:
    """Write documents, games or positions of one game to a Parquet file, whole or not at all.

    Returns how many rows it has. Raises PositionError if they are of several games, or if one
    could not be read: `boardbytes.columns.scan` sorts those out.
    """
    pa = need_arrow()
    import pyarrow.parquet as pq

    sink, writer, table, count = pa.BufferOutputStream(), None, None, 0
    for batch in batches(models, source):
        if table not in (None, name := table_of(batch)):
            raise PositionError(f"one file holds one table, not {table} and {name}")
        table, count = name, count + batch.num_rows
        writer = writer or pq.ParquetWriter(sink, batch.schema, **PARQUET)
        writer.write_batch(batch)
    if writer is None:
        raise PositionError("there is nothing to write")
    writer.close()
    write_whole(path, memoryview(sink.getvalue()).tobytes())
    return count
