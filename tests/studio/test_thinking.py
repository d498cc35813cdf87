"""Computers at a desk: who plays, what they think, and what answers before kernels are compiled."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.studio import thinking
from boardbytes.studio.limits import Limits
from boardbytes.studio.messages import Reply
from boardbytes.studio.states import State
from boardbytes.studio.store import Desk
from boardbytes.studio.study import Study
from boardbytes.studio.workshop import Refused
from tests.studio.conftest import Page

CAPTURE = "(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[gc];B[cc];W[gg])"
JUMP = "B:W14:B10"


def at(desk: Any, rest: str = "") -> str:
    return f"/desks/{desk['desk']['id']}{rest}"


def told(page: Page, address: str, **query: Any) -> list[Any]:
    """The parts of a stream of events, all of them."""
    answer = page.client.get(f"/api{address}", params=query)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [each.split("\n") for each in answer.text.strip().split("\n\n")]
    assert events[-1][0] == "event: end", events[-1]
    return [json.loads(event[0].removeprefix("data: ")) for event in events[:-1]]


def test_an_analysis_is_told_part_by_part(page: Page) -> None:
    desk = page.open(JUMP.encode(), "a.fen")
    parts = told(page, at(desk, "/analysis"), lines=2, seconds=0.5)
    best = parts[-1]
    assert best["turn"] == "red"
    assert best["lines"][0]["moves"][0] == "10x17"
    assert best["lines"][0]["points"] == ["10", "17"]
    assert 0.5 < best["expectation"] <= 1


def test_the_position_at_a_node_is_analysed(page: Page) -> None:
    desk = page.open(CAPTURE.encode(), "a.sgf")
    (*_, start) = told(page, at(desk, "/analysis"), path="", seconds=0.2)
    (*_, third) = told(page, at(desk, "/analysis"), path="3", seconds=0.2)
    assert (start["turn"], third["turn"]) == ("black", "white")
    assert len(third["ownership"]) == 81


def test_a_whole_game_has_a_graph(page: Page) -> None:
    desk = page.open(b"1. 11-15 22-18 2. 15x22 25x18 *", "a.pdn")
    parts = told(page, at(desk, "/graph"))
    assert [part["move"] for part in parts] == ["11-15", "22-18", "15x22", "25x18"]
    assert all(0 <= part["expectation"] <= 1 for part in parts)


def test_what_cannot_be_analysed_says_why(page: Page) -> None:
    desk = page.open(bb.dumps(bb.TileBoard(8, 3, 3, bytes(9)), "gbxx"), "a.gb08")
    answer = page.client.get(f"/api{at(desk, '/analysis')}")
    assert "event: refused" in answer.text
    assert "has no moves" in answer.text


@pytest.fixture
def study() -> Iterator[Study]:
    study = Study(Limits().thinking)
    yield study
    study.close()


GAME = Desk("x", "a.sgf", 1, State("sgf", CAPTURE.encode()), False, False)


@pytest.mark.measures
def test_whoever_stops_listening_frees_the_worker_at_once(study: Study) -> None:
    list(study.tell(GAME, "go", threading.Event(), thinking.analysis, None, 1, 0.1))
    for _ in range(3):
        stop = threading.Event()
        parts = study.tell(GAME, "go", stop, thinking.analysis, None, 1, 60.0)
        next(parts)
        begun = time.monotonic()
        stop.set()
        assert list(parts) == []
        assert time.monotonic() - begun < 0.5


def test_a_worker_that_refused_goes_on(study: Study) -> None:
    nothing = Desk("x", "a.sgf", 1, State("sgf", b"(;"), False, False)
    with pytest.raises(Refused):
        list(study.tell(nothing, "go", threading.Event(), thinking.analysis, "9", 1, 0.1))
    assert list(study.tell(GAME, "go", threading.Event(), thinking.analysis, None, 1, 0.1))


def test_before_kernels_are_compiled_somebody_answers_in_haste(study: Study) -> None:
    """The same move is legal, and nothing was compiled for it."""
    study._waiting = {"go"}
    begun = time.monotonic()
    asked, thoughts = Reply(player="search", options={"level": 9}), list[Any]()
    move = study.choose(GAME, "go", asked, {}, thoughts.append)
    assert bb.loads(CAPTURE.encode()).position.is_legal(move)
    assert time.monotonic() - begun < 30
    assert thoughts[-1]["playouts"] > 0
    assert bb.loads(CAPTURE.encode()).position.is_legal(thoughts[-1]["line"][0])
    assert len(study._hasty._free) == 1


def test_what_is_answered_in_haste_is_not_cut_off_when_kernels_are_ready(study: Study) -> None:
    study._waiting = {"go"}
    stop = threading.Event()
    parts = study.tell(GAME, "go", stop, thinking.analysis, None, 1, 60.0)
    next(parts)
    study._hasty.retire()
    assert next(parts)
    stop.set()
    assert list(parts) == []
    assert not study._hasty._all


def test_a_computers_pieces_are_its_own(page: Page) -> None:
    desk = page.post("/desks/new", 201, game="checkers")
    seats = {"white": {"player": "search", "options": {"level": 1}}}
    assert page.post(at(desk, "/seats"), sides=seats)["seats"]["sides"] == seats
    played = page.post(at(desk, "/moves"), move="11-15")
    refused = page.post(at(desk, "/moves"), 422, move="22-18")
    assert "computer's turn" in refused["error"]
    answered = page.post(at(desk, "/reply"), player="random")
    assert answered["tree"]["at"] == 2
    # Beside the game anything may be tried.
    tried = page.post(at(desk, "/moves"), move="23-18", path=played["tree"]["nodes"][1]["path"])
    assert tried["tree"]["nodes"][tried["tree"]["at"]]["move"] == "23-18"


FINISHED = (
    "(;SZ[5]KM[0.5]RU[Japanese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]"
    ";B[ea];W[];B[])"
)


def test_a_board_is_counted_with_its_dead_stones(page: Page) -> None:
    desk = page.open(FINISHED.encode(), "a.sgf")
    plain = page.get(at(desk, "/count"), dead="")
    assert plain["owners"]["A1"] == "black"
    with_dead = page.get(at(desk, "/count"), dead="E5")
    assert with_dead["owners"]["E5"] == "white"
    assert with_dead["white"] > plain["white"]
    proposed = page.get(at(desk, "/count"))
    assert set(proposed["dead"]) <= {"E5"}
    assert page.client.get(f"/api{at(desk, '/count')}", params={"dead": "A1"}).status_code == 422
