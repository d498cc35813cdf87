"""Many SGF games as rows at once: compiled kernels read sound games, the usual reader the rest.

The rows are those that reading each game by itself would give; this is only quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns.tables import sgf_kernel as kernel
from boardbytes.columns.tables.arrow import rows_of
from boardbytes.columns.tables.canonical import SHAPE, weights
from boardbytes.columns.tables.documents import Row
from boardbytes.columns.tables.places import moved_game
from boardbytes.columns.tables.schemas import arrow_schema
from boardbytes.compiling import compiled
from boardbytes.formats.sgf import bulk
from boardbytes.formats.sgf.bulk_kernel import ODD, SOUND
from boardbytes.formats.sgf.charset import codec_of
from boardbytes.formats.sgf.format import games
from boardbytes.formats.sgf.kernel import NONE
from boardbytes.formats.sgf.lexing import signs
from boardbytes.formats.sgf.result import RULES, parse_komi, parse_result
from boardbytes.formats.sgf.texts import parse_simple
from boardbytes.games.go.board import BLACK, WHITE
from boardbytes.model import Colour

if TYPE_CHECKING:
    import pyarrow as pa

Numbers = NDArray[Any]

HEAD = 65536
CHUNK = 4096
"""How many games become columns at a time."""

_HEADERS = {
    "PB": "black", "PW": "white", "BR": "black_rank", "WR": "white_rank", "GN": "title",
    "EV": "event", "RO": "round", "PC": "place", "DT": "date", "RE": "result", "RU": "rules",
    "KM": "komi", "HA": "handicap",
}  # fmt: skip
_COLOURS = np.array([None, Colour.BLACK.value, Colour.WHITE.value], dtype=object)


@dataclass(frozen=True)
class Piece:
    """A file, or a run of whole games of a large one, that begins at `offset` with game `first`."""

    source: str
    data: bytes
    offset: int = 0
    first: int = 1


@dataclass
class Tabulated:
    """What pieces turned into: batches of games, single rows, and how many games each piece had."""

    batches: list[pa.RecordBatch] = field(default_factory=list)
    rows: list[tuple[str, Row]] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)


def can_be_lexed_together(data: bytes) -> bool:
    """Whether a file's signs are those of ASCII, so that many files can be lexed as one."""
    codec = codec_of(data[:HEAD])
    return is_plain_codec(codec) and signs(codec) == signs()


def is_plain_codec(codec: str) -> bool:
    """Whether text of a codec can be lexed as it is."""
    return not codec.startswith(("utf-16", "utf-32", "iso2022", "hz"))


def tabulate(pieces: Sequence[Piece], codec: str = "ascii") -> Tabulated:
    """The rows of all games of some pieces, which are lexed as text of a codec."""
    data = b"".join(piece.data for piece in pieces)
    ends = np.cumsum([0, *(len(piece.data) for piece in pieces)])
    starts, stops, counts = _split(data, ends, codec)
    found = Tabulated(games=counts.tolist(), failed=[0] * len(pieces))
    owners = np.repeat(np.arange(len(pieces)), counts)
    before = np.array([0, *accumulate(found.games)])
    numbers = np.arange(len(starts)) - before[owners] + np.array([p.first for p in pieces])[owners]
    for begin in range(0, len(starts), CHUNK):
        part = slice(begin, begin + CHUNK)
        chunk = _Chunk(data, starts[part], stops[part], codec)
        sources = [pieces[owner].source for owner in owners[part].tolist()]
        chosen = np.flatnonzero(chunk.found.verdicts == SOUND)
        if len(chosen):
            found.batches.append(chunk.batch(chosen, sources, numbers[part]))
        for row in np.flatnonzero(chunk.found.verdicts != SOUND).tolist():
            owner, number = int(owners[begin + row]), int(numbers[begin + row])
            shift = int(starts[begin + row] - ends[owner]) + pieces[owner].offset
            for table, values in chunk.rows(row, sources[row], number, shift):
                found.rows.append((table, values))
                found.failed[owner] += table == "failures"
    return found


def _split(data: bytes, ends: Numbers, codec: str) -> tuple[Numbers, Numbers, Numbers]:
    """Where all games stand, and how many each piece has."""
    most = len(data) // 3 + 1
    starts, stops = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.zeros(len(ends) - 1, np.int64)
    tables = bulk.new_tables(int(np.diff(ends).max(initial=0)))
    buffer = np.frombuffer(data, np.uint8)
    given = (buffer, ends[:-1], ends[1:], _signs(codec), tables, starts, stops, counts)
    count = compiled(kernel.__name__).split_files(*given)
    return starts[:count].copy(), stops[:count].copy(), counts


def _signs(codec: str) -> Numbers:
    return np.frombuffer(signs(codec), np.uint8)


class _Chunk:
    """Some games and the columns that the kernel made of them."""

    def __init__(self, data: bytes, starts: Numbers, ends: Numbers, codec: str) -> None:
        self.data, self.starts, self.ends = data, starts, ends
        room = int((ends - starts).max())
        self.found = _new_found(len(starts), int((ends - starts).sum()))
        self.buffer = np.frombuffer(data, np.uint8)
        arrays = bulk.new_tables(room), bulk.knowledge(), bulk.new_scratch(room)
        given = (self.buffer, starts, ends, _signs(codec), *arrays, np.zeros(1, np.int64))
        compiled(kernel.__name__).column_games(*given, _codes(), _weights(), self.found)
        sizes = self.found.numbers[:, kernel.SIZE]
        self.canonical = self.found.canonical ^ weights(SHAPE + (sizes << 8 | sizes))

    def rows(self, row: int, source: str, number: int, shift: int) -> Iterator[tuple[str, Row]]:
        """The rows of a game about which there is something to say."""
        verdict = int(self.found.verdicts[row])
        start, end = int(self.starts[row]), int(self.ends[row])
        is_odd = verdict == ODD
        text = self.data[start:end]
        if not is_odd:
            text = self.data[start : int(self.found.roots[row])] + b")"
        game = moved_game(next(games(text)), shift)
        for table, values in rows_of(game, source, number):
            if table == "go" and not is_odd:
                values |= self._line(row)
            yield table, values

    def _line(self, row: int) -> Row:
        """What the kernel knows of a game beyond its root."""
        found = self.found
        numbers = found.numbers[row].tolist()
        moves = found.moves[found.move_ends[row] : found.move_ends[row + 1]]
        stones = found.stones[found.stone_ends[row] : found.stone_ends[row + 1]]
        return {
            "begins": _COLOURS[numbers[kernel.BEGINS]],
            "moves": moves.tolist(),
            "plies": numbers[kernel.PLIES],
            "turn": _COLOURS[numbers[kernel.TURN]],
            "stones": stones.tobytes(),
            "black_captures": float(numbers[kernel.BLACK_TAKEN]),
            "white_captures": float(numbers[kernel.WHITE_TAKEN]),
            "canonical": int(self.canonical[row]),
        }

    def batch(self, chosen: Numbers, sources: list[str], numbers: Numbers) -> pa.RecordBatch:
        """The games that were chosen, as a batch of Go's table."""
        import pyarrow as pa

        schema = arrow_schema("go")
        found, count = self.found, len(sources)
        values = found.numbers
        headers = {name: self._header(index) for index, name in enumerate(_HEADERS.values())}
        sizes = values[:, kernel.SIZE].astype(np.int16)
        columns: dict[str, Any] = headers | {
            "source": pa.array(sources, pa.string()),
            "game": numbers.astype(np.int32),
            "format": pa.repeat("sgf", count),
            "winner": _mapped(headers["result"], _winner, pa.string()),
            "rules": _mapped(headers["rules"], _rules, pa.string()).fill_null("standard"),
            "komi": _mapped(headers["komi"], _komi, pa.float64()).fill_null(0.0),
            "handicap": self._handicaps(headers["handicap"]),
            "width": sizes,
            "height": sizes,
            "start": _pieces(found.starts, found.start_ends, pa.binary(), empty_is_null=True),
            "begins": pa.array(_COLOURS[values[:, kernel.BEGINS]], pa.string()),
            "moves": _list(found.moves, found.move_ends, schema.field("moves").type),
            "plies": values[:, kernel.PLIES].astype(np.int32),
            "replays": np.ones(count, bool),
            "turn": pa.array(_COLOURS[values[:, kernel.TURN]], pa.string()),
            "stones": _pieces(found.stones, found.stone_ends, pa.binary()),
            "black_captures": values[:, kernel.BLACK_TAKEN].astype(np.float64),
            "white_captures": values[:, kernel.WHITE_TAKEN].astype(np.float64),
            "canonical": self.canonical,
            "problems": _list(
                np.zeros(0, np.int16), np.zeros(count + 1, np.int64), schema.field("problems").type
            ),
        }
        arrays = [
            pa.array(columns[each.name], each.type) if each.name in columns
            else pa.nulls(count, each.type)
            for each in schema
        ]  # fmt: skip
        batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
        return batch if len(chosen) == count else batch.take(pa.array(chosen))

    def _header(self, header: int) -> Any:
        """A header of all games; those with escapes or line breaks in them are read one by one."""
        import pyarrow as pa

        starts, ends = self.found.header_starts[header], self.found.header_ends[header]
        is_there = (starts != NONE) & (self.found.verdicts == SOUND)
        starts = np.where(is_there, starts, NONE)
        if not self.found.plain[header][is_there].all():
            spans = zip(starts.tolist(), ends.tolist(), strict=True)
            texts = (None if start == NONE else self._text(start, end) for start, end in spans)
            return pa.array(list(texts), pa.string())
        lengths = np.where(is_there, ends - starts, 0)
        out = np.empty(int(lengths.sum()), np.uint8)
        compiled(kernel.__name__).gather(self.buffer, starts, ends, out)
        bounds = np.concatenate([[0], np.cumsum(lengths)])
        return _pieces(out, bounds, pa.string(), empty_is_null=True)

    def _text(self, start: int, end: int) -> str | None:
        return parse_simple(self.data[start:end].decode("utf-8", "replace")).strip(" ") or None

    def _handicaps(self, texts: Any) -> Any:
        """Handicaps as they are written, or as the first boards show them."""
        import pyarrow as pa

        values = self.found.numbers
        blacks, whites = values[:, kernel.BLACKS], values[:, kernel.WHITES]
        is_shown = (blacks >= 2) & (whites == 0) & (values[:, kernel.BEGINS] == WHITE)
        told = _mapped(texts, _handicap, pa.int16()).fill_null(0).to_numpy(zero_copy_only=False)
        stones = np.where(told > 0, told, np.where(is_shown, blacks, 0))
        return pa.array(stones, pa.int16(), mask=stones == 0)


def _new_found(count: int, room: int) -> Any:
    """Columns for that many games of that many bytes; what is not written takes no memory."""
    headers = (len(_HEADERS), count)
    bounds = [np.zeros(count + 1, np.int64) for _ in range(3)]
    arrays: list[Any] = [
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, 8), np.int64),
        np.zeros(count, np.int64),
        np.zeros(8, np.int64),
        np.empty(room // 3 + 1, np.int16),
        bounds[0],
        np.empty(count * kernel.POINTS, np.uint8),
        bounds[1],
        np.empty(count * kernel.POINTS, np.uint8),
        bounds[2],
        np.full(headers, NONE, np.int64),
        np.zeros(headers, np.int64),
        np.ones(headers, np.uint8),
    ]
    return kernel.Found(*arrays)


@cache
def _codes() -> Numbers:
    return np.array([bulk.code_of(name) for name in _HEADERS], np.int64)


@cache
def _weights() -> Numbers:
    return weights(np.arange(2 * kernel.POINTS + WHITE + BLACK))


def _pieces(data: Numbers, bounds: Numbers, kind: Any, empty_is_null: bool = False) -> Any:
    """Bytes between bounds as an Arrow array of texts or of bytes."""
    import pyarrow as pa

    count = len(bounds) - 1
    valid = None
    if empty_is_null:
        valid = pa.py_buffer(np.packbits(np.diff(bounds) > 0, bitorder="little"))
    content = pa.py_buffer(np.ascontiguousarray(data[: int(bounds[-1])]))
    offsets = pa.py_buffer(bounds.astype(np.int32))
    return pa.Array.from_buffers(kind, count, [valid, offsets, content])


def _list(values: Numbers, bounds: Numbers, kind: Any) -> Any:
    import pyarrow as pa

    content = pa.array(values[: int(bounds[-1])]).cast(kind.value_type)
    return pa.ListArray.from_arrays(pa.array(bounds.astype(np.int32)), content, type=kind)


def _mapped(texts: Any, meaning: Callable[[str], Any], kind: Any) -> Any:
    """What texts mean, asked once for each different text."""
    import pyarrow as pa

    encoded = texts.dictionary_encode()
    meanings = pa.array([meaning(text) for text in encoded.dictionary.to_pylist()], kind)
    return meanings.take(encoded.indices)


def _winner(text: str) -> str | None:
    outcome = parse_result(text, "standard")
    return (outcome.winner.value if outcome.winner else "draw") if outcome else None


def _rules(text: str) -> str:
    return RULES.get(text.strip().lower(), "standard")


def _komi(text: str) -> float:
    return float(parse_komi(text) or 0)


def _handicap(text: str) -> int:
    word = text.strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 3 else 0
