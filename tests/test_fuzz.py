"""Every reader meets some inputs that nobody wrote; `python -m tools.fuzz` has more."""

from __future__ import annotations

import time

import pytest
from tools.fuzz.__main__ import fuzz
from tools.fuzz.running import changed, judge
from tools.fuzz.targets import TEXTS, Target, bombs, targets

RUNS = 400


@pytest.mark.slow
@pytest.mark.parametrize("name", targets())
def test_whatever_the_bytes(name: str) -> None:
    seen = fuzz(name, RUNS, is_plain=True)
    assert seen["finding"] == ""
    assert seen["inputs"] == RUNS


def test_every_reader_has_samples_and_is_of_a_kind() -> None:
    known = targets()
    assert all(target.seeds() for target in known.values() if target.name != "table-file")
    assert set(known) >= TEXTS
    assert {target.kind for target in known.values()} == {"binary", "text"}


def test_a_fault_is_found() -> None:
    def check(data: bytes) -> None:
        assert b"[[[[" not in data

    target = Target("faulty", check, lambda: [b"(;SZ[9])"])
    for data in bombs(300):
        if b"[[[[" in data:
            with pytest.raises(AssertionError):
                judge(target, data)
        else:
            judge(target, data)


def test_an_input_that_takes_too_long_is_a_finding() -> None:
    def check(data: bytes) -> None:
        begun = time.process_time()
        while time.process_time() < begun + 1.2:
            pass

    with pytest.raises(AssertionError, match="of processor time"):
        judge(Target("slow", check, lambda: [b""]), b"")


def test_changes_are_the_same_for_the_same_seed() -> None:
    from random import Random

    seeds = [b"0123456789", b"abcdef"]
    first, second = (
        [changed(seeds[0], seeds, chance) for _ in range(100)] for chance in (Random(1), Random(1))
    )
    assert first == second
    assert len(set(first)) > 50
