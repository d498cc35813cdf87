"""The referee's calls: what each does, what it costs, and who gets the money."""

from __future__ import annotations

import re
from typing import Any

import pytest

from boardbytes.channel.referee.calls import (
    MAX_CLOCK,
    MAX_TURN,
    Call,
    answer_call,
    claim_call,
    game_call,
    open_call,
    settle_call,
    withdraw_call,
)
from boardbytes.channel.referee.local import MAX_CODE, STAKE, Machine, load_boa
from boardbytes.channel.referee.settling import settlement
from boardbytes.errors import RefereeError
from boardbytes.formats.transcript.signature import Signature
from tests.channel.games import KEYS, RED, WHITE, words_of
from tests.channel.referee.conftest import CLOCK, STRANGER, Court, begin
from tests.channel.referee.test_attacks import piece, word
from tests.conftest import ROOT
from tests.needs import need_referee

LIMITS = {"claim": 250_000, "answer": 250_000, "finish": 400_000}
WON = [
    word("channel", 2, {1: piece(4, 4), 13: piece(5, 5)}),
    word("channel", 3, {1: piece(6, 6)}, 1, 13),
]
CORNER = {1: piece(5, 5), 13: piece(7, 7)}
SHUT_IN = [
    word("channel", 2, {**CORNER, 2: piece(5, 7)}),
    word("channel", 3, {**CORNER, 2: piece(6, 6)}, 2),
]
"""White's last man stands in the corner, behind a red one that it cannot jump."""
OPEN_BEHIND = [
    word("channel", 2, {2: piece(5, 7), 13: piece(7, 7)}),
    word("channel", 3, {2: piece(6, 6), 13: piece(7, 7)}, 2),
]
"""The same, but it can jump."""
DIAGONAL = {13: piece(1, 1), 14: piece(3, 3), 15: piece(5, 5), 16: piece(7, 1)}
THREE_JUMPED = [
    word("channel", 2, {1: piece(0, 0), **DIAGONAL}),
    word("channel", 3, {1: piece(6, 6), 16: piece(7, 1)}, 1, 13, 14, 15),
]


def signed_old(court: Court, words: list[bytes]) -> Call:
    """A claim whose older word white signed, too."""
    from dataclasses import replace

    from boardbytes.channel import sign

    call = claim_call(court.game(words))
    old = sign(words[0], court.game_id, KEYS[1], court.machine.domain)
    return replace(call, arguments=(*call.arguments[:3], bytes(old), call.arguments[4]))


def play_all(machine: Machine) -> None:
    """Every call at least once, each in a game of its own where it ends one."""
    court = begin(machine)
    words = words_of(["11-15", "22-18", "15x22", "25x18"])
    court.send(claim_call(court.game(words[:2])), RED)
    court.send(answer_call(court.game(words[:3])), WHITE)
    court.send(claim_call(court.game(words[:4])), RED)
    machine.wait(CLOCK + 1)
    court.simple("expire")
    court = begin(machine)
    game = court.game(words)
    red, white = (Signature.of(settlement(game, "white wins", key)) for key in KEYS)
    court.send(settle_call(game, "white wins", red, white), STRANGER)
    for won in (WON, SHUT_IN):
        court = begin(machine)
        court.send(signed_old(court, won), RED)
        machine.wait(CLOCK + 1)
        court.simple("finish")
    court = begin(machine)
    court.send(signed_old(court, THREE_JUMPED), RED)
    court = begin(machine, last_turn=2)
    court.send(claim_call(court.game(words[:3])), WHITE)
    machine.wait(CLOCK + 1)
    court.simple("finish")
    court = begin(machine)
    from boardbytes.channel.referee.calls import fork_call

    pair = court.game(words_of(["11-15"])), court.game(words_of(["11-16"]))
    court.send(fork_call(*pair), STRANGER)
    for player in (RED, WHITE):
        machine.send(withdraw_call(), player)


@pytest.mark.slow
def test_gas_and_size_are_as_documented() -> None:
    """The table in the docs is this test's; compilers differ a little."""
    need_referee()
    machine = Machine()
    play_all(machine)
    most: dict[str, int] = {}
    for step in machine.steps:
        most[step.call] = max(most.get(step.call, 0), step.gas)
    text = (ROOT / "docs" / "channel.md").read_text()
    documented = dict(re.findall(r"\| `(\w+)` \| ([\d,]+) gas \|", text))
    size = next(re.finditer(r"The code has ([\d,]+) bytes of\s+([\d,]+)", text))
    for name, gas in most.items():
        print(f"| `{name}` | {gas:,} gas |")
        assert gas <= LIMITS.get(name, 250_000)
        assert abs(int(documented[name].replace(",", "")) - gas) < gas / 10
    assert set(documented) == set(most)
    print(f"{len(machine.code):,} bytes")
    assert len(machine.code) <= MAX_CODE == int(size[2].replace(",", ""))
    assert abs(int(size[1].replace(",", "")) - len(machine.code)) < len(machine.code) / 10


@pytest.mark.slow
@pytest.mark.parametrize("words", [WON, SHUT_IN], ids=["no piece left", "shut in"])
def test_who_has_no_move_has_lost(words: list[bytes], court: Court) -> None:
    before = court.machine.credit(RED)
    court.send(signed_old(court, words), RED)
    with pytest.raises(RefereeError, match="not yet"):
        court.simple("finish")
    court.machine.wait(CLOCK + 1)
    court.simple("finish")
    state = court.machine.games()[court.game_id]
    assert (state.winner, state.reason) == (RED, "no move")
    assert court.machine.credit(RED) == before + 2 * STAKE
    balance = court.machine.balance(RED)
    court.send(withdraw_call(), RED)
    assert court.machine.balance(RED) == balance + before + 2 * STAKE


@pytest.mark.slow
def test_whoever_has_only_a_jump_has_a_move(court: Court) -> None:
    court.send(signed_old(court, OPEN_BEHIND), RED)
    court.machine.wait(CLOCK + 1)
    with pytest.raises(RefereeError, match="not over"):
        court.simple("finish")
    court.simple("expire")
    assert court.machine.games()[court.game_id].reason == "time"


@pytest.mark.slow
def test_at_the_last_turn_the_game_is_a_draw(machine: Machine) -> None:
    court = begin(machine, last_turn=2)
    words = words_of(["11-15", "22-18", "15x22"])
    before = {player: machine.credit(player) for player in (RED, WHITE)}
    with pytest.raises(RefereeError, match="after the last turn"):
        court.send(claim_call(court.game(words)), RED)
    court.send(claim_call(court.game(words[:3])), WHITE)
    with pytest.raises(RefereeError, match="after the last turn"):
        court.send(answer_call(court.game(words)), RED)
    machine.wait(CLOCK + 1)
    with pytest.raises(RefereeError, match="the last turn"):
        court.simple("expire")
    court.simple("finish")
    assert {player: machine.credit(player) - before[player] for player in before} == {
        RED: STAKE,
        WHITE: STAKE,
    }


@pytest.mark.slow
def test_a_red_that_never_begins_loses(court: Court) -> None:
    call = claim_call(court.empty)
    with pytest.raises(RefereeError, match="not white"):
        court.send(call, RED)
    court.send(call, WHITE)
    with pytest.raises(RefereeError, match="start"):
        court.send(call, WHITE)
    court.machine.wait(CLOCK + 1)
    court.simple("expire")
    assert court.machine.games()[court.game_id].winner == WHITE


@pytest.mark.slow
def test_an_answer_comes_in_time_and_from_the_side_to_move(court: Court) -> None:
    words = words_of(["11-15", "22-18"])
    with pytest.raises(RefereeError, match="nothing claimed"):
        court.send(answer_call(court.game(words)), WHITE)
    court.send(claim_call(court.game(words[:2])), RED)
    with pytest.raises(RefereeError, match="not to move"):
        court.send(answer_call(court.game(words)), RED)
    court.machine.wait(CLOCK + 1)
    with pytest.raises(RefereeError, match="too late"):
        court.send(answer_call(court.game(words)), WHITE)
    # Nor by a claim: else who sees `expire` coming would answer first, however late.
    with pytest.raises(RefereeError, match="too late"):
        court.send(claim_call(court.game(words)), WHITE)
    court.simple("expire")
    assert court.machine.games()[court.game_id].winner == RED


@pytest.mark.slow
def test_a_later_claim_counts_until_the_deadline(court: Court) -> None:
    """Whoever was shown old words has the clock's time to show the last ones."""
    words = words_of(["11-15", "22-18", "15x22"])
    court.send(claim_call(court.game(words[:2])), RED)
    court.machine.wait(CLOCK - 1)
    court.send(claim_call(court.game(words[:3])), WHITE)
    with pytest.raises(RefereeError, match="not yet"):
        court.simple("expire")
    court.machine.wait(CLOCK + 1)
    court.simple("expire")
    assert court.machine.games()[court.game_id].winner == WHITE


def id_of(machine: Machine, white: str, clock: int, last_turn: int) -> int:
    """The id of the game that red opened last, from all that was agreed."""
    from eth_abi.abi import encode

    from boardbytes.formats.transcript.ethereum import keccak

    types = ["uint256", "address", "uint256", "address", "address", *["uint256"] * 3]
    domain, count = machine.domain, machine.contract.counter()
    agreed = (RED, white, STAKE, clock, last_turn)
    data = encode(types, (domain.chain_id, domain.contract, count, *agreed))
    return int.from_bytes(keccak(data), "big")


@pytest.mark.slow
def test_opening_joining_and_going_back(machine: Machine) -> None:
    for player in (RED, WHITE, STRANGER):
        machine.fund(player)
    for arguments, reason in (
        ((RED, 60, 9), "opponent"),
        (("0x" + "00" * 20, 60, 9), "opponent"),
        ((WHITE, 0, 9), "clock"),
        ((WHITE, MAX_CLOCK + 1, 9), "clock"),
        ((WHITE, 60, 0), "last turn"),
        ((WHITE, 60, MAX_TURN + 1), "last turn"),
    ):
        with pytest.raises(RefereeError, match=reason):
            machine.send(open_call(*arguments), RED, STAKE)
    court = Court(machine, machine.open(RED, WHITE, CLOCK, 9))
    other = machine.open(RED, WHITE, CLOCK, 9)
    assert court.game_id != other
    assert other == id_of(machine, WHITE, CLOCK, 9)
    assert other != id_of(machine, WHITE, CLOCK - 1, 9)
    join, back = game_call(court.empty, "join"), withdraw_call(court.empty)
    for call, who, value, reason in (
        (join, STRANGER, STAKE, "not white"),
        (join, WHITE, STAKE - 1, "stake"),
        (back, WHITE, 0, "not red"),
    ):
        with pytest.raises(RefereeError, match=reason):
            machine.send(call, who, value)
    machine.send(withdraw_call(), RED)
    before = machine.balance(RED)
    machine.send(back, RED)
    assert machine.balance(RED) == before + STAKE
    for call, who, value in ((join, WHITE, STAKE), (back, RED, 0)):
        with pytest.raises(RefereeError, match="not waiting"):
            machine.send(call, who, value)


@pytest.mark.slow
def test_a_settlement_needs_both_and_the_same_result(court: Court) -> None:
    game = court.game(words_of(["11-15"]))
    draw = [Signature.of(settlement(game, "draw", key)) for key in KEYS]
    won = [Signature.of(settlement(game, "red wins", key)) for key in KEYS]
    for result, red, white, reason in (
        ("red wins", won[0], draw[1], "white's signature"),
        ("red wins", draw[0], won[1], "red's signature"),
        ("draw", draw[1], draw[0], "red's signature"),
    ):
        with pytest.raises(RefereeError, match=reason):
            court.send(settle_call(game, result, red, white), RED)
    before = court.machine.credit(RED), court.machine.credit(WHITE)
    court.send(settle_call(game, "draw", *draw), STRANGER)
    after = court.machine.credit(RED), court.machine.credit(WHITE)
    assert [b - a for a, b in zip(before, after, strict=True)] == [STAKE, STAKE]


PLAYER = """# pragma version ^0.4.0
referee: address
is_greedy: bool
is_closed: bool
refused: public(uint256)


@deploy
def __init__(referee: address, is_greedy: bool):
    self.referee = referee
    self.is_greedy = is_greedy


@external
@payable
def act(data: Bytes[1024]):
    raw_call(self.referee, data, value=msg.value)


@external
def close(is_closed: bool):
    self.is_closed = is_closed


@external
@payable
def __default__():
    assert not self.is_closed, "I take nothing"
    if self.is_greedy:
        self.is_greedy = False
        data: Bytes[36] = concat(method_id("withdraw(bytes32)"), empty(bytes32))
        if not raw_call(self.referee, data, revert_on_failure=False):
            self.refused += 1
"""
"""A contract that plays: it may ask once more while it is paid, or take nothing."""


def won_by(machine: Machine, is_greedy: bool) -> Any:
    """A contract that joined a game and has won it, since red never began."""
    boa = load_boa()
    with boa.swap_env(machine._env):
        player = boa.loads(PLAYER, machine.domain.contract, is_greedy)
    for address in (RED, STRANGER):
        machine.fund(address)
    court = Court(machine, machine.open(RED, str(player.address), CLOCK, 9))
    player.act(game_call(court.empty, "join").calldata, value=STAKE, sender=STRANGER)
    player.act(claim_call(court.empty).calldata, sender=STRANGER)
    machine.wait(CLOCK + 1)
    court.simple("expire")
    assert machine.credit(str(player.address)) == 2 * STAKE
    return player


@pytest.mark.slow
def test_who_asks_again_while_paid_gets_no_more(court: Court) -> None:
    """There is more to be had: two others have staked for a game that is on."""
    machine, player = court.machine, won_by(court.machine, is_greedy=True)
    held = machine.held
    assert held >= 4 * STAKE
    player.act(withdraw_call().calldata, sender=STRANGER)
    assert player.refused() == 1
    assert machine.balance(str(player.address)) == 2 * STAKE
    assert (machine.held, machine.credit(str(player.address))) == (held - 2 * STAKE, 0)


@pytest.mark.slow
def test_who_takes_nothing_keeps_it_and_holds_nobody_up(machine: Machine) -> None:
    player = won_by(machine, is_greedy=False)
    address, held = str(player.address), machine.held
    player.close(True)
    with pytest.raises(load_boa().BoaError):
        player.act(withdraw_call().calldata, sender=STRANGER)
    assert (machine.held, machine.credit(address)) == (held, 2 * STAKE)
    machine.send(withdraw_call(), STRANGER)
    player.close(False)
    player.act(withdraw_call().calldata, sender=STRANGER)
    assert (machine.balance(address), machine.credit(address)) == (2 * STAKE, 0)
