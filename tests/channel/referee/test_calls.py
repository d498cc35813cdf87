"""Calldata and logs, which need neither compiler nor machine."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from eth_abi.abi import decode, encode

from boardbytes.channel import Transcript, recover, sign
from boardbytes.channel.referee.calls import (
    CALLS,
    Call,
    answer_call,
    claim_call,
    fork_call,
    game_call,
    open_call,
    settle_call,
    withdraw_call,
)
from boardbytes.channel.referee.logs import GameState, read_logs
from boardbytes.channel.referee.settling import settlement
from boardbytes.channel.signing import address_of
from boardbytes.cli import main
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import keccak, settlement_digest
from boardbytes.formats.transcript.forks import find_forks
from boardbytes.formats.transcript.signature import Signature, signer_of_digest
from boardbytes.formats.transcript.transcript import format_transcript
from tests.channel.games import (
    DOMAIN,
    GAME_ID,
    MOVES,
    RED,
    RED_KEY,
    WHITE,
    WHITE_KEY,
    signed,
    with_line,
    words_of,
)
from tests.cli.test_commands import run
from tests.needs import need_referee

GAME = signed(words_of(MOVES), domain=DOMAIN)
ID = GAME_ID.to_bytes(32, "big")


def arguments(call: Call) -> tuple[object, ...]:
    """What a contract reads from the calldata."""
    assert call.calldata[:4] == keccak(call.signature.encode())[:4]
    return tuple(decode(list(CALLS[call.name].values()), call.calldata[4:]))


def test_claims_and_answers() -> None:
    words = [int.from_bytes(word, "big") for word in words_of(MOVES)]
    signatures = [bytes(line.signature) for line in GAME.words]
    assert arguments(claim_call(GAME)) == (ID, words[4], words[5], *signatures[3:5])
    assert arguments(claim_call(GAME, 1)) == (ID, words[0], words[1], b"", signatures[0])
    assert arguments(answer_call(GAME)) == (ID, words[5], signatures[4])
    assert arguments(game_call(GAME, "expire")) == (ID,)
    for number in (0, 6):
        with pytest.raises(SignatureError, match="there is no move"):
            claim_call(GAME, number)
    empty = replace(GAME, words=())
    assert arguments(claim_call(empty)) == (ID, words[0], words[0], b"", b"")
    for make in (claim_call, answer_call):
        with pytest.raises(SignatureError, match="there is no move"):
            make(empty, 1)


def test_withdrawing_and_opening() -> None:
    """Who takes what is theirs names no game: the referee refuses one that was joined."""
    assert arguments(withdraw_call()) == (bytes(32),)
    assert arguments(withdraw_call(GAME)) == (ID,)
    assert arguments(open_call(WHITE, 600, 40)) == (WHITE.lower(), 600, 40)


def test_forks() -> None:
    other = signed(words_of(["11-16"]), domain=DOMAIN)
    call = arguments(fork_call(GAME, other))
    for place in (1, 3):
        word, signature = call[place], call[place + 1]
        assert recover(word, GAME_ID, signature, DOMAIN) == RED  # type: ignore[arg-type]
    assert call[1] != call[3]
    with pytest.raises(SignatureError, match="nobody signed two words"):
        fork_call(GAME, GAME)


def test_whoever_agreed_to_two_words_signed_both() -> None:
    """Though another made them: each signature in the call is that of the player who is proven."""
    mine, other = (
        with_line(game, 0, replace(game.words[0], countersignature=white_agrees(game)))
        for game in (GAME, signed(words_of(["11-16"]), domain=DOMAIN))
    )
    # Red never signed the second, so it is white alone who signed two.
    elsewhere = sign(other.start, GAME_ID, RED_KEY, DOMAIN)
    other = with_line(other, 0, replace(other.words[0], signature=elsewhere))
    call = fork_call(mine, other).arguments
    assert call[1:4:2] == tuple(int.from_bytes(game.words[0].word) for game in (mine, other))
    for place in (1, 3):
        assert recover(call[place], GAME_ID, call[place + 1], DOMAIN) == WHITE


def white_agrees(game: Transcript) -> Signature:
    return sign(game.words[0].word, GAME_ID, WHITE_KEY, DOMAIN)


def test_a_fork_of_another_game_or_contract_proves_nothing() -> None:
    for game_id, domain in ((GAME_ID + 1, DOMAIN), (GAME_ID, replace(DOMAIN, chain_id=5))):
        pair = [
            signed(words_of([move]), game_id=game_id, domain=domain) for move in ("11-15", "11-16")
        ]
        other = replace(pair[0], words=pair[0].words + pair[1].words)
        assert find_forks(other)
        with pytest.raises(SignatureError, match="nobody signed two words"):
            fork_call(GAME, other)


def test_settlements() -> None:
    made = [Signature.of(settlement(GAME, "draw", key)) for key in (RED_KEY, WHITE_KEY)]
    call = arguments(settle_call(GAME, "draw", *made))
    assert call[:3] == (ID, int.from_bytes(GAME.last, "big"), 0)
    digest = settlement_digest(GAME.last, "draw", GAME_ID, DOMAIN)
    assert [signer_of_digest(digest, each) for each in made] == [RED, WHITE]


def test_games_that_the_referee_does_not_read() -> None:
    for other in (
        replace(GAME, domain=None, version=2),
        replace(GAME, layout="contract"),
        replace(GAME, layout="contract", preset="contract"),
    ):
        with pytest.raises(SignatureError, match="the referee reads"):
            claim_call(other)
    with pytest.raises(SignatureError, match="begun for a contract"):
        settlement(replace(GAME, domain=None, version=2), "draw", RED_KEY)


def log(event: str, types: list[str], values: list[object]) -> dict[str, Any]:
    topic = keccak(f"{event}({','.join(['bytes32', *types])})".encode())
    topics = [f"0x{topic.hex()}", f"0x{ID.hex()}"]
    return {"topics": topics, "data": f"0x{encode(types, values).hex()}"}


LOGS: list[dict[str, Any]] = [
    log("Opened", ["address", "address", "uint256", "uint256", "uint256"], [RED, WHITE, 5, 60, 9]),
    {"topics": ["0x" + "11" * 32], "data": "0x"},
    log("Joined", [], []),
    log("Claimed", ["uint256", "uint256"], [7, 1000]),
    log("Ended", ["address", "string"], [WHITE, "time"]),
]


def test_the_state_is_read_back_from_logs() -> None:
    opened = GameState(GAME_ID, RED, WHITE, 5, 60, 9)
    assert read_logs(LOGS[:2]) == {GAME_ID: opened}
    claimed = replace(opened, state="on", word=bytes(31) + b"\x07", deadline=1000)
    assert read_logs(LOGS[:4]) == {GAME_ID: claimed}
    over = replace(claimed, state="over", winner=WHITE, reason="time")
    assert read_logs(LOGS) == {GAME_ID: over}
    with pytest.raises(SignatureError, match="which never began"):
        read_logs(LOGS[2:])
    for bad in ({}, {"topics": LOGS[0]["topics"], "data": "0x12"}, {"topics": ["x"], "data": ""}):
        with pytest.raises(SignatureError, match="log 1 is not a log"):
            read_logs([bad])


def test_who_is_to_join_is_told_what_they_agree_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = tmp_path / "logs.json"
    joining = f"waiting for {WHITE} with the same stake, 5 wei"
    terms = "60 s for each answer, a draw after turn 9"
    for count, told in ((1, f"{joining}: {terms}"), (3, "on")):
        logs.write_text(json.dumps(LOGS[:count]))
        assert main(["channel", "referee", "state", str(logs)]) == 0
        assert capsys.readouterr().out == f"0x{ID.hex()}: {told}\n"


def test_a_settlement_is_signed_only_under_a_valid_game() -> None:
    forged = replace(GAME.words[2], signature=GAME.words[0].signature)
    for wrong, reason in (
        (with_line(GAME, 2, forged), "the signature must be that of"),
        (replace(GAME, words=GAME.words[:2] + GAME.words[3:]), "line 4"),
    ):
        with pytest.raises(SignatureError, match=reason):
            settlement(wrong, "draw", RED_KEY)


def test_the_command_line_signs_no_broken_game(tmp_path: Path) -> None:
    file = tmp_path / "game.channel"
    file.write_bytes(format_transcript(GAME)[:-30])
    sign = ("channel", "referee", "sign", file, "draw", "--side", "red", "--key-env", "KEY")
    code, out, err = run(*sign, environment={"KEY": RED_KEY.hex()})
    assert (code, out) == (1, "")
    assert "was cut off" in err


def test_every_call_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that need no signature: what is printed is what the referee takes."""
    file, empty = tmp_path / "game.channel", tmp_path / "empty.channel"
    forked, other = tmp_path / "forked.channel", signed(words_of(["11-16"]), domain=DOMAIN)
    file.write_bytes(format_transcript(GAME))
    forked.write_bytes(format_transcript(other))
    empty.write_bytes(format_transcript(replace(GAME, words=())))
    for line, expected in (
        (("open", WHITE, "--clock", "600", "--last-turn", "40"), open_call(WHITE, 600, 40)),
        (("call", file, "join"), game_call(GAME, "join")),
        (("call", empty, "claim"), claim_call(replace(GAME, words=()))),
        (("call", file, "expire"), game_call(GAME, "expire")),
        (("call", file, "finish"), game_call(GAME, "finish")),
        (("call", file, "fork", "--other", forked), fork_call(GAME, other)),
        (("call", file, "withdraw"), withdraw_call()),
        (("call", file, "withdraw", "--waiting"), withdraw_call(GAME)),
    ):
        assert main(["channel", "referee", *map(str, line)]) == 0
        assert capsys.readouterr().out == f"0x{expected.calldata.hex()}\n"
        assert main(["channel", "referee", *map(str, line), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == expected.to_plain()
    for wrong, code, told in (
        (("open", "me", "--clock", "60"), 1, "address"),
        (("open", WHITE, "--clock", str(31 * 86400)), 2, "--clock"),
        (("call", file, "fork"), 2, "fork takes --other FILE"),
        (("call", file, "fork", "--other", tmp_path / "none"), 2, "none"),
        (("call", file, "fork", "--other", file), 1, "nobody signed two words"),
        (("call", file, "settle"), 2, "settle takes --result and both signatures"),
    ):
        assert main(["channel", "referee", *map(str, wrong)]) == code
        out, err = capsys.readouterr()
        assert (out, told in err) == ("", True), err


@pytest.mark.slow
def test_a_trial_on_the_command_line() -> None:
    """A whole dispute: who won has the money, and every call says what it cost."""
    need_referee()
    code, out, err = run("channel", "referee", "try")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    winner = address_of(b"\x11" * 32)
    assert lines[-2].strip() == f"the logs say: {winner} has won (time)"
    costs = [int(found[1].replace(",", "")) for line in lines if (found := GAS.match(line))]
    assert f"{costs[-1]:,} gas  in {len(costs) - 1} calls" in lines[-1]
    assert costs[-1] == sum(costs[:-1])
    code, out, _ = run("channel", "referee", "try", "--json")
    told = json.loads(out)
    assert [each["sentence"] for each in told] == [line[14:] for line in lines[:-1]]
    assert [each["gas"] for each in told if each["gas"]] == costs[:-1]
    assert "red takes both stakes" in [each["sentence"] for each in told if each["gas"]]


GAS = re.compile(r" *([\d,]+) gas  ")


@pytest.mark.slow
def test_on_the_command_line(tmp_path: Path) -> None:
    file, logs = tmp_path / "game.channel", tmp_path / "logs.json"
    file.write_bytes(format_transcript(GAME))
    logs.write_text(json.dumps(LOGS))
    code, out, err = run("channel", "referee", "call", file, "claim")
    assert (code, err, out.strip()) == (0, "", f"0x{claim_call(GAME).calldata.hex()}")
    plain = json.loads(
        run("channel", "referee", "call", file, "answer", "--move", "1", "--json")[1]
    )
    assert plain["call"] == "answer(bytes32,uint256,bytes)"
    assert plain["calldata"] == f"0x{answer_call(GAME, 1).calldata.hex()}"
    environment = {"KEY": RED_KEY.hex()}
    sign = ("channel", "referee", "sign", file, "draw", "--side", "red", "--key-env", "KEY")
    assert (
        run(*sign, environment=environment)[1].strip()
        == f"0x{settlement(GAME, 'draw', RED_KEY).hex()}"
    )
    assert (
        f"over, claimed 0x{'0' * 63}7 until 1000, {WHITE} has won: time"
        in run("channel", "referee", "state", logs)[1]
    )
