"""Words signed as typed data (EIP-712), held against another implementation of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from eth_account import Account
from eth_account.messages import encode_typed_data
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.channel import Domain, Signature, find_forks, recover, sign, verify
from boardbytes.channel.moving import agree, new_game, play
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import digest_of, settlement_digest
from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
from boardbytes.formats.transcript.typed import typed_settlement, typed_word
from tests.channel.games import (
    DOMAIN,
    GAME_ID,
    MOVES,
    RED,
    RED_KEY,
    WHITE,
    WHITE_KEY,
    signed,
    words_of,
)


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**256 - 1),
    st.integers(1, 2**53 - 1),
    st.binary(min_size=20, max_size=20),
)
def test_any_wallet_signs_the_same(
    word: bytes, game_id: int, chain_id: int, contract: bytes
) -> None:
    domain = Domain(chain_id, f"0x{contract.hex()}")
    shown = typed_word(word, game_id, domain)
    assert shown["message"] == {"turn": int.from_bytes(word[5:8], "big"), "word": f"0x{word.hex()}"}
    made = Account.sign_message(encode_typed_data(full_message=shown), RED_KEY)
    assert sign(word, game_id, RED_KEY, domain) == Signature(made.v, made.r, made.s)
    assert recover(word, game_id, bytes(made.signature), domain) == RED
    for result in ("red wins", "white wins", "draw"):
        settled = encode_typed_data(full_message=typed_settlement(word, result, game_id, domain))
        digest = settlement_digest(word, result, game_id, domain)
        assert bytes(Account.sign_message(settled, RED_KEY).message_hash) == digest


def test_a_signature_counts_nowhere_else() -> None:
    word = words_of(MOVES[:1])[1]
    signature = sign(word, GAME_ID, RED_KEY, DOMAIN)
    assert recover(word, GAME_ID, signature, DOMAIN) == RED
    for other in (replace(DOMAIN, chain_id=2), replace(DOMAIN, contract=RED), None):
        assert recover(word, GAME_ID, signature, other) != RED
    assert recover(word, GAME_ID + 1, signature, DOMAIN) != RED
    digests = {digest_of(word, GAME_ID, DOMAIN), digest_of(word, GAME_ID)}
    digests |= {settlement_digest(word, result, GAME_ID, DOMAIN) for result in ("draw", "red wins")}
    assert len(digests) == 4


def test_a_game_of_typed_words() -> None:
    from boardbytes.channel import KeyRing

    ledger = KeyRing().ledger
    game = new_game(RED, WHITE, "channel", "english", GAME_ID, DOMAIN)
    game = play(game, "11-15", RED_KEY, ledger)
    game = agree(game, WHITE_KEY, ledger)
    game = play(game, "22-18", WHITE_KEY, ledger)
    verdict = verify(game)
    assert (verdict.ok, verdict.problems, verdict.moves) == (True, (), 2)
    assert verdict.agreed == game.words[0].word
    data = format_transcript(game)
    assert parse_transcript(data) == (game, ())
    assert b'"boardbytes-channel": 3' in data
    assert f'"chain_id": 1, "contract": "{DOMAIN.contract}", "check"'.encode() in data


def test_the_header_decides_how_signatures_are_read() -> None:
    game = signed(words_of(MOVES), domain=DOMAIN)
    assert verify(game).ok
    for other in (
        replace(game, domain=None, version=2),
        replace(game, domain=replace(DOMAIN, chain_id=5)),
    ):
        problems = verify(other).problems
        assert {problem.code for problem in problems} == {"signature"}
        assert len(problems) == len(MOVES)
    for wrong in ({"domain": None}, {"version": 2}, {"domain": None, "version": 3}):
        with pytest.raises(SignatureError, match="typed data has a domain"):
            replace(game, **wrong)


def test_a_fork_is_within_one_domain() -> None:
    first, second = (words_of([move]) for move in ("11-15", "11-16"))
    assert len(find_forks(signed(first, domain=DOMAIN), signed(second, domain=DOMAIN))) == 1
    other = replace(DOMAIN, chain_id=2)
    assert find_forks(signed(first, domain=DOMAIN), signed(second, domain=other)) == ()
    assert find_forks(signed(first, domain=DOMAIN), signed(second)) == ()


def test_times_are_checked_for_order() -> None:
    game = signed(words_of(MOVES))
    hours = ("12:00:00+00:00", "12:00:00+00:00", "later", "13:30:00+02:00", "13:00:00+00:00")
    words = tuple(
        replace(line, time=f"2026-11-18T{hour}" if ":" in hour else hour)
        for line, hour in zip(game.words, hours, strict=True)
    )
    verdict = verify(replace(game, words=words))
    assert verdict.ok
    assert [(problem.code, problem.place.line) for problem in verdict.problems] == [("time", 5)]


def test_whose_clock_is_behind_writes_no_earlier_time() -> None:
    from boardbytes.channel import KeyRing

    game = signed(words_of(MOVES[:1]))
    ahead = replace(game.words[0], time="2999-01-01T00:00:00+00:00")
    game = play(replace(game, words=(ahead,)), "22-18", WHITE_KEY, KeyRing().ledger)
    assert game.words[1].time == "2999-01-01T00:00:00+00:00"
    assert verify(game).problems == ()
