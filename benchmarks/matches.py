"""Our opponents against others: who wins how many games, with error bars and time for each side.

Every opening is played twice, with colours exchanged. Our seconds a move are processor time on one
core, so that a busy machine does not make us weaker; so are those of an engine in this process,
and those of a program of its own are what the clock on the wall says.
"""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks import Row
from boardbytes.errors import PlayerError
from boardbytes.formats import dumps
from boardbytes.games.checkers.ballot import opening
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.move import RESIGN
from boardbytes.games.go.rules import PRESETS
from boardbytes.model import Colour, Move, Outcome, Record
from boardbytes.players import Player
from boardbytes.players.gtp import GtpPlayer
from boardbytes.solving import checkers_search
from boardbytes.solving.go.deciding import decide, estimate
from boardbytes.solving.go.searching import GoSearch
from boardbytes.solving.limits import Limits

GAMES_VARIABLE = "BOARDBYTES_MATCH_GAMES"
"""Plays fewer games, for a look in passing."""
KEPT_VARIABLE = "BOARDBYTES_MATCH_FILE"
"""A file that keeps every game as soon as it is played: a match that was stopped goes on there."""
MATCHES_VARIABLE = "BOARDBYTES_MATCHES"
"""The names of the matches to play, with commas; all by default."""

GO_RULES = replace(PRESETS["chinese"], komi=7.5)
SECONDS = 2.0
CHECKERS_SECONDS = 0.2
ESTIMATES = "go-estimates"


class Playouts(Player):
    """Our player of Go with so many seconds of one core for a move."""

    def __init__(self, seed: int, seconds: float = SECONDS) -> None:
        self._random, self.seconds = random.Random(seed), seconds
        self.playouts = 0

    def choose(self, record: Record) -> Move:
        seed = self._random.randrange(1 << 30)
        limits = Limits(lines=1, seconds=self.seconds, seed=seed, clock=time.process_time)
        search = GoSearch(record, limits)
        for _ in search.run():
            pass
        self.playouts += search.playouts
        return decide(record, search.analysis())


@dataclass(frozen=True)
class Played:
    """A game of a match, from our side."""

    match: str
    number: int
    points: float
    """1 for a win, half for a draw."""
    agreed: bool | None
    """Whether both referees count the same; None where nobody had to count."""
    moves: int
    ours: float
    """Seconds that our moves took, and then the other side's."""
    theirs: float
    outcome: str


@dataclass(frozen=True)
class Tally:
    """How a match went, from our side."""

    games: tuple[Played, ...]

    @property
    def score(self) -> float:
        return sum(game.points for game in self.games) / max(1, len(self.games))

    @property
    def error(self) -> float:
        """Half the width of the interval in which the true score is 19 times out of 20 (Wilson)."""
        count, score, z = max(1, len(self.games)), self.score, 1.96
        spread = math.sqrt(score * (1 - score) / count + z * z / (4 * count * count))
        return z * spread / (1 + z * z / count)

    def __str__(self) -> str:
        points = [game.points for game in self.games]
        won, drawn, lost = (points.count(each) for each in (1.0, 0.5, 0.0))
        moves = max(1, sum(game.moves for game in self.games)) / 2
        text = (
            f"{won} won, {drawn} drawn, {lost} lost of {len(points)}:"
            f" {self.score:.1%} ± {self.error:.1%};"
            f" a move took us {sum(game.ours for game in self.games) / moves:.2f} s of processor"
            f" time, them {sum(game.theirs for game in self.games) / moves:.2f} s"
        )
        counted = [game.agreed for game in self.games if game.agreed is not None]
        if counted:
            text += f"; both referees agree on {sum(counted)} of {len(counted)} counted games"
        return text


@dataclass(frozen=True)
class Match:
    """Two opponents, and how their games begin and end."""

    name: str
    games: int
    start: Callable[[int], Record]
    """The opening of a number."""
    ours: Callable[[int], Player]
    theirs: Callable[[int], Player]
    judge: Callable[[Record, Player], tuple[Outcome | None, bool | None]]
    """How a game ended, and whether both say so; None where nobody had to count."""
    needs: Callable[[], bool] = lambda: True


def play(match: Match, games: int) -> Tally:
    """Play a match, with a line for every game; those that were kept are not played again."""
    kept = {game.number: game for game in _kept() if game.match == match.name}
    played = []
    for number in range(games):
        game = kept.get(number) or _keep(_play(match, number))
        played.append(game)
        print(f"  {number + 1}: {game.points:g}, {game.moves} moves; {game.outcome}", flush=True)
    return Tally(tuple(played))


def _play(match: Match, number: int) -> Played:
    record = match.start(number // 2)
    side = [*record.start.sides][number % 2]
    spent = {True: 0.0, False: 0.0}
    with match.ours(number) as ours, match.theirs(number) as theirs:
        while record.result is None:
            mine = record.position.turn is side
            # A program of its own spends time that only the clock on the wall sees.
            clock = time.process_time if mine else time.monotonic
            begun = clock()
            record = record.play((ours if mine else theirs).choose(record))
            spent[mine] += clock() - begun
        outcome, agreed = match.judge(record, theirs)
    winner = outcome.winner if outcome else None
    points = 0.5 if winner is None else float(winner is side)
    told = f"we were {side}; {outcome}"
    moves = len(record.moves)
    return Played(match.name, number, points, agreed, moves, spent[True], spent[False], told)


def _kept() -> Iterator[Played]:
    """The games that were played before, if a file keeps them."""
    path = os.environ.get(KEPT_VARIABLE)
    if path and Path(path).exists():
        for line in Path(path).read_text().splitlines():
            yield Played(**json.loads(line))


def _keep(game: Played) -> Played:
    if path := os.environ.get(KEPT_VARIABLE):
        with Path(path).open("a") as file:
            file.write(json.dumps(asdict(game)) + "\n")
    return game


def go_opening(size: int) -> Callable[[int], Record]:
    """Black's first stone, somewhere on the third line or higher."""

    def start(number: int) -> Record:
        chance = random.Random(number)
        record = Record(GoPosition(size), rules=GO_RULES)
        column, row = (chance.randrange(3, size - 1) for _ in range(2))
        return record.play(GoMove(column, row))

    return start


def by_both(record: Record, other: Player) -> tuple[Outcome | None, bool | None]:
    """By the other program's referee; and whether ours counts the same."""
    if record.moves[-1] == RESIGN:
        return record.result, None
    assert isinstance(other, GtpPlayer)
    other.tell(record)
    theirs = other.ask("final_score")
    _, score = estimate(record)
    winner = {"B": Colour.BLACK, "W": Colour.WHITE}.get(theirs[:1])
    same = winner is score.winner and (winner is None or float(theirs[2:]) == score.margin)
    outcome = score.outcome
    if not same:
        print(f"  they count {theirs}, we {score}", flush=True)
        assert record.result is not None
        outcome = replace(record.result, winner=winner, loser=None, margin=None)
    return outcome, same


class Searching(Player):
    """Our player of checkers, with so many seconds of processor time for a move."""

    def __init__(self, seed: int, seconds: float = CHECKERS_SECONDS) -> None:
        self._search, self.seconds = checkers_search.search(), seconds

    def choose(self, record: Record) -> Move:
        *before, position = record.positions
        flags = position.find_rules(record.rules).flags
        limits = Limits(clock=time.process_time)
        deadline = None
        for depth in range(1, 60):
            deeper = self._search.look(position, flags, depth, deadline, before, limits=limits)
            if deeper is None:
                break
            found, deadline = deeper, deadline or time.process_time() + self.seconds
            if found.plies:
                break
        chosen: Move = found.move
        return chosen


class PyDraughts(Player):
    """The engine of py-draughts, which must jump where our rules say so."""

    def __init__(self, seed: int, seconds: float = CHECKERS_SECONDS) -> None:
        from draughts import AmericanBoard
        from draughts.engines import simple

        class Board(AmericanBoard):
            """Its own board lets a player decline jumps."""

            @property
            def legal_moves(self) -> list[Any]:
                moves = list(super().legal_moves)
                return [move for move in moves if move.captured_list] or moves

        self._board = Board
        # It looks at its module's clock: let that be processor time, as ours is.
        vars(simple)["time"] = SimpleNamespace(time=time.process_time)
        self._engine: Any = simple.SimpleEngine(depth_limit=30, time_limit=seconds)

    def choose(self, record: Record) -> Move:
        fen = dumps(record.position, "draughts-fen").decode().strip()
        move = self._engine.get_best_move(self._board.from_fen(f'[FEN "{fen}"]'))
        squares = [square + 1 for square in move.square_list]
        meant = [
            each
            for each in record.legal_moves()
            if (each.squares[0] + 1, each.squares[-1] + 1) == (squares[0], squares[-1])  # type: ignore[attr-defined]
        ]
        if not meant:
            raise PlayerError(f"py-draughts wants {move} in {fen}")
        return meant[0]


def by_rules(record: Record, other: Player) -> tuple[Outcome | None, bool | None]:
    return record.result, None


def _path(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path="/usr/games")


def gnugo(level: int) -> Callable[[int], Player]:
    return lambda seed: GtpPlayer(
        f"{_path('gnugo')} --mode gtp --chinese-rules --level {level} --seed {seed + 1}", 600
    )


def _has(program: str) -> Callable[[], bool]:
    return lambda: _path(program) is not None


def _go(name: str, size: int, games: int, theirs: Callable[[int], Player], program: str) -> Match:
    return Match(name, games, go_opening(size), Playouts, theirs, by_both, _has(program))


MATCHES = (
    _go("go-9 against GNU Go level 10", 9, 40, gnugo(10), "gnugo"),
    _go("go-13 against GNU Go level 1", 13, 10, gnugo(1), "gnugo"),
    _go("go-19 against GNU Go level 1", 19, 10, gnugo(1), "gnugo"),
    Match(
        "checkers against py-draughts",
        100,
        lambda number: opening(11 * number, "match"),
        Searching,
        PyDraughts,
        by_rules,
        lambda: find_spec("draughts") is not None,
    ),
)


def estimates(games: int) -> Row:
    """How often the dead stones that we propose give the score of GNU Go, which has played both."""
    agreed = 0
    for number in range(games):
        with gnugo(1)(number) as player:
            record = go_opening(9)(number)
            while record.result is None:
                record = record.play(player.choose(record))
            agreed += by_both(record, player)[1] is not False
    return Row(f"{ESTIMATES}, of {games} games", 100 * agreed / games, None, "% agree")


def rows() -> Iterator[Row]:
    print(__doc__)
    wanted = [name for name in os.environ.get(MATCHES_VARIABLE, "").split(",") if name]
    for match in MATCHES:
        if wanted and not any(match.name.startswith(name) for name in wanted):
            continue
        if not match.needs():
            print(f"{match.name}: the other program is not installed", flush=True)
            continue
        games = int(os.environ.get(GAMES_VARIABLE, match.games))
        print(f"{match.name}, {games} games", flush=True)
        tally = play(match, games)
        print(f"{match.name}: {tally}", flush=True)
        yield Row(f"{match.name}, of {games} games", 100 * tally.score, None, "% of the points")
    if _path("gnugo") and (not wanted or ESTIMATES in wanted):
        yield estimates(int(os.environ.get(GAMES_VARIABLE, 100)))
