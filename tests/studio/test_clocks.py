"""Clocks: what a move costs, overtime, and a flag that falls."""

from __future__ import annotations

from typing import Any

import pytest

from boardbytes.model import Colour
from boardbytes.model.notes import Clock
from boardbytes.studio.clocks import Timed, after
from boardbytes.studio.messages import TimeControl
from tests.studio.conftest import Page
from tests.studio.test_desks import at

FISCHER = TimeControl.model_validate({"main": 60, "increment": 5})
BYOYOMI = TimeControl.model_validate({"main": 60, "period": 30, "periods": 3})
BLINKS = TimeControl.model_validate({"main": 1, "period": 1e-9, "periods": 100})
SUDDEN = TimeControl.model_validate({"main": 1})


@pytest.mark.parametrize(
    ("control", "before", "spent", "left"),
    [
        (FISCHER, (60, None), 10, (55, None)),
        (FISCHER, (60, None), 60, None),
        (BYOYOMI, (60, None), 59, (1, None)),
        (BYOYOMI, (60, None), 61, (30, 3)),
        (BYOYOMI, (60, None), 95, (30, 2)),
        (BYOYOMI, (30, 3), 29, (30, 3)),
        (BYOYOMI, (30, 3), 31, (30, 2)),
        (BYOYOMI, (30, 1), 30, None),
        (SUDDEN, (1, None), 2, None),
        (BLINKS, (1, None), 1e9, None),
    ],
)
def test_what_a_move_leaves(
    control: TimeControl, before: tuple[float, int | None], spent: float, left: Any
) -> None:
    clock = after(Clock(Colour.BLACK, *before), Timed(control, spent))
    assert (clock and (clock.seconds, clock.moves_left)) == left


def timed(page: Page, **clock: float) -> Any:
    return page.post("/desks/new", 201, game="go", size=9, seats={"sides": {}, "clock": clock})


def test_moves_are_timed_from_the_second_on_and_the_record_keeps_it(page: Page) -> None:
    desk = timed(page, main=300, increment=2)
    assert "since" not in desk["seats"], "nobody is thinking before the first move"
    first = page.post(at(desk, "/moves"), move="E5")
    assert first["seats"]["spent"] >= 0
    second = page.post(at(desk, "/moves"), move="C3")
    notes = [node.get("clock") for node in second["tree"]["nodes"]]
    assert notes == [None, {"black": "5:02"}, {"white": "5:01"}]
    sgf = page.client.get(f"/api{at(desk, '/file')}", params={"format": "sgf"}).text
    assert "BL[302]" in sgf
    assert "WL[" in sgf
    # Whoever sits down elsewhere does not wind up the clock.
    sat = page.post(at(desk, "/seats"), sides={}, clock=second["seats"]["clock"], since=1.0)
    assert sat["seats"]["since"] == second["seats"]["since"]


def test_who_moves_too_late_has_lost(page: Page) -> None:
    desk = timed(page, main=0.001)
    page.post(at(desk, "/moves"), move="E5")
    late = page.post(at(desk, "/moves"), move="C3")
    assert len(late["tree"]["nodes"]) == 2, "the move does not count"
    assert late["tree"]["result"].startswith("black wins: white ran out of time")
    assert late["here"]["over"]
