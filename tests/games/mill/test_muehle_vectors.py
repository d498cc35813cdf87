"""Moves and move counts as the program Muehle gives them, under its preset."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.board import ROW_ORDER, STONES, mask_of
from boardbytes.games.mill.perft import perft

VECTORS = Path("tests/vectors/muehle")
NO_POINT = 24


def position_of(field: str, hands: tuple[int, int]) -> MillPosition:
    """A position from Muehle's rows of points: `x` the side to move, `o` the other."""
    own, opp = (
        mask_of(ROW_ORDER[row] for row, mark in enumerate(field) if mark == side) for side in "xo"
    )
    return MillPosition(own, opp, *hands)


def hands_of(row: dict[str, str]) -> tuple[int, int]:
    if row["phase"] == "m":
        return 0, 0
    field = row["field"]
    if "total_missing" in row:
        stones_set = len(field) - field.count(".") + int(row["total_missing"])
        return STONES - stones_set // 2, STONES - (stones_set + 1) // 2
    return (
        STONES - field.count("x") - int(row["cur_missing"]),
        STONES - field.count("o") - int(row["opp_missing"]),
    )


def format_row(move: MillMove) -> str:
    points = (move.source, move.target, move.taken)
    return "-".join(f"{NO_POINT if p is None else ROW_ORDER.index(p)}" for p in points)


def test_moves() -> None:
    with gzip.open(VECTORS / "moves.csv.gz", "rt") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4000
    for row in rows:
        position = position_of(row["field"], hands_of(row))
        moves = {format_row(move) for move in position.legal_moves("muehle")}
        assert moves == set(row["moves"].split()), f"\n{position}"
        assert (position.outcome("muehle") is not None) == (row["finished"] == "1")


def test_perft() -> None:
    rows = list(csv.DictReader((VECTORS / "perft_positions.csv").open()))
    assert len(rows) > 50
    for row in rows:
        position = position_of(row["field"], hands_of(row))
        for depth in (1, 2, 3):
            assert perft(position, depth, "muehle") == int(row[f"p{depth}"]), f"\n{position}"


def test_the_standard_rules_differ_where_they_should() -> None:
    """Some rows show the two rules that Muehle plays differently; the default must not."""
    with gzip.open(VECTORS / "moves.csv.gz", "rt") as file:
        rows = list(csv.DictReader(file))
    differing = 0
    for row in rows:
        position = position_of(row["field"], hands_of(row))
        muehle, standard = set(position.legal_moves("muehle")), set(position.legal_moves())
        assert muehle <= standard
        differing += muehle != standard
    assert differing > 20
