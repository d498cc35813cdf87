"""Tiles: brush, rectangle, circle, fill, pick, layers, growing; the library."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.games.tiles import TileBoard, blank, editing
from boardbytes.games.tiles.board import part
from boardbytes.games.tiles.editing import set_footer, set_modifiers
from tests.studio.browser.tiles import Tiles
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow


def board_of(visit: Visit) -> TileBoard:
    position = bb.loads(visit.data).position
    assert isinstance(position, TileBoard)
    return position


def new_board(visit: Visit, hexagonal: bool = False, **size: int) -> tuple[Tiles, TileBoard]:
    """An empty board of 16 bits a tile, on the page and in our hands."""
    visit.new("tiles", game="tiles", depth=16, hexagonal=hexagonal, **size)
    expect(visit.page.get_by_role("radiogroup", name="Tool")).to_be_visible()
    board = set_modifiers(blank(size["width"], size["length"], 16), hexagonal=hexagonal)
    assert board_of(visit) == board
    return Tiles(visit), board


def choose(visit: Visit, tool: str, height: str | None = None) -> None:
    visit.page.get_by_role("radio", name=tool).check(force=True)
    if height is not None:
        parts = visit.page.locator(".all-parts")
        if not parts.evaluate("each => each.open"):
            parts.locator("summary").click()
        visit.page.locator("#part-height").fill(height)


def becomes(visit: Visit, board: TileBoard) -> None:
    visit.until(lambda: board_of(visit) == board, "another board")


def first_painted(board: TileBoard) -> int:
    """The value that the page paints with at first: on a board that is in bounds everywhere."""
    names = part(board.depth, "bounds").values or {}
    return next(int(value) for value, name in names.items() if name == "out of bounds")


@pytest.mark.parametrize(
    "hexagonal",
    [pytest.param(False, id="square"), pytest.param(True, id="hexagonal")],
)
def test_each_tool_paints_what_the_library_would(visit: Visit, hexagonal: bool) -> None:
    tiles, board = new_board(visit, hexagonal, width=10, length=8)
    first = first_painted(board)

    def painted(places: Iterable[tuple[int, ...]], height: int) -> TileBoard:
        return editing.set_parts(board, places, {"bounds": first, "height": height})

    choose(visit, "Point", height="5")
    tiles.stroke((1, 1), (4, 1))
    becomes(visit, board := painted([(1, 1), (2, 1), (3, 1), (4, 1)], 5))
    choose(visit, "Rectangle", height="9")
    tiles.stroke((6, 5), (8, 2))
    becomes(visit, board := painted(editing.rectangle(board, (6, 5), (8, 2)), 9))
    choose(visit, "Circle", height="2")
    visit.page.get_by_label("Radius").fill("1")
    tiles.click(2, 5)
    becomes(visit, board := painted(editing.circle(board, (2, 5), 1), 2))
    choose(visit, "Flood fill", height="7")
    tiles.click(7, 3)
    becomes(visit, board := painted(editing.same_around(board, (7, 3)), 7))
    for _ in range(4):
        visit.page.get_by_role("button", name="Undo").click()
        expect(visit.page.get_by_role("button", name="Redo")).to_be_enabled()
    visit.until(lambda: not visit.look()["desk"]["undo"], "something is left to undo")
    becomes(visit, set_modifiers(blank(10, 8, 16), hexagonal=hexagonal))


def test_a_tile_is_picked_and_painted_elsewhere(visit: Visit) -> None:
    tiles, board = new_board(visit, width=6, length=6)
    choose(visit, "Point", height="11")
    tiles.click(0, 0)
    visit.until(lambda: board_of(visit) != board, "nothing is painted")
    choose(visit, "Point", height="3")
    choose(visit, "Pick from a tile")
    tiles.click(0, 0)
    expect(visit.page.locator("#part-height")).to_have_value("11")
    expect(visit.page.get_by_role("radio", name="Point")).to_be_checked()
    tiles.click(5, 5)
    visit.until(lambda: board_of(visit).tile(5, 5) == board_of(visit).tile(0, 0), "not the same")


def test_layers_are_shown_in_their_colours(visit: Visit) -> None:
    tiles, _ = new_board(visit, width=6, length=6)
    choose(visit, "Rectangle", height="40")
    tiles.stroke((0, 0), (2, 5))
    visit.until(lambda: board_of(visit).tile(0, 0) != board_of(visit).tile(5, 5), "not painted")
    visit.page.mouse.move(0, 0)
    visit.page.get_by_label("Colour by").select_option("height")
    visit.until(lambda: tiles.colour(1, 1) != tiles.colour(4, 1), "one height like another")
    look = visit.answers.get(f"/api{visit.desk}", params={"by": "height"}).json()["tiles"]
    colours = {tuple(bytes.fromhex(entry["colour"][1:])) for entry in look["legend"]}
    assert {tiles.colour(1, 1)[:3], tiles.colour(4, 1)[:3]} <= colours
    expect(visit.page.get_by_role("list", name="Legend").get_by_role("listitem")).to_have_count(
        len(look["legend"])
    )


@pytest.mark.parametrize("name", ["island.gb16", pytest.param("track.gb64")])
def test_tiles_and_bytes_are_linked(visit: Visit, name: str) -> None:
    visit.example(name)
    data, tiles = visit.data, Tiles(visit)
    expect(visit.byte(0)).to_have_text("47")
    for x, y in ((0, 0), (3, 1), (7, 2)):
        tiles.hover(x, y)
        spans = [span for span in bb.explain(data) if f"{x},{y}" in span.points]
        expected = {at for span in spans for at in range(span.offset, span.offset + span.size)}
        shown = {at for at in expected if visit.byte(at).count()}
        assert shown
        visit.until(lambda shown=shown: visit.offsets("linked") == shown, f"{x},{y}: other bytes")  # type: ignore[misc]
        expect(visit.page.locator("#tile-words")).to_contain_text(f"{x},{y}:")
    span = next(span for span in bb.explain(data) if span.points == ("4,1",))
    visit.byte(span.offset).hover()
    visit.until(lambda: tiles.colour(4, 1, layer=1)[3] > 0, "the tile is not lit")
    assert tiles.colour(5, 1, layer=1)[3] == 0


def test_size_shift_depth_modifiers_and_texts(visit: Visit) -> None:
    tiles, board = new_board(visit, width=5, length=4)
    choose(visit, "Point", height="6")
    tiles.click(0, 0)
    board = editing.set_parts(board, [(0, 0)], {"bounds": first_painted(board), "height": 6})
    becomes(visit, board)
    visit.page.get_by_text("Size and place").click()
    visit.page.locator("#edge").select_option("top")
    visit.page.locator("#edge-count").fill("2")
    visit.page.get_by_role("button", name="Grow").click()
    becomes(visit, board := editing.grow(board, "top", 2))
    visit.page.get_by_role("button", name="Shift left").click()
    becomes(visit, board := editing.shift(board, -1, 0, around=True))
    visit.page.get_by_text("How it is played on").click()
    visit.page.locator("#modifier-wrap").select_option("width")
    visit.until(lambda: visit.look()["tiles"]["modifiers"]["wrap"] == "width", "not wrapped")
    visit.page.locator("#modifier-pathed").click()
    visit.until(
        lambda: bool(visit.look()["tiles"]["modifiers"]["pathed"]) != board.modifiers.pathed,
        "a switch does nothing",
    )
    visit.page.get_by_text("Title and author").click()
    visit.page.locator("#text-title").fill("The Rhône")
    visit.page.locator("#text-title").press("Enter")
    visit.until(lambda: board_of(visit).title == "The Rhône", "no title")
    with visit.refused("a tile of 8 bits cannot hold the height"):
        visit.page.locator("#depth").select_option("8")
        visit.page.get_by_role("button", name="Change depth").click()
    visit.page.get_by_label("even if something is lost").check()
    visit.page.get_by_role("button", name="Change depth").click()
    visit.until(lambda: board_of(visit).depth == 8, "another depth")


def test_a_board_is_published_found_and_opened_by_its_code(visit: Visit) -> None:
    board = set_footer(blank(4, 4, 16), title="Crossing the Rhône", author="Ann")
    visit.lay(bb.dumps(board, "gbxx"), "rhone.gb16", "tiles")
    visit.page.get_by_role("button", name="Publish this board").click()
    expect(visit.page.get_by_text("Published with the code")).to_be_visible()
    published = visit.data
    code = board_of(visit).code
    assert len(code) == 5
    visit.start()
    search = visit.page.get_by_label("Search the published tile boards")
    search.fill("nothing like that")
    expect(visit.page.locator("#library-list")).to_have_text("No such board.")
    search.fill("rhone ann")
    row = visit.page.locator("#library-list li").filter(has_text=code)
    expect(row).to_contain_text("Crossing the Rhône")
    row.get_by_role("button").click()
    expect(visit.page.locator("#desk-name")).to_have_text(f"{code}.gbxx")
    assert visit.data == published


def test_tiles_by_keys_alone(visit: Visit) -> None:
    _, board = new_board(visit, width=5, length=5)
    choose(visit, "Point", height="8")
    visit.page.locator("#board").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        visit.page.keyboard.press(key)
    expect(visit.page.locator("#said")).to_contain_text("1,1")
    visit.page.keyboard.press("Enter")
    becomes(
        visit, editing.set_parts(board, [(1, 1)], {"bounds": first_painted(board), "height": 8})
    )


def test_zooming_keeps_the_tile_under_the_pointer(visit: Visit) -> None:
    tiles, _ = new_board(visit, width=20, length=20)
    tiles.hover(15, 4)
    expect(visit.page.locator("#tile-words")).to_contain_text("15,4")
    for _ in range(4):
        visit.page.mouse.wheel(0, -200)
    visit.page.wait_for_timeout(100)
    x, y = tiles.place(15, 4)
    visit.page.mouse.move(x + 1, y + 1)
    expect(visit.page.locator("#tile-words")).to_contain_text("15,4")
    visit.page.get_by_role("button", name="Fit the board").click()
    tiles.hover(0, 19)
    expect(visit.page.locator("#tile-words")).to_contain_text("0,19")


def test_the_first_click_on_a_new_board_paints(visit: Visit) -> None:
    """Fault 10: it painted what was there already."""
    tiles, board = new_board(visit, width=6, length=6)
    tiles.click(2, 3)
    becomes(visit, editing.set_parts(board, [(2, 3)], {"bounds": first_painted(board)}))
    visit.until(lambda: tiles.colour(2, 3)[:3] != tiles.colour(4, 3)[:3], "nothing to be seen")


def test_line_eraser_and_the_palette(visit: Visit) -> None:
    tiles, board = new_board(visit, width=8, length=6)
    trap = next(
        int(value) for value, name in (part(16, "bounds").values or {}).items() if name == "trap"
    )
    visit.page.keyboard.press("l")
    expect(visit.page.get_by_role("radio", name="Line")).to_be_checked()
    visit.page.get_by_role("group", name="Palette").get_by_role("button", name="trap").click()
    tiles.stroke((1, 1), (2, 2), (5, 1))
    places = [(x, 1) for x in range(1, 6)]
    becomes(visit, board := editing.set_parts(board, places, {"bounds": trap}))
    visit.page.keyboard.press("e")
    tiles.click(3, 1)
    becomes(visit, editing.set_tiles(board, [(3, 1)], 0))


@pytest.mark.parametrize("hexagonal", [False, True], ids=["square", "hexagonal"])
def test_tiles_are_selected_copied_and_stamped(visit: Visit, hexagonal: bool) -> None:
    tiles, board = new_board(visit, hexagonal, width=10, length=8)
    tiles.stroke((1, 1), (2, 1))
    board = editing.set_parts(board, [(1, 1), (2, 1)], {"bounds": first_painted(board)})
    becomes(visit, board)
    visit.page.keyboard.press("s")
    tiles.stroke((1, 1), (3, 2))
    visit.page.keyboard.press("Control+c")
    expect(visit.page.locator(".message")).to_contain_text("6 tiles copied")
    tiles.click(6, 4)
    copied = [board.tile(x, y) for y in (1, 2) for x in (1, 2, 3)]
    becomes(visit, board := editing.stamp(board, copied, 3, (1, 1), (6, 4)))
    visit.page.keyboard.press("Delete")
    becomes(visit, editing.set_tiles(board, editing.rectangle(board, (1, 1), (3, 2)), 0))


def test_what_was_copied_is_stamped_on_another_desk(visit: Visit) -> None:
    tiles, first = new_board(visit, width=5, length=5)
    tiles.click(1, 1)
    becomes(visit, editing.set_parts(first, [(1, 1)], {"bounds": first_painted(first)}))
    visit.page.keyboard.press("s")
    tiles.stroke((0, 0), (1, 1))
    visit.page.keyboard.press("Control+c")
    expect(visit.page.locator(".message")).to_contain_text("4 tiles copied")
    tiles, second = new_board(visit, width=6, length=4)
    visit.page.keyboard.press("v")
    tiles.click(3, 2)
    becomes(visit, editing.set_parts(second, [(4, 3)], {"bounds": first_painted(second)}))


def test_columns_and_rows_are_numbered(visit: Visit) -> None:
    tiles, _ = new_board(visit, width=6, length=5)
    side = tiles.place(1, 0)[0] - tiles.place(0, 0)[0]
    beside = side / 2 + 7  # Pixels from the middle of a tile at the edge.
    left, bottom = tiles.place(0, 0)
    visit.page.mouse.move(1, 1)
    visit.until(lambda: tiles.ink(left, bottom + beside), "columns have no numbers")
    for column in range(6):
        x, _ = tiles.place(column, 0)
        assert tiles.ink(x, bottom + beside), f"column {column} has no number"
        assert not tiles.ink(x + side / 2, bottom + beside), "it is not the tiles' number"
    for row in range(5):
        _, y = tiles.place(0, row)
        assert tiles.ink(left - beside, y), f"row {row} has no number"


def test_a_small_map_of_a_board_that_is_not_all_in_sight(visit: Visit) -> None:
    new_board(visit, width=30, length=30)
    small = visit.page.locator(".minimap")
    expect(small).to_be_hidden()
    for _ in range(6):
        visit.page.get_by_role("button", name="Zoom in").click()
    expect(small).to_be_visible()
    small.click(position={"x": 2, "y": 2})
    visit.page.wait_for_timeout(100)
    box = visit.page.locator("#board").bounding_box()
    assert box
    visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(visit.page.locator("#tile-words")).to_contain_text("0,29:")
