"""Being an engine: GTP, the Go Text Protocol, version 2, with our rules and our player.

Commands come one a line and each has one answer. A game is a line of places that were reached: so
undo goes a place back, and what is legal is what the rules say in the light of the whole game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from boardbytes.errors import BoardbytesError, InvalidMoveError, MoveError
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import BLACK, SIDES, STONES, point_name
from boardbytes.games.go.handicap import with_handicap
from boardbytes.games.go.move import PASS, RESIGN
from boardbytes.games.go.notation import parse_move
from boardbytes.games.go.rules import PRESETS, GoRules
from boardbytes.model import Colour, GameTree, Record
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.step import Step
from boardbytes.players.gtp_time import Clock
from boardbytes.solving.go.deciding import decide, estimate
from boardbytes.solving.go.searching import GoSearch
from boardbytes.solving.limits import Limits

NAME = "boardbytes"
SIZES = range(2, 26)
USUAL_KOMI = 7.5

_COLOURS = {"b": Colour.BLACK, "black": Colour.BLACK, "w": Colour.WHITE, "white": Colour.WHITE}
_RULES = {
    "chinese": "chinese",
    "aga": "aga",
    "new_zealand": "new-zealand",
    "new-zealand": "new-zealand",
    "japanese": "japanese",
    "tromp-taylor": "tromp-taylor",
}


class GtpError(Exception):
    """A command that fails; its text is the answer."""


class GtpEngine:
    """A game of Go and the answers to commands about it.

    It thinks as long as the clock allows, or without a clock as `limits` say.
    """

    def __init__(
        self,
        limits: Limits,
        rules: str = "chinese",
        komi: float = USUAL_KOMI,
        version: str = "",
        *,
        resigns: bool = True,
    ) -> None:
        self.limits, self.version, self.resigns = limits, version, resigns
        self.rules: GoRules = replace(PRESETS[rules], komi=komi)
        self.is_over = False
        self._clocks = dict.fromkeys(SIDES, Clock(period=1.0))
        self._commands: dict[str, Callable[[list[str]], str]] = {
            name.removeprefix("_do_").replace("__", "-"): getattr(self, name)
            for name in sorted(dir(self))
            if name.startswith("_do_")
        }
        self._reset(GoPosition(19))

    # Speaking.

    def run(self, lines: Iterable[str], write: Callable[[str], object]) -> None:
        """Answer commands until one says to quit, or there are no more."""
        for line in lines:
            answer = self.answer(line)
            if answer is not None:
                write(answer)
            if self.is_over:
                return

    def answer(self, line: str) -> str | None:
        """The answer to a line, with its empty line after it; None for one that says nothing."""
        kept = "".join(sign for sign in line.replace("\t", " ") if sign >= " " and sign != "\x7f")
        words = kept.partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdigit() else ""
        if not words:
            return None
        sign = "="
        try:
            text = self._command(words[0])(words[1:])
        except GtpError as error:
            sign, text = "?", str(error)
        except (BoardbytesError, OSError) as error:
            sign, text = "?", " ".join(str(error).split())
        return f"{sign}{number} {text}".rstrip() + "\n\n"

    def _command(self, name: str) -> Callable[[list[str]], str]:
        if name not in self._commands:
            raise GtpError("unknown command")
        return self._commands[name]

    # The game.

    def _reset(self, start: GoPosition) -> None:
        self._line = [begin(start, self.rules)]

    @property
    def _here(self) -> Reached:
        return self._line[-1]

    @property
    def position(self) -> GoPosition:
        position = self._here.position
        assert isinstance(position, GoPosition)
        return position

    def record(self, colour: Colour | None = None) -> Record:
        """The game so far, with a side to move."""
        start, here = self._line[0].position, self._here
        turn = colour or self.position.turn or self._next_turn()
        here = replace(here, position=self.position.with_turn(turn))
        steps = tuple(place.step for place in self._line[1:])
        return Record(start, steps, None, self.rules).ending_at(here)

    def _next_turn(self) -> Colour:
        last = self._here.history.last_colour
        return SIDES.other(last) if last else Colour.BLACK

    def _play(self, colour: Colour, move: GoMove) -> None:
        if move == RESIGN:
            return
        try:
            self._line.append(advance(self._here, Step(move, colour), self.rules))
        except MoveError:
            raise GtpError("illegal move") from None

    def _do_boardsize(self, words: list[str]) -> str:
        size = _whole(_one(words))
        if size not in SIZES:
            raise GtpError("unacceptable size")
        self._reset(GoPosition(size))
        return ""

    def _do_clear_board(self, words: list[str]) -> str:
        self._reset(GoPosition(self.position.size))
        self._clocks = {
            side: Clock(clock.main, clock.period, clock.period_stones)
            for side, clock in self._clocks.items()
        }
        return ""

    def _do_komi(self, words: list[str]) -> str:
        try:
            komi = float(_one(words))
        except ValueError:
            raise GtpError("syntax error") from None
        if komi * 2 % 1:
            raise GtpError("komi must be a multiple of 0.5")
        self._set_rules(replace(self.rules, komi=komi))
        return ""

    def _do_get_komi(self, words: list[str]) -> str:
        return f"{self.rules.komi:g}"

    def _do_kgs__rules(self, words: list[str]) -> str:
        name = _RULES.get(_one(words).lower())
        if name is None:
            raise GtpError(f"unknown rules; known are {', '.join(_RULES)}")
        self._set_rules(replace(PRESETS[name], komi=self.rules.komi))
        return ""

    def _set_rules(self, rules: GoRules) -> None:
        """Play on by other rules; what was played stays as it is."""
        self.rules = rules
        steps = [place.step for place in self._line[1:]]
        line = [begin(self._line[0].position, rules)]
        for step in steps:
            line.append(advance(line[-1], step, rules, as_written=True))
        self._line = line

    def _do_play(self, words: list[str]) -> str:
        colour, vertex = _two(words)
        self._play(_colour(colour), self._vertex(vertex))
        return ""

    def _do_undo(self, words: list[str]) -> str:
        if len(self._line) == 1:
            raise GtpError("cannot undo")
        self._line.pop()
        return ""

    def _vertex(self, text: str) -> GoMove:
        try:
            move = parse_move(text, self.position.size)
        except InvalidMoveError:
            raise GtpError("syntax error") from None
        if not move.fits(self.position.size):
            raise GtpError("syntax error")
        return move

    # Handicap.

    def _do_fixed_handicap(self, words: list[str]) -> str:
        return self._handicap(_whole(_one(words)))

    def _do_place_free_handicap(self, words: list[str]) -> str:
        return self._handicap(_whole(_one(words)))

    def _handicap(self, stones: int) -> str:
        self._check_empty()
        self._reset(with_handicap(self.position.size, stones))
        position = self.position
        places = (i for i, value in enumerate(position.stones) if value == BLACK)
        return " ".join(point_name(index, position.size) for index in places)

    def _do_set_free_handicap(self, words: list[str]) -> str:
        self._check_empty()
        stones = bytearray(len(self.position.stones))
        for word in words:
            index = self._vertex(word).index(self.position.size)
            if index is None or stones[index]:
                raise GtpError("bad vertex list")
            stones[index] = BLACK
        if len(words) < 2 or 0 not in stones:
            raise GtpError("bad vertex list")
        self._reset(GoPosition(self.position.size, bytes(stones), Colour.WHITE))
        return ""

    def _check_empty(self) -> None:
        if len(self._line) > 1 or any(self.position.stones):
            raise GtpError("board not empty")

    # Thinking.

    def _do_genmove(self, words: list[str]) -> str:
        return self._generate(_colour(_one(words)), self.rules, plays=True)

    def _do_reg_genmove(self, words: list[str]) -> str:
        return self._generate(_colour(_one(words)), self.rules, plays=False)

    def _do_kgs__genmove_cleanup(self, words: list[str]) -> str:
        """A move that takes dead stones off, until none is left."""
        colour = _colour(_one(words))
        dead, _ = estimate(self.record(colour))
        own = {point for point in dead if self.position[point] is colour}
        if not set(dead) - own:
            self._play(colour, PASS)
            return str(PASS)
        return self._generate(colour, replace(self.rules, agreement=False), plays=True)

    def _generate(self, colour: Colour, rules: GoRules, *, plays: bool) -> str:
        begun = time.monotonic()
        record = replace(self.record(colour), rules=rules).ending_at(self.record(colour).end)
        clock = self._clocks[colour]
        allowed = clock.seconds(len(self.position.stones), len(self._line))
        limits = self.limits
        if allowed is not None:
            seconds = allowed if limits.seconds is None else min(allowed, limits.seconds)
            limits = replace(limits, seconds=seconds)
        search = GoSearch(record, replace(limits, seed=limits.seed + len(self._line)))
        for _ in search.run():
            pass
        move = decide(record, search.analysis(), resigns=self.resigns)
        if plays:
            self._clocks[colour] = clock.spent(time.monotonic() - begun)
            self._play(colour, move)
        return str(move)

    def _do_time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise GtpError("syntax error")
        clock = Clock(_seconds(words[0]), _seconds(words[1]), _whole(words[2]))
        self._clocks = dict.fromkeys(SIDES, clock)
        return ""

    def _do_kgs__time_settings(self, words: list[str]) -> str:
        kind, *numbers = words or [""]
        values = [_seconds(word) for word in numbers]
        clocks = {
            ("none", 0): lambda: Clock(period=1.0),
            ("absolute", 1): lambda: Clock(values[0]),
            ("byoyomi", 3): lambda: Clock(values[0], values[1], 1),
            ("canadian", 3): lambda: Clock(values[0], values[1], int(values[2])),
        }
        if (kind, len(values)) not in clocks:
            raise GtpError("syntax error")
        self._clocks = dict.fromkeys(SIDES, clocks[kind, len(values)]())
        return ""

    def _do_time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise GtpError("syntax error")
        colour = _colour(words[0])
        self._clocks[colour] = self._clocks[colour].told(_seconds(words[1]), _whole(words[2]))
        return ""

    # The end of a game.

    def _do_final_score(self, words: list[str]) -> str:
        _, score = estimate(self.record())
        if score.winner is None:
            return "0"
        return f"{'B' if score.winner is Colour.BLACK else 'W'}+{score.margin:g}"

    def _do_final_status_list(self, words: list[str]) -> str:
        wanted = _one(words)
        if wanted not in ("dead", "alive", "seki"):
            raise GtpError("syntax error")
        dead = set(estimate(self.record())[0]) if self.rules.agreement else set()
        position = self.position
        stones = [
            point_name(index, position.size)
            for index, value in enumerate(position.stones)
            if value in STONES.values()
        ]
        if wanted == "seki":
            return ""
        return " ".join(name for name in stones if (name in dead) == (wanted == "dead"))

    # Files and boards.

    def _do_loadsgf(self, words: list[str]) -> str:
        from boardbytes.formats import load

        if not 1 <= len(words) <= 2:
            raise GtpError("syntax error")
        try:
            record = load(Path(words[0]), "sgf").record
        except (BoardbytesError, OSError):
            raise GtpError("cannot load file") from None
        start = record.start if record else None
        if record is None or not isinstance(start, GoPosition):
            raise GtpError("cannot load file")
        if len(words) == 2:
            record = record.at(max(0, _whole(words[1]) - 1))
        self.rules = record.rules
        self._reset(start)
        for step in record.steps:
            self._line.append(advance(self._here, step, self.rules, as_written=True))
        return ""

    def _do_printsgf(self, words: list[str]) -> str:
        from boardbytes.formats import dumps

        data = dumps(GameTree.of(self.record(), {}), "sgf")
        if words:
            Path(words[0]).write_bytes(data)
            return ""
        return data.decode().strip()

    def _do_showboard(self, words: list[str]) -> str:
        return f"\n{self.position}"

    # The protocol itself.

    def _do_protocol_version(self, words: list[str]) -> str:
        return "2"

    def _do_name(self, words: list[str]) -> str:
        return NAME

    def _do_version(self, words: list[str]) -> str:
        return self.version

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if _one(words) in self._commands else "false"

    def _do_list_commands(self, words: list[str]) -> str:
        return "\n".join(self._commands)

    def _do_quit(self, words: list[str]) -> str:
        self.is_over = True
        return ""


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise GtpError("syntax error")
    return words[0]


def _two(words: list[str]) -> Iterator[str]:
    if len(words) != 2:
        raise GtpError("syntax error")
    return iter(words)


def _colour(word: str) -> Colour:
    if word.lower() not in _COLOURS:
        raise GtpError("syntax error")
    return _COLOURS[word.lower()]


def _whole(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise GtpError("syntax error")
    return int(word)


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        raise GtpError("syntax error") from None
    if not 0 <= seconds < 1e9:
        raise GtpError("syntax error")
    return seconds
