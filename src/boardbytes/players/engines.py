"""Go programs that people have, known by name: found on the machine, and told a level or a time.

A program counts as found if it is on the search path, or where Debian keeps its games. One that
shares its name with others must also say what it is when asked in GTP: Debian has a game called
pachi that has nothing to do with Go.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import ClassVar

from boardbytes.errors import PlayerError
from boardbytes.games.go import GoPosition
from boardbytes.games.go.rules import GoRules, Scoring
from boardbytes.model import Move, Record
from boardbytes.players.gtp import KIND as ANY_ENGINE
from boardbytes.players.gtp import TIMEOUT, GtpPlayer
from boardbytes.players.player import SECONDS, PlayerKind
from boardbytes.players.search import KIND as SEARCH

FOLDERS = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")
"""Where programs may be that are not on the search path."""
_ASKING_SECONDS = 5.0

LEVEL = next(option for option in SEARCH.options if option.name == "level")
COMMAND = replace(
    next(option for option in ANY_ENGINE.options if option.name == "command"),
    usual="the program where it is found",
    is_needed=False,
)
_USUAL = "as the program has it"


@dataclass(frozen=True)
class Program:
    """A Go program: its files' names, what it calls itself, and how it is started."""

    name: str
    title: str
    files: tuple[str, ...]
    answers: str
    """What its answer to `name` contains, in lower case."""
    arguments: str
    install: str
    level: str
    """How it is told a level: `{level}` from 1 to 10, or `{playouts}`, at each twice as many."""
    least_playouts: int = 1
    """At level 1."""
    rules: Mapping[Scoring, str] = field(default_factory=dict)
    """How it is told the way to count, where it takes that only as it starts."""
    shares_name: bool = False
    """Whether there is a program of the same file name that is something else."""

    def path(self) -> str | None:
        """Where it is, whether or not it is what it seems to be."""
        for file in self.files:
            for folder in (None, *FOLDERS):
                if found := shutil.which(file, path=folder):
                    return found
        return None

    def command(self, level: int | None = None, own: str | None = None) -> str:
        """What to run, or one's own command with a level; PlayerError if nothing is there."""
        path = self.path()
        if own is None and path is None:
            raise PlayerError(f"{self.title} is not installed: {self.install}")
        started = own or f"{shlex.quote(path or '')} {self.arguments}".rstrip()
        if level is None:
            return started
        playouts = self.least_playouts << level - 1
        return f"{started} {self.level.format(level=level, playouts=playouts)}"


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
            "-override-config maxVisits={playouts}",
        ),
        Program(
            "leela-zero",
            "Leela Zero",
            ("leelaz", "leela-zero"),
            "leela zero",
            "--gtp --noponder",
            "see https://github.com/leela-zero/leela-zero; it needs its usual network",
            "--playouts {playouts}",
        ),
        Program(
            "pachi",
            "Pachi",
            ("pachi-go", "pachi"),
            "pachi",
            "",  # its options have other names in every few versions
            "see https://github.com/pasky/pachi",
            "-t ={playouts}",
            least_playouts=100,
            shares_name=True,
        ),
        Program(
            "gnugo",
            "GNU Go",
            ("gnugo",),
            "gnu go",
            "--mode gtp",
            "Debian's package is called gnugo",
            "--level {level}",
            rules={Scoring.AREA: "--chinese-rules", Scoring.TERRITORY: "--japanese-rules"},
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
    """A player that runs a program known by name, or a command that runs it in one's own way."""

    program: ClassVar[Program]

    def __init__(
        self,
        level: int | None = None,
        seconds: float | None = None,
        command: str | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.seconds = seconds
        super().__init__(self.program.command(level, command), timeout + (seconds or 0))

    def choose(self, record: Record) -> Move:
        """Its move, for which it has the same time again: what it did not need is not kept."""
        self.tell(record)
        if self.seconds is not None and self.knows("time_left"):
            self.ask(f"time_left {record.position.turn} {' '.join(map(str, clock(self.seconds)))}")
        return super().choose(record)

    def _set_up(self, start: GoPosition, komi: float) -> None:
        super()._set_up(start, komi)
        if self.seconds is not None:
            period, moves = clock(self.seconds)
            self.ask(f"time_settings 0 {period} {moves}")


def clock(seconds: float) -> tuple[int, int]:
    """Whole seconds and the moves to make in them, as GTP says what a move may take."""
    return Fraction(seconds).limit_denominator(100).as_integer_ratio()


class KataGo(Engine):
    program = PROGRAMS["katago"]


class LeelaZero(Engine):
    program = PROGRAMS["leela-zero"]


class Pachi(Engine):
    program = PROGRAMS["pachi"]


class GnuGo(Engine):
    program = PROGRAMS["gnugo"]


ENGINES: Mapping[str, type[Engine]] = {
    make.program.name: make for make in (KataGo, LeelaZero, Pachi, GnuGo)
}
"""The players that run them, by name."""


def referee(name: str, rules: GoRules) -> GtpPlayer:
    """A program that counts by such rules, as far as it knows them; PlayerError without it."""
    program = PROGRAMS[name]
    engine = GtpPlayer(f"{program.command()} {program.rules.get(rules.scoring, '')}")
    try:
        command = next(filter(engine.knows, _RULES_COMMANDS), None)
        if command:
            engine.ask(f"{command} {_RULES[rules.scoring]}")
    except PlayerError:
        engine.close()
        raise
    return engine


_RULES_COMMANDS = ("kata-set-rules", "kgs-rules")
_RULES = {Scoring.AREA: "chinese", Scoring.TERRITORY: "japanese"}


@cache
def strongest_here() -> str | None:
    """The name of the strongest program that is on this machine and answers; None without one."""
    for name in engines_here():
        try:
            with ENGINES[name]() as player:
                player.ask("name")
            return name
        except PlayerError:
            continue  # it lacks a network, say
    return None


def _kind(make: type[Engine]) -> PlayerKind:
    program = make.program
    return PlayerKind(
        program.name,
        program.title,
        make,
        games=("go",),
        options=(replace(LEVEL, usual=_USUAL), SECONDS, COMMAND),
        is_here=lambda: is_here(program.name),
        is_program=True,
    )


KATAGO = _kind(KataGo)
LEELA_ZERO = _kind(LeelaZero)
PACHI = _kind(Pachi)
GNUGO = _kind(GnuGo)
