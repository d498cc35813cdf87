"""How fast the search of Go plays out games."""

from __future__ import annotations

import pytest
from benchmarks.go import playout_rate


@pytest.mark.slow
@pytest.mark.measures
def test_nine_lines_see_twenty_thousand_playouts_a_second() -> None:
    """On one core, by its own time: what else the machine does takes little of it."""
    assert playout_rate(9, 4000) >= 20_000
