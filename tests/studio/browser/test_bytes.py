"""Bytes: fields with names, links to the board both ways, editing, large files."""

from __future__ import annotations

import random
import re

import pytest
from benchmarks.studio import large_board
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.games.mill.board import NAMES
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow

ENDGAME = EXAMPLES["endgame.dat"].data


def points_of(data: bytes, offset: int) -> set[str]:
    """The points that a byte speaks of, says the library."""
    spans = bb.explain(data)
    return {
        point
        for span in spans
        if span.offset <= offset < span.offset + span.size
        for point in span.points
    }


def bytes_of(data: bytes, point: str) -> set[int]:
    """The bytes that speak of a point, says the library."""
    spans = [span for span in bb.explain(data) if point in span.points]
    return {offset for span in spans for offset in range(span.offset, span.offset + span.size)}


def check_byte(visit: Visit, data: bytes, offset: int, column: str = "b") -> None:
    visit.lights(f"#{column}-{offset}", points_of(data, offset))


def check_point(visit: Visit, data: bytes, point: str, column: str = "b") -> None:
    visit.hover(point)
    expected = bytes_of(data, point)
    visit.until(lambda: visit.offsets("linked", column) == expected, f"{point} lights other bytes")


def test_every_byte_is_shown_and_every_field_named(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    cells = visit.page.locator(".b:not(.void)").all_text_contents()
    assert cells[: len(ENDGAME)] == [f"{byte:02x}" for byte in ENDGAME]
    for span in bb.explain(ENDGAME):
        visit.byte(span.offset).hover()
        expect(visit.page.locator("#field-name")).to_have_text(span.name)
        expect(visit.page.locator("#field-meaning")).to_have_text(span.meaning)
    names = visit.page.locator("#fields > li > .field-line > .field-name")
    words = "current player|removing|field|white stone|white phase|black stone|black phase"
    expect(names).to_have_text(words.split("|"))


def test_fields_are_coloured_apart(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    colour = "cell => getComputedStyle(cell).backgroundColor"
    # Bytes are there before what they mean.
    visit.until(
        lambda: len({visit.byte(at).evaluate(colour) for at in (0, 1, 2, 3)}) == 4,
        "kinds differ, and neighbours of a kind",
    )


def test_pointing_at_a_byte_lights_up_its_point(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    for offset in (0, 5, 27, 28, 38, 45):
        check_byte(visit, ENDGAME, offset)


def test_pointing_at_a_point_lights_up_its_bytes(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    for point in ("g4", "d7", "a1", "d5"):
        check_point(visit, ENDGAME, point)
    assert len(visit.offsets("linked")) == 1
    check_point(visit, ENDGAME, "g4")
    assert len(visit.offsets("linked")) == 2, "the field and the list of stones"


def test_all_bytes_and_all_points_of_a_save(visit: Visit) -> None:
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    for offset in range(len(ENDGAME)):
        check_byte(visit, ENDGAME, offset)
    for point in NAMES:
        check_point(visit, ENDGAME, point)


@pytest.mark.parametrize(
    "name",
    ["game.sgf", "board.dgf3", "record.dgfr", "game.dgfg", "jump.word", "game.pdn", "position.mfen",
     "opening.json"],
)  # fmt: skip
def test_links_both_ways_in_other_formats(visits: Visits, name: str) -> None:
    data = EXAMPLES[name].data
    visit = visits(viewport={"width": 1280, "height": 2400})  # high enough for every byte
    visit.example(name)
    column = "t" if visit.look()["is_text"] else "b"
    first = visit.page.locator(f"#{column}-0")
    expect(first).to_contain_text(chr(data[0]) if column == "t" else f"{data[0]:02x}")
    chance = random.Random(1)
    starts = {span.offset for span in bb.explain(data)} if column == "t" else range(len(data))
    linked = sorted(offset for offset in starts if points_of(data, offset))
    for offset in chance.sample(linked, min(12, len(linked))):
        check_byte(visit, data, offset, column)
    named = sorted({point for span in bb.explain(data) for point in span.points})
    spots = {spot[0] for spot in visit.look()["board"]["ground"]["spots"]}
    assert set(named) <= spots
    for point in chance.sample(named, min(8, len(named))):
        check_point(visit, data, point, column)


def test_a_typed_byte_changes_board_and_findings_at_once(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.byte(0).click()
    visit.page.keyboard.type("02")
    expect(visit.status).to_have_text("black to move")
    changed = b"\x02" + ENDGAME[1:]
    assert visit.data == changed
    visit.shows(bb.loads(changed))
    visit.page.keyboard.press("ArrowLeft")
    visit.page.keyboard.type("07")
    expect(visit.page.get_by_role("tab", name="Findings")).to_contain_text("1")
    expect(visit.byte(0)).to_have_class(re.compile(r"\bbad\b"))
    expect(visit.page.get_by_text("This much can be read")).to_be_visible()
    visit.page.keyboard.press("ArrowLeft")
    visit.page.keyboard.type("01")
    visit.shows(bb.loads(ENDGAME))
    expect(visit.page.get_by_text("This much can be read")).to_be_hidden()


def test_a_byte_is_set_in_the_strip(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.byte(0).click()
    visit.page.locator("#byte-value").fill("2")
    visit.page.get_by_role("button", name="Set", exact=True).click()
    expect(visit.status).to_have_text("black to move")
    assert visit.data[0] == 2


def test_bytes_are_put_in_and_taken_out(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.byte(3).click()
    visit.page.keyboard.press("Delete")
    expect(visit.page.locator("#format-chip")).to_contain_text("45 bytes")
    assert visit.data == ENDGAME[:3] + ENDGAME[4:]
    visit.page.keyboard.press("Insert")
    visit.page.keyboard.type(f"{ENDGAME[3]:02x}")
    expect(visit.page.locator("#format-chip")).to_contain_text("46 bytes")
    assert visit.data == ENDGAME
    visit.shows(bb.loads(ENDGAME))


def test_text_is_typed_as_text(visit: Visit) -> None:
    data = EXAMPLES["position.mfen"].data
    visit.example("position.mfen")
    turn = data.index(b" b ") + 1
    place = visit.page.locator("#draft")
    expect(place).to_have_value(data.decode())
    place.evaluate("(area, at) => area.setSelectionRange(at, at + 1)", turn)
    place.press("w")
    expect(visit.page.get_by_text("Not applied yet")).to_be_visible()
    assert visit.data == data, "nothing happens before one says so"
    place.press("Control+Enter")
    expect(visit.status).to_have_text("white to move")
    assert visit.data == data[:turn] + b"w" + data[turn + 1 :]


def test_from_a_point_to_its_bytes(visit: Visit) -> None:
    visit.example("endgame.dat", "players")
    visit.page.keyboard.down("Alt")
    visit.click("g4")
    visit.page.keyboard.up("Alt")
    expect(visit.page.locator("#hex")).to_be_focused()
    assert visit.offsets("cursor") == {min(bytes_of(ENDGAME, "g4"))}


def test_a_large_file_is_shown_to_its_end(visit: Visit) -> None:
    """520,336 bytes: only what is in sight exists, and it is right."""
    data = large_board()
    visit.lay(data, "large.gb64")
    assert len(data) == 520_336
    expect(visit.byte(0)).to_have_text("47")
    assert visit.page.locator(".hex-row").count() < 60
    visit.page.locator("#hex").focus()
    visit.page.keyboard.press("Control+End")
    check_rows(visit, data, len(data) - 1)
    expect(visit.page.locator("#field-name")).to_have_text("end of the file")
    for offset in (262_144, 4095, 300_007):
        visit.page.locator("#go-offset").fill(hex(offset))
        visit.page.get_by_role("button", name="Go", exact=True).click()
        check_rows(visit, data, offset)
        span = next(iter(bb.explain(data, start=offset, end=offset + 1)))
        expect(visit.page.locator("#field-name")).to_contain_text(span.name)
    box = visit.page.locator("#hex").bounding_box()
    assert box
    visit.page.mouse.move(box["x"] + 200, box["y"] + 100)
    visit.page.mouse.wheel(0, 5000)
    visit.page.wait_for_timeout(100)
    check_rows(visit, data)


def check_rows(visit: Visit, data: bytes, offset: int | None = None) -> None:
    """Everything in sight is what the file has there."""
    if offset is not None:
        expect(visit.byte(offset)).to_have_text(f"{data[offset]:02x}")
    script = "cells => cells.map(cell => [cell.id, cell.textContent])"

    def shown() -> list[tuple[int, str]]:
        cells = visit.page.locator(".b:not(.void)").evaluate_all(script)
        return [(int(name[2:]), text) for name, text in cells if int(name[2:]) < len(data)]

    visit.until(lambda: all(text for _, text in shown()), "bytes never arrived")
    assert shown() == [(at, f"{data[at]:02x}") for at, _ in shown()]
    assert len(shown()) > 100
