"""Transcripts: written, read, verified; changed bytes, torn lines, wrong signers, forks noticed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel import Domain, Signature, Transcript, find_forks, sign, verify
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript import signature as signatures
from boardbytes.formats.transcript.lines import seal, split_lines
from boardbytes.formats.transcript.signature import ORDER
from boardbytes.formats.transcript.transcript import (
    MAX_SIZE,
    format_transcript,
    parse_transcript,
)
from boardbytes.formats.word.judging import FIRST, SECOND
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Reason, Record, Severity
from tests.channel.games import (
    GAME_ID,
    MOVES,
    OUTCOMES,
    RED,
    RED_KEY,
    WHITE,
    WHITE_KEY,
    played,
    signed,
    with_line,
    words_of,
)

VECTORS = Path(__file__).parent.parent / "vectors"
OK = VECTORS / "transcript" / "ok"
STRANGER = b"\x03" * 32


def path_of(name: str) -> Path:
    """A good transcript; those of long games are not thrown noise at, so they stand apart."""
    path = OK / f"{name}.channel"
    return path if path.exists() else OK.with_name("played") / f"{name}.channel"


def read(name: str) -> Transcript:
    return parse_transcript(path_of(name).read_bytes())[0]


def test_reads_back() -> None:
    game = played(MOVES)
    assert parse_transcript(format_transcript(game)) == (game, ())


def test_a_good_game_is_verified() -> None:
    verdict = verify(played(MOVES))
    assert verdict.ok
    assert (verdict.moves, verdict.outcome, verdict.agreed) == (5, None, None)
    assert verdict.winner is None
    assert verdict.record is not None
    assert [str(move) for move in verdict.record.moves] == MOVES
    assert [claim.player for claim in verdict.claims] == [RED, WHITE, RED, WHITE, RED]
    assert [claim.turn for claim in verdict.claims] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("name", "winner", "reason", "moves"), OUTCOMES)
def test_a_game_of_each_outcome(name: str, winner: str | None, reason: Reason, moves: int) -> None:
    game = read(name)
    verdict = verify(game)
    assert verdict.ok
    assert verdict.moves == moves
    assert verdict.outcome is not None
    assert (verdict.winner, verdict.outcome.reason) == (winner, reason)
    side = {RED: FIRST, WHITE: SECOND, None: None}[winner]
    assert verdict.outcome.winner is side
    document = bb.load(path_of(name))
    assert document.record is not None
    assert document.record.result == verdict.outcome
    # One move earlier nobody had won.
    shorter = verify(replace(game, words=game.words[:-1]))
    assert shorter.ok
    assert (shorter.outcome, shorter.winner) == (None, None)


def test_nothing_is_played_after_the_end() -> None:
    game = read("drawn-by-repetition")
    assert verify(game).record is not None
    moves = [str(move) for move in verify(game).record.moves]  # type: ignore[union-attr]
    further = Record.replay(CheckersPosition(), moves, "english").legal_moves()[0]
    verdict = verify(played([*moves, str(further)]))
    (problem,) = verdict.problems
    assert str(problem).startswith("line 66, move 65: the game was over: draw")
    assert verdict.outcome is not None
    assert verdict.outcome.reason is Reason.REPETITION, "how it ended stays"


def test_the_contract_says_who_won_and_its_slip_counts() -> None:
    """The low byte of the turn number is taken for a red piece from turn 128 on."""
    game = read("contract-white-wins")
    last = game.words[-1].word
    turn_128 = last[:7] + b"\x80" + last[8:]
    shifted = replace(game, words=(*game.words[:-1], replace(game.words[-1], word=turn_128)))
    assert verify(shifted).winner is None


def test_the_recorded_game_after_signing_with_fresh_keys() -> None:
    path = VECTORS / "channel-contract" / "games.json"
    recorded = json.loads(path.read_text())["games"]["g1"]
    words = [bytes.fromhex(state[2:]) for state in recorded["states"]]
    game = signed(words, "contract", "contract")
    verdict = verify(game)
    assert verdict.ok
    assert verdict.outcome is not None
    assert verdict.winner == (RED if recorded["p1Won_final"] else WHITE)
    assert verdict.outcome.reason is Reason.NO_PIECES
    warnings = [problem for problem in verdict.problems if "the rules don't" in problem.message]
    assert sum("a jump must be made" in problem.message for problem in warnings) == 24
    assert all(problem.severity is Severity.WARNING for problem in warnings)
    english = verify(game, "english")
    assert not english.ok
    assert english.record is not None
    assert len(english.record.moves) < len(words) - 1, "up to the first that is not legal"


def test_another_preset_must_be_able_to_read_the_words() -> None:
    with pytest.raises(SignatureError, match="must have the layout contract"):
        verify(played(MOVES), "contract")
    with pytest.raises(SignatureError, match="must have the layout contract"):
        replace(played([]), preset="contract")


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
    wrong = replace(game.words[2], signature=sign(word, GAME_ID, WHITE_KEY))
    game = with_line(game, 2, wrong)
    (problem,) = verify(game).problems
    assert problem.message == f"the signature must be that of {RED}"
    assert (problem.found, problem.place.line, problem.place.ply) == (WHITE, 4, 3)
    assert format_transcript(game)[problem.place.offset :].startswith(
        b'{"word": "0x' + word.hex().encode()
    )
    skipped = replace(game, words=(game.words[0], *game.words[2:]))
    messages = {problem.message: problem.place.ply for problem in verify(skipped).problems}
    assert messages["the turn number must be one more than before"] == 2
    assert not verify(skipped).ok


def test_the_record_ends_before_the_first_move_that_is_not_legal() -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.load(VECTORS / "transcript" / "bad" / "declined-jump.channel")
    readable = caught.value.readable
    assert readable is not None
    assert readable.record is not None
    assert [str(move) for move in readable.record.moves] == MOVES[:2]
    game, _ = parse_transcript((VECTORS / "transcript/bad/declined-jump.channel").read_bytes())
    longer = signed([game.start, *(line.word for line in game.words), words_of(MOVES)[4]])
    assert verify(longer).outcome is None
    assert len(verify(longer).record.moves) == 2, "and goes on no more"  # type: ignore[union-attr]


def test_a_start_that_is_no_position() -> None:
    game = replace(played([]), start=b"\0" * 8 + b"\x80" * 24)
    assert verify(game).record is None
    with pytest.raises(bb.FormatError, match="the start must be a position"):
        bb.loads(format_transcript(game))


class TestLines:
    data = format_transcript(played(MOVES))

    def test_a_torn_last_line_is_dropped(self) -> None:
        for cut in (2, 40, 268):
            game, (warning,) = parse_transcript(self.data[:-cut])
            assert len(game.words) == 4
            assert str(warning).startswith("line 6: the line was cut off and is dropped")
            assert warning.severity is Severity.WARNING
            assert warning.place.offset == self.data.rindex(b"\n", 0, -1) + 1

    def test_a_last_line_that_only_lacks_its_end_counts(self) -> None:
        assert parse_transcript(self.data[:-1]) == (played(MOVES), ())

    def test_a_whole_last_line_with_a_wrong_check_was_not_torn(self) -> None:
        wrong = self.data[:-1].replace(b'"time": "4"', b'"time": "5"')
        with pytest.raises(bb.FormatError, match="line 6: the check does not fit"):
            parse_transcript(wrong)

    def test_no_line_may_be_empty(self) -> None:
        with pytest.raises(bb.FormatError, match="line 7"):
            parse_transcript(self.data + b"\n")

    def test_lines_and_places(self) -> None:
        lines = list(split_lines(b"ab\n\ncd"))
        assert [(line.number, line.offset, line.text) for line in lines] == [
            (1, 0, b"ab"),
            (2, 3, b""),
            (3, 4, b"cd"),
        ]
        assert [line.is_ended for line in lines] == [True, True, False]
        assert list(split_lines(b"")) == []
        assert len(list(split_lines(b"a\n"))) == 1
        assert len(list(split_lines(b"a\x0bb\x0c\r\n"))) == 1, "only a line feed ends a line"

    def test_the_check_as_the_page_tells_it(self) -> None:
        """Remove the check, put the one before in front, hash, take 16 digits."""
        import hashlib
        import re

        before = b""
        for line in self.data.splitlines():
            bare = re.sub(rb', "check": "[0-9a-f]{16}"', b"", line)
            digest = hashlib.sha256(before + bare).hexdigest()[:16].encode()
            assert line.endswith(b', "check": "' + digest + b'"}')
            before = digest

    def test_too_long(self) -> None:
        with pytest.raises(bb.FormatError, match="at most"):
            parse_transcript(b" " * (MAX_SIZE + 1))

    @pytest.mark.parametrize(
        "data", [b"", b"\n", b"[]\n", b"{}\n", b'{"check": "x"}\n', b"\xff\n", b"{\n"], ids=repr
    )
    def test_rubbish(self, data: bytes) -> None:
        with pytest.raises(bb.FormatError):
            parse_transcript(data)

    @pytest.mark.parametrize("depth", [65, 1_000, 100_000])
    def test_nested_deep(self, depth: int) -> None:
        header = self.data.split(b"\n")[0]
        for data in (b"[" * depth, header + b"\n" + b"[" * depth + b"\n", b'{"a":' * depth + b"\n"):
            with pytest.raises(bb.FormatError):
                parse_transcript(data)

    def test_a_fault_tells_its_byte(self) -> None:
        header = self.data.split(b"\n")[0]
        with pytest.raises(bb.FormatError) as caught:
            parse_transcript(header + b'\n{"word": oops}\n')
        assert caught.value.problems[0].place.offset == len(header) + 1 + 9
        with pytest.raises(bb.FormatError) as caught:
            parse_transcript(self.data.replace(b'"time": "3"', b'"time":  "3"'))
        place = caught.value.problems[0].place.offset
        assert place is not None
        assert self.data[place - 8 : place + 4] == b'"time": "3",'


HEADER, FIRST_LINE = played(MOVES).header(), played(MOVES).words[0].to_plain()


def sealed(*plains: dict[str, object]) -> bytes:
    """Lines with these values and the right checks."""
    lines, check = [], ""
    for plain in plains:
        text, check = seal(plain, check)
        lines.append(f"{text}\n")
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game_id": "-0x7"}, "game_id must be 0x and 64 hexadecimal digits"),
        ({"game_id": "0x" + "f" * 65}, "64 hexadecimal digits"),
        ({"game_id": "0x" + "F" * 64}, "64 hexadecimal digits"),
        ({"game_id": 7}, "game_id must be text"),
        ({"white": RED}, "the two sides must be different players"),
        ({"white": RED.lower()}, "the two sides must be different players"),
        ({"red": "0x" + "0" * 40}, "is not an address"),
        ({"red": RED.lower()}, "to the letter"),
        ({"layout": "chanel"}, "layout must be"),
        ({"preset": "anarchy"}, "preset must be"),
        ({"preset": "contract"}, "must have the layout contract"),
        ({"start": "0x12"}, "start must be 0x and 64"),
        ({"boardbytes-channel": 4}, "from 1 to 3"),
        ({"boardbytes-channel": 0}, "from 1 to 3"),
        ({"boardbytes-channel": 1}, 'must have "black"'),
        ({"boardbytes-channel": "2"}, "from 1 to 3"),
        ({"more": 1}, 'must not have "more"'),
    ],
    ids=str,
)
def test_headers_that_are_refused(change: dict[str, object], sentence: str) -> None:
    assert parse_transcript(sealed(HEADER))[0] == played([])
    with pytest.raises(bb.FormatError, match=sentence):
        parse_transcript(sealed({**HEADER, **change}))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"word": "0x12"}, "word must be 0x and 64"),
        ({"word": str(int(words_of(MOVES)[1].hex(), 16))}, "word must be 0x and 64"),
        ({"signature": "0x12"}, "signature must be 0x and 130"),
        ({"countersignature": "0x12"}, "countersignature must be 0x and 130"),
        ({"countersignature": None}, "to the letter"),
        ({"time": "\u2028"}, "time must be up to 40 characters"),
        ({"time": "x" * 41}, "time must be up to 40 characters"),
        ({"time": ""}, "time must be up to 40 characters"),
        ({"time": 7}, "time must be text"),
        ({"more": 1}, 'must not have "more"'),
    ],
    ids=str,
)
def test_lines_that_are_refused(change: dict[str, object], sentence: str) -> None:
    assert len(parse_transcript(sealed(HEADER, FIRST_LINE))[0].words) == 1
    with pytest.raises(bb.FormatError, match=f"line 2: .*{sentence}"):
        parse_transcript(sealed(HEADER, {**FIRST_LINE, **change}))


def test_what_no_signed_game_can_be() -> None:
    game = played(MOVES)
    for change in ({"game_id": -7}, {"game_id": 1 << 256}, {"white": RED}):
        with pytest.raises(SignatureError):
            replace(game, **change)
    assert replace(game, game_id=0).game_id == 0
    assert replace(game, game_id=(1 << 256) - 1).game_id == (1 << 256) - 1


def test_headers_of_the_first_version_are_read_and_kept() -> None:
    game = replace(played(MOVES), version=1)
    data = format_transcript(game)
    assert b'"black"' in data.splitlines()[0]
    assert parse_transcript(data) == (game, ())
    assert b'"black"' not in format_transcript(played(MOVES))


class TestForks:
    ours, theirs = played(MOVES), played([*MOVES[:4], "9-13"])

    def test_are_proof(self) -> None:
        (fork,) = find_forks(self.ours, self.theirs)
        assert (fork.player, fork.turn) == (RED, 5)
        assert fork.words == (self.ours.last, self.theirs.last)
        both = self.ours.append(self.theirs.words[-1])
        (problem,) = [each for each in verify(both).problems if each.code == "fork"]
        assert "proof of cheating" in problem.message
        assert problem.place.ply == 6
        assert problem.severity is Severity.ERROR
        assert not verify(both).ok
        assert verify(both).forks == (fork,)
        assert not find_forks(self.ours, self.ours)

    def test_only_in_one_game(self) -> None:
        assert not find_forks(self.ours, signed(words_of([*MOVES[:4], "9-13"]), game_id=8))

    def test_bad_signatures_prove_nothing_and_stop_nothing(self) -> None:
        """A line that recovers to no one, before and after the two words that prove it."""
        broken = Signature(27, 0, 0)
        for index in (0, 3):
            spoilt = with_line(self.ours, index, replace(self.ours.words[index], signature=broken))
            (fork,) = find_forks(spoilt, self.theirs)
            assert (fork.player, fork.turn) == (RED, 5)
        both = with_line(self.ours, 0, replace(self.ours.words[0], signature=broken))
        both = both.append(self.theirs.words[-1])
        assert len(verify(both).forks) == 1
        alone = with_line(self.ours, 4, replace(self.ours.words[4], signature=broken))
        assert not find_forks(alone, self.theirs)

    def test_what_a_stranger_signs_proves_nothing(self) -> None:
        last = self.theirs.words[-1]
        other = replace(last, signature=sign(last.word, GAME_ID, STRANGER))
        assert not find_forks(self.ours, with_line(self.theirs, 4, other))

    def test_a_countersignature_counts(self) -> None:
        """White agreed to one word of turn 5 and to another."""

        def agreed(game: Transcript) -> Transcript:
            line = game.words[4]
            consent = sign(line.word, GAME_ID, WHITE_KEY)
            return with_line(game, 4, replace(line, countersignature=consent))

        forks = find_forks(agreed(self.ours), agreed(self.theirs))
        assert {fork.player for fork in forks} == {RED, WHITE}
        assert {fork.turn for fork in forks} == {5}

    def test_three_words_are_two_forks(self) -> None:
        third = played([*MOVES[:4], "10-14"])
        assert len(find_forks(self.ours, self.theirs, third, self.ours)) == 2


class TestConsent:
    game = played(MOVES)

    def agreed(self, index: int, key: bytes) -> Transcript:
        line = self.game.words[index]
        consent = sign(line.word, GAME_ID, key)
        return with_line(self.game, index, replace(line, countersignature=consent))

    def test_the_last_word_signed_by_both(self) -> None:
        verdict = verify(self.agreed(1, RED_KEY))
        assert verdict.ok
        assert verdict.agreed == self.game.words[1].word
        both = self.agreed(1, RED_KEY)
        later = replace(both.words[2], countersignature=sign(both.words[2].word, 7, WHITE_KEY))
        assert verify(with_line(both, 2, later)).agreed == self.game.words[2].word

    @pytest.mark.parametrize("key", [WHITE_KEY, STRANGER], ids=["the mover", "a stranger"])
    def test_a_forged_one_is_none(self, key: bytes) -> None:
        verdict = verify(self.agreed(1, key))
        assert not verdict.ok
        assert verdict.agreed is None
        (problem,) = verdict.problems
        assert problem.code == "countersignature"
        assert (problem.place.line, problem.message) == (
            3,
            f"the countersignature must be that of {RED}",
        )

    def test_one_that_is_no_signature_is_none(self) -> None:
        line = replace(self.game.words[1], countersignature=Signature(27, 1, ORDER - 1))
        verdict = verify(with_line(self.game, 1, line))
        assert verdict.agreed is None
        assert [problem.code for problem in verdict.problems] == ["countersignature"]
        assert "lower of its two values" in verdict.problems[0].message

    def test_it_does_not_stand_for_the_signature(self) -> None:
        """Both signatures by the other side: the word has no one who played it."""
        line = self.agreed(1, RED_KEY).words[1]
        assert line.countersignature is not None
        both = replace(line, signature=line.countersignature)
        verdict = verify(with_line(self.game, 1, both))
        assert not verdict.ok
        assert verdict.agreed is None


def test_every_signature_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    recover = signatures.recover

    def counted(word: bytes, game_id: int, signature: Signature, domain: Domain | None) -> str:
        asked.append(word)
        return recover(word, game_id, signature, domain)

    signatures.signer_of.cache_clear()
    monkeypatch.setattr(signatures, "recover", counted)
    game = read("agreed")
    verify(game)
    assert len(asked) == len(game.words) + 1
    assert verify(game).ok
    assert len(asked) == len(game.words) + 1, "a growing game is not checked anew"


class TestFormat:
    def test_goes_to_json_and_back_whole(self) -> None:
        for path in sorted(OK.glob("*.channel")):
            document = bb.load(path)
            again = bb.loads(bb.dumps(document, "json"))
            assert bb.dumps(again, "transcript") == bb.dumps(document)

    def test_goes_to_pdn_without_its_signatures(self) -> None:
        document = bb.load(OK / "red-takes-all.channel")
        with pytest.raises(bb.LossError, match="the signatures"):
            bb.dumps(document, "pdn")
        assert document.record is not None
        pdn = bb.loads(bb.dumps(document, "pdn", lossy=True))
        assert pdn.record is not None
        assert pdn.record.moves == document.record.moves

    @pytest.mark.parametrize("name", ["opening", "contract-layout", "red-takes-all"])
    def test_goes_to_the_very_word_that_was_signed(self, name: str) -> None:
        game = read(name)
        document = bb.load(path_of(name))
        assert bb.dumps(document, game.layout, lossy=True) == game.last

    def test_only_what_was_signed_is_written(self) -> None:
        document = bb.load(OK / "opening.channel")
        with pytest.raises(bb.PositionError, match="nobody signed this"):
            bb.dumps(document.position, "transcript")
        with pytest.raises(bb.PositionError, match="not those that were signed"):
            bb.dumps(document.play("29-25"), "transcript")
        forged = (VECTORS / "transcript/bad/wrong-signer.channel").read_text()
        facts = bb.loads(bb.dumps(document, "json")).facts
        wrong = replace(document, facts=type(facts)({"signed": forged.rstrip("\n")}))
        with pytest.raises(bb.PositionError, match="the signature must be that of"):
            bb.dumps(wrong, "transcript")

    def test_explains_every_member(self) -> None:
        data = (OK / "agreed.channel").read_bytes()
        spans = bb.explain(data)
        by_name = {span.name: span for span in spans}
        assert by_name["game_id"].value == "0x" + "0" * 38
        assert by_name["line 2 word"].meaning == f"{FIRST} plays 11-15"
        assert by_name["line 2 word"].points == ("11", "15")
        assert by_name["line 2 word"].ply == 1
        assert by_name["line 3 countersignature"].meaning == f"made by {FIRST}, {RED}"
        assert by_name["line 3 signature"].meaning == f"made by {SECOND}, {WHITE}"
        assert data[by_name["line 3 check"].offset :].startswith(b'"check": "')

    def test_explains_what_is_wrong(self) -> None:
        folder = VECTORS / "transcript" / "bad"
        stranger = {
            span.name: span for span in bb.explain((folder / "other-game.channel").read_bytes())
        }
        assert "neither side" in stranger["line 2 signature"].meaning
        high = {span.name: span for span in bb.explain((folder / "high-s.channel").read_bytes())}
        assert "lower of its two values" in high["line 2 signature"].meaning
        declined = {s.name: s for s in bb.explain((folder / "declined-jump.channel").read_bytes())}
        assert declined["line 4 word"].meaning == f"{FIRST} plays no legal move"
        deep = bb.explain((folder / "deep.channel").read_bytes())
        assert deep[-1].meaning == "not a line of a transcript"
