"""The verdicts that the old contract gave, by how ours differ and why."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from boardbytes.channel.referee.local import Machine
from boardbytes.formats.word.step import CONTRACT, ENGLISH_FAULTS, english_fault, turn_of
from tests.channel.referee.test_attacks import translated
from tests.channel.referee.test_verdicts import quick
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "vectors" / "channel-contract"
DOCS = ROOT / "docs" / "channel.md"


def recorded() -> Iterator[tuple[bytes, bytes, str]]:
    """Old and new word of each step that was tried, and the contract's reason to refuse it."""
    for name in ("transitions", "edge_transitions"):
        with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt") as file:
            for text in file:
                case = json.loads(text)
                old, new = (bytes.fromhex(case[each].removeprefix("0x")) for each in ("old", "new"))
                yield old, new, "" if case["ok"] else case["reason"]


def differences() -> list[str]:
    """A row for each way in which a recorded verdict and ours go together, most frequent first."""
    seen: Counter[tuple[str, str]] = Counter()
    for old, new, theirs in recorded():
        ours = ENGLISH_FAULTS[english_fault(old, new, CONTRACT)]
        if not theirs:
            seen["accepted", ours or "accepted"] += 1
        elif ours:
            seen["refused", "refused"] += 1
        else:
            seen[f"refused: {theirs}", "accepted"] += 1
    return [f"| {theirs} | {ours} | {count:,} |" for (theirs, ours), count in seen.most_common()]


@pytest.mark.slow
def test_the_table_of_recorded_verdicts_is_the_one_in_the_docs() -> None:
    rows = "\n".join(differences())
    print(rows)
    assert rows in DOCS.read_text()


def is_told_by_the_referees_words(old: bytes, new: bytes) -> bool:
    """Whether both words say in the referee's layout what they say in the old contract's."""
    return max(turn_of(old, CONTRACT), turn_of(new, CONTRACT)) < 1 << 24 and new[2] == 0


@pytest.mark.slow
def test_the_referee_judges_the_recorded_steps_as_we_do(machine: Machine) -> None:
    """The compiled contract itself, of each step that a word of its own layout can tell."""
    judge, asked = quick(machine.code, "fault(uint256,uint256)"), 0
    for old, new, _ in recorded():
        if is_told_by_the_referees_words(old, new):
            words = translated(old), translated(new)
            assert judge(*words) == english_fault(old, new, CONTRACT), (old.hex(), new.hex())
            asked += 1
    assert f"The compiled referee was asked about {asked:,} of them" in DOCS.read_text()
