"""What a position and its moves are worth: by the tables, and beyond them by a search.

A search is sure of a win or a loss that it has seen to the end, or to a table that says so: then
it is `proven`, within that many plies at most. Everything else it says is merely likely.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.rules import MillRules
from boardbytes.solving.mill.choosing import best_moves
from boardbytes.solving.mill.member import Member
from boardbytes.solving.mill.probing import Probe, member_for, probe, probe_moves, summary
from boardbytes.solving.mill.searching import search
from boardbytes.solving.mill.summary import Summary
from boardbytes.solving.search_kernel import MAX_PLY, SURE, WIN
from boardbytes.solving.searching import Search

LIKELY = 100
"""From this score on a game is likely to be won: a stone more."""
EVEN = 50
"""A score below which nobody stands better."""

SECONDS = 2.0
"""How long a search takes unless told otherwise."""


@dataclass(frozen=True)
class Estimate:
    """What a search says of a position: the value for the side to move, and how sure it is.

    Where it is not `proven`, the value is merely the likeliest.
    """

    score: int
    """In hundredths of a stone; beyond SURE the game was seen to be won, or lost."""
    depth: int
    """How many plies were looked ahead; some lines were followed further."""

    @property
    def proven(self) -> bool:
        return abs(self.score) > SURE

    @property
    def value(self) -> str:
        if abs(self.score) < LIKELY:
            return "drawn"
        return "won" if self.score > 0 else "lost"

    @property
    def plies(self) -> int | None:
        """Within how many plies the game ends, if that is proven; perhaps sooner."""
        return WIN - abs(self.score) if self.proven else None

    @property
    def before(self) -> Estimate:
        """What a move that leads here is worth to the side that makes it."""
        farther = (self.score > 0) - (self.score < 0) if self.proven else 0
        return Estimate(farther - self.score, self.depth + 1)

    def __str__(self) -> str:
        searched = f"searched {self.depth} {'ply' if self.depth == 1 else 'plies'}"
        if self.proven:
            return f"{self.value} in at most {self.plies} ({searched})"
        if abs(self.score) < EVEN:
            return f"about even ({searched}, not proven)"
        how = "better" if self.score > 0 else "worse"
        return f"{how} by about {abs(self.score) / 100:.1f} stones ({searched}, not proven)"


Judgement: TypeAlias = Probe | Estimate


@dataclass(frozen=True)
class Analysis:
    """What a position is worth, what each of its moves is, and how the game would go on."""

    value: Judgement
    moves: Mapping[MillMove, Judgement]
    """The best first; each for the side that makes it."""
    line: tuple[MillMove, ...]
    subspace: Summary | None
    """What the subspace of the position holds; None where no table reaches."""
    missing: str | None
    """Why no table knows the position, and how to make one; None if one does."""


def judge(
    position: MillPosition,
    folder: Path | None = None,
    seconds: float = SECONDS,
    rules: MillRules | str = "standard",
) -> Judgement:
    """The value of any position: from a table, else from a search of some seconds."""
    try:
        return probe(position, folder, rules, seconds)
    except NoTableError:
        member = member_for(position, rules)
        flags = position.find_rules(rules).flags
        found = _search(folder, member).deepen(position, flags, MAX_PLY, seconds)
        return Estimate(found.score, found.depth)


def analyse(
    position: MillPosition,
    folder: Path | None = None,
    seconds: float = SECONDS,
    plies: int = 0,
    rules: MillRules | str = "standard",
) -> Analysis:
    """The value of any position and of each of its moves, and the best line of that many plies.

    What no table knows is searched, for that many seconds altogether: all moves to the same depth.
    If a line is wanted, it takes half of the time.
    """
    share = seconds / 2 if plies else seconds
    member = member_for(position, rules)
    moves = _judge_moves(position, folder, share, member)
    missing = None
    try:
        value: Judgement = probe(position, folder, rules, share)
    except NoTableError as error:
        value, missing = _best_of(list(moves.values())), str(error)
    line = _line(position, next(iter(moves), None), folder, plies, share, member)
    return Analysis(value, moves, tuple(line), summary(position, folder, rules), missing)


def _judge_moves(
    position: MillPosition, folder: Path | None, seconds: float, member: Member
) -> dict[MillMove, Judgement]:
    """What each move is worth, the best first; those that no table knows searched side by side."""
    found: dict[MillMove, Judgement] = {}
    unknown: dict[MillMove, MillPosition] = {}
    for move in position.legal_moves(member.rules):
        after = position.play(move, member.rules)
        try:
            found[move] = probe(after, folder, member.rules).before
        except NoTableError:
            unknown[move] = after
    if not unknown:
        return dict(probe_moves(position, folder, member.rules, seconds))
    deadline = None
    for depth in range(1, MAX_PLY):
        open_ = {move: after for move, after in unknown.items() if not _is_proven(found.get(move))}
        deeper = _look(folder, open_, depth, deadline, member)
        if not deeper:
            break
        found |= deeper
        # One ply is looked ahead in any case, and compiling does not count.
        deadline = deadline or time.monotonic() + seconds
    return dict(sorted(found.items(), key=lambda item: -item[1].score))


def _is_proven(value: Judgement | None) -> bool:
    return value is not None and value.proven


def _look(
    folder: Path | None,
    positions: Mapping[MillMove, MillPosition],
    depth: int,
    deadline: float | None,
    member: Member,
) -> dict[MillMove, Judgement]:
    """What moves that lead to these positions are worth, at a depth; nothing if time runs out."""
    deeper: dict[MillMove, Judgement] = {}
    for move, after in positions.items():
        found = _search(folder, member).look(after, member.rules.flags, depth, deadline)
        if found is None:
            return {}
        deeper[move] = Estimate(found.score, depth).before
    return deeper


def _best_of(moves: list[Judgement]) -> Judgement:
    """What a position is worth, given what its moves are worth.

    If tables know all moves, they know the position. Otherwise a move that is known to win may
    not be the quickest, and one that is known to draw not the best.
    """
    best = max(moves, key=lambda value: value.score)
    if all(isinstance(value, Probe) for value in moves):
        return best
    depth = max(value.depth for value in moves if isinstance(value, Estimate))
    return Estimate(best.score, depth)


def _line(
    position: MillPosition,
    first: MillMove | None,
    folder: Path | None,
    plies: int,
    seconds: float,
    member: Member,
) -> Iterator[MillMove]:
    """How a game goes on by the tables, and where they do not reach, as a search expects it."""
    for number in range(plies):
        if not position.legal_moves(member.rules):
            return
        choices = best_moves(position, folder, member.rules, seconds / plies)
        if choices:
            move = choices[0].move
        elif number == 0 and first:
            move = first
        else:
            found = _search(folder, member).deepen(
                position, member.rules.flags, MAX_PLY, seconds / plies
            )
            move = found.move
        yield move
        position = position.play(move, member.rules)


@cache
def _search(folder: Path | None, member: Member) -> Search:
    return search(folder, waits=True, member=member)
