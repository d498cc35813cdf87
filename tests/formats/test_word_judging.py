"""`check_step`: two words, a verdict and its reasons."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel import check_step, layouts_of
from boardbytes.formats.word.judging import winner_of
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Record

VECTORS = Path(__file__).parent.parent / "vectors" / "channel-contract"
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11"]


def words(layout: str, moves: list[str] = MOVES) -> list[bytes]:
    return [
        bb.dumps(Record.replay(CheckersPosition(), moves[:count]), layout, lossy=True)
        for count in range(len(moves) + 1)
    ]


@pytest.mark.parametrize("name", ["transitions", "edge_transitions"])
def test_contract_gives_its_verdict_and_reason(name: str) -> None:
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt") as file:
        for case in map(json.loads, file):
            found = check_step(int(case["old"], 16), int(case["new"], 16), preset="contract")
            assert found.ok == case["ok"]
            assert found.reasons == ((case["reason"],) if case["reason"] else ())


def test_the_recorded_game() -> None:
    states = json.loads((VECTORS / "games.json").read_text())["games"]["g1"]["states"]
    checks = [check_step(old, new, "contract") for old, new in pairwise(states)]
    assert all(check.ok for check in checks)
    # Its players declined jumps, which the contract lets them.
    declined = "the contract accepts this, the rules don't: a jump must be made when there is one"
    assert sum(declined in check.warnings for check in checks) == 24


@pytest.mark.parametrize("layout", ["channel", "contract"])
def test_english_knows_the_layout_from_the_step(layout: str) -> None:
    for old, new in pairwise(words(layout)):
        assert check_step(old, new) == check_step(old, new, layout=layout)
        assert check_step(old, new).ok
        assert check_step(old, new).layout == layout
    assert layouts_of(words(layout)) == (layout,)


def test_every_difference_is_named() -> None:
    old, new = words("channel")[:2]
    changed = bytearray(new)
    changed[8 + 2] = 0
    changed[8 + 20] = 0xA0
    check = check_step(old, bytes(changed))
    assert not check.ok
    assert check.reasons[1:] == (
        "piece 3, byte 11, must be 0x84 (found 0x00)",
        "piece 21, byte 29, must be 0xb9 (found 0xa0)",
    )


def test_words_of_any_kind() -> None:
    old, new = words("channel")[:2]
    assert check_step(int.from_bytes(old, "big"), f"0x{new.hex()}").ok
    for rubbish in (b"short", -1, 1 << 256, "0x12zz"):
        with pytest.raises(bb.FormatError, match="32 bytes"):
            check_step(old, rubbish)
    with pytest.raises(bb.UnknownNameError, match="did you mean english"):
        check_step(old, new, "englsh")


class TestWinner:
    """A word with one piece of each side, and with one side gone or shut in."""

    @staticmethod
    def word(turn: int, **pieces: int) -> bytes:
        """Pieces by number: `p1=0x80`."""
        data = bytearray(32)
        data[5:8] = turn.to_bytes(3, "big")
        for name, byte in pieces.items():
            data[7 + int(name[1:])] = byte
        return bytes(data)

    def test_nobody_yet(self) -> None:
        word = self.word(2, p1=0x80, p13=0xBF)
        for preset in ("english", "contract"):
            assert winner_of(word, preset) is None

    def test_a_side_without_pieces_has_lost(self) -> None:
        for preset in ("english", "contract"):
            assert winner_of(self.word(1, p1=0x80), preset) is SIDES.first
            assert winner_of(self.word(2, p13=0xBF), preset) is SIDES.second

    def test_a_side_that_cannot_move_has_lost_by_the_rules_alone(self) -> None:
        """White's man in red's corner, one red man before it and one behind that."""
        blocked = self.word(1, p1=0x89, p2=0x92, p13=0x80)
        assert winner_of(blocked, "english") is SIDES.first
        assert winner_of(blocked, "contract") is None
        assert winner_of(self.word(2, p1=0x89, p2=0x92, p13=0x80), "english") is None

    def test_a_word_that_is_no_position(self) -> None:
        assert winner_of(self.word(1, p1=0x80, p2=0x80), "english") is None

    def test_the_contract_takes_the_turn_for_a_red_piece(self) -> None:
        assert winner_of(self.word(0x7E, p13=0xBF), "contract") is SIDES.second
        assert winner_of(self.word(0x80, p13=0xBF), "contract") is None
        assert winner_of(self.word(0x80, p13=0xBF), "english") is SIDES.second

    def test_the_layout_tells_where_the_turn_is(self) -> None:
        """A jumped piece of `channel` is no part of the turn number."""
        word = bytearray(self.word(1, p1=0x89, p2=0x92, p13=0x80))
        word[3] = 13
        assert winner_of(bytes(word), "english", "channel") is SIDES.first

    def test_presets(self) -> None:
        with pytest.raises(bb.UnknownNameError):
            winner_of(bytes(32), "englsh")
