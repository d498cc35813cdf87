"""Steps between words: the contract's verdicts as recorded, and the rules' as played."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.formats.word import channel, contract
from boardbytes.formats.word.format import word_of
from boardbytes.formats.word.step import (
    CHANNEL,
    CONTRACT,
    CONTRACT_FAULTS,
    ENGLISH_FAULTS,
    contract_fault,
    contract_winner,
    english_fault,
    turn_of,
)
from boardbytes.formats.word.word import WordLayout, advance
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Document

VECTORS = Path(__file__).parent.parent / "vectors" / "channel-contract"


def lines(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(VECTORS / name, "rt") as file:
        yield from map(json.loads, file)


def word(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


@pytest.mark.parametrize("name", ["transitions", "edge_transitions"])
def test_the_contract_as_recorded(name: str) -> None:
    for case in lines(f"{name}.jsonl.gz"):
        fault = CONTRACT_FAULTS[contract_fault(word(case["old"]), word(case["new"]))]
        assert (fault == "", fault or None) == (case["ok"], case["reason"]), case


def test_its_oddities() -> None:
    oddities = json.loads((VECTORS / "oddities.json").read_text())
    for case in oddities["validStateUpdate"]:
        fault = CONTRACT_FAULTS[contract_fault(word(case["old"]), word(case["new"]))]
        assert (fault or None) == case["reason"], case["name"]


def test_its_views() -> None:
    winners = {True: 1, False: 0, None: 2}
    for case in lines("views.jsonl.gz"):
        state = word(case["state"])
        assert contract_winner(state) == winners[case["p1Won"]]
        assert turn_of(state, CONTRACT) == case["getNonce"]


def played_steps(layout: WordLayout, seed: int, count: int) -> Iterator[tuple[bytes, bytes]]:
    """Steps of random games that fit a layout."""
    rng = random.Random(seed)
    while True:
        position, found = CheckersPosition(), word_of(Document(None, CheckersPosition()), layout)
        for _ in range(100):
            moves = position.legal_moves()
            if not moves:
                break
            move = rng.choice(moves)
            after = position.play(move)
            next_ = advance(found, move, after)
            if len(move.jumped) > layout.jumps:
                break
            if layout is contract.WORD:
                found = type(found)(**(vars(found) | {"target": 0}))
            yield layout.write(found), layout.write(next_)
            count -= 1
            if not count:
                return
            position, found = after, next_


@pytest.mark.parametrize("steps", [60, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("layout", "number"),
    [(channel.WORD, CHANNEL), (contract.WORD, CONTRACT)],
    ids=["channel", "contract"],
)
def test_a_changed_bit_is_noticed(layout: WordLayout, number: int, steps: int) -> None:
    """Every single bit of a valid step: the change is refused, or it is a legal step itself."""
    for old, new in played_steps(layout, 3, steps):
        assert ENGLISH_FAULTS[english_fault(old, new, number)] == ""
        for bit in range(256):
            changed = (int.from_bytes(new, "big") ^ 1 << bit).to_bytes(32, "big")
            if not english_fault(old, changed, number):
                before, after = (bb.loads(data, layout.name).position for data in (old, changed))
                assert bb.diff(before, after)


def test_the_rules_agree_with_the_game() -> None:
    """A step that claims any step of one piece is fine exactly when the game allows it."""
    rng = random.Random(8)
    legal = refused = 0
    for old, new in played_steps(channel.WORD, 5, 150):
        before = bb.loads(old, "channel").position
        changed = bytearray(new)
        moved = rng.randint(1, 24)
        cell = rng.choice([c for c in range(64) if not ((c >> 3) + c) & 1])
        changed[0], changed[1] = moved, (cell & 0x38) << 1 | cell & 7
        changed[2:5] = bytes(3)
        changed[8:] = old[8:]
        changed[7 + moved] = old[7 + moved] & 0xC0 | cell
        fault = english_fault(old, bytes(changed), CHANNEL)
        if fault:
            refused += 1
            continue
        legal += 1
        assert bb.diff(before, bb.loads(bytes(changed), "channel").position)
    assert refused > legal >= 0
