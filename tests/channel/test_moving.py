"""The next word: signed only by the right key, after the ledger was asked, if all else is well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel import Ledger, Signature, Transcript, find_forks, moving, sign, verify
from boardbytes.errors import IllegalMoveError, SignatureError
from boardbytes.formats.transcript.transcript import (
    format_transcript,
    parse_transcript,
)
from boardbytes.formats.word.judging import FIRST, SECOND
from tests.channel.games import (
    GAME_ID,
    MOVES,
    RED,
    RED_KEY,
    WHITE,
    WHITE_KEY,
    played,
    signed,
    with_line,
    words_of,
)

OK = Path(__file__).parent.parent / "vectors" / "transcript" / "ok"
PLAYED = OK.with_name("played")


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path)


def test_a_game(ledger: Ledger) -> None:
    game = moving.new_game(RED, WHITE, "channel", "english", GAME_ID)
    for index, move in enumerate(MOVES):
        game = moving.play(game, move, (RED_KEY, WHITE_KEY)[index % 2], ledger)
    assert [line.word for line in game.words] == words_of(MOVES)[1:]
    assert verify(game).ok
    assert all(line.time for line in game.words)
    assert game.words[-1].countersignature is None
    agreed = moving.agree(game, WHITE_KEY, ledger)
    assert verify(agreed).ok
    assert verify(agreed).agreed == game.last
    assert agreed.words[:-1] == game.words[:-1]
    assert replace(agreed.words[-1], countersignature=None) == game.words[-1]
    assert ledger.words(RED, GAME_ID) == dict(zip((1, 3, 5), words_of(MOVES)[1::2], strict=True))
    assert set(ledger.words(WHITE, GAME_ID)) == {2, 4, 5}, "consent is a signature, too"


@pytest.mark.parametrize(
    "time",
    [
        "9999-12-31T23:59:59+00:00",
        "9999-12-31T23:59:59.999999+00:00",
        "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00+23:59",
    ],
)
def test_no_clock_of_the_other_side_keeps_one_from_moving(time: str, ledger: Ledger) -> None:
    """Whatever time they write, a line of ours is not earlier, as a relay wants it."""
    first = played(MOVES[:1])
    game = with_line(first, 0, replace(first.words[0], time=time))
    game = moving.play(game, MOVES[1], WHITE_KEY, ledger)
    assert verify(game).problems == ()
    assert (game.words[1].time == time) == time.startswith("9999")


def test_ids_are_random_and_fit() -> None:
    games = [moving.new_game(RED, WHITE, "channel", "english", None) for _ in range(20)]
    assert len({game.game_id for game in games}) == 20
    assert max(game.game_id for game in games).bit_length() > 100
    assert all(parse_transcript(format_transcript(game))[0] == game for game in games)
    assert moving.new_game(RED, WHITE, "channel", "english", 0).game_id == 0


def test_who_is_to_move() -> None:
    assert moving.side_to_move(played([])) is FIRST
    assert moving.side_to_move(played(MOVES[:1])) is SECOND
    assert moving.side_to_move(played(MOVES[:2])) is FIRST


def refused(change: object, sentence: str, ledger: Ledger) -> None:
    """What is refused is not in the ledger, so the next try is free."""
    with pytest.raises(SignatureError, match=sentence):
        change()  # type: ignore[operator]
    assert ledger.words(RED, GAME_ID) == ledger.words(WHITE, GAME_ID) == {}


def test_wrong_keys(ledger: Ledger) -> None:
    game = played(MOVES[:1])
    for key in (RED_KEY, b"\x09" * 32):
        refused(lambda key=key: moving.play(game, "22-18", key, ledger), f"that of {WHITE}", ledger)
        refused(lambda key=key: moving.agree(game, key, ledger), f"that of {WHITE}", ledger)


def test_illegal_moves(ledger: Ledger) -> None:
    with pytest.raises(IllegalMoveError):
        moving.play(played([]), "11-18", RED_KEY, ledger)
    assert ledger.words(RED, GAME_ID) == {}


def invalid() -> list[Transcript]:
    """Transcripts in which one line is wrong: its signature, its consent or its move."""
    game = played(MOVES[:3])
    forged = with_line(
        game, 1, replace(game.words[1], signature=sign(game.words[1].word, 7, RED_KEY))
    )
    line = game.words[2]
    consent = replace(line, countersignature=Signature(27, 1, 1))
    declined = bb.dumps(
        bb.Record.replay(bb.load(OK / "start.channel").start, [*MOVES[:2], "8-11"], "contract"),
        "channel",
        lossy=True,
    )
    return [forged, with_line(game, 2, consent), signed([*words_of(MOVES[:2]), declined])]


@pytest.mark.parametrize("game", invalid(), ids=["signature", "consent", "step"])
def test_nothing_is_signed_under_an_invalid_transcript(game: Transcript, ledger: Ledger) -> None:
    for change in (
        lambda: moving.play(game, "25x18", WHITE_KEY, ledger),
        lambda: moving.agree(game, WHITE_KEY, ledger),
    ):
        refused(change, "line [34], move [23]: .*nothing was signed", ledger)


def test_warnings_of_the_contract_do_not_stop_a_game(ledger: Ledger) -> None:
    game, _ = parse_transcript((PLAYED / "contract-red-wins.channel").read_bytes())
    shorter = replace(game, words=game.words[:-1])
    assert any(not problem.is_error for problem in verify(shorter).problems)
    assert verify(moving.agree(shorter, RED_KEY, ledger)).agreed == shorter.last


def test_a_game_that_is_over(ledger: Ledger) -> None:
    game, _ = parse_transcript((PLAYED / "red-shuts-in.channel").read_bytes())
    refused(lambda: moving.play(game, "1-5", WHITE_KEY, ledger), "wins.*nothing was signed", ledger)
    drawn, _ = parse_transcript((PLAYED / "drawn-by-repetition.channel").read_bytes())
    record = verify(drawn).record
    assert record is not None
    move = str(record.position.legal_moves()[0])
    refused(lambda: moving.play(drawn, move, RED_KEY, ledger), "draw.*nothing was signed", ledger)
    assert verify(moving.agree(drawn, RED_KEY, ledger)).agreed == drawn.last, (
        "the end may be agreed"
    )


def test_there_must_be_a_word_to_agree_to(ledger: Ledger) -> None:
    refused(lambda: moving.agree(played([]), RED_KEY, ledger), "no word yet", ledger)


def test_a_second_word_for_a_turn_is_refused(ledger: Ledger) -> None:
    """An older file, a lost line, a copy: whatever the reason, it would be proof of cheating."""
    before = played(MOVES[:4])
    first = moving.play(before, "8-11", RED_KEY, ledger)
    with pytest.raises(SignatureError, match="8-11 was signed for this turn: only that"):
        moving.play(before, "9-13", RED_KEY, ledger)
    again = moving.play(before, "8-11", RED_KEY, ledger)
    assert again.last == first.last
    assert not find_forks(first, again)


def test_consent_to_another_word_is_refused(ledger: Ledger) -> None:
    moving.agree(played(MOVES), WHITE_KEY, ledger)
    with pytest.raises(SignatureError, match="another word for turn 5"):
        moving.agree(played([*MOVES[:4], "9-13"]), WHITE_KEY, ledger)


def test_what_the_transcript_proves_is_remembered(ledger: Ledger) -> None:
    """Another machine signed the moves before: from now on this one knows them."""
    moving.play(played(MOVES[:4]), "8-11", RED_KEY, ledger)
    assert set(ledger.words(RED, GAME_ID)) == {1, 3, 5}
    other = played(["9-13"])
    with pytest.raises(SignatureError, match="another word for turn 1"):
        moving.play(other.append(played(["9-13", "22-18"]).words[1]), "11-15", RED_KEY, ledger)


def test_a_word_that_leads_elsewhere_is_shown(ledger: Ledger) -> None:
    ledger.enter(RED, GAME_ID, [b"\x01" * 5 + b"\0\0\x01" + b"\0" * 24])
    with pytest.raises(SignatureError, match="another word for turn 1 of this game: 0x0101"):
        moving.play(played([]), "11-15", RED_KEY, ledger)


def test_a_torn_line_is_not_played_over() -> None:
    data = format_transcript(played(MOVES))
    assert moving.parse_whole(data) == moving.parse_whole(data[:-1]) == played(MOVES)
    with pytest.raises(SignatureError, match=r"cut off.*nothing was signed"):
        moving.parse_whole(data[:-20])


def test_layouts_that_the_contract_cannot_read() -> None:
    with pytest.raises(SignatureError, match="must have the layout contract"):
        moving.new_game(RED, WHITE, "channel", "contract", None)
    assert moving.new_game(RED, WHITE, "contract", "contract", None).preset == "contract"
    with pytest.raises(SignatureError, match="different players"):
        moving.new_game(RED, RED, "channel", "english", None)


def test_a_contract_game_verifies_from_its_first_word(ledger: Ledger) -> None:
    game = moving.new_game(RED, WHITE, "contract", "contract", None)
    assert verify(moving.play(game, "11-15", RED_KEY, ledger)).ok
