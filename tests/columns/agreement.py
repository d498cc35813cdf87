"""Everything that columns say of records, compared with what reading each alone says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import boardbytes as bb
from boardbytes import columns
from boardbytes.columns.go_records import RaggedRecords
from boardbytes.columns.results import REASONS, names_of
from boardbytes.columns.rows import Columns
from boardbytes.games.go import GoMove
from boardbytes.games.go.plain import join_komi
from boardbytes.model import Colour
from tests.columns.planes import floats_of, planes_of
from tests.columns.records import SOURCES, Rows

OURS = {"other-size", "other-shape"}
"""What only columns know: a board in as many bytes that is not of the size of the others."""

OTHER = {"mill": "muehle", "go": "simple-ko-suicide", "checkers": "contract"}
"""Rules under which other moves are legal than under the usual ones."""

FIRST = {"mill": Colour.WHITE, "go": Colour.BLACK, "checkers": Colour.RED}


def side(colour: Colour | None, game: str) -> int:
    return 0 if colour is None else 1 if colour is FIRST[game] else 2


def agree(name: str, rows: Rows) -> set[str]:
    """Everything columns say of some records, compared row by row; the codes that were found."""
    format = SOURCES[name][0]
    codes = columns.codes(format)
    checked = columns.check(rows, format)
    found: Any = columns.decode(rows, format)
    assert np.array_equal(checked.error, found.error)
    written = columns.encode(found, format)
    assert not (written.error[found.error == 0] & ~np.uint32(1 << 31)).any()
    is_game = found.game != "tiles"
    counts = columns.legal_counts(found) if is_game else None
    outcomes = columns.outcome(found) if is_game else None
    others = columns.legal_counts(found, rules=OTHER[found.game]) if is_game else None
    planes, floats = columns.planes(found), columns.planes(found, np.float32)
    assert not planes[found.error != 0].any()
    assert not floats[found.error != 0].any()
    seen: set[str] = set()
    for row, data in enumerate(map(bytes, rows)):
        names = set(names_of(int(checked.found[row]), codes))
        seen |= names
        if names & OURS:
            assert len(names) == 1
            assert data[3:6] != rows[0, 3:6].tobytes() or data[2:4] != rows[0, 2:4].tobytes()
            continue
        document, problems = read(data, format)
        assert names == {problem.code for problem in problems}, (row, data.hex())
        assert (checked.error[row] == 0) == (document is not None)
        if document is None:
            continue
        position = document.position
        assert values(found, row) == expected(position, found.game), (row, data.hex())
        assert np.array_equal(planes[row], planes_of(position)), (row, data.hex())
        assert np.allclose(floats[row], floats_of(position), 1e-6), (row, data.hex())
        plain = replace(document, facts=bb.Document(format, position).facts)
        if found.game != "checkers" or found.plies[row] == found.turn[row] - 1:
            assert written.records[row].tobytes() == bb.dumps(plain, format)
        if counts is None or others is None or outcomes is None:
            continue
        assert others.count[row] == len(position.legal_moves(OTHER[found.game]))
        assert counts.count[row] == len(position.legal_moves())
        outcome = position.outcome()
        if outcome is None:
            assert outcomes.reason[row] == 0
        else:
            told = outcomes.winner[row], REASONS[outcomes.reason[row]], outcomes.margin[row]
            winner = side(outcome.winner, found.game)
            assert told == (winner, outcome.reason.value, outcome.margin or 0)
    return seen


def read(data: bytes, format: str) -> tuple[bb.Document | None, tuple[bb.Problem, ...]]:
    """The document of a record, if it is one, and what is found in it."""
    try:
        document = bb.loads(data, format)
    except bb.FormatError as error:
        return None, error.problems
    return document, tuple(document.problems)


def values(found: Columns, row: int) -> tuple[object, ...]:
    """A row as plain values."""
    return tuple(
        array[row].tobytes() if array.ndim > 1 else array[row].item()
        for name, array in found.arrays.items()
        if name not in ("error", "plies")
    )


def expected(position: object, game: str) -> tuple[object, ...]:
    """The same of a position."""
    if isinstance(position, bb.MillPosition):
        hands = position.white_hand, position.black_hand
        turn = side(position.turn, game)
        return position.white, position.black, *hands, turn, int(position.removing)
    if isinstance(position, bb.CheckersPosition):
        return position.red, position.white, position.kings, side(position.turn, game)
    if isinstance(position, bb.GoPosition):
        captures = position.black_captures, position.white_captures
        return position.stones, side(position.turn, game), *captures
    assert isinstance(position, bb.TileBoard)
    footer = position.footer
    texts = {name: getattr(footer, name).encode("latin-1") for name in SIZES}
    padded = (texts[name].ljust(size, b"\0") for name, size in SIZES.items())
    numbers = position.modifiers.byte, position.reserved, footer.version, footer.unused
    return position.body, *numbers, *padded


SIZES = {"editor": 2, "code": 5, "title": 60, "author": 59}


def games_agree(games: list[bytes]) -> set[str]:
    """The same of DGF records, each of a length of its own."""
    data, offsets = b"".join(games), np.cumsum([0, *map(len, games)])
    codes = columns.codes("dgf-record")
    checked = columns.check(data, "dgf-record", offsets=offsets)
    found = columns.decode(data, "dgf-record", offsets=offsets)
    assert np.array_equal(checked.error, found.error)
    written = columns.encode(found, "dgf-record")
    assert isinstance(written, RaggedRecords)
    assert np.array_equal(written.error != 0, found.error != 0)
    fine = np.flatnonzero(found.error == 0)
    ends = found[fine].replay()
    last = {int(row): place for place, row in enumerate(fine)}
    seen: set[str] = set()
    for row, record in enumerate(games):
        names = set(names_of(int(checked.found[row]), codes))
        seen |= names
        if names & OURS:
            assert len(names) == 1
            continue
        document, problems = read(record, "dgf-record")
        meant = {"result" if name == "odd-result" else name for name in names}
        assert meant == {problem.code for problem in problems}, (row, record.hex())
        assert (document is None) == (row not in last), (row, record.hex())
        if document is None:
            continue
        game = document.record
        assert game is not None
        assert isinstance(game.start, bb.GoPosition)
        start = expected(join_komi(game.start, game.rules), "go")
        assert values(found.starts, row) == start, (row, record.hex())
        numbers = [move.number(game.start.size) for move in game.moves if isinstance(move, GoMove)]
        moves = found.moves[found.offsets[row] : found.offsets[row + 1]]
        assert np.maximum(moves, -1).tolist() == numbers, (row, record.hex())
        winner = side(game.result.winner if game.result else None, "go")
        assert found.winner[row] == winner
        again = written.records[written.offsets[row] : written.offsets[row + 1]].tobytes()
        assert again == record or "overflow" in document.facts, (row, record.hex())
        if not ends.ply[last[row]]:
            position = game.position
            assert isinstance(position, bb.GoPosition)
            told = values(ends, last[row])[:2]
            assert told == (position.stones, side(position.turn, "go")), (row, record.hex())
        else:
            assert "after-end" in names
    return seen


def moves_agree() -> int:
    """Every record that a move of DGF can be: all of them; how many they are."""
    rows = np.arange(1 << 16, dtype="<u2").view(np.uint8).reshape(-1, 2)
    checked, moves = columns.check(rows, "dgf-move"), columns.decode(rows, "dgf-move")
    fine = moves.error == 0
    assert np.array_equal(columns.encode(moves, "dgf-move").records[fine], rows[fine])
    codes = columns.codes("dgf-move")
    for row, data in enumerate(map(bytes, rows)):
        document, problems = read(data, "dgf-move")
        names = set(names_of(int(checked.found[row]), codes))
        assert names == {each.code for each in problems}, data.hex()
        assert (document is not None) == fine[row], data.hex()
    return len(rows)
