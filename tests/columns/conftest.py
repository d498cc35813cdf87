"""Columns of numbers need the tables, too."""

from tests.numbering.conftest import table_folder

__all__ = ["table_folder"]
