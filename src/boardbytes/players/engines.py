"""Go programs that people have, known by name: found on the machine, and told a level or a time.

A program counts as found if it is on the search path, or where Debian keeps its games. One that
shares its name with others must also say what it is when asked in GTP: Debian has a game called
pachi that has nothing to do with Go.
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from boardbytes.errors import PlayerError
from boardbytes.games.go import GoPosition
from boardbytes.players.gtp import TIMEOUT, GtpPlayer
from boardbytes.players.player import SECONDS, Option, PlayerKind
from boardbytes.players.search import KIND as SEARCH

FOLDERS = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")
"""Where programs may be that are not on the search path."""
_ASKING_SECONDS = 5.0

LEVEL = next(option for option in SEARCH.options if option.name == "level")


@dataclass(frozen=True)
class Program:
    """A Go program: its files' names, what it calls itself, and how it is started."""

    name: str
    title: str
    files: tuple[str, ...]
    answers: str
    """What its answer to `name` contains, in lower case."""
    arguments: str
    """`{level}` stands for a level from 1 to 10."""
    install: str
    shares_name: bool = False
    """Whether there is a program of the same file name that is something else."""

    def path(self) -> str | None:
        """Where it is, whether or not it is what it seems to be."""
        for file in self.files:
            for folder in (None, *FOLDERS):
                if found := shutil.which(file, path=folder):
                    return found
        return None

    def command(self, level: int = 10) -> str:
        """What to run; PlayerError where there is nothing to run."""
        path = self.path()
        if path is None:
            raise PlayerError(f"{self.title} is not installed: {self.install}")
        return f"{shlex.quote(path)} {self.arguments.format(level=level)}".strip()


PROGRAMS = {
    program.name: program
    for program in (
        Program(
            "katago",
            "KataGo",
            ("katago",),
            "katago",
            "gtp",
            "see https://github.com/lightvector/KataGo; it needs a network in its usual place",
        ),
        Program(
            "leela-zero",
            "Leela Zero",
            ("leelaz", "leela-zero"),
            "leela zero",
            "--gtp --noponder",
            "see https://github.com/leela-zero/leela-zero; it needs its usual network",
        ),
        Program(
            "pachi",
            "Pachi",
            ("pachi-go", "pachi"),
            "pachi",
            "--no-dcnn",
            "see https://github.com/pasky/pachi",
            shares_name=True,
        ),
        Program(
            "gnugo",
            "GNU Go",
            ("gnugo",),
            "gnu go",
            "--mode gtp --level {level}",
            "Debian's package is called gnugo",
        ),
    )
}
"""The strongest first."""


@cache
def is_here(name: str, seconds: float = _ASKING_SECONDS) -> bool:
    """Whether a program is on this machine; looked for once.

    One that shares its name with others is started and has so many `seconds` to say what it is.
    """
    program = PROGRAMS[name]
    if program.path() is None or not program.shares_name:
        return program.path() is not None
    try:
        with GtpPlayer(program.command(), seconds) as player:
            return program.answers in player.ask("name").lower()
    except PlayerError:
        return False


def engines_here() -> tuple[str, ...]:
    """The names of all programs that are on this machine, the strongest first."""
    return tuple(name for name in PROGRAMS if is_here(name))


class Engine(GtpPlayer):
    """A player that runs a program known by name."""

    program: ClassVar[Program]

    def __init__(
        self, level: int = 10, seconds: float | None = None, timeout: float = TIMEOUT
    ) -> None:
        self.seconds = seconds
        super().__init__(self.program.command(level), timeout + (seconds or 0))

    def _set_up(self, start: GoPosition, komi: float) -> None:
        super()._set_up(start, komi)
        if self.seconds is not None:
            self.ask(f"time_settings 0 {max(1, round(self.seconds))} 1")


class KataGo(Engine):
    program = PROGRAMS["katago"]


class LeelaZero(Engine):
    program = PROGRAMS["leela-zero"]


class Pachi(Engine):
    program = PROGRAMS["pachi"]


class GnuGo(Engine):
    program = PROGRAMS["gnugo"]


def _kind(make: type[Engine], *options: Option) -> PlayerKind:
    program = make.program
    return PlayerKind(
        program.name,
        program.title,
        make,
        games=("go",),
        options=options,
        is_here=lambda: is_here(program.name),
        is_program=True,
    )


KATAGO = _kind(KataGo, SECONDS)
LEELA_ZERO = _kind(LeelaZero, SECONDS)
PACHI = _kind(Pachi, SECONDS)
GNUGO = _kind(GnuGo, Option("level", int, LEVEL.says, least=1, most=10, default=10), SECONDS)
