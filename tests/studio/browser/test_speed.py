"""How long a person waits: measured by `python -m benchmarks studio_browser`, kept sane here.

The limits are ten times what we promise, for machines that do other work, too; the quickest of
some tries counts.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from benchmarks import studio_browser as measure
from benchmarks.studio import large_board, long_game
from playwright.sync_api import Browser, expect

from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit

ANSWER = 1_000.0
ARRIVAL = 10_000.0


def best(work: Callable[[int], float], tries: int = 3) -> float:
    return min(work(number) for number in range(tries))


@pytest.mark.slow
@pytest.mark.measures
def test_the_board_is_there_soon(chromium: Browser, visit: Visit) -> None:
    visit.lay(EXAMPLES["endgame.dat"].data)
    desk = visit.desk.removeprefix("/desks/")
    took = best(lambda _: measure.first_board(chromium, visit.studio, desk))
    print(f"board shown after {took:.0f} ms")
    assert 0 < took < ARRIVAL


@pytest.mark.slow
@pytest.mark.measures
def test_a_long_game_answers_at_once(visit: Visit) -> None:
    visit.lay(long_game(), "long.sgf", "record")
    expect(visit.page.locator("#record-where")).to_contain_text("move 300 of 300")
    assert best(lambda n: measure.play_wait(visit.page, visit.look())) < ANSWER
    assert best(lambda n: measure.undo_wait(visit.page)) < ANSWER
    assert best(lambda n: measure.slide_wait(visit.page, n)) < ANSWER


@pytest.mark.slow
@pytest.mark.measures
def test_a_large_board_answers_at_once(visit: Visit) -> None:
    data = large_board()
    visit.lay(data, "large.gb64")
    expect(visit.byte(0)).to_have_text("47")
    assert best(lambda n: measure.jump_wait(visit.page, len(data))) < ANSWER
    visit.page.keyboard.press("Control+Home")
    wait = lambda n: measure.byte_wait(visit.page, measure.TILES, 40, f"{n:02x}")  # noqa: E731
    assert best(wait) < ANSWER
    visit.tab("Tiles")
    assert best(lambda n: measure.paint_wait(visit.page, n)) < ANSWER


@pytest.mark.slow
@pytest.mark.measures
def test_a_save_answers_at_once(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(0)).to_have_text("01")
    turns = ("02", "01", "02")
    took = best(lambda n: measure.byte_wait(visit.page, measure.STATUS, 0, turns[n]))
    assert took < ANSWER
