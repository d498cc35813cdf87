"""Playouts from a position of Go on all cores, and what they say of it.

Each core has a tree of its own; what they found is put together. At the root every move keeps to
the rules and the history of the game; further on the tree looks ahead with simple ko.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import compiled
from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.board import KO, STONES
from boardbytes.games.go.move import PASS
from boardbytes.games.go.rules import GoRules, Scoring
from boardbytes.model import Colour, Record
from boardbytes.model.analysis import Analysis, Line, Score
from boardbytes.solving.go import playout_kernel, tree_kernel
from boardbytes.solving.go.shapes import facts
from boardbytes.solving.limits import Limits

SLICE = 0.01
"""Seconds of playouts between two glances at the clock."""
TELLING = 0.25
"""Seconds between two analyses, at least."""
ROOM = 1 << 21
"""The most nodes that a tree may have; those that are not needed take no memory."""

_FEW = 8
"""A line goes on as long as its next move was tried this often."""
_LONGEST_LINE = 12


class Tree:
    """One tree, with everything that the kernel works on."""

    def __init__(self, question: Question, seed: int) -> None:
        cells, points = len(question.root.board), len(question.points)
        root = quick_board(question.root, points)
        board = quick_board(_empty_state(cells, question.root.stride), points)
        compiled(playout_kernel.__name__).set_up(root, question.points)
        self.links = np.empty((ROOM, tree_kernel.LINKS), np.int32)
        self.worth = np.empty((ROOM, tree_kernel.WORTH), np.float32)
        self.links[0], self.worth[0] = 0, 0
        self.numbers = np.zeros(tree_kernel.NUMBERS, np.int64)
        self.numbers[tree_kernel.USED] = 1
        self.numbers[tree_kernel.TURN] = question.turn
        self.numbers[tree_kernel.LAST] = question.last
        self.numbers[tree_kernel.ROOT_KO] = question.ko
        self.numbers[tree_kernel.TERRITORY] = question.rules.scoring is Scoring.TERRITORY
        self.numbers[tree_kernel.AS_IT_STANDS] = not question.rules.agreement
        self.sums = np.zeros(tree_kernel.SUMS)
        self.sums[tree_kernel.KOMI] = question.komi
        self.owners = np.zeros(points, np.int32)
        # Any number but 0 will do, but seeds that are close must not give numbers that are.
        board.scratch[playout_kernel.CHANCE] = (seed * 2_654_435_761 + 0x9E3779B9) % 0xFFFFFFFF + 1
        self._arguments = (
            root,
            board,
            question.points,
            question.allowed,
            self.links,
            self.worth,
            self.numbers,
            self.sums,
            self.owners,
            np.zeros(tree_kernel.MOST_DEPTH, np.int32),
            np.zeros(cells, np.int32),
        )
        self._run = compiled(tree_kernel.__name__).run

    def run(self, playouts: int) -> None:
        self._run(playouts, *self._arguments)

    def children(self, node: int) -> NDArray[np.int64]:
        """The children of a node, the most visited first."""
        first = int(self.links[node, tree_kernel.FIRST])
        rows = np.arange(first, first + int(self.links[node, tree_kernel.COUNT]))
        order = np.argsort(-self.links[rows, tree_kernel.VISITS], kind="stable")
        return rows[order]


@dataclass(frozen=True, eq=False)
class Question:
    """The end of a record as the kernel takes it."""

    record: Record
    position: GoPosition
    rules: GoRules
    root: kernel.State
    points: NDArray[np.int32]
    allowed: NDArray[np.uint8]
    turn: int
    last: int
    ko: int
    komi: float

    @classmethod
    def of(cls, record: Record) -> Question:
        position = record.position
        assert isinstance(position, GoPosition)
        assert position.turn is not None
        rules = position.find_rules(record.rules)
        width, count = position.width, len(position.stones)
        points = np.array([kernel.padded(index, width) for index in range(count)], np.int32)
        groups = position.kernel_state
        allowed = np.zeros(len(groups.board), np.uint8)
        for move in record.legal_moves():
            index = move.index(position.size)  # type: ignore[attr-defined]
            if index is not None:
                allowed[kernel.padded(index, width)] = 1
        last = record.steps[-1].move if record.steps else None
        place = last.index(position.size) if isinstance(last, GoMove) else None
        marks = np.flatnonzero(np.frombuffer(position.stones, np.uint8) == KO)
        return cls(
            record,
            position,
            rules,
            _arrays(groups),
            points,
            allowed,
            STONES[position.turn],
            0 if place is None else kernel.padded(place, width),
            int(points[marks[0]]) if len(marks) else 0,
            rules.komi + _stones_played(position) * (rules.scoring is Scoring.TERRITORY),
        )


def _stones_played(position: GoPosition) -> float:
    """How many more stones black has played than white, those that were taken included.

    By territory each of them costs its side a point, compared with counting by area.
    """
    black, white = (position.stones.count(stone) for stone in STONES.values())
    return black + position.white_captures - white - position.black_captures


def _arrays(groups: kernel.State) -> kernel.State:
    board = np.frombuffer(bytes(groups.board), np.uint8).copy()
    head, link, sizes, libs = (np.array(array, np.int32) for array in groups[1:5])
    return kernel.State(board, head, link, sizes, libs, groups.stride)  # type: ignore[arg-type]


def _empty_state(cells: int, stride: int) -> kernel.State:
    head, link, sizes, libs = (np.zeros(cells, np.int32) for _ in range(4))
    board = np.zeros(cells, np.uint8)
    return kernel.State(board, head, link, sizes, libs, stride)  # type: ignore[arg-type]


def quick_board(state: kernel.State, points: int) -> playout_kernel.Board:
    """A state with room for what playouts keep beside it."""
    cells = len(state.board)
    around, spots = np.zeros(cells, np.int32), np.zeros(cells, np.int32)
    empties = np.zeros(points, np.int32)
    scratch = np.zeros(playout_kernel.SCRATCH_SIZE, np.int64)
    return playout_kernel.Board(state, around, empties, spots, facts(), scratch)


class GoSearch:
    """Playouts from the end of a record, as many as the limits allow."""

    def __init__(self, record: Record, limits: Limits) -> None:
        self.question = Question.of(record)
        self.limits = limits
        self.trees = [Tree(self.question, limits.seed + core) for core in range(limits.cores)]
        self.seconds = 0.0
        self.trees[0].run(0)  # compiles, which does not count

    @property
    def playouts(self) -> int:
        return sum(int(tree.numbers[tree_kernel.PLAYOUTS]) for tree in self.trees)

    def run(self) -> Iterator[None]:
        """Play out games up to the limits, pausing now and then for anyone who wants to know."""
        limits, deadline = self.limits, self.limits.deadline
        most = limits.playouts
        share, begun, told = 4, time.monotonic(), time.monotonic()
        with ThreadPoolExecutor(len(self.trees)) as pool:
            while not limits.is_over(deadline) and (most is None or self.playouts < most):
                before = time.monotonic()
                list(pool.map(Tree.run, self.trees, self._shares(share)))
                now = time.monotonic()
                share = max(1, min(2 * share, int(share * SLICE / max(1e-6, now - before))))
                self.seconds = now - begun
                if now - told >= TELLING:
                    told = now
                    yield
        yield

    def _shares(self, share: int) -> list[int]:
        """How many playouts each core tries next: so many, and in all no more than are wanted."""
        cores = len(self.trees)
        if self.limits.playouts is None:
            return [share] * cores
        each, over = divmod(self.limits.playouts - self.playouts, cores)
        return [min(share, each + (core < over)) for core in range(cores)]

    def analysis(self) -> Analysis:
        """What the playouts so far say."""
        black = self.question.position.turn is Colour.BLACK
        playouts = max(1, self.playouts)
        lead = sum(float(tree.sums[tree_kernel.LEAD]) for tree in self.trees) / playouts
        lead = lead if black else -lead
        won = sum(int(tree.numbers[tree_kernel.BLACK_WINS]) for tree in self.trees) / playouts
        owners = np.sum([tree.owners for tree in self.trees], axis=0) / playouts
        nodes = sum(int(tree.numbers[tree_kernel.NODES]) for tree in self.trees)
        return Analysis(
            self.question.position.turn,
            Score(lead=lead, win_rate=won if black else 1 - won),
            self._lines()[: self.limits.lines],
            "playouts",
            playouts=self.playouts,
            nodes=nodes,
            seconds=self.seconds,
            ownership=tuple(owners.tolist()),
        )

    def _lines(self) -> tuple[Line, ...]:
        """Every move that was tried, with how a game would go on, the most tried first."""
        visits: dict[int, int] = {}
        worth: dict[int, float] = {}
        for tree in self.trees:
            for child in tree.children(0).tolist():
                move, count = (int(tree.links[child, place]) for place in (_MOVE, _VISITS))
                won = float(tree.worth[child, _WON] - tree.worth[child, _PRIOR])
                visits[move] = visits.get(move, 0) + count
                worth[move] = worth.get(move, 0.0) + won
        lines = []
        for move in sorted(visits, key=lambda move: -visits[move]):
            if visits[move] == 0:
                break
            score = Score(win_rate=_rate(worth[move] / visits[move]))
            lines.append(Line(self._follow(move), score, visits[move]))
        return tuple(lines)

    def _follow(self, first: int) -> tuple[GoMove, ...]:
        """How a game goes on after a move, as the first tree expects."""
        best: list[int] = []
        for tree in self.trees[:1]:
            children = tree.children(0)
            node = int(children[tree.links[children, _MOVE] == first][0])
            while len(best) < _LONGEST_LINE - 1 and tree.links[node, _COUNT]:
                node = int(tree.children(node)[0])
                if tree.links[node, _VISITS] < _FEW:
                    break
                best.append(int(tree.links[node, _MOVE]))
                if best[-1] == 0:
                    break
        return tuple(self._move(point) for point in (first, *best))

    def _move(self, point: int) -> GoMove:
        position = self.question.position
        if point == 0:
            return PASS
        return GoMove.at(kernel.index_of(point, position.width), position.size)


_MOVE, _COUNT, _VISITS = tree_kernel.MOVE, tree_kernel.COUNT, tree_kernel.VISITS
_WON, _PRIOR = tree_kernel.WON, tree_kernel.PRIOR


def _rate(worth: float) -> float:
    """A win rate without what the kernel adds for the margin."""
    half = tree_kernel.MARGIN_WORTH / 2
    return min(1.0, max(0.0, (worth - half) / (1 - 2 * half)))


def analyses(record: Record, limits: Limits) -> Iterator[Analysis]:
    """Ever better analyses of the end of a record of Go."""
    search: Any = GoSearch(record, limits)
    for _ in search.run():
        if search.playouts:
            yield search.analysis()
