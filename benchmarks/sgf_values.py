"""SGF as we and sgfmill read it: every property of our samples and of random trees."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from tests.formats.sgf_oracle import DIFFERENT, compared
from tests.formats.sgf_trees import Writer
from tests.formats.vectors import files

from benchmarks import Comparison, Row

TREES = int(os.environ.get("BOARDBYTES_TREES", "2000"))


def rows() -> Iterator[Row]:
    return (comparison.row for comparison in comparisons())


def comparisons() -> Iterator[Comparison]:
    found = {path.stem: compared(path.read_bytes()) for path in files("sgf", "ok")}
    read = {name: seen for name, seen in found.items() if seen is not None}
    differ = [name for name, seen in read.items() if seen]
    why = "; ".join(sorted({DIFFERENT.get(name, f"{name}: not explained") for name in differ}))
    against = "sgfmill: structure and every value of a property"
    yield Comparison("SGF: our sample files", against, len(read), "files", len(differ), why)
    trees = [compared(Writer(random.Random(f"values {seed}")).game()) for seed in range(TREES)]
    known = [seen for seen in trees if seen is not None]
    yield Comparison("SGF: random trees", against, len(known), "games", sum(map(bool, known)))
