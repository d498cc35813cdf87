"""Bytes: choosing and copying, finding, fields as a tree, numbers, other formats, text as text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import PHONE, Visit

pytestmark = pytest.mark.slow

ENDGAME = EXAMPLES["endgame.dat"].data
DAMAGED = EXAMPLES["damaged.dat"].data
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def clipboard(visit: Visit) -> str:
    found: str = visit.page.evaluate("navigator.clipboard.readText()")
    return found


@pytest.fixture
def opened(visits: Visits) -> Visit:
    visit = visits(permissions=CLIPBOARD)
    visit.example("endgame.dat")
    expect(visit.byte(45)).to_have_text("01")
    return visit


def test_nine_bytes_dragged_over_are_nine_bytes_copied(opened: Visit) -> None:
    """Fault 8: the clipboard held one byte."""
    mouse = opened.page.mouse
    for offset in (3, 11):
        box = opened.byte(offset).bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if offset == 3:
            mouse.down()
    mouse.up()
    assert opened.offsets("selected") == set(range(3, 12))
    expect(opened.page.locator("#range")).to_have_text("Chosen: 9 bytes, 3 to 11")
    opened.page.keyboard.press("Control+c")
    assert clipboard(opened) == ENDGAME[3:12].hex(" ")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("hex", ENDGAME[26:29].hex(" ")),
        ("text", ENDGAME[26:29].decode()),
        ("C", "const unsigned char data[3] = {\n    0x01, 0x03, 0x04,\n};\n"),
        ("Python", r'b"\x01\x03\x04"'),
    ],
)
def test_a_range_is_copied_for_other_programs(opened: Visit, form: str, expected: str) -> None:
    opened.byte(26).click()
    opened.page.keyboard.press("Shift+ArrowRight")
    opened.page.keyboard.press("Shift+ArrowRight")
    opened.page.get_by_role("button", name=form, exact=True).click()
    expect(opened.page.locator(".message")).to_contain_text(f"3 bytes copied as {form}")
    assert clipboard(opened) == expected


def test_a_range_is_chosen_by_tapping(visits: Visits) -> None:
    visit = visits(viewport=PHONE, has_touch=True)
    visit.example("endgame.dat")
    visit.page.get_by_role("button", name="Range").tap()
    visit.byte(9).tap()
    visit.byte(20).tap()
    assert visit.offsets("selected") == set(range(9, 21))


def test_a_range_is_taken_out(opened: Visit) -> None:
    opened.byte(44).click()
    opened.page.keyboard.press("Shift+Control+End")
    opened.page.keyboard.press("Delete")
    expect(opened.page.locator("#format-chip")).to_contain_text("44 bytes")
    assert opened.data == ENDGAME[:44]


def test_bytes_and_texts_are_found_forward_and_back(visit: Visit) -> None:
    data = bytes(5000) + b"Needle" + bytes(300) + b"nEEDLE" + bytes(5000)
    visit.lay(data, "hay.bin")
    find, said = visit.page.locator("#find-bytes"), visit.page.locator("#found")
    find.fill("needle")
    find.press("Enter")
    expect(said).to_have_text("1 of 2")
    visit.until(lambda: visit.offsets("selected") == set(range(5000, 5006)), "not chosen")
    visit.page.get_by_role("button", name="Next").click()
    expect(said).to_have_text("2 of 2")
    visit.page.get_by_role("button", name="Next").click()
    expect(said).to_have_text("1 of 2")
    visit.page.get_by_role("button", name="Previous").click()
    expect(said).to_have_text("2 of 2")
    visit.page.locator("#find-kind").select_option("hex")
    find.fill("4e 65")
    find.press("Enter")
    expect(said).to_have_text("1 of 1")
    find.fill("ffff")
    find.press("Enter")
    expect(said).to_have_text("not found")


def test_what_is_no_hex_and_what_is_no_offset_is_said(opened: Visit) -> None:
    """Fault 14: the offset "zz" did nothing."""
    opened.page.locator("#find-kind").select_option("hex")
    opened.page.locator("#find-bytes").fill("zz")
    opened.page.locator("#find-bytes").press("Enter")
    expect(opened.page.locator("#found")).to_contain_text("“zz” is no hex")
    opened.page.locator("#go-offset").fill("zz")
    opened.page.get_by_role("button", name="Go", exact=True).click()
    expect(opened.page.locator("#go-wrong")).to_contain_text("“zz” is no offset")
    opened.page.locator("#go-offset").fill("0x2d")
    expect(opened.page.locator("#go-wrong")).to_be_empty()


def test_the_tree_of_fields_and_the_bytes_know_each_other(opened: Visit) -> None:
    opened.byte(27).click()
    chosen = opened.page.locator("#fields [aria-selected=true]")
    expect(chosen).to_contain_text("white stone 2")
    opened.page.locator("#fields .branch").filter(has_text="field").first.locator(
        "> .field-line"
    ).click()
    leaf = opened.page.locator("#fields .leaf").filter(has_text="field d7")
    leaf.hover()
    opened.until(lambda: opened.marked("lit") == {"d7"}, "its point is not lit")
    leaf.click()
    expect(opened.page.locator("#strip")).to_contain_text("byte 3")
    leaf.press("ArrowDown")
    opened.page.keyboard.press("Enter")
    expect(opened.page.locator("#strip")).to_contain_text("byte 4")


def test_numbers_are_read_both_ways_and_bits_are_turned_over(visit: Visit) -> None:
    data = bytes.fromhex("fe01000000000080 4142")
    visit.lay(data, "numbers.bin")
    visit.byte(0).click()
    rows = visit.page.locator("#inspector tbody tr")
    for row, title in enumerate(("u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64")):
        size = int(title[1:]) // 8
        signed = title[0] == "i"
        both = [int.from_bytes(data[:size], end, signed=signed) for end in ("little", "big")]
        expect(rows.nth(row).locator("td")).to_have_text([str(value) for value in both])
    visit.byte(8).click()
    expect(visit.page.locator(".inspected-text")).to_have_text("AB")
    visit.page.get_by_role("button", name="Bit 1:").click()
    visit.until(lambda: visit.data[8] == 0x43, "the bit stays")


def test_the_same_bytes_in_another_format(visit: Visit) -> None:
    visit.lay(EXAMPLES["board.dgfb"].data, "unknown")
    chip = visit.page.locator("#format-chip")
    picker = visit.page.locator("#read-as")
    picker.select_option("stackmill")
    expect(chip).to_contain_text("StackMill")
    expect(visit.page.get_by_role("tab", name="Findings")).to_contain_text(re.compile(r"\d"))
    visit.page.get_by_role("button", name="Undo").click()
    expect(chip).to_contain_text("DGF board")
    picker.select_option("stackmill")
    expect(chip).to_contain_text("StackMill")
    picker.select_option("")
    expect(chip).to_contain_text("DGF board")


def test_a_damaged_save_is_shown_as_far_as_it_can_be_read(visit: Visit) -> None:
    visit.example("damaged.dat")
    expect(visit.page.get_by_text("This much can be read")).to_be_visible()
    picture = visit.page.get_by_alt_text("The board, as far as the bytes can be read")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") > 0
    visit.page.get_by_role("button", name="See the repair").click()
    visit.page.get_by_role("button", name="Repair…").click()
    visit.page.get_by_role("button", name="Apply").click()
    visit.shows(bb.loads(ENDGAME))
    expect(picture).to_be_hidden()


def test_a_text_is_edited_in_colours_and_applied_in_place(visit: Visit) -> None:
    visit.example("game.sgf")
    data = EXAMPLES["game.sgf"].data
    draft = visit.page.locator("#draft")
    expect(draft).to_have_value(data.decode())
    colour = "piece => getComputedStyle(piece).backgroundColor"
    name = visit.page.locator(f"#t-{data.index(b'[Ann]')}")
    assert name.evaluate(colour) != "rgba(0, 0, 0, 0)"
    draft.evaluate("(area, at) => area.setSelectionRange(at, at + 3)", data.index(b"Ann"))
    draft.press_sequentially("Anaïs")
    assert visit.data == data
    visit.page.get_by_role("button", name="Apply").click()
    changed = data.replace(b"Ann", "Anaïs".encode())
    visit.until(lambda: visit.data == changed, "not applied")
    expect(visit.page.get_by_text("Not applied yet")).to_be_hidden()
    visit.page.get_by_role("button", name="Undo").click()
    expect(draft).to_have_value(data.decode())


def test_a_draft_and_what_others_change_meanwhile(visits: Visits) -> None:
    """Changes at different places come together, lines that end with CR LF stay as they are."""
    visit = visits()
    data = b'[White "Ann"]\r\n[Black "Bo"]\r\n\r\n1. 9-13 22-17 *\r\n'
    visit.lay(data, "two.pdn")
    draft = visit.page.locator("#draft")
    expect(draft).to_have_value(data.decode().replace("\r\n", "\n"))
    text = draft.input_value()
    draft.fill(text.replace("Bo", "Bob"))
    visit.post(f"{visit.desk}/bytes", {"offset": 8, "remove": 3, "insert": b"Eve".hex()})
    expect(draft).to_have_value(text.replace("Bo", "Bob").replace("Ann", "Eve"))
    draft.press("Control+Enter")
    expected = data.replace(b"Bo", b"Bob").replace(b"Ann", b"Eve")
    visit.until(lambda: visit.data == expected, "not both changes")


def test_a_long_text_keeps_its_lines(visit: Visit) -> None:
    """Fault 14: texts of more than 64 KB lost them."""
    lines = [f"line {number}\n" for number in range(20_000)]
    data = "".join(lines).encode()
    assert len(data) > 65_536
    visit.lay(data, "long.txt")
    at = data.index(b"line 15000")
    visit.page.locator("#go-offset").fill(str(at))
    visit.page.get_by_role("button", name="Go", exact=True).click()
    row = visit.page.locator(".hex-row").filter(has=visit.page.locator(f"#t-{at}"))
    expect(row.locator(".texts")).to_have_text("line 15000↵")
