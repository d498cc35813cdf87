"""Transcripts: written, read, verified; changed bytes, torn lines and forks noticed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel import SignedWord, Transcript, find_forks, sign, verify
from boardbytes.channel.signing import address_of
from boardbytes.channel.transcript import format_transcript, load, parse_transcript, save
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, Reason, Record

VECTORS = Path(__file__).parent.parent / "vectors" / "channel-contract"
KEYS = [bytes([number] * 32) for number in (1, 2)]
RED, WHITE = map(address_of, KEYS)
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11"]


def signed(words: list[bytes], layout: str, preset: str) -> Transcript:
    game = Transcript(7, RED, WHITE, layout, preset, words[0])
    for index, word in enumerate(words[1:]):
        game = game.append(SignedWord(word, sign(word, 7, KEYS[index % 2]), None, f"{index}"))
    return game


def played(moves: list[str]) -> Transcript:
    words = [
        bb.dumps(Record.replay(CheckersPosition(), moves[:count]), "channel", lossy=True)
        for count in range(len(moves) + 1)
    ]
    return signed(words, "channel", "english")


def test_reads_back(tmp_path: Path) -> None:
    game = played(MOVES)
    save(game, tmp_path / "game.channel")
    assert load(tmp_path / "game.channel") == (game, ())


def test_a_good_game_is_verified() -> None:
    verdict = verify(played(MOVES))
    assert verdict.ok
    assert (verdict.moves, verdict.outcome, verdict.agreed) == (5, None, None)


def test_the_recorded_game_after_signing_with_fresh_keys() -> None:
    recorded = json.loads((VECTORS / "games.json").read_text())["games"]["g1"]
    words = [bytes.fromhex(state[2:]) for state in recorded["states"]]
    game = signed(words, "contract", "contract")
    verdict = verify(game)
    assert verdict.ok
    assert verdict.outcome is not None
    winner = Colour.RED if recorded["p1Won_final"] else Colour.WHITE
    assert (verdict.outcome.winner, verdict.outcome.reason) == (winner, Reason.NO_PIECES)
    assert any("the rules don't" in problem.message for problem in verdict.problems)
    assert not verify(game, "english").ok


def random_game(winner: Colour) -> list[str]:
    """The moves of the first random game that a side wins and whose jumps fit a word."""
    for seed in range(100):
        rng, record = random.Random(seed), Record(CheckersPosition(), rules="match")
        while record.result is None:
            record = record.play(rng.choice(record.legal_moves()))
        jumps = max(len(move.squares) for move in record.moves)  # type: ignore[attr-defined]
        if record.result.winner is winner and jumps <= 4:
            return [str(move) for move in record.moves]
    raise AssertionError(f"no random game was won by {winner}")


@pytest.mark.parametrize(("winner", "loser"), [("red", "white"), ("white", "red")])
def test_who_won_is_named_by_the_side_that_signed(winner: str, loser: str) -> None:
    game = played(random_game(Colour(winner)))
    outcome = verify(game).outcome
    assert outcome is not None
    assert str(outcome).startswith(f"{winner} wins: {loser} has no")
    assert outcome.winner is not None
    assert game.address(outcome.winner) == {"red": RED, "white": WHITE}[winner]


def test_headers_of_the_first_version_are_read_and_kept() -> None:
    game = replace(played(MOVES), version=1)
    data = format_transcript(game)
    assert b'"black"' in data.splitlines()[0]
    assert parse_transcript(data) == (game, ())
    assert b'"black"' not in format_transcript(played(MOVES))
    mixed = data.replace(b'"boardbytes-channel": 1', b'"boardbytes-channel": 2')
    with pytest.raises(bb.FormatError):
        parse_transcript(mixed)


def test_every_changed_byte_is_noticed() -> None:
    data = format_transcript(played(MOVES[:2]))
    rng = random.Random(1)
    for offset in range(len(data)):
        for value in {data[offset] ^ 1 << rng.randrange(8), rng.randrange(256)} - {data[offset]}:
            changed = data[:offset] + bytes([value]) + data[offset + 1 :]
            try:
                game, warnings = parse_transcript(changed)
            except bb.FormatError:
                continue
            assert warnings or not verify(game).ok, (offset, value)


def test_a_wrong_signer_and_a_wrong_move_name_their_line() -> None:
    game = played(MOVES)
    word = game.words[2].word
    wrong = replace(game.words[2], signature=sign(word, 7, KEYS[1]))
    game = replace(game, words=(*game.words[:2], wrong, *game.words[3:]))
    (problem,) = verify(game).problems
    assert str(problem) == f"line 4: the signature must be that of {RED} (found {WHITE})"
    skipped = replace(game, words=(game.words[0], *game.words[2:]))
    assert "line 3: the turn number must be one more than before" in map(
        str, verify(skipped).problems
    )


def test_a_torn_last_line_is_dropped() -> None:
    data = format_transcript(played(MOVES))
    for cut in (1, 40):
        game, (warning,) = parse_transcript(data[:-cut])
        assert len(game.words) == 4
        assert str(warning).startswith("line 6 was cut off and is dropped")


def test_forks_are_proof() -> None:
    ours, theirs = played(MOVES), played([*MOVES[:4], "9-13"])
    (fork,) = find_forks(ours, theirs)
    assert (fork.player, fork.turn) == (RED, 5)
    both = ours.append(theirs.words[-1])
    assert any("proof of cheating" in problem.message for problem in verify(both).problems)
    assert not find_forks(ours, ours)


def test_the_last_word_signed_by_both() -> None:
    game = played(MOVES)
    line = game.words[1]
    agreed = replace(line, countersignature=sign(line.word, 7, KEYS[0]))
    game = replace(game, words=(game.words[0], agreed, *game.words[2:]))
    assert verify(game).agreed == line.word
    forged = replace(line, countersignature=sign(line.word, 7, KEYS[1]))
    assert not verify(replace(game, words=(game.words[0], forged))).ok


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"[]\n", b"{}\n", b'{"check": "x"}\n', b"\xff\n", b"{\n"], ids=repr
)
def test_rubbish(data: bytes) -> None:
    with pytest.raises(bb.FormatError):
        parse_transcript(data)
