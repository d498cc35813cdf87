"""A studio that somebody attacks for a while, with all that an attack on it ever tried."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.studio.hostile import ATTACKS
from tests.studio.running import Running, running
from tests.studio.seen import legal, moves_of

SECONDS = float(os.environ.get("BOARDBYTES_SOAK", "60"))
"""How long it goes on, at least once through everything."""

EXPECTED = {200, 201, 204, 400, 401, 403, 404, 409, 413, 421, 422, 503}
"""Whatever is refused is refused in an orderly way; 503 says that others are being served."""


@pytest.mark.measures
@pytest.mark.slow
def test_under_attack_it_stays_the_same(tmp_path: Path) -> None:
    """The same process, no more memory, and signed games with their keys still there."""
    with running(tmp_path) as studio:
        studio.client.timeout = 120
        opened = studio.client.post("/api/desks/channel", json={}).json()
        seen = attack(studio, random.Random(0))
        before, begun, rounds = studio.memory, time.monotonic(), 1
        while time.monotonic() - begun < SECONDS:
            seen += attack(studio, random.Random(rounds))
            rounds += 1
            print(f"after round {rounds}: {studio.memory / 1e6:.0f} MB")
        after = studio.memory
        print(f"\n{rounds} rounds, {seen.total():,} answers: {dict(sorted(seen.items()))}")
        print(f"memory after one round {before / 1e6:.0f} MB, at the end {after / 1e6:.0f} MB")
        assert studio.process.poll() is None
        assert after < before * 1.1 + 16_000_000
        view = studio.client.get(f"/api/desks/{opened['desk']['id']}").json()
        assert view["channel"]["holds"] == opened["channel"]["holds"]
        assert len(view["channel"]["holds"]) == 2
        move = legal(view)[0][0]
        signed = studio.client.post(f"/api/desks/{view['desk']['id']}/moves", json={"move": move})
        assert moves_of(signed.json()) == [move]
        assert set(seen) <= EXPECTED


def attack(studio: Running, chance: random.Random) -> Counter[int]:
    """Everything once; how often each status was answered."""
    seen: Counter[int] = Counter()
    for each in ATTACKS:
        statuses = Counter(each(studio, chance))
        strange = {status: count for status, count in statuses.items() if status not in EXPECTED}
        if strange:
            print(f"{each.__name__}: {strange}")
        seen += statuses
    return seen
