"""A referee on a machine of its own, and a game at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import pytest

from boardbytes.channel import SignedWord, Transcript, sign
from boardbytes.channel.moving import new_game
from boardbytes.channel.referee.calls import Call, game_call
from boardbytes.channel.referee.local import STAKE, Machine
from tests.channel.games import KEYS, RED, WHITE
from tests.needs import need_referee

STRANGER = "0x00000000000000000000000000000000DeaDBeef"
CLOCK, LAST_TURN = 600, 40


@dataclass
class Court:
    """A machine with a game that is on."""

    machine: Machine
    game_id: int

    @cached_property
    def empty(self) -> Transcript:
        return new_game(RED, WHITE, "channel", "english", self.game_id, self.machine.domain)

    def game(self, words: list[bytes], keys: tuple[bytes, bytes] | None = None) -> Transcript:
        """A transcript of words, the first being the start, each signed by its side."""
        pair, domain = keys or (KEYS[0], KEYS[1]), self.machine.domain
        first = int.from_bytes(words[0][5:8], "big")
        lines = tuple(
            SignedWord(word, sign(word, self.game_id, pair[(first + index) % 2], domain))
            for index, word in enumerate(words[1:])
        )
        return replace(self.empty, start=words[0], words=lines)

    def send(self, call: Call, who: str = RED, value: int = 0) -> int:
        return self.machine.send(call, who, value).gas

    def simple(self, name: str, who: str = STRANGER) -> int:
        return self.send(game_call(self.empty, name), who)

    @property
    def state(self) -> str:
        return self.machine.games()[self.game_id].state


def begin(machine: Machine, last_turn: int = LAST_TURN) -> Court:
    """A game that both have staked for."""
    for player in (RED, WHITE, STRANGER):
        machine.fund(player)
    court = Court(machine, machine.open(RED, WHITE, CLOCK, last_turn))
    court.send(game_call(court.empty, "join"), WHITE, STAKE)
    return court


@pytest.fixture(scope="session")
def machine() -> Machine:
    need_referee()
    return Machine()


@pytest.fixture
def court(machine: Machine) -> Court:
    return begin(machine)
