"""Columns of Go: boards from DGF and back, games replayed and scored, planes for learning.

>>> import numpy as np
>>> from boardbytes.columns import go
>>> moves = np.array([61, 62, 0, 0, 5, 5])        # two records, one after the other
>>> found = go.replay(moves, offsets=[0, 4, 6])
>>> found.ply.tolist(), [go.names_of(bits, go.REPLAY_CODES) for bits in found.error.tolist()]
([0, 2], [(), ('occupied',)])
"""

from __future__ import annotations

import math
from typing import Any, Literal, Unpack, overload

import numpy as np

from boardbytes.columns import go_board_kernel, go_boards, go_records
from boardbytes.columns.asking import Reading, ask
from boardbytes.columns.benson_kernel import Room
from boardbytes.columns.go_boards import GoColumns, MoveColumns, errors, room
from boardbytes.columns.go_games import (
    REPLAY_CODES,
    GoReplay,
    count_legal_boards,
    new_state,
    random_games,
    replay,
)
from boardbytes.columns.go_records import GoGames, RaggedRecords
from boardbytes.columns.kinds import Planes, scaled
from boardbytes.columns.results import CheckColumns, CountColumns, OutcomeColumns, names_of
from boardbytes.columns.rows import RecordColumns, Records, fill
from boardbytes.games.go import GoPosition, GoRules
from boardbytes.games.go.board import size_of
from boardbytes.games.go.rules import Scoring
from boardbytes.model.layout import Layout

__all__ = [
    "FORMATS",
    "PLANES",
    "REPLAY_CODES",
    "GoColumns",
    "GoGames",
    "GoReplay",
    "MoveColumns",
    "check",
    "count_legal_boards",
    "decode",
    "encode",
    "layout",
    "legal_counts",
    "names_of",
    "new_state",
    "outcome",
    "planes",
    "random_games",
    "replay",
]

FORMATS = go_boards.FORMATS | go_records.FORMATS
"""The formats that can be read as columns, and the codes of their problems, by bit."""

PLANES = ("own", "other", "empty", "ko", "black to move")
"""The channels of `planes`; the stones of the side to move come first."""

_KERNEL = go_board_kernel.__name__


def layout(records: Records, format: str = "dgf-board") -> Layout:
    """The layout of one record."""
    found: Layout = _module(format).layout(records, format)
    return found


@overload
def decode(
    records: Records,
    format: Literal["dgf-board", "dgf-packed2", "dgf-packed3"] = "dgf-board",
    **options: Unpack[Reading],
) -> GoColumns: ...
@overload
def decode(
    records: Records, format: Literal["dgf-move"], **options: Unpack[Reading]
) -> MoveColumns: ...
@overload
def decode(
    records: Records, format: Literal["dgf-record"], **options: Unpack[Reading]
) -> GoGames: ...
@overload
def decode(
    records: Records, format: str, **options: Unpack[Reading]
) -> GoColumns | MoveColumns | GoGames: ...
def decode(
    records: Records, format: str = "dgf-board", **options: Unpack[Reading]
) -> GoColumns | MoveColumns | GoGames:
    """The position of every board, the number of every move, or the game of every record."""
    found: GoColumns | MoveColumns | GoGames = ask(
        _module(format).decode, records, format, **options
    )
    return found


def encode(
    found: GoColumns | MoveColumns | GoGames, format: str = "dgf-board", cores: int | None = None
) -> RecordColumns | RaggedRecords:
    """The bytes of every board, move or game; see `go_boards` and `go_records`."""
    records: RecordColumns | RaggedRecords = _module(format).encode(found, format, cores)
    return records


def check(records: Records, format: str = "dgf-board", **options: Unpack[Reading]) -> CheckColumns:
    """What is wrong with every record: the codes that reading it alone would give."""
    found: CheckColumns = ask(_module(format).check, records, format, **options)
    return found


def _module(format: str) -> Any:
    return go_records if format == go_records.RECORD else go_boards


def legal_counts(
    positions: GoColumns, rules: GoRules | str = "standard", cores: int | None = None
) -> CountColumns:
    """How many legal moves every position has, the pass included; none when the game is over.

    Does not look at history: ko is what is marked on the board.
    """
    found, error = GoPosition.find_rules(rules), errors(positions, cores)
    count = np.empty(len(positions), np.uint16)
    size = size_of(*positions.shape)
    fixed = [math.prod(positions.shape), found.suicide]
    inputs = [positions.stones, positions.turn, error]
    scratch = lambda: [new_state(size)]  # noqa: E731
    fill(_KERNEL, "count_rows", inputs, fixed, [count], cores, scratch=scratch)
    return CountColumns(count, error)


def outcome(
    positions: GoColumns, rules: GoRules | str = "standard", cores: int | None = None
) -> OutcomeColumns:
    """Who has more points where a game is over, and by how many.

    Stones that are dead for certain are taken off where the rules do so; all others live.
    """
    found, error = GoPosition.find_rules(rules), errors(positions, cores)
    rows, shape = len(positions), positions.shape
    out = OutcomeColumns(
        np.empty(rows, np.uint8), np.empty(rows, np.uint8), np.empty(rows, np.float32), error
    )
    inputs = [*list(positions.arrays.values())[:4], error]
    fixed = [*shape, found.scoring is Scoring.AREA, found.agreement, float(found.komi)]

    def scratch() -> list[Any]:
        cells = room(*shape)
        arrays = (np.empty(len(cells[0]), np.int32) for _ in Room._fields)
        return [*cells, Room(*arrays)]

    results = [out.winner, out.reason, out.margin]
    fill(_KERNEL, "score_rows", inputs, fixed, results, cores, scratch=scratch)
    return out


def planes(positions: GoColumns, dtype: type = np.uint8, cores: int | None = None) -> Planes:
    """Positions for learning: an array of rows × PLANES × height × width, the top row first.

    In a game that is over, black's stones come first. Rows that hold no position are all zeros.
    """
    width, height = positions.shape
    out = np.empty((len(positions), len(PLANES), height, width), np.uint8)
    inputs = [positions.stones, positions.turn, errors(positions, cores)]
    fill(_KERNEL, "plane_rows", inputs, [width * height], [out], cores)
    return scaled(out, dtype, {})
