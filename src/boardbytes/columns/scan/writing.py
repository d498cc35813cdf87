"""Rows of all tables as Parquet files of at most so many rows, in memory until they are whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boardbytes.columns.tables.arrow import PARQUET, ROWS_PER_GROUP, Rows
from boardbytes.columns.tables.schemas import SCHEMAS, arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class PartFile:
    """A file to be written: its name below the folder of the scan, and its bytes."""

    name: str
    data: bytes = field(repr=False)


class _TableWriter:
    """The files of one table of a part."""

    def __init__(self, table: str, rows_per_file: int) -> None:
        self.table, self.rows_per_file = table, rows_per_file
        self.count = self.waiting_rows = self.rows_in_file = 0
        self.rows = Rows(table)
        self.waiting: list[pa.RecordBatch] = []
        self.files: list[bytes] = []
        self.sink: Any = None
        self.writer: Any = None

    def add(self, row: Mapping[str, Any]) -> None:
        self.rows.add(row)
        if self.rows.count >= ROWS_PER_GROUP:
            self.add_batch(self.rows.take())

    def add_batch(self, batch: pa.RecordBatch) -> None:
        self.waiting.append(batch)
        self.waiting_rows += batch.num_rows
        self.count += batch.num_rows
        if self.waiting_rows >= ROWS_PER_GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa

        table = pa.Table.from_batches(self.waiting, arrow_schema(self.table))
        self.waiting, self.waiting_rows = [], 0
        while table.num_rows:
            self._open()
            piece = table.slice(0, self.rows_per_file - self.rows_in_file)
            self.writer.write_table(piece, row_group_size=ROWS_PER_GROUP)
            self.rows_in_file += piece.num_rows
            table = table.slice(piece.num_rows)
            if self.rows_in_file == self.rows_per_file:
                self._close()

    def _open(self) -> None:
        if self.writer is None:
            import pyarrow as pa
            import pyarrow.parquet as pq

            self.sink = pa.BufferOutputStream()
            self.writer = pq.ParquetWriter(self.sink, arrow_schema(self.table), **PARQUET)

    def _close(self) -> None:
        self.writer.close()
        self.files.append(self.sink.getvalue().to_pybytes())
        self.writer = self.sink = None
        self.rows_in_file = 0

    def finish(self) -> list[bytes]:
        if self.rows.count:
            self.add_batch(self.rows.take())
        if self.waiting:
            self._write()
        if self.writer is not None:
            self._close()
        return self.files


class PartWriter:
    """Takes the rows of a part."""

    def __init__(self, rows_per_file: int) -> None:
        self._writers = {table: _TableWriter(table, rows_per_file) for table in SCHEMAS}

    def add(self, table: str, row: Mapping[str, Any]) -> None:
        self._writers[table].add(row)

    def add_batch(self, table: str, batch: pa.RecordBatch) -> None:
        self._writers[table].add_batch(batch)

    def finish(self, number: int) -> tuple[PartFile, ...]:
        """The files of all tables."""
        return tuple(
            PartFile(f"{table}/part-{number:06}-{place:02}.parquet", data)
            for table, writer in self._writers.items()
            for place, data in enumerate(writer.finish())
        )

    @property
    def counts(self) -> dict[str, int]:
        """How many rows each table has; only those that have any, once all is finished."""
        return {table: each.count for table, each in self._writers.items() if each.count}
