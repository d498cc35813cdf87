"""Large SGF collections checked on all cores: only what is odd about a game is read at all.

Compiled kernels lex a game, look at its properties and play its moves, and say whether there is
anything to say about it. Only those about which there is are read as any game is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardbytes.compiling import compiled
from boardbytes.cores import core_count
from boardbytes.formats.sgf import bulk_kernel as kernel
from boardbytes.formats.sgf.kernel import Tables
from boardbytes.formats.sgf.lexing import rooms, signs

Numbers: TypeAlias = "npt.NDArray[Any]"

BATCH_BYTES = 1 << 20
"""So many bytes are handed to a core at a time, or one game."""
BATCH_GAMES = 4096
_CELLS = (kernel.LETTERS + 1) * (kernel.LETTERS + 2) + 1

_KINDS = {
    kernel.BLACK_MOVE: "B",
    kernel.WHITE_MOVE: "W",
    kernel.ADD_BLACK: "AB",
    kernel.ADD_WHITE: "AW",
    kernel.TURN: "PL",
    kernel.SIZE: "SZ",
    kernel.HANDICAP: "HA",
    kernel.KOMI: "KM",
    kernel.WORD: "GM FF RU",
    kernel.CHARSET: "CA",
    kernel.ROOT_TEXT: "AN AP BR BT CP DT EV GC GN ON OT PB PC PW RE RO SO TM US WR WT ST",
    kernel.TEXT: "C N",
    kernel.POINTS: "TR SQ CR MA SL TB TW",
    kernel.LABELS: "LB",
    kernel.LINES: "AR LN",
    kernel.NUMBER: "BL WL OB OW MN PM V",
    kernel.DOUBLE: "DM GB GW HO UC BM TE DO IT",
    kernel.STRANGE: "AE KO FG DD VW L M",
}
"""Names by their kind; those that do not stand here are kept as they are and never checked."""

_SIMPLE_KO = ("JAPANESE", "JP", "KOREAN", "CHINESE", "CN")

_WORDS = {
    "GM": ("1",),
    "FF": ("1", "2", "3", "4"),
    "CA": ("UTF-8", "UTF8"),
    "RU": (*_SIMPLE_KO, "AGA", "BGA", "NZ", "NEW ZEALAND"),
}


@dataclass(frozen=True)
class Batch:
    """Some games that follow one another: where they stand and what is to be said."""

    starts: Numbers
    ends: Numbers
    roots: Numbers
    """Where each root ends."""
    verdicts: Numbers


def verdicts(data: Any, cores: int | None = None) -> Iterator[Batch]:
    """The verdict on every game of a collection, in their order; only some are held at a time.

    Takes anything with a buffer of bytes, text in UTF-8 or ASCII; on so many cores, None means all.
    """
    buffer = np.frombuffer(data, np.uint8)
    workers = cores or core_count()
    lent: SimpleQueue[_Worker] = SimpleQueue()
    if workers == 1:
        worker = _Worker(buffer)
        yield from map(worker.judged, _extents(buffer))
        return
    for _ in range(workers):
        lent.put(_Worker(buffer))

    def work(extents: tuple[Numbers, Numbers]) -> Batch:
        worker = lent.get()
        try:
            return worker.judged(extents)
        finally:
            lent.put(worker)

    waiting: deque[Future[Batch]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for extents in _extents(buffer):
            waiting.append(pool.submit(work, extents))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _extents(buffer: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Where the games stand, in batches."""
    split = compiled(kernel.__name__).split_games
    place, end, room = 0, len(buffer), BATCH_BYTES
    tables = _tables(room)
    while place < end:
        starts, ends = np.empty(BATCH_GAMES, np.int64), np.empty(BATCH_GAMES, np.int64)
        stop = min(end, place + BATCH_BYTES)
        given = (buffer, place, stop, end, room, _table(), tables, starts, ends)
        count, place = split(*given)
        if count:
            yield starts[:count], ends[:count]
        elif place < stop:
            room *= 4
            tables = _tables(min(room, end - place))


class _Worker:
    """What one thread needs to judge games."""

    def __init__(self, buffer: Numbers) -> None:
        self.buffer = buffer
        self.room = 0
        self.run: Callable[..., None] = compiled(kernel.__name__).judge_games

    def judged(self, extents: tuple[Numbers, Numbers]) -> Batch:
        starts, ends = extents
        room = int((ends - starts).max())
        if room > self.room:
            self.room = max(room, BATCH_BYTES // 16)
            self.tables, self.scratch = _tables(self.room), _scratch(self.room)
        found = np.zeros(len(starts), np.int64)
        roots = np.zeros(len(starts), np.int64)
        self.scratch.buckets[:] = -1
        turns = np.zeros(1, np.int64)
        given = (self.buffer, starts, ends, _table(), self.tables, _known(), self.scratch)
        self.run(*given, turns, found, roots)
        return Batch(starts, ends, roots, found)


@cache
def _table() -> Numbers:
    return np.frombuffer(signs(), np.uint8)


def _tables(room: int) -> Tables:
    """Arrays for a game of so many bytes; what is not written takes no memory."""
    sizes = rooms(room + 1, room // 2 + 2, room // 2 + 1, room + 1)
    return Tables(*(np.empty(size, np.int64) for size in sizes))  # type: ignore[arg-type]


def _scratch(room: int) -> kernel.Scratch:
    small = [np.zeros(_CELLS, np.int32) for _ in range(4)]
    large = [np.empty((kernel.SLOTS, _CELLS), np.int32) for _ in range(4)]
    return kernel.Scratch(  # type: ignore[call-arg]
        np.zeros(_CELLS, np.uint8),
        *small,
        np.zeros(kernel.NAMES, np.int64),
        *(np.empty(room + 2, np.int64) for _ in range(3)),
        np.zeros(kernel.BUCKETS, np.int64),
        np.empty((kernel.SLOTS, _CELLS), np.uint8),
        *large,
        np.empty((kernel.SLOTS, 6), np.int64),
    )


@cache
def _known() -> kernel.Knowledge:
    kinds = np.zeros(kernel.NAMES, np.uint8)
    for kind, names in _KINDS.items():
        for name in names.split():
            kinds[_code(name)] = kind
    words = [(_code(name), word.encode()) for name, found in _WORDS.items() for word in found]
    words += [(kernel.SIMPLE_KO, word.encode()) for word in _SIMPLE_KO]
    lengths = np.cumsum([0, *(len(word) for _, word in words)])
    weights = np.random.default_rng(1).integers(1, 1 << 62, 2 * _CELLS + 3)
    return kernel.Knowledge(
        kinds,  # type: ignore[arg-type]
        np.frombuffer(b"".join(word for _, word in words), np.uint8),  # type: ignore[arg-type]
        lengths[:-1],  # type: ignore[arg-type]
        lengths[1:],  # type: ignore[arg-type]
        np.array([code for code, _ in words]),  # type: ignore[arg-type]
        weights,  # type: ignore[arg-type]
    )


def _code(name: str) -> int:
    return kernel.name_code(name.encode(), 0, len(name))
