"""What we claim about speed, measured: peer and us in one process, on the same input.

python -m pip install '.[bench]'
python -m benchmarks            # all of them; or name some: python -m benchmarks mill
python -m benchmarks --json
python -m benchmarks --markdown # into docs/performance.md
python -m benchmarks --keep relay registry studio  # what servers hold, for docs/trust.md
python -m benchmarks --keep perft go_selfcheck     # and what was held against others
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure: ours, the peer's in the same run, and how many times the peer's ours is."""

    name: str
    ours: float
    peer: float | None
    unit: str
    peer_name: str | None = None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.peer else None

    def plain(self) -> dict[str, Any]:
        return asdict(self) | {"ratio": self.ratio}


@dataclass(frozen=True)
class Comparison:
    """The same questions asked of two: how many answers were compared, and how many differ."""

    ours: str
    against: str
    compared: int
    unit: str
    differ: int = 0
    explained: str = ""
    """Why those that differ do."""

    @property
    def row(self) -> Row:
        name = f"{self.ours}, against {self.against}: {self.differ:,} differ of"
        return Row(name, self.compared, None, self.unit)

    def plain(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "ours"}


def best_rate(
    work: Callable[[], int], rounds: int = 5, clock: Callable[[], float] = time.perf_counter
) -> float:
    """How many things a second `work` does, which says how many it did; the best of some rounds.

    Where one thread works, `time.process_time` tells its rate whoever else uses the machine.
    """
    rates = []
    for _ in range(rounds):
        begun = clock()
        done = work()
        rates.append(done / (clock() - begun))
    return max(rates)
