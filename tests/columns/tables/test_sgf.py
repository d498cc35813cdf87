"""SGF games read together say what they say when each is read alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from boardbytes.columns.tables import sgf, sgf_kernel
from boardbytes.columns.tables.arrow import Rows, batches, table_of
from boardbytes.formats.sgf import bulk
from boardbytes.formats.sgf.bulk_kernel import ODD, SOUND, Knowledge
from boardbytes.formats.sgf.format import games
from boardbytes.formats.sgf.kernel import Tables
from boardbytes.formats.sgf.lexing import signs
from boardbytes.formats.sgf.moves_kernel import Scratch
from tests.conftest import ROOT

GAMES = [
    "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[cc])",
    "(;FF[4]GM[1]SZ[19]KM[6.5]RU[Japanese]RE[W+R]DT[2024-01-02];B[pd];W[dd];B[tt];W[])",
    "(;SZ[9]HA[2]AB[cc][gg]KM[0.5];W[ee];B[ec])",
    "(;SZ[5]AB[aa:bb]AW[dd]PL[W];W[cc];B[dc])",
    "(;SZ[9](;B[ee](;W[cc];B[gg])(;W[gc]))(;B[cc]))",
    "(;SZ[5];B[ab];W[bb];B[ba];W[aa];B[cb];W[ee];B[bc])",
    # A ko, open at the end.
    "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])",
    "(;SZ[9]PB[a \\] b]EV[two\nlines]GN[ \t x ];B[ee])",
    "(;SZ[9]PB[古力]PW[Jürgen]CA[UTF-8];B[ee])",
    "(;SZ[9]KM[375]RU[house];B[ee];W[gg])",
    "(;SZ[9]CA[ISO-8859-1]PB[plain];B[ee])",
    "(;SZ[9];B[ee];W[ee])",
    "(;SZ[9];B[ee];B[gg])",
    "(;SZ[9];B[zz])",
    "(;SZ[9]AB[ee];C[no move])",
    "(;SZ[9]C[no move at all])",
    "(;SZ[30];B[tt];W[aB])",
    "(;SZ[9]RE[0]RO[3];B[ee])",
    "(;SZ[9]HA[1];B[ee])",
    "(;SZ[7:5];B[aa])",
    "(;SZ[9];B[ee]",
]


def alone(pieces: list[sgf.Piece]) -> list[dict[str, Any]]:
    """The rows of all games, each read by itself."""
    rows = []
    for piece in pieces:
        for batch in batches(games(piece.data), piece.source):
            rows += [row | {"table": table_of(batch)} for row in batch.to_pylist()]
    return sorted(rows, key=lambda row: (row["source"], row["game"], row["table"]))


def together(found: sgf.Tabulated) -> list[dict[str, Any]]:
    rows = [row | {"table": "go"} for batch in found.batches for row in batch.to_pylist()]
    for name in {table for table, _ in found.rows}:
        waiting = Rows(name)
        for table, row in found.rows:
            if table == name:
                waiting.add(row)
        rows += [row | {"table": name} for row in waiting.take().to_pylist()]
    return sorted(rows, key=lambda row: (row["source"], row["game"], row["table"]))


def assert_same(pieces: list[sgf.Piece]) -> sgf.Tabulated:
    found = sgf.tabulate(pieces)
    rows, expected = together(found), alone(pieces)
    assert len(rows) == len(expected)
    for row, other in zip(rows, expected, strict=True):
        assert row == other
    return found


def listed(array: Any) -> Any:
    return array.tolist()


def test_the_kernel_interpreted() -> None:
    """The same source without a compiler: the columns of all games above."""
    data = "".join(GAMES).encode()
    starts, ends, counts = [0] * 99, [0] * 99, [0]
    tables = Tables(*map(listed, bulk.new_tables(len(data))))
    count = sgf_kernel.split_files(data, [0], [len(data)], signs(), tables, starts, ends, counts)
    assert count == counts[0] == len(GAMES)
    found = sgf_kernel.Found(*map(listed, sgf._new_found(count, len(data))))
    scratch = Scratch(*map(listed, bulk.new_scratch(len(data))))
    sgf_kernel.column_games(
        data, starts[:count], ends[:count], signs(), tables,
        Knowledge(*map(listed, bulk.knowledge())), scratch,
        [0], sgf._codes().tolist(), sgf._weights().tolist(), found,
    )  # fmt: skip
    expected = {row["game"]: row for row in alone([sgf.Piece("x", data)]) if row["table"] == "go"}
    sound = 0
    for game, (verdict, bounds) in enumerate(
        zip(found.verdicts, pairwise(found.move_ends), strict=True)
    ):
        if verdict == ODD:
            continue
        row = expected[game + 1]
        first, last = found.stone_ends[game], found.stone_ends[game + 1]
        assert found.moves[slice(*bounds)] == row["moves"]
        assert bytes(found.stones[first:last]) == row["stones"]
        taken = found.numbers[game][sgf_kernel.BLACK_TAKEN]
        assert taken == row["black_captures"]
        sound += verdict == SOUND
    assert sound >= 10


def test_where_a_collection_can_be_cut() -> None:
    data = b"  " + b"(;SZ[9];B[ee])\n" * 10
    tables = Tables(*map(listed, bulk.new_tables(len(data))))
    given = len(data), len(data), 40, signs(), tables
    bounds, counts = [0], []
    while bounds[-1] < len(data):
        end, count = sgf_kernel.run_of_games(data, bounds[-1], *given)
        bounds.append(end)
        counts.append(count)
    assert (bounds, counts) == ([0, 47, 92, 137, 152], [3, 3, 3, 1])
    small = sgf_kernel.run_of_games(data, 0, len(data), 5, 40, signs(), tables)
    assert small == (2, 0), "the first game has more bytes than there is room"


def test_which_files_are_lexed_together() -> None:
    game = "(;PB[古力]CA[{}];B[ee])"
    assert sgf.can_be_lexed_together(game.format("UTF-8").encode())
    assert sgf.can_be_lexed_together(b"(;B[ee])")
    assert not sgf.can_be_lexed_together(game.format("GB18030").encode("gb18030"))
    assert not sgf.can_be_lexed_together(game.format("").encode("utf-16"))
    assert not sgf.can_be_lexed_together(game.format("ISO-2022-JP").encode("iso2022_jp_2"))


@pytest.mark.slow
def test_games_of_many_files() -> None:
    pieces = [sgf.Piece(f"{index}.sgf", game.encode()) for index, game in enumerate(GAMES)]
    pieces.append(sgf.Piece("all.sgf", "\n".join(GAMES[:-1]).encode()))
    found = assert_same(pieces)
    assert found.games == [1] * len(GAMES) + [len(GAMES) - 1]
    assert sum(batch.num_rows for batch in found.batches) >= 20


@pytest.mark.slow
def test_the_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "CHUNK", 5)
    files = sorted((ROOT / "tests" / "vectors" / "sgf").rglob("*.sgf"))
    data = {str(path): path.read_bytes() for path in files}
    fit = [sgf.Piece(name, each) for name, each in data.items() if sgf.can_be_lexed_together(each)]
    # A game that ends a file, and junk around games, are told by whoever reads the file.
    fit = [piece for piece in fit if len(list(games(piece.data))) == 1]
    found = sgf.tabulate(fit)
    rows = {row["source"]: row for row in together(found) if row["table"] == "go"}
    read = {row["source"]: row for row in alone(fit) if row["table"] == "go"}
    assert len(rows) > 20
    for source, row in rows.items():
        known = ("moves", "stones", "canonical", "black", "white", "komi", "rules", "winner")
        assert [row[name] for name in known] == [read[source][name] for name in known], source


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_collection(seed: int) -> None:
    from benchmarks.sgf_collection import collection

    found = assert_same([sgf.Piece("x.sgf", collection(300_000, seed))])
    assert sum(batch.num_rows for batch in found.batches) > 0.9 * sum(found.games)


@pytest.mark.slow
def test_a_run_of_games_knows_its_place() -> None:
    piece = sgf.Piece("x.sgf", b"(;SZ[9];B[ee])(;SZ[9];B[ee];W[ee])", offset=1000, first=8)
    found = sgf.tabulate([piece])
    (sound,) = found.batches[0].to_pylist()
    ((table, odd),) = found.rows
    assert (sound["game"], odd["game"], table) == (8, 9, "go")
    (alone_row,) = [row for row in alone([piece]) if row["game"] == 2]
    assert odd["problems"] == alone_row["problems"] != []
    assert np.array_equal(odd["moves"], alone_row["moves"])
