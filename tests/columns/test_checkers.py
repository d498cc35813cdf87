"""Columns say of every row what the functions for one word say."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.columns.checkers import FAULTS, FORMATS, decode, judge
from boardbytes.columns.results import names_of
from boardbytes.formats.word.step import CHANNEL, CONTRACT, CONTRACT_FAULTS, english_fault
from boardbytes.formats.word.word import position_of
from boardbytes.model import Colour

VECTORS = Path(__file__).parent.parent / "vectors" / "channel-contract"


@pytest.fixture(scope="module")
def cases() -> list[tuple[bytes, bytes, str]]:
    with gzip.open(VECTORS / "transitions.jsonl.gz", "rt") as file:
        found = [json.loads(line) for line in file]
    return [
        (bytes.fromhex(case["old"][2:]), bytes.fromhex(case["new"][2:]), case["reason"] or "")
        for case in found
    ]


def test_steps_for_the_contract(cases: list[tuple[bytes, bytes, str]]) -> None:
    old, new = b"".join(case[0] for case in cases), b"".join(case[1] for case in cases)
    # More rows than one piece of work has.
    faults = judge(old * 3, new * 3, preset="contract").error
    assert [CONTRACT_FAULTS[fault] for fault in faults] == [case[2] for case in cases] * 3


@pytest.mark.parametrize(("layout", "number"), [("channel", CHANNEL), ("contract", CONTRACT)])
def test_steps_by_the_rules(
    cases: list[tuple[bytes, bytes, str]], layout: str, number: int
) -> None:
    old, new = b"".join(case[0] for case in cases), b"".join(case[1] for case in cases)
    faults = judge(old, new, layout).error
    assert faults.tolist() == [english_fault(a, b, number) for a, b, _ in cases]
    assert len(set(faults.tolist())) > 5
    assert max(faults) < len(FAULTS["english"])


def test_words(cases: list[tuple[bytes, bytes, str]]) -> None:
    columns = decode(b"".join(old for old, _, _ in cases), "contract")
    for row, (word, _, _) in enumerate(cases):
        try:
            position = position_of(tuple(word[8:]), Colour.RED)
        except bb.PositionError:
            assert names_of(int(columns.error[row]), FORMATS["contract"])
        else:
            assert not columns.error[row]
            found = (columns.red[row], columns.white[row], columns.kings[row])
            assert found == (position.red, position.white, position.kings)
            plies = int.from_bytes(word[3:8], "big")
            assert (columns.plies[row], columns.turn[row]) == (plies, 1 + plies % 2)


def test_shapes() -> None:
    assert len(decode(b"")) == 0
    assert len(decode(np.zeros((3, 32), np.uint8))) == 3
    for words in (b"short", np.zeros((2, 31), np.uint8), np.zeros(32, np.int64)):
        with pytest.raises(bb.ColumnError, match="rows of"):
            decode(words)  # type: ignore[arg-type]
    with pytest.raises(bb.ColumnError, match="as many"):
        judge(bytes(32), bytes(64))
