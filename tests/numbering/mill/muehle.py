"""What the program Muehle says of states, layers and symmetries."""

from __future__ import annotations

import csv
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import ROW_ORDER, STONES, mask_of

VECTORS = Path(__file__).parents[2] / "vectors" / "muehle"


@cache
def states() -> list[dict[str, str]]:
    """Field, phase, missing and set stones, layer, number, symmetry and size of the class."""
    return _rows("states.csv.gz")


@cache
def integrity() -> list[dict[str, str]]:
    """Field, phase, missing stones, and whether that is a valid state."""
    return _rows("integrity.csv.gz")


@cache
def layers() -> list[dict[str, str]]:
    """Phase, stones, sizes and sub-layers of all layers."""
    with (VECTORS / "layers.csv").open() as file:
        return list(csv.DictReader(file))


@cache
def symmetries() -> dict[str, Any]:
    """Names, permutations of row numbers, inverses and compositions."""
    content: dict[str, Any] = json.loads((VECTORS / "symmetry.json").read_text())
    return content


def _rows(name: str) -> list[dict[str, str]]:
    with gzip.open(VECTORS / name, "rt") as file:
        return list(csv.DictReader(file))


def stones_of(field: str) -> tuple[int, int]:
    """The own and opposing stones of a field in rows: `x` is the side to move, `o` the other."""
    own, opp = (
        mask_of(ROW_ORDER[row] for row, mark in enumerate(field) if mark == side) for side in "xo"
    )
    return own, opp


def field_of(own: int, opp: int) -> str:
    """The inverse of `stones_of`."""
    return "".join(".ox"[2 * (own >> point & 1) + (opp >> point & 1)] for point in ROW_ORDER)


def position_of(field: str, missing: int | None = None) -> MillPosition:
    """A position of the setting phase with so many stones missing; of the moving phase if None.

    White is the side to move, whatever the number of stones set: numbers ignore colours.
    """
    own, opp = stones_of(field)
    if missing is None:
        return MillPosition(own, opp, 0, 0)
    done = len(field) - field.count(".") + missing
    return MillPosition(own, opp, STONES - done // 2, STONES - (done + 1) // 2)


def position_of_row(row: dict[str, str]) -> MillPosition:
    """The position of a row of `states`."""
    own, opp = stones_of(row["field"])
    return MillPosition(own, opp, STONES - int(row["cur_set"]), STONES - int(row["opp_set"]))
