"""The page of trust says what the commands saw, and nothing else."""

from __future__ import annotations

from tools.trust import PAGE, page


def test_the_page_is_made_of_the_results() -> None:
    assert PAGE.read_text() == page()
