"""Save as: what would be lost is named; a download has exactly the library's bytes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.loss import losses
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow


def layer(id: int) -> dict[str, object]:
    places = {"x": 0, "y": 0, "width": 2, "height": 2, "visible": True, "opacity": 1}
    return {"id": id, "name": str(id), "type": "tilelayer", "data": [1, 0, 0, 1], **places}


TWO_LAYERS = json.dumps(
    {
        "type": "map", "version": "1.10", "orientation": "orthogonal", "infinite": False,
        "renderorder": "right-down", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16,
        "nextlayerid": 3, "nextobjectid": 1, "layers": [layer(1), layer(2)],
        "tilesets": [{"firstgid": 1, "name": "plain", "tilewidth": 16, "tileheight": 16,
                      "tilecount": 4, "columns": 2, "image": "a.png", "imagewidth": 32,
                      "imageheight": 32}],
    }
).encode()  # fmt: skip


def download(visit: Visit, label: str) -> tuple[str, bytes]:
    with visit.page.expect_download() as waiting:
        visit.page.get_by_role("link", name=label, exact=True).click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


@pytest.mark.parametrize(
    "name", ["endgame.dat", pytest.param("game.sgf"),
             pytest.param("game.pdn"),
             pytest.param("island.gb16")]
)  # fmt: skip
def test_every_format_it_can_become(visit: Visit, name: str) -> None:
    document = bb.loads(EXAMPLES[name].data)
    visit.example(name, "save")
    cards = visit.page.locator("#formats > li")
    possible = [
        format.name for format in FORMATS.values() if format.game in (None, document.position.game)
    ]
    expect(cards).to_have_count(len(possible))
    for target in possible:
        card = visit.page.locator(f"[data-format='{target}']")
        try:
            expected = bb.dumps(document, target, lossy=True)
        except bb.BoardbytesError:
            expect(card.locator(".refusal")).to_be_visible()
            expect(card.get_by_role("link")).to_have_count(0)
            continue
        lost = losses(document, FORMATS.find(target))
        expect(card.locator(".lost li")).to_have_text(list(lost))
        expect(card.locator(".kept")).to_have_count(0 if lost else 1)
        filename, data = download(visit, f"Download as {FORMATS.find(target).title}")
        assert data == (EXAMPLES[name].data if target == document.format else expected)
        size = (card.locator("p.faint").first.text_content() or "").rpartition(" · ")[2]
        assert size == f"{len(data):,} byte{'s' * (len(data) != 1)}"
        assert filename.startswith(name.partition(".")[0])


COLLECTION = b"(;SZ[5];B[ca])\n(;SZ[5];B[cb])\n(;SZ[5];B[cc])"


def test_this_file_has_the_size_it_says_and_others_say_what_was_never_read(visit: Visit) -> None:
    """Fault 2. Of many games the other formats take one, of two layers of tiles the first."""
    visit.lay(COLLECTION, "three.sgf", "save")
    own = visit.page.locator("[data-format='sgf']")
    expect(own).to_contain_text(f"{len(COLLECTION)} bytes")
    expect(own.locator(".kept")).to_have_text("the file as it is, byte for byte")
    assert download(visit, f"Download as {FORMATS.find('sgf').title}")[1] == COLLECTION
    for other in ("dgf-record", "json"):
        lost = visit.page.locator(f"[data-format='{other}']")
        expect(lost.locator(".lost")).to_contain_text("the 2 other games of this file")

    visit.lay(TWO_LAYERS, "two.tmj", "save")
    expect(visit.page.locator("[data-format='tmj']")).to_contain_text(f"{len(TWO_LAYERS)} bytes")
    lost = visit.page.locator("[data-format='gbxx']")
    expect(lost.locator(".lost")).to_contain_text("only the first layer of tiles is read")
    expect(lost.locator(".kept")).to_have_count(0)


def test_pictures(visit: Visit) -> None:
    document = bb.loads(EXAMPLES["endgame.dat"].data)
    visit.example("endgame.dat", "save")
    name, svg = download(visit, "Download SVG")
    assert (name, svg.decode()) == ("endgame.svg", bb.draw(document, "wood").svg)
    name, png = download(visit, "Download PNG")
    assert (name, png) == ("endgame.png", bb.draw(document, "wood").png())
    # A board without moves has no picture that moves.
    expect(visit.page.get_by_role("link", name="Download animation")).to_have_count(0)


def test_a_game_can_be_taken_along_as_a_picture_that_moves(visit: Visit) -> None:
    visit.example("game.sgf", "save")
    name, data = download(visit, "Download animation")
    record = bb.loads(EXAMPLES["game.sgf"].data).record
    assert record
    assert name == "game.png"
    assert getattr(Image.open(io.BytesIO(data)), "n_frames", 1) > len(record.moves)


def test_what_is_left_out_is_never_said_to_be_everything(visit: Visit) -> None:
    """Fault 2. A FEN keeps all that matters of a word, but not which of two alike stands where."""
    word = bytearray(bb.dumps(bb.CheckersPosition(), "channel"))
    first = word.index(0x80)
    word[first : first + 2] = reversed(word[first : first + 2])
    visit.lay(bytes(word), "start.word", "save")
    cards = visit.page.locator("#formats > li")
    fen = visit.page.locator("[data-format='draughts-fen']")
    expect(fen).to_contain_text("not kept: which")
    expect(fen.locator(".kept")).to_have_text("keeps all that matters to the game")
    said = cards.filter(has_text="not kept").locator(".kept").all_text_contents()
    assert set(said) == {"keeps all that matters to the game"}
    whole = cards.filter(has_not_text="not kept").locator(".kept").all_text_contents()
    assert set(whole) == {"keeps everything", "the file as it is, byte for byte"}


def test_going_on_in_another_format(visit: Visit) -> None:
    visit.example("game.sgf", "save")
    visit.page.locator("[data-format='dgf-packed2']").get_by_text("Continue in this format").click()
    expect(visit.page.locator("#format-chip")).to_contain_text(FORMATS.find("dgf-packed2").title)
    expect(visit.page.locator(".desk-note")).to_contain_text("These bytes do not hold")
    expected = bb.dumps(bb.loads(EXAMPLES["game.sgf"].data), "dgf-packed2", lossy=True)
    assert visit.data == expected
    visit.tab("Bytes")
    expect(visit.byte(0)).to_have_text(f"{expected[0]:02x}")
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator("#format-chip")).to_contain_text(FORMATS.find("sgf").title)
    assert visit.data == EXAMPLES["game.sgf"].data
