"""Games of Go as DGF records, each with a length of its own: many read, checked, written at once.

A record does not say how long it is. So `offsets` tells where each begins, the last of them where
the last one ends; rows of an array need none.

>>> import boardbytes as bb
>>> from boardbytes import columns
>>> games = [bb.dumps(bb.loads(text), "dgf-record") for text in ("(;SZ[5];B[cc])", "(;SZ[5])")]
>>> offsets = [0, len(games[0]), len(games[0]) + len(games[1])]
>>> found = columns.decode(b"".join(games), "dgf-record", offsets=offsets)
>>> found.moves.tolist(), found.offsets.tolist(), found.replay().turn.tolist()
([13], [0, 1, 1], [2, 1])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns import dgf_record_kernel as kernel
from boardbytes.columns.games import GAMES_PER_TASK
from boardbytes.columns.go_boards import GoColumns, errors, room
from boardbytes.columns.go_games import GoReplay, new_state, replay
from boardbytes.columns.kinds import Bytes, Masks, Rows
from boardbytes.columns.results import CheckColumns
from boardbytes.columns.rows import INTERPRETED_ROWS, Records, as_bytes, as_column
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import ColumnError
from boardbytes.formats.dgf.numbers import HEADER, HEADER_FIELDS
from boardbytes.games.go.board import USUAL_SIZE
from boardbytes.model.layout import Field, Layout

RECORD = "dgf-record"
FORMATS = {RECORD: kernel.CODES}
"""The format, and the codes of its problems, by bit."""


@dataclass(frozen=True, eq=False)
class GoGames:
    """Games on boards of one size. Where `error` is not 0 there is no game, and no moves.

    `moves` holds those of all games, by DGF's numbers; game `g` has those from `offsets[g]` up to
    `offsets[g + 1]`. Every move has been checked.
    """

    game: ClassVar[str] = "go"

    starts: GoColumns
    """The first boards; captures are points, komi included."""
    moves: NDArray[np.int32]
    offsets: NDArray[np.int64]
    winner: Bytes
    """1 black, 2 white; 0 the game was not finished."""
    error: Masks

    def __len__(self) -> int:
        return len(self.winner)

    def __getitem__(self, rows: Rows) -> GoGames:
        """Some of the games: a slice, their numbers, or an array that is true for each of them."""
        chosen = np.arange(len(self))[rows]
        lengths = np.diff(self.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        places = np.arange(offsets[-1]) + np.repeat(self.offsets[chosen] - offsets[:-1], lengths)
        moves = self.moves[places]
        return GoGames(self.starts[chosen], moves, offsets, self.winner[chosen], self.error[chosen])

    def replay(self, every: bool = False, cores: int | None = None) -> GoReplay:
        """The last position of every game, or all positions; no game may have an error.

        A game that goes on after its end gets the error `over`.
        """
        return replay(self.moves, self.offsets, self.starts, every=every, cores=cores)


@dataclass(frozen=True, eq=False)
class RaggedRecords:
    """Records one after the other; where `error` is not 0 there is none."""

    records: Bytes
    offsets: NDArray[np.int64]
    error: Masks

    def __len__(self) -> int:
        return len(self.error)

    def tobytes(self) -> bytes:
        """All records, one after the other."""
        return self.records.tobytes()


def layout(records: Records, format: str = RECORD) -> Layout:
    """The layout of one record, for rows of one length; ColumnError if they are no such rows."""
    data = as_bytes(records)
    if data.ndim != 2:
        raise ColumnError(f"records of {format} have no fixed length: give them as rows")
    points = _lines(data.reshape(-1), _offsets(data, None)) ** 2
    first = HEADER + points + 1
    if data.shape[1] % 2 or data.shape[1] < 2 * first:
        raise ColumnError(f"no record of such boards has {data.shape[1]} bytes")
    header = (Field(each.name, each.meaning, size=2, bits=each.bits) for each in HEADER_FIELDS)
    fields = (
        *header,
        Field("intersections", "left to right, top to bottom", size=2, count=points),
        Field("result", "who won", size=2),
        Field("moves", "their numbers", size=2, count=data.shape[1] // 2 - first),
    )
    return Layout("dgf_record", "DGF record", fields if fields[-1].count else fields[:-1])


def check(
    records: Records,
    format: str = RECORD,
    cores: int | None = None,
    offsets: ArrayLike | None = None,
) -> CheckColumns:
    """What is wrong with every record, every move of it played."""
    data = as_bytes(records)
    found, _ = _check(data.reshape(-1), _offsets(data, offsets), cores)
    return CheckColumns(found, found & np.uint32(kernel.ERROR_BITS))


def decode(
    records: Records,
    format: str = RECORD,
    cores: int | None = None,
    offsets: ArrayLike | None = None,
) -> GoGames:
    """The game of every record."""
    rows = as_bytes(records)
    data, begins = rows.reshape(-1), _offsets(rows, offsets)
    found, lines = _check(data, begins, cores)
    error = found & np.uint32(kernel.ERROR_BITS)
    lengths = np.where(error == 0, np.diff(begins) // 2 - (HEADER + lines**2 + 1), 0)
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    count = len(found)
    stones, turn = np.empty((count, lines, lines), np.uint8), np.empty(count, np.uint8)
    black, white = np.empty(count, np.float32), np.empty(count, np.float32)
    winner, moves = np.empty(count, np.uint8), np.empty(int(bounds[-1]), np.int32)
    outputs = [moves, stones.reshape(-1), turn, black, white, winner]
    _share("decode_records", count, [data, begins, bounds, error, lines, *outputs], list, cores)
    return GoGames(GoColumns(stones, turn, black, white, error), moves, bounds, winner, error)


def encode(games: GoGames, format: str = RECORD, cores: int | None = None) -> RaggedRecords:
    """The record of every game; no bytes where there is an error.

    Does not play the moves: `check` does. Raises ColumnError for boards that no record can hold.
    """
    if not isinstance(games, GoGames):
        raise ColumnError(f"{format} holds games, not {type(games).__name__}")
    width, height = games.starts.shape
    if width != height or width > kernel.MOST_LINES:
        message = f"a record has square boards of up to {kernel.MOST_LINES} lines"
        raise ColumnError(f"{message}, not {width}×{height}")
    count, points = len(games), width * height
    begun, faults = games.starts, np.empty(count, np.uint32)
    told = [begun.black_captures, begun.white_captures, games.winner]
    error = errors(begun, cores) | games.error
    moved = [games.offsets, games.moves]
    _share("game_errors", count, [*moved, *told, error, points, faults], list, cores)
    lengths = np.where(faults == 0, 2 * (HEADER + points + 1 + np.diff(games.offsets)), 0)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    numbers = np.empty(int(offsets[-1]) // 2, "<i2")
    inputs = [*moved, begun.stones.reshape(-1), begun.turn, *told, faults, offsets, width, numbers]
    _share("encode_records", count, inputs, list, cores)
    return RaggedRecords(numbers.view(np.uint8), offsets, faults)


def _offsets(data: Bytes, offsets: ArrayLike | None) -> NDArray[np.int64]:
    """Where records begin; ColumnError if that is not said, or is impossible."""
    if data.ndim == 2 and offsets is None:
        return np.arange(len(data) + 1).astype(np.int64) * np.int64(data.shape[1])
    if offsets is None:
        raise ColumnError(
            f"records of {RECORD} have no fixed length: give them as rows, or with offsets"
        )
    found: NDArray[np.int64] = as_column("offsets", offsets, np.int64)
    if found.ndim != 1 or not len(found) or found[0] < 0 or found[-1] > data.size:
        raise ColumnError("offsets must rise from 0 to the number of bytes")
    if (np.diff(found) < 0).any():
        raise ColumnError("offsets must rise from 0 to the number of bytes")
    return found


def _lines(data: Bytes, offsets: NDArray[np.int64]) -> int:
    """How many lines the boards have: as the first record says that gives a possible size."""
    for at in offsets[:-1][np.diff(offsets) >= 2 * HEADER].tolist():
        lines = int(data[at + 6]) | int(data[at + 7]) << 8
        if 1 <= lines <= kernel.MOST_LINES:
            return lines
    return USUAL_SIZE


def _check(
    data: Bytes, offsets: NDArray[np.int64], cores: int | None
) -> tuple[Masks, int]:  # fmt: skip
    """What is found in the records, and how many lines their boards have."""
    lines = _lines(data, offsets)
    found, plies = np.empty(len(offsets) - 1, np.uint32), np.empty(len(offsets) - 1, np.int32)

    def scratch() -> list[Any]:
        return [np.empty(lines * lines, np.uint8), *room(lines, lines), new_state(lines)]

    _share("check_records", len(found), [data, offsets, lines], scratch, cores, [found, plies])
    return found, lines


def _share(
    name: str,
    rows: int,
    inputs: list[Any],
    scratch: Callable[[], list[Any]],
    cores: int | None,
    outputs: list[Any] | None = None,
) -> None:
    """Run a loop over all records, on all cores if there are many."""
    is_small = rows <= INTERPRETED_ROWS
    run = getattr(kernel if is_small else compiled(kernel.__name__), name)

    def plain(value: Any) -> Any:
        return value.data if is_small and isinstance(value, np.ndarray) else value

    given, told = [plain(each) for each in inputs], [plain(each) for each in outputs or ()]

    def work(part: slice) -> None:
        run(part.start, part.stop, *given, *(plain(each) for each in scratch()), *told)

    share_rows(rows, work, cores, GAMES_PER_TASK)
