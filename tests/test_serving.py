"""What small servers share: how much each may ask, and bodies read within a limit."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import ClientDisconnect

from boardbytes.serving import LOOPBACK, Counts, Rates, TooMuch, listen, read_body, serve


def test_rates_grow_back_and_forget() -> None:
    rates = Rates(60, remembered=2)
    assert [rates.take("a", 0.0) for _ in range(61)] == [True] * 60 + [False]
    assert not rates.take("a", 0.5)
    assert rates.take("a", 1.1)
    assert not rates.take("a", 1.2)
    rates.take("b", 2.0)
    rates.take("c", 2.0)
    assert rates.take("a", 2.0)
    assert len(rates._left) == 2


def test_a_body_is_read_up_to_its_limit() -> None:
    taken = []

    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b"abc", b"def", b"ghi"):
            taken.append(piece)
            yield piece

    assert asyncio.run(read_body(pieces(), 9)) == b"abcdefghi"
    taken.clear()
    with pytest.raises(TooMuch, match="at most 5 bytes"):
        asyncio.run(read_body(pieces(), 5))
    assert taken == [b"abc", b"def"]


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"abc"
        await asyncio.sleep(60)

    with pytest.raises(TooMuch, match=r"within 0.05 seconds"):
        asyncio.run(read_body(pieces(), 9, seconds=0.05))


def test_whoever_hangs_up_in_the_middle_is_no_failure() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"abc"
        raise ClientDisconnect

    with pytest.raises(TooMuch, match="hung up"):
        asyncio.run(read_body(pieces(), 9))


def test_what_is_held_is_counted_until_it_is_given_back() -> None:
    counts = Counts(2)
    assert [counts.take("a") for _ in range(3)] == [True, True, False]
    assert counts.take("b")
    counts.give_back("a")
    assert counts.take("a")
    counts.give_back("b")
    assert counts._held == {"a": 2}


def test_whoever_asks_in_many_threads_at_once_is_counted_each_time() -> None:
    rates, before = Rates(100, remembered=50), sys.getswitchinterval()

    def ask(_: int) -> int:
        return sum(rates.take(f"{n % 50}", 0.0) for n in range(10_000))

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(ask, range(8))) == 50 * 100
    finally:
        sys.setswitchinterval(before)


def test_what_was_loaded_before_is_not_looked_through_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A collection of all that a server has loaded would keep everybody waiting."""
    import uvicorn

    kept: list[int] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: kept.append(gc.get_freeze_count()))
    listening, _ = listen(LOOPBACK, 0)
    try:
        serve(object(), listening)
    finally:
        gc.unfreeze()
        listening.close()
    assert kept[0] > 10_000
