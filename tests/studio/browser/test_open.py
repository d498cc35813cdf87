"""Open: dropping, picking, pasting, the examples and new games."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit

ENDGAME = EXAMPLES["endgame.dat"].data

DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const dropped = new DataTransfer();
  dropped.items.add(new File([bytes], name));
  const tell = (kind) => document.body.dispatchEvent(
    new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: dropped }));
  tell("dragenter");
  const veiled = !document.getElementById("veil").hidden;
  tell("dragover");
  tell("drop");
  return veiled && document.getElementById("veil").hidden;
}"""


def drop(visit: Visit, name: str, data: bytes) -> None:
    """A file let go over the page, which shows that it will take it, and then no more."""
    assert visit.page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def title_of(format: str) -> str:
    return FORMATS.find(format).title


def test_a_dropped_file_is_recognised_and_shown(visit: Visit) -> None:
    visit.start()
    drop(visit, "GameData.dat", ENDGAME)
    expect(visit.page.locator("#desk-name")).to_have_text("GameData.dat")
    expect(visit.page.locator("#format-chip")).to_have_text(f"{title_of('stackmill')} · 46 bytes")
    visit.shows(bb.loads(ENDGAME))
    drop(visit, "second.sgf", EXAMPLES["game.sgf"].data)
    expect(visit.page.locator("#desk-name")).to_have_text("second.sgf")


@pytest.mark.slow
def test_a_picked_file(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "track.gb64").write_bytes(EXAMPLES["track.gb64"].data)
    visit.start()
    visit.page.set_input_files("#pick-file", tmp_path / "track.gb64")
    expect(visit.page.locator("#desk-name")).to_have_text("track.gb64")
    expect(visit.page.locator("#format-chip")).to_contain_text(title_of("gbxx"))
    assert visit.data == EXAMPLES["track.gb64"].data


@pytest.mark.parametrize(
    ("example", "format"),
    [
        ("position.mfen", "mfen"),
        pytest.param("position.fen", "draughts-fen", marks=pytest.mark.slow),
        pytest.param("game.sgf", "sgf", marks=pytest.mark.slow),
        pytest.param("contract.word", "contract", marks=pytest.mark.slow),
    ],
)
def test_a_pasted_text(visit: Visit, example: str, format: str) -> None:
    text = EXAMPLES[example].data.decode()
    visit.start()
    visit.page.locator("#paste").fill(text)
    visit.page.get_by_role("button", name="Open the text").click()
    expect(visit.page.locator("#format-chip")).to_contain_text(title_of(format))
    assert visit.look()["format"]["name"] == format
    visit.shows(bb.loads(text.encode()))


def test_bytes_of_no_format_are_shown_all_the_same(visit: Visit) -> None:
    visit.start()
    drop(visit, "noise.bin", bytes(range(200)))
    expect(visit.page.locator("#format-chip")).to_have_text("format not recognised · 200 bytes")
    expect(visit.page.locator("#verdict")).to_contain_text("error")
    visit.tab("Bytes")
    expect(visit.byte(199)).to_have_text("c7")
    expect(visit.page.get_by_text("We do not know what this is")).to_be_visible()


@pytest.mark.slow
def test_too_large_a_file_is_refused_in_words(visit: Visit) -> None:
    """Fault 14: "a request may have at most 4,194,304 bytes"."""
    visit.start()
    with visit.refused("more than the 4 MiB that the studio takes"):
        drop(visit, "huge.bin", bytes(4 * 1024 * 1024 + 1))
    expect(visit.page.locator("#examples")).to_be_visible()


def test_an_example_of_the_gallery(visit: Visit) -> None:
    visit.start()
    gallery = visit.page.locator("#examples .example")
    boards = [each for each in EXAMPLES.values() if each.of is None]
    expect(gallery).to_have_count(len(boards))
    gallery.filter(has_text="A game of checkers").click()
    expect(visit.page.locator("#format-chip")).to_contain_text(title_of("pdn"))
    visit.page.go_back()
    expect(gallery).to_have_count(len(boards))
    # What was only looked at is no work to go on with.
    expect(visit.page.locator(".recent-desk", has_text="game.pdn")).to_have_count(0)
    gallery.filter(has_text="A game of checkers").click()
    visit.until(lambda: bool(visit.page.locator("#desk-name").count()), "not opened")
    visit.post(f"{visit.desk}/tree", {"edits": [{"edit": "comment", "path": "1", "text": "!"}]})
    visit.page.go_back()
    # What was worked on is there, until it is forgotten.
    recent = visit.page.locator(".recent-desk").first
    expect(recent).to_contain_text("game.pdn")
    recent.get_by_role("link").click()
    expect(visit.page.locator("#desk-name")).to_have_text("game.pdn")


def test_the_gallery_shows_each_board_once(visit: Visit) -> None:
    """It showed one Go position five times: other formats of a board are chips below it."""
    visit.start()
    visit.page.wait_for_load_state("networkidle")
    pictures = visit.page.locator("#examples img").evaluate_all("all => all.map(each => each.src)")
    assert len(pictures) == len(set(pictures))
    board = visit.page.locator("#examples li", has_text="A Go board")
    board.get_by_role("button", name="dgf-packed3").click()
    expect(visit.page.locator("#format-chip")).to_contain_text(title_of("dgf-packed3"))


@pytest.mark.slow
def test_the_gallery_keeps_its_pictures_until_those_of_the_other_theme_are_here(
    visit: Visit,
) -> None:
    visit.start()
    pictures = visit.page.locator("#examples img")
    expect(visit.page.locator("#examples img:not([src])")).to_have_count(0)
    before = pictures.first.get_attribute("src")
    held: list[Route] = []
    visit.page.route("**/api/examples*", lambda route: held.append(route))
    visit.page.get_by_role("button", name="Switch to the dark theme").click()
    visit.until(lambda: bool(held), "nobody asks for the other pictures")
    assert pictures.first.get_attribute("src") == before
    held[0].continue_()
    visit.until(lambda: pictures.first.get_attribute("src") != before, "still the old ones")


@pytest.mark.slow
def test_a_desk_is_forgotten_on_request(visit: Visit) -> None:
    visit.lay(b"MFEN/1.0", "forget me.mfen")
    gone = visit.desk
    visit.start()
    forget = visit.page.get_by_role("button", name="Forget forget me.mfen")
    forget.click()
    expect(forget).to_have_count(0)
    assert visit.answers.get(f"/api{gone}").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_opens_and_says_its_format(visit: Visit, name: str) -> None:
    example = EXAMPLES[name]
    visit.start()
    visit.page.locator(f"[data-example='{name}']").click()
    expect(visit.page.locator("#desk-name")).to_have_text(name)
    expect(visit.page.locator("#format-chip")).to_contain_text(title_of(example.format))
    selected = visit.page.get_by_role("tab", selected=True)
    has_errors = any(each["severity"] == "error" for each in visit.look()["findings"])
    usual = "Channel" if example.format == "transcript" else "Bytes"
    expect(selected).to_have_text(re.compile("Findings" if has_errors else usual))
    for tab in visit.page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            expect(visit.page.get_by_role("tabpanel")).to_be_visible()


@pytest.mark.parametrize(
    ("choices", "status", "points"),
    [
        ({"game": "mill", "rules": "morabaraba"}, "white to move", 24),
        pytest.param({"game": "mill", "rules": "six"}, "white to move", 16, marks=pytest.mark.slow),
        pytest.param({"game": "go", "size": "9"}, "black to move", 81, marks=pytest.mark.slow),
        pytest.param({"game": "go", "size": "19"}, "black to move", 361, marks=pytest.mark.slow),
        pytest.param({"game": "checkers"}, "red to move", 32, marks=pytest.mark.slow),
    ],
)
def test_new_games(visit: Visit, choices: dict[str, str], status: str, points: int) -> None:
    visit.start()
    form = visit.page.locator("#new-game-form")
    for name, value in {**choices, "against": "person"}.items():
        form.locator(f"#new-{name}").select_option(value)
    form.get_by_role("button", name="Play").click()
    expect(visit.status).to_have_text(status)
    assert len(visit.look()["board"]["ground"]["spots"]) == points
    expect(visit.page.get_by_role("tab", selected=True)).to_have_text("Play")


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
@pytest.mark.slow
def test_new_tile_boards(visit: Visit, shape: str) -> None:
    visit.start()
    form = visit.page.get_by_role("form", name="New tile board")
    form.get_by_label("Width").fill("7")
    form.get_by_label("Length").fill("5")
    form.get_by_label("Bits").select_option("32")
    form.get_by_label("Tiles").select_option(shape)
    form.get_by_role("button", name="New tile board").click()
    expect(visit.page.get_by_role("tab", selected=True)).to_have_text("Tiles")
    board = bb.loads(visit.data).position
    assert (board.width, board.length, board.depth) == (7, 5, 32)
    assert board.modifiers.hexagonal == (shape == "hexagonal")


@pytest.mark.slow
def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    visit.page.goto(f"{visit.studio.address}#/")
    with visit.refused("There is no such desk", "h1"):
        visit.page.goto(f"{visit.studio.address}#/desk/nothing/bytes")


@pytest.mark.slow
def test_an_unknown_address_has_a_page_with_a_way_back(visit: Visit) -> None:
    """Fault 14: it showed raw JSON."""
    with visit.refused("There is nothing at this address", "h1"):
        visit.page.goto(f"{visit.studio.address}no/such/page")
    visit.page.get_by_role("link", name="To the start").click()
    expect(visit.page.locator("#examples")).to_be_visible()


@pytest.mark.slow
def test_a_wrong_file_leads_on(visit: Visit) -> None:
    """A record that lost its first letters: the nearest format is one click away."""
    data = EXAMPLES["game.sgf"].data
    visit.lay(data[3:], "cut")
    expect(visit.page.get_by_text("We do not know what this is")).to_be_visible()
    visit.page.get_by_role("button", name="Read as Smart Game Format").click()
    expect(visit.page.locator("#format-chip")).to_contain_text("Smart Game Format")
    expect(visit.page.get_by_role("tab", name="Findings")).to_contain_text(re.compile(r"\d"))
    visit.lay(bytes(range(200)), "noise")
    visit.page.locator("#read-as-instead").select_option("stackmill")
    expect(visit.page.locator("#format-chip")).to_contain_text("StackMill")


@pytest.mark.slow
def test_an_example_that_was_only_looked_at_is_one_desk(visit: Visit) -> None:
    def desks() -> list[str]:
        found = visit.answers.get("/api/desks").json()
        return [each["id"] for each in found if each["name"] == "jump.word"]

    visit.start()
    seen = set()
    for _ in range(2):
        visit.page.locator("[data-example='jump.word']").click()
        expect(visit.page.locator("#desk-name")).to_have_text("jump.word")
        seen.add(visit.desk)
        visit.page.go_back()
    assert len(seen) == 1
    before = len(desks())
    visit.post(f"{seen.pop()}/name", {"name": "mine"})
    visit.post("/desks/example/jump.word")
    assert len(desks()) == before, "one that was made one's own stays, and a fresh one comes"


# Moves are answered late, and the next desk even later.
LATE = """(next) => {
  const fetch = window.fetch;
  window.fetch = async (url, options) => {
    const answer = await fetch(url, options);
    const late = String(url).includes("/moves") ? 150 : String(url).includes(next) ? 800 : 0;
    await new Promise((resolve) => setTimeout(resolve, late));
    return answer;
  };
}"""


def test_an_answer_that_comes_late_leads_nobody_back(visit: Visit) -> None:
    """Whoever goes to another desk while a move is on its way arrives there."""
    visit.new(game="mill")
    other = visit.post("/desks/new", {"game": "checkers"})
    visit.page.evaluate(LATE, f"{other['desk']['id']}?")
    visit.click("a7")
    visit.go(other)
    assert visit.page.title().startswith(other["desk"]["name"])
