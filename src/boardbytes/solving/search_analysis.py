"""What an alpha-beta search, and the tables at its leaves, say of a position and its best lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from boardbytes.model import Move, Position, Record
from boardbytes.model.analysis import DRAWN, LOST, WON, Analysis, Line, Score
from boardbytes.solving.limits import Limits
from boardbytes.solving.search_kernel import INFINITE, MAX_PLY, SURE, WIN
from boardbytes.solving.searching import Search

Known = Callable[[Any], Score | None]
"""What tables say of a position for the side to move; None where they do not reach."""

Following = Callable[[Any], Any]
"""The move that follows in a position; None where nobody knows."""

_UNTIMED = 500
"""Taken as the plies of a win, for sorting, where a table does not know them."""


def score_of(score: int, unit: str) -> Score:
    """A search's score, in hundredths of a piece or as a win that was seen to the end."""
    if abs(score) > SURE:
        return Score(WON if score > 0 else LOST, WIN - abs(score), proven=True, unit=unit)
    return Score(lead=score / 100, unit=unit)


class Candidates:
    """The moves of a position and what is known of each, all of them looked at side by side.

    The best `count` are looked at in full; the others only to see that they are not better.
    """

    def __init__(
        self,
        search: Search,
        record: Record,
        unit: str,
        known: Known,
        count: int,
        following: Following | None,
    ) -> None:
        self._search, self._unit, self._known, self._count = search, unit, known, count
        self._following = following or search.remembered
        *before, position = record.positions
        self._before = before
        self._record_rules = record.rules
        self._rules = position.find_rules(record.rules).flags
        self._after: dict[Move, Position] = {
            move: position.play(move, record.rules) for move in record.legal_moves()
        }
        self.scores: dict[Move, int] = {}
        self._exact: dict[Move, Score] = {}
        self._lines: dict[Move, tuple[Move, ...]] = {}
        """How the game was last seen to go on after each move."""
        for move, after in self._after.items():
            if (sure := self._sure(after)) is not None:
                self._exact[move] = sure.before
                self.scores[move] = _sortable(self._exact[move])

    def _sure(self, after: Position) -> Score | None:
        """What is known of a position without a search."""
        if not after.legal_moves():
            return self._ended(after)
        if after in self._before:
            return Score(lead=0.0, unit=self._unit)
        return self._known(after)

    def _ended(self, after: Position) -> Score:
        """What a position without moves is worth to the side to move, which has usually lost."""
        outcome = after.outcome(self._record_rules)
        winner = outcome.winner if outcome else None
        if winner is None:
            return Score(DRAWN, 0, proven=True, lead=0.0, unit=self._unit)
        return Score(WON if winner is after.turn else LOST, 0, proven=True, unit=self._unit)

    @property
    def settled(self) -> bool:
        """Whether looking deeper would change nothing."""
        best = self.ordered()
        leads = self.scores.get(best[0], -INFINITE) > SURE and self._count == 1
        return leads or all(
            move in self._exact or abs(self.scores.get(move, 0)) > SURE for move in self._after
        )

    def ordered(self) -> list[Move]:
        """The moves, the best first."""
        return sorted(self._after, key=lambda move: -self.scores.get(move, -INFINITE))

    def look(self, depth: int, deadline: float | None, limits: Limits) -> bool:
        """Look at every move to a depth; False, and nothing changed, if there was no time."""
        found = {move: score for move, score in self.scores.items() if move in self._exact}
        for move in self.ordered():
            if move in self._exact:
                continue
            old = self.scores.get(move, 0)
            if abs(old) > SURE:
                found[move] = old
                continue
            best = sorted(found.values(), reverse=True)[: self._count]
            worst = best[-1] if len(best) == self._count else -INFINITE
            deeper = self._search.look(
                self._after[move],
                self._rules,
                depth,
                deadline,
                self._before,
                limits=limits,
                beta=-worst,
            )
            if deeper is None:
                return False
            score = -deeper.score
            # A win or a loss is a ply farther from here.
            found[move] = score - (score > SURE) + (score < -SURE)
        self.scores = found
        return True

    def lines(self, plies: int) -> tuple[Line, ...]:
        """The best lines, as far as the search remembers, or remembered before, how they go on."""
        best = [move for move in self.ordered()[: self._count] if move in self.scores]
        for move in best:
            line = (move, *self._follow(move, plies - 1))
            before = self._lines.get(move, ())
            self._lines[move] = before if before[: len(line)] == line else line
        return tuple(Line(self._lines[move], self.score(move)) for move in best)

    def score(self, move: Move) -> Score:
        return self._exact.get(move) or score_of(self.scores[move], self._unit)

    def _follow(self, move: Move, plies: int) -> Iterator[Move]:
        position: Any = self._after[move]
        for _ in range(plies):
            following = self._following(position)
            if following is None or following not in position.legal_moves():
                return
            yield following
            position = position.play(following)

    def whole(self) -> Score:
        """What the position is worth: as much as its best move.

        A move that is drawn for sure proves a draw only if no other can be better.
        """
        score = self.score(self.ordered()[0])
        others = len(self._exact) == len(self._after)
        if score.proven and score.value == DRAWN and not others:
            return Score(DRAWN, lead=0.0, unit=self._unit)
        return score


def _sortable(score: Score) -> int:
    if score.value in (WON, LOST):
        plies = WIN - (_UNTIMED if score.plies is None else score.plies)
        return plies if score.value == WON else -plies
    return 0


def by_search(
    search: Search,
    record: Record,
    limits: Limits,
    unit: str,
    known: Known,
    following: Following | None = None,
) -> Iterator[Analysis]:
    """Ever deeper analyses of the end of a record.

    A search that remembers nothing yet gives the same answer to the same question. Lines go on as
    `following` says, by default as the search remembers.
    """
    begun = time.monotonic()
    before = search.nodes
    turn = record.position.turn
    candidates = Candidates(search, record, unit, known, limits.lines, following)
    plies = 20

    def told(depth: int | None) -> Analysis:
        source = "tables" if depth is None else "search"
        lines, nodes = candidates.lines(plies), search.nodes - before
        seconds = time.monotonic() - begun
        return Analysis(
            turn, candidates.whole(), lines, source, depth, nodes=nodes, seconds=seconds
        )

    if len(candidates.scores) == len(record.legal_moves()):
        yield told(None)
        return
    deadline = None
    for depth in range(1, min(limits.depth or MAX_PLY, MAX_PLY - 1) + 1):
        # The first ply belongs to the move itself, and is looked at however little time there is.
        if not candidates.look(depth - 1, deadline, limits):
            return
        yield told(depth)
        if candidates.settled:
            return
        deadline = deadline if deadline is not None else limits.deadline
