"""The players of matches: ours with so many seconds for a move, and programs of others."""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from boardbytes.caching import cache_folder
from boardbytes.errors import PlayerError
from boardbytes.formats import dumps
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Move, Record
from boardbytes.players import Player
from boardbytes.players.engines import PROGRAMS, Pachi, is_here
from boardbytes.players.gtp import GtpPlayer
from boardbytes.solving import checkers_search
from boardbytes.solving.checkers import table
from boardbytes.solving.go.deciding import decide
from boardbytes.solving.go.searching import GoSearch
from boardbytes.solving.limits import Limits

OLD_VARIABLE = "BOARDBYTES_OLD_TREE"
"""The folder of another tree of ours, such as `git worktree add` makes, to play against."""
FIRST_EDITION = "c38f08b"
"""The last commit of the first edition, against whose search of checkers ours is measured."""
PATIENCE = 600.0
"""Seconds that another program has for an answer."""


class Playouts(Player):
    """Our player of Go with so many seconds of one core for a move."""

    def __init__(self, seed: int, seconds: float) -> None:
        self._random, self.seconds = random.Random(seed), seconds

    def choose(self, record: Record) -> Move:
        seed = self._random.randrange(1 << 30)
        search = GoSearch(record, Limits(lines=1, seconds=self.seconds, seed=seed))
        for _ in search.run():
            pass
        return decide(record, search.analysis())


class Searching(Player):
    """Our player of checkers, with so many seconds for a move."""

    def __init__(self, seconds: float) -> None:
        table()  # endings are known to it, and not built while the clock runs
        self._search, self.seconds = checkers_search.search(), seconds

    def choose(self, record: Record) -> Move:
        *before, position = record.positions
        flags = position.find_rules(record.rules).flags
        move: Move = self._search.deepen(position, flags, 60, self.seconds, before).move
        return move


class OldSearch(Player):
    """The search of checkers of an older tree of ours, in a process of its own."""

    def __init__(self, level: int, seconds: float) -> None:
        tree = Path(os.environ[OLD_VARIABLE])
        # Whatever else is on the path comes after that tree; what it keeps is its own.
        path = [str(tree / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        cache = {"BOARDBYTES_CACHE": str(cache_folder() / "old-tree")}
        program = Path(__file__).with_name("old_search.py")
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(program), str(level), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)} | cache,
        )
        # Its first move takes as long as compiling does, and belongs to no game.
        self.choose(Record(CheckersPosition(), rules="match"))

    def choose(self, record: Record) -> Move:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*record.moves, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline().strip()
        for move in record.legal_moves():
            if str(move) == answer:
                return move
        raise PlayerError(f"the old search wants {answer!r} after {len(record.moves)} moves")

    def close(self) -> None:
        self._process.communicate()


class PyDraughts(Player):
    """The engine of py-draughts, which must jump where our rules say so."""

    def __init__(self, seconds: float) -> None:
        from draughts import AmericanBoard
        from draughts.engines import simple
        from loguru import logger

        logger.disable("draughts")  # it writes of every depth, which takes it time

        class Board(AmericanBoard):
            """Its own board lets a player decline jumps."""

            @property
            def legal_moves(self) -> list[Any]:
                moves = list(super().legal_moves)
                return [move for move in moves if move.captured_list] or moves

        self._board = Board
        # It looks at its module's clock: let that be one that nobody sets back.
        vars(simple)["time"] = SimpleNamespace(time=time.monotonic)
        self._engine: Any = simple.SimpleEngine(depth_limit=30, time_limit=seconds)

    def choose(self, record: Record) -> Move:
        fen = dumps(record.position, "draughts-fen").decode().strip()
        move = self._engine.get_best_move(self._board.from_fen(f'[FEN "{fen}"]'))
        squares = [square + 1 for square in move.square_list]
        for each in record.legal_moves():
            ends = each.squares[0] + 1, each.squares[-1] + 1  # type: ignore[attr-defined]
            if ends == (squares[0], squares[-1]):
                return each
        raise PlayerError(f"py-draughts wants {move} in {fen}")


def gnugo(level: int, seed: int, options: str = "") -> GtpPlayer:
    """GNU Go by Chinese rules, with superko as we have it."""
    command = f"{PROGRAMS['gnugo'].command(level)} --chinese-rules --positional-superko"
    return GtpPlayer(f"{command} --seed {seed + 1} {options}", PATIENCE)


def pachi(seconds: float) -> GtpPlayer:
    return Pachi(seconds=seconds, timeout=PATIENCE)


def our_engine(seconds: float, seed: int, options: str = "") -> GtpPlayer:
    """`boardbytes engine go`, as another program runs it."""
    python = shlex.quote(sys.executable)
    own = f"-m boardbytes engine go --time {seconds} --seed {seed} --cores 1"
    return GtpPlayer(f"{python} {own} {options}", PATIENCE)


def without_gnugo() -> str | None:
    """Why a match against GNU Go cannot be played; None if it can."""
    return None if is_here("gnugo") else f"no GNU Go is here: {PROGRAMS['gnugo'].install}"


def without_pachi() -> str | None:
    if is_here("pachi"):
        return None
    return (
        "no Pachi that plays Go is here: Debian's package of that name is another game;"
        f" {PROGRAMS['pachi'].install}"
    )


def without_draughts() -> str | None:
    return (
        None if find_spec("draughts") else "py-draughts is not installed: pip install py-draughts"
    )


def without_old_tree() -> str | None:
    if os.environ.get(OLD_VARIABLE):
        return None
    return f"{OLD_VARIABLE} names no older tree: git worktree add ../old {FIRST_EDITION}"
