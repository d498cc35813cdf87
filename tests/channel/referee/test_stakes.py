"""Whatever two players and a stranger do, in any order: nothing is created, lost or stuck."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from boardbytes.channel.referee.calls import (
    Call,
    answer_call,
    claim_call,
    fork_call,
    game_call,
    settle_call,
)
from boardbytes.channel.referee.local import STAKE, Machine
from boardbytes.channel.referee.settling import settlement
from boardbytes.errors import RefereeError
from boardbytes.formats.transcript.signature import Signature
from tests.channel.games import KEYS, RED, WHITE, words_of
from tests.channel.referee.conftest import CLOCK, STRANGER, Court

PEOPLE = (RED, WHITE, STRANGER)
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"]
WORDS = words_of(MOVES)
LAST_TURN = len(MOVES)
_machines: list[Machine] = []


class Stakes(RuleBasedStateMachine):
    """One game at a time; each call by anybody, at any time, with any of the words."""

    @initialize()
    def begin(self) -> None:
        if not _machines:
            _machines.append(Machine())
        self.machine = _machines[0]
        for player in PEOPLE:
            self.clear(player)
            self.machine.fund(player)
        self.others = self.machine.held  # Games of earlier runs that nobody ended.
        self.court: Court | None = None
        self.joined = False

    def clear(self, player: str) -> None:
        self.machine.send(Call("withdraw", (bytes(32),)), player)

    def attempt(self, call: Call, who: str, value: int = 0) -> bool:
        with contextlib.suppress(RefereeError):
            self.machine.send(call, who, value)
            return True
        return False

    @rule()
    def open(self) -> None:
        if self.court is None:
            game_id = self.machine.open(RED, WHITE, CLOCK, LAST_TURN)
            self.court = Court(self.machine, game_id)

    @rule(who=st.sampled_from(PEOPLE), value=st.sampled_from([STAKE, 0, STAKE + 1]))
    def join(self, who: str, value: int) -> None:
        if self.court:
            self.joined |= self.attempt(game_call(self.court.empty, "join"), who, value)

    @rule(who=st.sampled_from(PEOPLE), back=st.booleans())
    def withdraw(self, who: str, back: bool) -> None:
        if self.court:
            game_id = self.court.game_id.to_bytes(32, "big") if back else bytes(32)
            self.attempt(Call("withdraw", (game_id,)), who)

    @rule(who=st.sampled_from(PEOPLE), turn=st.integers(1, LAST_TURN), answer=st.booleans())
    def move(self, who: str, turn: int, answer: bool) -> None:
        if self.court:
            game = self.court.game(WORDS[: turn + 1])
            self.attempt((answer_call if answer else claim_call)(game), who)

    @rule(who=st.sampled_from(PEOPLE), name=st.sampled_from(["expire", "finish"]))
    def end(self, who: str, name: str) -> None:
        if self.court:
            self.attempt(game_call(self.court.empty, name), who)

    @rule(who=st.sampled_from(PEOPLE))
    def fork(self, who: str) -> None:
        if self.court:
            other = self.court.game(words_of(["11-16"]))
            self.attempt(fork_call(self.court.game(WORDS), other), who)

    @rule(result=st.sampled_from(["draw", "red wins", "white wins"]), honest=st.booleans())
    def settle(self, result: str, honest: bool) -> None:
        if self.court:
            game = self.court.game(WORDS)
            keys = KEYS if honest else [KEYS[0], KEYS[0]]
            made = [Signature.of(settlement(game, result, key)) for key in keys]
            self.attempt(settle_call(game, result, *made), STRANGER)

    @rule(seconds=st.sampled_from([1, CLOCK, CLOCK + 1]))
    def wait(self, seconds: int) -> None:
        self.machine.wait(seconds)

    @invariant()
    def money_is_where_it_should_be(self) -> None:
        if not hasattr(self, "machine"):
            return
        staked = 0
        if self.court:
            state = self.machine.games()[self.court.game_id].state
            staked = {"waiting": STAKE, "on": 2 * STAKE, "over": 0}[state]
        credits = sum(self.machine.credit(player) for player in PEOPLE)
        assert self.machine.held == self.others + staked + credits
        assert self.machine.credit(STRANGER) == 0
        total = sum(self.machine.balance(player) for player in PEOPLE)
        assert total + self.machine.held - self.others == 3 * 100 * STAKE

    def teardown(self) -> None:
        """Whatever happened, the money comes out again: nothing is stuck beyond the clock."""
        if not getattr(self, "court", None):
            return
        assert self.court is not None
        state = self.machine.games()[self.court.game_id].state
        if state == "waiting":
            self.machine.send(game_call(self.court.empty, "withdraw"), RED)
        elif state == "on":
            self.attempt(claim_call(self.court.game(WORDS)), WHITE)
            self.machine.wait(CLOCK + 1)
            self.machine.send(game_call(self.court.empty, "finish"), STRANGER)
        for player in PEOPLE:
            self.clear(player)
        assert self.machine.held == self.others
        assert sum(self.machine.balance(player) for player in PEOPLE) == 3 * 100 * STAKE


@pytest.mark.slow
def test_stakes_are_conserved(machine: Machine) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    _machines[:] = [machine]
    quiet = settings(
        max_examples=60,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Stakes, settings=quiet)
