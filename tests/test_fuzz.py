"""Every reader meets some inputs that nobody wrote; `python -m tools.fuzz` has more."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools.fuzz import __main__ as fuzzing
from tools.fuzz.__main__ import fuzz
from tools.fuzz.running import changed, judge, run_plain
from tools.fuzz.targets import TEXTS, Target, bombs, targets

from tools import results

RUNS = 1_000


@pytest.mark.slow
@pytest.mark.parametrize("name", targets())
def test_whatever_the_bytes(name: str, tmp_path: Path) -> None:
    """Led by the code that inputs reach, where there is atheris."""
    is_plain = find_spec("atheris") is None
    seen = fuzz(name, RUNS, is_plain=is_plain, corpus=tmp_path)
    assert seen["finding"] == ""
    assert seen["inputs"] >= RUNS
    assert is_plain or any((tmp_path / name).iterdir())


def test_a_run_ends_after_its_time() -> None:
    tried: list[bytes] = []
    target = Target("short", tried.append, lambda: [b"ab"])
    assert run_plain(target, 1, 1, 1) == len(tried) > 1


def test_memory_that_an_input_before_had_taken_counts_again() -> None:
    def check(data: bytes) -> None:
        taken = bytearray(len(data) << 20)
        taken[:: 1 << 12] = b"x" * len(taken[:: 1 << 12])

    target = Target("large", check, lambda: [b""])
    for _ in range(2):
        with pytest.raises(AssertionError, match="MiB of memory"):
            judge(target, bytes(160))  # far more than what other threads may give back meanwhile


def test_what_is_seen_adds_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = []

    def some(name: str, runs: int, seconds: int, is_plain: bool, seed: int) -> dict[str, object]:
        given.append(seed)
        return {"inputs": runs, "seconds": 1.5, "finding": ""}

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzzing, "fuzz", some)
    monkeypatch.setattr("sys.argv", ["fuzz", "json", "--runs", "250000", "--keep"])
    for _ in range(2):
        with pytest.raises(SystemExit):
            fuzzing.main()
    assert results.load("fuzz")["json"]["inputs"] == 500_000
    assert results.load("fuzz")["json"]["seconds"] == 15.0
    assert len(set(given)) == 10, "no batch is tried twice"
    monkeypatch.setattr(results, "day_of_code", lambda: "another day")
    with pytest.raises(SystemExit):
        fuzzing.main()
    assert results.load("fuzz")["json"]["inputs"] == 250_000, "other code, other inputs"


def test_every_reader_has_samples_and_is_of_a_kind() -> None:
    known = targets()
    assert all(target.seeds() for target in known.values())
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
