"""The verdicts that the old contract gave, by how ours differ and why."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest

from boardbytes.formats.word.step import CONTRACT, ENGLISH_FAULTS, english_fault
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "vectors" / "channel-contract"


def differences() -> list[str]:
    """A row for each way in which a recorded verdict and ours go together, most frequent first."""
    seen: Counter[tuple[str, str]] = Counter()
    for name in ("transitions", "edge_transitions"):
        with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt") as file:
            for text in file:
                case = json.loads(text)
                old, new = (bytes.fromhex(case[each].removeprefix("0x")) for each in ("old", "new"))
                ours = ENGLISH_FAULTS[english_fault(old, new, CONTRACT)]
                if case["ok"]:
                    seen["accepted", ours or "accepted"] += 1
                elif ours:
                    seen["refused", "refused"] += 1
                else:
                    seen[f"refused: {case['reason']}", "accepted"] += 1
    return [f"| {theirs} | {ours} | {count:,} |" for (theirs, ours), count in seen.most_common()]


@pytest.mark.slow
def test_the_table_of_recorded_verdicts_is_the_one_in_the_docs() -> None:
    rows = "\n".join(differences())
    print(rows)
    assert rows in (ROOT / "docs" / "channel.md").read_text()
