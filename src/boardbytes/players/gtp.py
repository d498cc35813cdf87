"""A Go program that speaks GTP, the Go Text Protocol, as a player."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from boardbytes.errors import IllegalMoveError, InvalidMoveError, PlayerError
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import SIDES, STONES, format_size, point_name
from boardbytes.games.go.notation import parse_move
from boardbytes.model import Colour, Move, Record
from boardbytes.players.player import Option, Player, PlayerKind

MAX_SIZE = 25
"""GTP has names for this many columns."""

TIMEOUT = 60.0
"""Seconds that a program has for an answer, unless told otherwise."""

_QUIT_SECONDS = 2.0
_LONGEST_ANSWER = 1 << 16
_GLANCE = 0.02
"""Seconds between two looks at whether an answer is still wanted."""
_MOST_LINES = 1024
"""An engine that writes more than is read has to wait."""


class GtpPlayer(Player):
    """Plays what a program answers to `genmove`.

    The program is told only what it does not know yet. `close` ends it. Whatever it does wrong is
    a PlayerError: it does not start, ends, takes longer than `timeout` seconds for an answer, or
    answers with no legal move.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        self.command, self.timeout = command, timeout
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._start: GoPosition | None = None
        self._told: list[Move] = []
        self._commands: frozenset[str] | None = None
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise PlayerError(f"the engine {command!r} does not start: {error}") from None
        threading.Thread(target=self._listen, daemon=True).start()

    def choose(self, record: Record) -> Move:
        """The engine's move at the end of a record of Go."""
        turn = record.position.turn
        if not isinstance(record.start, GoPosition) or turn is None:
            raise PlayerError("an engine can only play a game of Go that is not over")
        self.tell(record)
        answer = self.ask(f"genmove {turn}")
        try:
            move = parse_move(answer, record.start.size)
            record.position.step(move, record.rules, record.end.history)
        except InvalidMoveError:
            raise PlayerError(f"the engine answered {answer[:40]!r}, which is not a move") from None
        except IllegalMoveError as error:
            raise PlayerError(f"the engine's move {error}") from None
        self._told.append(move)
        return move

    def tell(self, record: Record) -> None:
        """Bring the engine to the end of a record, from where it stands if that is on the way."""
        start, known = record.start, len(self._told)
        if not isinstance(start, GoPosition):
            raise PlayerError(f"an engine plays Go, not {start.game}")
        if start != self._start or list(record.moves[:known]) != self._told:
            self._set_up(start, start.find_rules(record.rules).komi)
        turn = start.turn
        for index, move in enumerate(record.moves):
            if index >= len(self._told) and turn is not None:
                self._play(turn, move)
                self._told.append(move)
            turn = SIDES.other(turn) if turn else None

    def _set_up(self, start: GoPosition, komi: float) -> None:
        if not isinstance(start.size, int) or start.size > MAX_SIZE:
            found = format_size(start.size)
            raise PlayerError(
                f"GTP knows only square boards of up to {MAX_SIZE} lines, not {found}"
            )
        self.ask(f"boardsize {start.size}")
        self.ask("clear_board")
        self.ask(f"komi {komi + start.white_captures - start.black_captures:g}")
        for colour, stone in STONES.items():
            for index, value in enumerate(start.stones):
                if value == stone:
                    self.ask(f"play {colour} {point_name(index, start.size)}")
        self._start, self._told = start, []

    def _play(self, turn: Colour, move: Move) -> None:
        if isinstance(move, GoMove) and not move.resigns:
            self.ask(f"play {turn} {move}")

    def knows(self, command: str) -> bool:
        """Whether the engine knows a command."""
        if self._commands is None:
            self._commands = frozenset(self.ask("list_commands").split())
        return command in self._commands

    def ask(self, command: str) -> str:
        """The engine's answer to a command; PlayerError if it refuses, ends or takes too long."""
        self._send(command)
        end = time.monotonic() + self.timeout
        lines: list[str] = []
        length = 0
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                seconds = f"{self.timeout:g} seconds"
                message = f"the engine gave no answer to {command!r} within {seconds}"
                raise PlayerError(message) from None
            if line is None:
                raise self._ended(command)
            if line.strip():
                lines.append(line)
                length += len(line)
            elif lines:
                break
            if length > _LONGEST_ANSWER:
                raise PlayerError(f"the engine's answer to {command!r} does not end")
        return self._understood(command, "\n".join(lines))

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(command) from None

    def stream(self, command: str, is_over: Callable[[], bool]) -> Iterator[str]:
        """The lines of an answer that goes on until it is told to stop.

        It is stopped when `is_over` says so or nobody asks any more; PlayerError as in `ask`.
        """
        self._send(command)
        silent, stopped = time.monotonic() + self.timeout, False
        try:
            while True:
                if not stopped and is_over():
                    self._send("")
                    stopped = True
                try:
                    line = self._lines.get(timeout=_GLANCE)
                except queue.Empty:
                    if time.monotonic() < silent:
                        continue
                    message = f"the engine stopped answering {command!r}"
                    raise PlayerError(message) from None
                silent = time.monotonic() + self.timeout
                if line is None:
                    stopped = True
                    raise self._ended(command)
                if line.startswith("?"):
                    stopped = True
                    self._understood(command, line)
                if stopped and not line.strip():
                    return
                if line.strip("= "):
                    yield line
        finally:
            if not stopped:
                self._send("")
                self._forget(command)

    def _forget(self, command: str) -> None:
        """Read what is left of an answer that was stopped."""
        end = time.monotonic() + self.timeout
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise PlayerError(f"the engine does not stop answering {command!r}") from None
            if line is None or not line.strip():
                return

    def _understood(self, command: str, answer: str) -> str:
        if answer.startswith("="):
            return answer[1:].strip()
        words = answer.removeprefix("?").strip()
        raise PlayerError(f"the engine refused {command!r}: {words[:80]}")

    def _ended(self, command: str) -> PlayerError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_QUIT_SECONDS)
            return PlayerError(f"the engine ended with code {code} when asked {command!r}")
        return PlayerError(f"the engine no longer listens when asked {command!r}")

    def _listen(self) -> None:
        """Collect the engine's lines, so that waiting for one can time out."""
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            # A line that does not end is taken in pieces, of which an answer may have so many.
            for line in iter(partial(self._process.stdout.readline, _LONGEST_ANSWER), ""):
                # An engine may write comments at any time; they are not for us.
                if not line.startswith("#"):
                    self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def close(self) -> None:
        """End the program; it is asked to quit first."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write("quit\n")
            self._process.stdin.close()
        try:
            self._process.wait(_QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


KIND = PlayerKind(
    "engine",
    "the Go engine",
    GtpPlayer,
    games=("go",),
    is_program=True,
    options=(
        Option(
            "command",
            str,
            "a program that speaks GTP, such as 'gnugo --mode gtp'",
            flag="engine",
            is_needed=True,
            is_trusted=True,
        ),
        Option(
            "timeout",
            float,
            "seconds it may take to answer",
            least=0.1,
            default=TIMEOUT,
            is_trusted=True,
        ),
    ),
)
