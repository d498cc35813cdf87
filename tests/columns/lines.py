"""Random games written as text and read again: every position of theirs, as columns and alone."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pyarrow as pa

import boardbytes as bb
from boardbytes.columns import tables
from boardbytes.formats import FORMATS
from tests.columns.agreement import expected, values

STARTS: dict[str, tuple[Any, str | None]] = {
    "mill": (bb.MillPosition(), None),
    "checkers": (bb.CheckersPosition(), "pdn"),
    "go": (bb.GoPosition(7), "sgf"),
}
"""Where the games of each game begin, and the format they are written in; None: none is needed."""


def lines_agree(game: str, count: int, seed: int) -> int:
    """So many games through text, tables and `replay`; how many positions were compared."""
    chance, (start, format) = random.Random(seed), STARTS[game]
    records = [_random_game(start, chance) for _ in range(count)]
    read: list[Any] = [*records]
    if format:
        data = b"\n".join(bb.dumps(bb.GameTree.of(each, {}), format) for each in records)
        read = list(FORMATS.find(format).games(data))
    (table,) = {batch.schema: batch for batch in tables.batches(read, size=count)}.values()
    moves, offsets = tables.moves_of(pa.chunked_array([table["moves"]]))
    starts = {"size": 7} if game == "go" else {}
    found = import_module(f"boardbytes.columns.{game}").replay(moves, offsets, every=True, **starts)
    assert len(found) == offsets[-1]
    assert not found.ply.any()
    row = 0
    for record in records:
        here = bb.Record(record.start)
        for move in record.moves:
            here = here.play(move)
            told, meant = values(found, row), expected(here.position, game)
            assert told[: len(meant)] == meant, (row, str(here.position))
            row += 1
    assert row == len(found)
    return row


def _random_game(start: Any, chance: random.Random) -> bb.Record:
    record: bb.Record = bb.Record(start)
    for _ in range(chance.randrange(1, 50)):
        moves = record.legal_moves()
        if not moves:
            break
        record = record.play(chance.choice(moves))
    return record
