"""The one vocabulary of columns: the same names for every game, and what arguments may not be."""

from __future__ import annotations

import mmap
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardbytes as bb
from boardbytes import columns
from boardbytes.columns import checkers, go, mill, tiles
from boardbytes.columns.results import names_of
from boardbytes.columns.rows import Columns
from boardbytes.formats import FORMATS
from boardbytes.games.checkers.kernel import MAX_MOVES, list_moves
from boardbytes.games.tiles import blank
from tests.columns.records import SOURCES, random_records

MODULES: dict[str, Any] = {"mill": mill, "go": go, "checkers": checkers, "tiles": tiles}


def test_every_game_has_the_same_words() -> None:
    for name, module in MODULES.items():
        words = {"decode", "encode", "check", "layout", "planes", "FORMATS", "PLANES"}
        if name != "tiles":
            words |= {"legal_counts", "outcome", "replay", "REPLAY_CODES"}
        assert words <= set(vars(module)), name
        assert {key for key, game in columns.FORMATS.items() if game == name} == set(module.FORMATS)
    for format in columns.FORMATS:
        assert FORMATS.find(format).game == columns.FORMATS[format]
        assert len(set(columns.codes(format))) == len(columns.codes(format)) < 31


@pytest.mark.parametrize("name", SOURCES)
def test_records_come_in_any_way_and_are_not_copied(name: str, tmp_path: Path) -> None:
    format = SOURCES[name][0]
    rows = random_records(name, 200, seed=4)
    whole = columns.check(rows, format)
    path = tmp_path / "records"
    path.write_bytes(rows.tobytes())
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    for records in (rows.tobytes(), bytearray(rows.tobytes()), memoryview(rows.tobytes()), mapped):
        assert np.array_equal(columns.check(records, format).found, whole.found)
    assert np.shares_memory(columns.view(rows, format), rows)
    assert columns.view(rows, format).tobytes() == rows.tobytes()


@pytest.mark.parametrize("format", columns.FORMATS)
def test_what_is_no_records(format: str) -> None:
    bad: list[Any] = ["text", None, 5, np.zeros(8, np.float32), np.zeros((1, 1, 1), np.uint8), b"x"]
    for records in bad:
        for function in (columns.check, columns.decode):
            with pytest.raises(bb.ColumnError):
                function(records, format)


def test_no_records_at_all() -> None:
    assert len(columns.check(b"", "stackmill")) == len(columns.decode(b"", "channel")) == 0
    assert len(columns.decode(np.zeros((0, 85), np.uint8), "dgf-board")) == 0
    for format in ("dgf-board", "gbxx"):
        with pytest.raises(bb.ColumnError, match="first"):
            columns.decode(b"", format)


def test_what_games_lack_and_names_that_are_wrong() -> None:
    positions = columns.decode(bb.dumps(bb.GoPosition(9), "dgf-board"), "dgf-board")
    boards = columns.decode(bb.dumps(blank(2, 2), "gbxx"), "gbxx")
    with pytest.raises(bb.ColumnError, match="columns of go have no number"):
        columns.number(positions)  # type: ignore[arg-type]
    with pytest.raises(bb.ColumnError, match="columns of tiles have no legal_counts"):
        columns.legal_counts(boards)
    with pytest.raises(bb.ColumnError, match="stackmill holds mill, not go"):
        columns.encode(positions, "stackmill")
    with pytest.raises(bb.ColumnError, match="takes columns of positions"):
        columns.planes(np.zeros(3))  # type: ignore[call-overload]
    with pytest.raises(bb.ColumnError, match="uint8 or float32"):
        columns.planes(positions, np.float64)
    with pytest.raises(bb.UnknownNameError, match="stackmil"):
        columns.check(b"", "stackmil")
    moves = columns.decode(b"\1\0", "dgf-move")
    with pytest.raises(bb.ColumnError, match="takes columns of positions"):
        columns.planes(moves)  # type: ignore[call-overload]
    with pytest.raises(bb.ColumnError, match="cannot hold MoveColumns"):
        columns.encode(moves, "dgf-board")
    with pytest.raises(bb.ColumnError, match="square boards"):
        columns.encode(go.GoColumns(np.zeros((1, 2, 3), np.uint8)), "dgf-board")


def test_values_that_make_no_position_are_errors_of_their_rows() -> None:
    kinds: list[Any] = [mill.MillColumns, checkers.CheckersColumns, go.GoColumns]
    sets = [
        (kinds[0]([1, 1, 0x3FF, 0, 0], [0, 1, 0, 0, 0], turn=[1, 1, 1, 0, 2]), "stackmill"),
        (kinds[1]([1, 1, 0, 0], [0, 1, 0, 2], [0, 0, 4, 2], [1, 1, 1, 3]), "channel"),
        (kinds[2]([[[0, 9]], [[1, 2]]], [1, 3]), "dgf-board"),
    ]
    for positions, format in sets:
        counts = columns.legal_counts(positions)
        bad = counts.error != 0
        assert bad.any()
        assert {names_of(int(error), ()) for error in counts.error[bad]} == {("no-position",)}
        assert not columns.planes(positions)[bad].any()
        assert not columns.outcome(positions).reason[bad].any()
        if positions.game != "go":
            assert not columns.encode(positions, format).records[bad].any()


def test_slices_and_masks_of_columns() -> None:
    positions = mill.MillColumns(np.arange(10, dtype=np.uint32), np.zeros(10, np.uint32))
    assert positions[2:4].white.tolist() == [2, 3]
    assert positions[positions.white > 7].white.tolist() == [8, 9]
    assert len(positions[np.array([1, 5])]) == 2
    with pytest.raises(bb.ColumnError, match="slice or an array"):
        positions[3]  # type: ignore[index]


def random_codes(position: Any, chance: random.Random) -> list[int]:
    """The kernel's codes of the moves of a random game."""
    codes = []
    for _ in range(40):
        if isinstance(position, bb.CheckersPosition):
            room = [0] * MAX_MOVES
            count = list_moves(*position.kernel_values, 3, room)
            moves = dict(zip(room[:count], position.legal_moves(), strict=True))
        else:
            moves = {move.code: move for move in position.legal_moves()}
        if not moves:
            break
        code = chance.choice([*moves])
        codes.append(code)
        position = position.play(moves[code])
    return codes


@pytest.mark.parametrize("name", ["mill", "checkers"])
@pytest.mark.parametrize("count", [2, 40])
def test_replay_plays_as_positions_do(name: str, count: int) -> None:
    """A few interpreted, and many compiled; some with a move that cannot be played."""
    chance = random.Random(7)
    start = bb.MillPosition() if name == "mill" else bb.CheckersPosition()
    games = [random_codes(start, chance) for _ in range(count)]
    games[1][20] = games[1][0]
    moves, offsets = np.concatenate(games), np.cumsum([0, *map(len, games)])
    last = MODULES[name].replay(moves, offsets)
    every = MODULES[name].replay(moves, offsets, every=True)
    assert last.ply.tolist() == [0, 21, *[0] * (count - 2)]
    assert names_of(int(last.error[1]), MODULES[name].REPLAY_CODES) == ("illegal-move",)
    for row, codes in enumerate(games):
        position: Any = start
        for ply, code in enumerate(codes[: 20 if row == 1 else None]):
            legal = random_moves(position)
            position = position.play(legal[code])
            at = int(offsets[row]) + ply
            assert plain(every, at) == plain_position(position), (row, ply)
        assert plain(last, row) == plain_position(position)
    assert (every.error[int(offsets[1]) + 20 : int(offsets[2])] != 0).all()
    again = MODULES[name].replay(moves, offsets, last[:1])
    assert again.ply[0] == 1
    assert columns.replay(moves, offsets, last[:1]).ply[0] == 1


def random_moves(position: Any) -> dict[int, Any]:
    if isinstance(position, bb.CheckersPosition):
        room = [0] * MAX_MOVES
        count = list_moves(*position.kernel_values, 3, room)
        return dict(zip(room[:count], position.legal_moves(), strict=True))
    return {move.code: move for move in position.legal_moves()}


def plain(found: Columns, row: int) -> tuple[int, ...]:
    return tuple(int(array[row]) for array in [*found.arrays.values()][:4])


def plain_position(position: Any) -> tuple[int, ...]:
    if isinstance(position, bb.MillPosition):
        return position.white, position.black, position.white_hand, position.black_hand
    sides = [*position.sides]
    return position.red, position.white, position.kings, 1 + sides.index(position.turn)


def test_what_was_replayed_can_be_written() -> None:
    moves, offsets = go.random_games(3, 5, seed=2)
    found = go.replay(moves, offsets, size=5)
    assert len(columns.encode(found, "dgf-board").records) == 3
    start = mill.replay([], [0, 0])
    assert columns.encode(start, "stackmill").tobytes() == bb.dumps(bb.MillPosition(), "stackmill")
    word = checkers.replay([], [0, 0])
    assert columns.encode(word, "channel").tobytes() == bb.dumps(bb.CheckersPosition(), "channel")


def test_checkers_endings_are_valued_as_alone() -> None:
    from boardbytes.solving.checkers import probe

    chance, rows = random.Random(3), list[tuple[int, ...]]()
    while len(rows) < 300:
        squares = chance.sample(range(32), 3)
        red, white = 1 << squares[0], 1 << squares[1] | 1 << squares[2]
        kings = chance.randrange(1 << 32) & (red | white)
        rows.append((red, white, kings, chance.choice([1, 2])))
    found = columns.value(checkers.CheckersColumns(*map(np.array, zip(*rows, strict=True))))
    for row, (red, white, kings, turn) in enumerate(rows):
        side = [*bb.CheckersPosition.sides][turn - 1]
        try:
            known = probe(bb.CheckersPosition(red, white, kings, side))
        except bb.PositionError:
            assert names_of(int(found.error[row]), checkers.VALUE_CODES) == ("man-on-far-row",)
            continue
        assert found.error[row] == 0
        assert found.value[row] == {"won": 1, "drawn": 0, "lost": -1}[known.value]
        assert found.plies[row] == (255 if known.plies is None else known.plies)
    start = columns.value(checkers.replay([], [0, 0]))
    assert names_of(int(start.error[0]), checkers.VALUE_CODES) == ("no-table",)


def test_planes_of_known_positions() -> None:
    position = bb.MillPosition(0b001, 0b010, 8, 8)
    found = columns.planes(columns.decode(bb.dumps(position, "stackmill"), "stackmill"))[0]
    assert found[0].sum() == found[0, 0, 0] == 1
    assert found[1].sum() == found[1, 0, 3] == 1
    assert found[2].sum() == 24
    assert (found[3] == 8).all()
    assert (found[6] == 1).all()
    word = columns.decode(bb.dumps(bb.CheckersPosition(), "channel"), "channel")
    (board,) = columns.planes(word, np.float32)
    assert board[0].sum() == 12
    assert board[0, :3].sum() == 12
    assert board[2, 5:].sum() == 12
    stone = bb.GoPosition(3).play("C3")
    (points,) = columns.planes(columns.decode(bb.dumps(stone, "dgf-board"), "dgf-board"))
    assert points[1].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert (points[2].sum(), points[4].sum()) == (8, 0)
    (tile,) = columns.planes(columns.decode(bb.dumps(blank(3, 2), "gbxx"), "gbxx"), np.float32)
    assert (tile[tiles.PLANES[8].index("bounds")] == 1).all()


def test_few_rows_of_any_format_load_no_compiler() -> None:
    code = (
        "import boardbytes as bb, sys\n"
        "from boardbytes import columns\n"
        "save = bb.dumps(bb.MillPosition(), 'stackmill')\n"
        "columns.outcome(columns.decode(save, 'stackmill'))\n"
        "columns.check(bb.dumps(bb.GoPosition(9), 'dgf-packed3'), 'dgf-packed3')\n"
        "word = bb.dumps(bb.CheckersPosition(), 'channel')\n"
        "columns.legal_counts(columns.decode(word, 'channel'))\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
