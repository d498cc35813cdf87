"""Games and positions as tables: one schema for each game, Arrow and Parquet in and out."""

from boardbytes.columns.tables.arrays import arrays_of, batch_of
from boardbytes.columns.tables.arrow import batches, documents, to_parquet
from boardbytes.columns.tables.lists import moves_of
from boardbytes.columns.tables.schemas import SCHEMAS, Column, arrow_schema

__all__ = [
    "SCHEMAS",
    "Column",
    "arrays_of",
    "arrow_schema",
    "batch_of",
    "batches",
    "documents",
    "moves_of",
    "to_parquet",
]
