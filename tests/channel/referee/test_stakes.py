"""Whatever two players and a stranger do, in any order: nothing is created, lost or stuck."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

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
    open_call,
    settle_call,
    withdraw_call,
)
from boardbytes.channel.referee.local import STAKE, Machine
from boardbytes.channel.referee.logs import GameState, read_logs
from boardbytes.channel.referee.settling import settlement
from boardbytes.errors import RefereeError
from boardbytes.formats.transcript.signature import Signature
from boardbytes.formats.word.step import ENGLISH_FAULTS
from tests.channel.games import KEYS, RED, WHITE, words_of
from tests.channel.referee.conftest import CLOCK, STRANGER, Court

PEOPLE = (RED, WHITE, STRANGER)
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"]
WORDS = words_of(MOVES)
LAST_TURN = len(MOVES)
# White's answer, but its last piece is gone.
AGAINST_THE_RULES = [*WORDS[:2], WORDS[2][:-1] + b"\0"]
VALUES: dict[str, Sequence[Any]] = {
    "who": PEOPLE,
    "value": (STAKE, 0, STAKE + 1),
    # Most games are on at once: the others seldom come far.
    "joined": (True, True, False),
    "back": (True, False),
    "turn": range(1, LAST_TURN + 1),
    "answer": (True, False),
    "count": (1, 2, 3),
    "call": ("expire", "finish"),
    "late": (True, False),
    # Seldom: else most games would end so.
    "real": (True, False, False, False),
    "result": ("draw", "red wins", "white wins"),
    "seconds": (1, CLOCK, CLOCK + 1),
}
"""What the calls may be made with, by the names of their arguments."""

_rules: dict[str, tuple[str, ...]] = {}
_machines: list[Machine] = []
_done: Counter[str] = Counter()
"""How often each call was made, and each step refused, in all runs together."""


def anything(call: Callable[..., None]) -> Any:
    """A rule whose arguments have any of their values."""
    names = tuple(inspect.signature(call).parameters)[1:]
    _rules[call.__name__] = names
    values: dict[str, Any] = {name: st.sampled_from(VALUES[name]) for name in names}
    made: Any = rule(**values)
    return made(call)


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

    @property
    def state(self) -> str:
        return self.game.state if self.court else "over"

    @property
    def game(self) -> GameState:
        """The game as its own logs tell it; those of earlier games would take their time."""
        assert self.court is not None
        return read_logs(self.machine._logs[self.first :])[self.court.game_id]

    def clear(self, player: str) -> None:
        self.machine.send(withdraw_call(), player)

    def attempt(self, call: Call, who: str, value: int = 0, what: str = "") -> None:
        what = what or call.name
        try:
            self.machine.send(call, who, value)
            _done[what] += 1
        except RefereeError as error:
            _done[f"{what} refused: {error}"] += 1

    @anything
    def open(self, joined: bool) -> None:
        if self.state == "over":
            self.first = len(self.machine._logs)
            self.machine.send(open_call(WHITE, CLOCK, LAST_TURN), RED, STAKE)
            (game_id,) = read_logs(self.machine._logs[self.first :])
            self.court = Court(self.machine, game_id)
            _done["open"] += 1
            if joined:
                self.join(WHITE, STAKE)

    @anything
    def join(self, who: str, value: int) -> None:
        if self.court:
            self.attempt(game_call(self.court.empty, "join"), who, value)

    @anything
    def withdraw(self, who: str, back: bool) -> None:
        if self.court:
            call = withdraw_call(self.court.empty if back else None)
            self.attempt(call, who, what="withdraw from a game" if back else "")

    @anything
    def move(self, who: str, turn: int, answer: bool) -> None:
        if self.court:
            game = self.court.game(WORDS[: turn + 1])
            self.attempt((answer_call if answer else claim_call)(game), who)

    @anything
    def go_on(self, answer: bool, count: int) -> None:
        """The next moves, each brought by whose it is: so late turns are reached."""
        for _ in range(count):
            word = self.game.word if self.court else None
            turn = int.from_bytes(word[5:8], "big") + 1 if word else 1
            if turn <= LAST_TURN:
                self.move(RED if turn % 2 else WHITE, turn, answer)

    @anything
    def claim_the_start(self, who: str) -> None:
        if self.court:
            self.attempt(claim_call(self.court.empty), who, what="claim of the start")

    @anything
    def move_against_the_rules(self, who: str, answer: bool) -> None:
        """Both signed it, and it is no step all the same."""
        if self.court:
            game = self.court.game(AGAINST_THE_RULES)
            self.attempt((answer_call if answer else claim_call)(game), who, what="wrong step")

    @anything
    def end(self, who: str, call: str, late: bool) -> None:
        if self.court:
            if late:
                self.wait(CLOCK + 1)
            self.attempt(game_call(self.court.empty, call), who)

    @anything
    def fork(self, who: str, real: bool) -> None:
        if self.court:
            other = self.court.game(words_of(["11-16"]))
            call = fork_call(self.court.game(WORDS), other)
            if not real:  # One word twice is no fork.
                call = replace(call, arguments=(*call.arguments[:3], *call.arguments[1:3]))
            self.attempt(call, who)

    @anything
    def settle(self, result: str, real: bool) -> None:
        if self.court:
            game = self.court.game(WORDS)
            keys = KEYS if real else [KEYS[0], KEYS[0]]
            made = [Signature.of(settlement(game, result, key)) for key in keys]
            self.attempt(settle_call(game, result, *made), STRANGER)

    @anything
    def wait(self, seconds: int) -> None:
        self.machine.wait(seconds)

    @invariant()
    def money_is_where_it_should_be(self) -> None:
        if not hasattr(self, "machine"):
            return
        staked = {"waiting": STAKE, "on": 2 * STAKE, "over": 0}[self.state]
        credits = sum(self.machine.credit(player) for player in PEOPLE)
        assert self.machine.held == self.others + staked + credits
        assert self.machine.credit(STRANGER) == 0
        total = sum(self.machine.balance(player) for player in PEOPLE)
        assert total + self.machine.held - self.others == 3 * 100 * STAKE

    def teardown(self) -> None:
        """Whatever happened, the money comes out again: nothing is stuck beyond the clock."""
        if getattr(self, "court", None) is None:
            return
        assert self.court is not None
        state = self.state
        if state == "waiting":
            self.machine.send(game_call(self.court.empty, "withdraw"), RED)
        elif state == "on":
            # Refused if a clock ran out: then the game ends where it stood.
            self.attempt(claim_call(self.court.game(WORDS)), WHITE)
            self.machine.wait(CLOCK + 1)
            call = "finish" if self.game.word == WORDS[-1] else "expire"
            self.machine.send(game_call(self.court.empty, call), STRANGER)
        for player in PEOPLE:
            self.clear(player)
        assert self.machine.held == self.others
        assert sum(self.machine.balance(player) for player in PEOPLE) == 3 * 100 * STAKE


@pytest.mark.slow
def test_stakes_are_conserved(machine: Machine) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    _machines[:] = [machine]
    quiet = settings(
        max_examples=40,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Stakes, settings=quiet)


@pytest.mark.slow
def test_stakes_are_conserved_on_long_walks(machine: Machine) -> None:
    """The same calls at random; counted, so that every one is known to have been made."""
    _machines[:] = [machine]
    _done.clear()
    chance = random.Random(19)
    for _ in range(WALKS):
        stakes = Stakes()
        stakes.begin()
        for _ in range(STEPS):
            name, names = chance.choice(list(_rules.items()))
            getattr(stakes, name)(**{each: chance.choice(VALUES[each]) for each in names})
            stakes.money_is_where_it_should_be()
        stakes.teardown()
    for what, count in sorted(_done.items()):
        print(f"{count:>6}  {what}")
    # No wrong step was ever taken, and no false settlement.
    assert {what for what in _done if "refused" not in what} == MADE
    assert set(REFUSED) <= set(_done)


WALKS, STEPS = 12, 100
MADE = {
    *("open", "join", "claim", "claim of the start", "answer", "fork", "settle", "expire"),
    *("finish", "withdraw", "withdraw from a game"),
}
REFUSED = (
    f"wrong step refused: {ENGLISH_FAULTS[20]}",
    "withdraw from a game refused: not waiting",
    "settle refused: white's signature",
    "fork refused: not on",
    "fork refused: no fork",
    "claim refused: not later",
    "claim refused: too late",
    "answer refused: too late",
    "expire refused: not yet",
    "finish refused: not over",
    "join refused: stake",
)
"""Some of what must have been tried, too."""
