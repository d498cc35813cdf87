"""Random records of every format of columns: noise, and good ones with some bytes changed."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import boardbytes as bb
from boardbytes.columns import go
from boardbytes.games.tiles import Footer, Modifiers, TileBoard
from boardbytes.model import Position

Rows = NDArray[np.uint8]


def played(position: Position, chance: random.Random) -> list[Position]:
    """The positions of a random game."""
    positions: list[Position] = [position]
    while moves := position.legal_moves():
        if len(positions) > 90:
            break
        position = position.play(chance.choice(moves))
        positions.append(position)
    return positions


def saves(chance: random.Random) -> list[bytes]:
    positions = [each for _ in range(8) for each in played(bb.MillPosition(), chance)]
    found = [bb.dumps(each, "stackmill") for each in positions]
    # In the middle of a move, too: some have a mill, most have none.
    return found + [save[:1] + b"\x01" + save[2:] for save in found[::7]]


def words(layout: str) -> Callable[[random.Random], list[bytes]]:
    def make(chance: random.Random) -> list[bytes]:
        found = []
        for _ in range(8):
            start = bb.CheckersPosition()
            moves = [bb.diff(a, b) for a, b in pairwise(played(start, chance))]
            record = bb.Record.replay(start, moves)
            for end in range(0, len(moves), 3):
                part = bb.Record(record.start, record.steps[:end])
                try:
                    found.append(bb.dumps(part, layout))
                except bb.LossError:
                    break
        return found

    return make


def boards(format: str, size: int) -> Callable[[random.Random], list[bytes]]:
    def make(chance: random.Random) -> list[bytes]:
        found = []
        for _ in range(6):
            position = bb.GoPosition(size)
            for _ in range(3 * size * size // 2):
                moves = position.legal_moves()
                if not moves:
                    break
                position = position.play(chance.choice(moves))
                try:
                    found.append(bb.dumps(position, format))
                except bb.LossError:
                    continue
        return found[:: max(1, len(found) // 400)]

    return make


def files(depth: int, width: int = 4, length: int = 2) -> Callable[[random.Random], list[bytes]]:
    def make(chance: random.Random) -> list[bytes]:
        found = []
        for _ in range(120):
            size = depth // 8 * width * length
            body = bytes(chance.choice([0, 3, 12, chance.randrange(256)]) for _ in range(size))
            footer = Footer(chance.randrange(3), "BB", "7Q2XK", "title", "an author")
            modifiers = Modifiers.from_byte(chance.randrange(256))
            board = TileBoard(depth, width, length, body, modifiers, footer)
            found.append(bb.dumps(board, "gbxx"))
        return found

    return make


SOURCES: dict[str, tuple[str, Callable[[random.Random], list[bytes]]]] = {
    "stackmill": ("stackmill", saves),
    "channel": ("channel", words("channel")),
    "contract": ("contract", words("contract")),
    **{
        f"{format} {size}": (format, boards(format, size))
        for format in ("dgf-board", "dgf-packed2", "dgf-packed3")
        for size in (2, 5, 9)
    },
    **{f"gbxx {depth}": ("gbxx", files(depth)) for depth in (8, 16, 32, 64)},
    **{
        f"gbxx {depth}, {width} × {length}": ("gbxx", files(depth, width, length))
        for depth, width, length in ((8, 1, 1), (16, 7, 3), (32, 1, 12), (64, 13, 5))
    },
    **{
        f"{format} {size}": (format, boards(format, size))
        for format in ("dgf-board", "dgf-packed2", "dgf-packed3")
        for size in (13, 19)
    },
}
"""By name: a format, and good records of it."""

LARGE = tuple(name for name in SOURCES if name.endswith((" 13", " 19")))
"""Records of which reading each alone takes long."""


def random_records(name: str, count: int, seed: int) -> Rows:
    """So many records: half of them noise, half good ones with up to four bytes changed.

    Noise keeps what tells the size in most rows, or nothing but that would ever be found.
    """
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    format, source = SOURCES[name]
    good = np.array([list(record) for record in source(chance)], np.uint8)
    rows = good[numbers.integers(0, len(good), count)]
    values = np.array([*range(4), *range(23, 28), *range(256)], np.uint8)
    for change in range(4):
        some = np.flatnonzero(numbers.random(count) < 0.5 / (change + 1))
        places = numbers.integers(0, rows.shape[1], len(some))
        rows[some, places] = values[numbers.integers(0, len(values), len(some))]
    noise = rows[1::2]
    kept: dict[str, list[int]] = {
        "dgf-board": [3],
        "dgf-packed2": [3],
        "dgf-packed3": [3],
        "gbxx": [*range(6)],
    }
    low = {"stackmill": 27, "dgf-board": 4}.get(format, 256)
    tame = numbers.random((len(noise), 1)) < 0.7
    random_rows = numbers.integers(0, np.where(tame, low, 256), noise.shape).astype(np.uint8)
    keep = np.ix_(
        np.flatnonzero(numbers.random(len(noise)) < 0.8),
        np.array(kept.get(format, []), np.int64),
    )
    random_rows[keep] = noise[keep]
    rows[1::2] = random_rows
    rows[0] = good[0]
    return rows


def random_games(count: int, seed: int, size: int = 5) -> list[bytes]:
    """So many DGF records: good ones, most of them with numbers changed, cut or left over.

    The first is good, so that it tells the size of the boards.
    """
    chance = random.Random(seed)
    moves, offsets = go.random_games(count, size, seed, limit=30)
    found = [struct.pack(f"<{size * size + 5}h", 1, 0, 0, size, *[0] * (size * size + 1))]
    while len(found) < count:
        game = len(found) - 1
        legal = moves[offsets[game] : offsets[game + 1]].tolist()
        legal = legal[: chance.choice([0, 3, 30, 30, 30])]
        end = chance.choice([[], [0, 0], [-1], [-7], [0, 0, 3], [-1, -2], [-1, 4, 0]])
        stones = [chance.choice([0] * 9 + [1, 2, 1, 2, 3]) for _ in range(size * size)]
        if chance.random() < 0.8:
            stones = [0] * len(stones)
        state = chance.choice([1, 1, 1, 2, 0, 1 | 4, 1 | 8, 1 | 16, 2 | 32])
        numbers = [state, chance.choice([0, 0, 6, 255]), chance.choice([0, 6]), size, *stones]
        numbers += [chance.randrange(3), *legal, *end]
        for _ in range(chance.choice([0, 0, 1, 2])):
            place = chance.choice([chance.randrange(5), chance.randrange(len(numbers))])
            numbers[place] = chance.choice([0, 1, 2, 3, 26, 64, 255, 256, -1, -(1 << 15), 2, 5])
        data = struct.pack(f"<{len(numbers)}h", *numbers)
        found.append(data[: chance.choice([len(data)] * 20 + [len(data) - 1, 7, 0, 30])])
    return found
