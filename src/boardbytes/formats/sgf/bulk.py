"""Large SGF collections checked on all cores: only odd games are read at all.

Compiled kernels lex a game, look at its properties and play its moves, and say whether there may be
anything to report. Only games of which that is true are read in the usual way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardbytes.compiling import compiled
from boardbytes.cores import core_count
from boardbytes.files import release
from boardbytes.formats.sgf import bulk_kernel as kernel
from boardbytes.formats.sgf import value_kernel
from boardbytes.formats.sgf.kernel import Tables
from boardbytes.formats.sgf.lexing import rooms, signs
from boardbytes.formats.sgf.moves_kernel import BUCKETS, SLOTS, Scratch
from boardbytes.model import Problem

Numbers: TypeAlias = "npt.NDArray[Any]"

BATCH_BYTES = 1 << 20
"""So many bytes are handed to a core at a time, or one game that is longer."""
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
    kernel.WORD: "GM FF RU ST",
    kernel.CHARSET: "CA",
    kernel.ROOT_TEXT: "AN AP BR BT CP DT EV GC GN ON OT PB PC PW RE RO SO TM US WR WT",
    kernel.TEXT: "C N",
    kernel.POINTS: "TR SQ CR MA SL TB TW",
    kernel.LABELS: "LB",
    kernel.LINES: "AR LN",
    kernel.NUMBER: "BL WL OB OW V OP OV",
    kernel.SMALL_NUMBER: "MN PM BS WS EL OM TC",
    kernel.DOUBLE: "DM GB GW HO UC BM TE DO IT CH SI",
    kernel.STRANGE: "AE KO FG DD VW L M EX RG SC SE",
}
"""Names by their kind; those that are not listed are kept as they are and never checked."""

_SIMPLE_KO = ("JAPANESE", "JP", "KOREAN", "CHINESE", "CN")

_WORDS = {
    "GM": ("1",),
    "FF": ("1", "2", "3", "4"),
    "ST": ("0", "1", "2", "3"),
    "CA": ("UTF-8", "UTF8"),
    "RU": (*_SIMPLE_KO, "AGA", "BGA", "NZ", "NEW ZEALAND"),
}


@dataclass(frozen=True)
class Batch:
    """Some games that follow one another: where they stand, and the verdict on each."""

    starts: Numbers
    ends: Numbers
    roots: Numbers
    """Where each root ends."""
    verdicts: Numbers


def problems(
    data: Any, codec: str, alone: Callable[[bytes], tuple[Problem, ...]]
) -> Iterator[tuple[Problem, ...]]:
    """What is wrong with every game of a collection; nothing where there is no game at all.

    `alone` says what is wrong with one game, given its bytes. It is asked about those that
    may have problems; about the root alone where the rest is sound.
    """
    for batch in verdicts(data, codec):
        columns = (batch.starts, batch.ends, batch.roots, batch.verdicts)
        for start, end, root, verdict in zip(*(each.tolist() for each in columns), strict=True):
            if verdict == kernel.SOUND:
                yield ()
                continue
            text = data[start:end] if verdict == kernel.ODD else data[start:root] + b")"
            yield tuple(moved(problem, start) for problem in alone(text))
        release(data, int(batch.ends[-1]))


def moved(problem: Problem, start: int) -> Problem:
    """A problem with its place in the whole file, where the game begins at `start`."""
    place = problem.place
    if place.offset is None:
        return problem
    return replace(problem, place=replace(place, offset=place.offset + start))


def verdicts(data: Any, codec: str = "ascii", cores: int | None = None) -> Iterator[Batch]:
    """The verdict on every game of a collection, in order; only some are held at a time.

    Takes anything with a buffer of bytes, and a codec as `signs` does; None means all cores.
    """
    buffer, table = np.frombuffer(data, np.uint8), np.frombuffer(signs(codec), np.uint8)
    workers = cores or core_count()
    lent: SimpleQueue[_Worker] = SimpleQueue()
    if workers == 1:
        yield from map(_Worker(buffer, table).judged, _extents(buffer, table))
        return
    for _ in range(workers):
        lent.put(_Worker(buffer, table))

    def work(extents: tuple[Numbers, Numbers]) -> Batch:
        worker = lent.get()
        try:
            return worker.judged(extents)
        finally:
            lent.put(worker)

    waiting: deque[Future[Batch]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for extents in _extents(buffer, table):
            waiting.append(pool.submit(work, extents))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _extents(buffer: Numbers, table: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Where the games stand, in batches."""
    split = compiled(kernel.__name__).split_games
    place, end, room = 0, len(buffer), BATCH_BYTES
    tables = new_tables(room)
    while place < end:
        starts, ends = np.empty(BATCH_GAMES, np.int64), np.empty(BATCH_GAMES, np.int64)
        stop = min(end, place + BATCH_BYTES)
        given = (buffer, place, stop, end, room, table, tables, starts, ends)
        count, place = split(*given)
        if count:
            yield starts[:count], ends[:count]
        elif place < stop:
            room *= 4
            tables = new_tables(min(room, end - place))


class _Worker:
    """What one thread needs to judge games."""

    def __init__(self, buffer: Numbers, table: Numbers) -> None:
        self.buffer, self.table = buffer, table
        self.room = 0
        self.run: Callable[..., None] = compiled(kernel.__name__).judge_games

    def judged(self, extents: tuple[Numbers, Numbers]) -> Batch:
        starts, ends = extents
        room = int((ends - starts).max())
        if room > self.room:
            self.room = max(room, BATCH_BYTES // 16)
            self.tables, self.scratch = new_tables(self.room), new_scratch(self.room)
        found, roots, turns = (np.zeros(size, np.int64) for size in (*ends.shape * 2, 1))
        given = (self.buffer, starts, ends, self.table, self.tables, knowledge(), self.scratch)
        self.run(*given, turns, found, roots)
        return Batch(starts, ends, roots, found)


def new_tables(room: int) -> Tables:
    """Arrays for a game of up to `room` bytes; what is not written takes no memory."""
    sizes = rooms(room + 1, room // 2 + 2, room // 2 + 1, room + 1)
    return Tables(*(np.empty(size, np.int64) for size in sizes))  # type: ignore[arg-type]


def new_scratch(room: int) -> Scratch:
    """Arrays for a game of up to `room` bytes."""
    shape, places = (SLOTS, _CELLS), [np.int32] * 4
    arrays: list[Any] = [
        np.zeros(_CELLS, np.uint8),
        *(np.zeros(_CELLS, kind) for kind in places),
        np.zeros(kernel.NAMES, np.int64),
        *(np.empty(room + 2, np.int64) for _ in range(3)),
        np.zeros(BUCKETS, np.int64),
        np.empty(shape, np.uint8),
        *(np.empty(shape, kind) for kind in places),
        np.empty((SLOTS, 6), np.int64),
    ]
    return Scratch(*arrays)


@cache
def knowledge() -> kernel.Knowledge:
    """What the kernels know of names and words."""
    kinds = np.zeros(kernel.NAMES, np.uint8)
    for kind, names in _KINDS.items():
        for name in names.split():
            kinds[code_of(name)] = kind
    words = [(code_of(name), word.encode()) for name, found in _WORDS.items() for word in found]
    words += [(kernel.SIMPLE_KO, word.encode()) for word in _SIMPLE_KO]
    lengths = np.cumsum([0, *(len(word) for _, word in words)])
    arrays: list[Any] = [
        kinds,
        np.frombuffer(b"".join(word for _, word in words), np.uint8),
        lengths[:-1],
        lengths[1:],
        np.array([code for code, _ in words]),
        np.random.default_rng(1).integers(1, 1 << 62, 2 * _CELLS + 3),
    ]
    return kernel.Knowledge(*arrays)


def code_of(name: str) -> int:
    """The number of a property's name, as the kernels take it."""
    return value_kernel.name_code(name.encode(), 0, len(name))
