"""A player's own side of a game at a relay: their file, their key, and what comes and goes.

The file is written before a line is sent and after a line is verified, so whoever is cut off or
killed goes on with what is in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from boardbytes.channel import moving
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.relay.client import Relay, UnreachableError
from boardbytes.channel.relay.table import Table
from boardbytes.errors import RelayError
from boardbytes.files import locked_for, read_limited, write_whole
from boardbytes.formats import loads
from boardbytes.formats.transcript.transcript import (
    MAX_SIZE,
    Transcript,
    format_transcript,
    parse_transcript,
)
from boardbytes.formats.word.step import CHANNEL, turn_of
from boardbytes.model import Colour, Record

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0


class Seat:
    """A game in a file that is also at a relay; `side` is the one that is played, None to watch."""

    def __init__(
        self,
        file: Path,
        relay: Relay,
        name: str,
        side: Colour | None,
        ring: KeyRing,
        warn: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._file, self._relay, self._name = file, relay, name
        self._side, self._ring, self._warn = side, ring, warn
        self._table = Table(self._read())

    @property
    def game(self) -> Transcript:
        return parse_transcript(b"".join(line + b"\n" for line in self._table.lines))[0]

    @property
    def record(self) -> Record:
        """The game so far, as its moves."""
        return self._table.record

    @property
    def outcome(self) -> str | None:
        return self._table.outcome

    @property
    def is_my_turn(self) -> bool:
        return self._side is not None and moving.side_to_move(self.game) is self._side

    def catch_up(self) -> None:
        """Bring the file and the relay to the same lines, trying until the relay is reached."""

        def meet() -> None:
            there = self._relay.transcript(self._name).split(b"\n")[:-1]
            here = self._table.lines
            for number, (mine, theirs) in enumerate(zip(here, there, strict=False), 1):
                if mine != theirs:
                    message = f"line {number} at the relay is not the one in {self._file}"
                    raise RelayError("conflict", f"{message}: keep both, and verify them together")
            for line in there[len(here) :]:
                self._take(line)
            for number in range(len(there) + 1, len(here) + 1):
                self._relay.send(self._name, number, here[number - 1])

        self._patiently(meet)

    def signed_before(self) -> str | None:
        """The move that the key signed for this turn before it was cut off; no other will do."""
        game, record = self.game, self.record
        address = game.address(moving.side_to_move(game))
        turn = turn_of(game.last, CHANNEL) + 1
        word = self._ring.ledger.words(address, game.game_id).get(turn)
        if word is None:
            return None
        after = loads(word, game.layout).position
        return str(record.position.move_to(after, record.rules))

    def play(self, move: str) -> None:
        """Sign a move, write it down and send it; MoveError or SignatureError if that cannot be."""
        game = self.game
        key = self._ring.key(game.address(moving.side_to_move(game)))
        after = moving.play(game, move, key, self._ring.ledger)
        line = format_transcript(after).splitlines()[-1]
        self._take(line)
        number = len(self._table.lines)
        self._patiently(lambda: self._relay.send(self._name, number, line))

    def wait(self) -> None:
        """Wait for the other side's next line, however often the relay is gone meanwhile."""

        def hear() -> None:
            known = len(self._table.lines)
            for line in self._relay.lines(self._name, known):
                self._take(line)
                return

        self._patiently(hear)

    def _take(self, line: bytes) -> None:
        """Verify the next line and write it down."""
        check, judged = self._table.judge(line)
        with locked_for(self._file):
            lines = [*self._table.lines, line]
            write_whole(self._file, b"".join(each + b"\n" for each in lines))
        self._table.keep(line, check, judged)

    def _read(self) -> list[bytes]:
        data = read_limited(self._file, MAX_SIZE)
        return format_transcript(moving.parse_whole(data)).split(b"\n")[:-1]

    def _patiently(self, work: Callable[[], None]) -> None:
        """Try again, with pauses that grow, while the relay cannot be reached."""
        pause = _FIRST_PAUSE
        while True:
            try:
                return work()
            except UnreachableError as error:
                if pause >= _LONGEST_PAUSE:
                    self._warn(f"{error}; trying again")
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
