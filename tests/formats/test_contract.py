"""Words in the layout that the contract reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.formats.word.contract import WORD
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.model import Record

GAMES = Path(__file__).parent.parent / "vectors" / "channel-contract" / "games.json"


def test_the_recorded_game_is_told_from_channel() -> None:
    states = json.loads(GAMES.read_text())["games"]["g1"]["states"]
    for state in states[1:]:
        doc = bb.loads(state.encode())
        assert doc.format == "contract"
        assert not doc.problems
        assert bb.dumps(doc) == f"{state}\n".encode()


def test_the_first_word() -> None:
    data = bb.dumps(Record.replay(CheckersPosition(), ["11-15"]), "contract", lossy=True)
    assert data[:8].hex() == "0a00000000000001"
    assert bb.detect(data) == "contract"


def test_a_jump_over_two_pieces_does_not_fit() -> None:
    record = Record.replay(CheckersPosition(mask_of([0]), mask_of([5, 14])), ["1x10x19"])
    with pytest.raises(bb.LossError, match="contract cannot hold a jump over 2 pieces"):
        bb.dumps(record, "contract", lossy=True)


def test_five_bytes_of_turn_number() -> None:
    data = bytearray(bb.dumps(CheckersPosition(), "contract"))
    data[3] = 1
    assert WORD.read(bytes(data)).turn == 1 << 32


def test_from_one_layout_to_the_other() -> None:
    record = Record.replay(CheckersPosition(), ["11-15", "22-18", "15x22"])
    ours = bb.loads(bb.dumps(record, "channel", lossy=True))
    theirs = bb.dumps(ours, "contract")
    assert theirs == bb.dumps(record, "contract", lossy=True)
    assert bb.dumps(bb.loads(theirs), "channel") == bb.dumps(record, "channel", lossy=True)
