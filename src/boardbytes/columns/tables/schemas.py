"""What the tables of games hold: a column's name, its type and its meaning, once for everybody.

Arrow's types are named here and made when a table is: nothing of Arrow is loaded before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import boardbytes
from boardbytes.errors import MissingExtraError
from boardbytes.model.registry import find

if TYPE_CHECKING:
    import pyarrow as pa

VERSION = 1
"""The version of all schemas: another one means that a column has changed or gone."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    type: str
    meaning: str


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from lines of a name, a type and a meaning."""
    lines = (line.split(maxsplit=2) for line in text.strip().splitlines())
    return tuple(Column(name, kind, meaning) for name, kind, meaning in lines)


_WHERE = _columns("""
    source   string       where it was read: a file, or an archive and the file in it
    game     int32        which game of that file, from 1
    format   string       the format's name
""")

_ABOUT = _columns("""
    title    string       the name of the game
    event    string       the event
    round    string       the round
    place    string       the place
    date     string       the date as written
    result   string       the result as written, or as SGF or PDN would write it
    winner   string       the side that won, draw, or nothing where no result is told
    rules    string       the name of the rules
""")

_MOVED = _columns("""
    plies    int32        how many moves the main line has
    replays  bool         whether the moves alone lead from the start to the last position
    turn     string       the side to move in the last position; nothing in Go when it is over
""")

_FOUND = _columns("""
    canonical int64       the last position, the same number for all that a symmetry makes equal
    problems list<string> the codes of all warnings and errors
    error    string       the code of the first error; nothing if there is none
    message  string       the first error in words
    offset   int64        its byte in the file, from 0
    line     int32        its line, from 1
    ply      int32        its move, from 1
""")

SCHEMAS: dict[str, tuple[Column, ...]] = {
    "go": (
        *_WHERE,
        *_columns("""
            black      string  who plays black
            white      string  who plays white
            black_rank string  black's rank
            white_rank string  white's rank
        """),
        *_ABOUT,
        *_columns("""
            komi     double       points that white gets for playing second
            handicap int16        handicap stones; nothing if there are none
            width    int16        columns of the board
            height   int16        rows of the board
            start    binary       the first board, a byte a point as in stones; nothing if empty
            begins   string       the side to move first
            moves    list<int16>  the main line: a point from 1 in reading order, 0 pass, -1 resign
            movers   list<int8>   who made each, 1 black, 2 white; nothing where sides alternate
        """),
        *_MOVED,
        *_columns("""
            stones   binary       the last board in reading order: 0 empty, 1 black, 2 white, 3 ko
            black_captures double stones that black has captured
            white_captures double stones that white has captured
        """),
        *_FOUND,
    ),
    "mill": (
        *_WHERE,
        *_columns("""
            white    string       who plays white
            black    string       who plays black
        """),
        *_ABOUT,
        *_columns("""
            start    string       the first position as text; nothing where it is the usual one
            moves    list<int16>  the main line: from, to and taken, 5 bits each, 31 none
            line_text string      the main line as text
        """),
        *_MOVED,
        *_columns("""
            white_stones uint32   the points of white's stones, a bit each by ring number
            black_stones uint32   the points of black's stones
            white_hand   uint8    stones that white has yet to set
            black_hand   uint8    stones that black has yet to set
            removing     bool     whether a mill is closed and the stone not yet taken
        """),
        *_FOUND,
    ),
    "checkers": (
        *_WHERE,
        *_columns("""
            red      string       who plays red, which PDN calls black
            white    string       who plays white
        """),
        *_ABOUT,
        *_columns("""
            start    string       the first position as text; nothing where it is the usual one
            moves    list<int64>  the main line: source, man, jumps, directions, in bits
            line_text string      the main line as text
        """),
        *_MOVED,
        *_columns("""
            red_pieces   uint32   the squares of red's pieces, bit 0 for square 1
            white_pieces uint32   the squares of white's pieces
            kings        uint32   the squares of all kings
        """),
        *_FOUND,
    ),
    "tiles": (
        *_WHERE,
        *_columns("""
            title    string       the title in the footer
            author   string       the author in the footer
            code     string       the board's code in the footer
            width    int16        tiles in a row
            length   int16        rows
            depth    int16        bits of a tile
            modifiers uint8       how tiles touch, as the header's byte
            tiles    binary       all tiles, little-endian, row 0 first
        """),
        *_FOUND,
    ),
    "failures": (
        *_WHERE,
        *_columns("""
            error    string       the code of the first error
            message  string       the first error in words
            found    string       what was found there
            offset   int64        its byte in the file, from 0
            line     int32        its line, from 1
            ply      int32        its move, from 1
            point    string       its point, square or tile
            field    string       its field, property or key
            problems list<string> the codes of everything found
        """),
    ),
    "files": _columns("""
        source   string       the file, or the archive and the file in it
        offset   int64        where its first game stands: 0, but for later parts of large files
        bytes    int64        how many bytes were read
        format   string       the format's name; nothing if none was recognised
        games    int32        how many games, or positions, it has
        failed   int32        how many could not be read, or not to the end
    """),
}
"""The columns of every table, by its name: the subjects, what failed, and every file read."""

GAMES = ("go", "mill", "checkers", "tiles")
"""The tables that hold games and positions."""


def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a table; UnknownNameError if there is none of that name."""
    return find("table", table, SCHEMAS)


@cache
def arrow_schema(table: str) -> pa.Schema:
    """A table's schema for Arrow; meanings and versions are in its metadata."""
    pa = need_arrow()
    fields = [
        pa.field(column.name, _arrow_type(column.type), metadata={"meaning": column.meaning})
        for column in columns_of(table)
    ]
    return pa.schema(
        fields,
        metadata={
            "boardbytes": boardbytes.__version__,
            "boardbytes.table": table,
            "boardbytes.schema": str(VERSION),
        },
    )


def _arrow_type(name: str) -> Any:
    import pyarrow as pa

    if name.startswith("list<"):
        # The name that Parquet gives the field of a list, so that what is read is what was written.
        return pa.list_(pa.field("element", _arrow_type(name[5:-1])))
    types: dict[str, Any] = {
        "string": pa.string(),
        "binary": pa.binary(),
        "bool": pa.bool_(),
        "double": pa.float64(),
        "int8": pa.int8(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "uint8": pa.uint8(),
        "uint32": pa.uint32(),
    }
    return types[name]


def need_arrow() -> Any:
    """PyArrow; MissingExtraError where it is not installed."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("tables of games", "PyArrow", "columns") from None
    return pyarrow


def format_markdown(table: str) -> str:
    """A table's columns as a table of Markdown, for the page about them."""
    lines = ["| column | type | meaning |", "| --- | --- | --- |"]
    for column in columns_of(table):
        lines.append(f"| `{column.name}` | {column.type} | {column.meaning} |")
    return "\n".join(lines) + "\n"
