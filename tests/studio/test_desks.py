"""What can be done on a desk, through the API."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.games.mill.board import NAMES
from boardbytes.model import Colour
from boardbytes.studio.examples import EXAMPLES
from boardbytes.studio.studio import Settings
from tests.conftest import ROOT
from tests.studio.conftest import Page, visitor
from tests.studio.seen import legal, moves_of, shown, standing

WHITE = Colour.WHITE
ENDGAME = (ROOT / "examples" / "endgame.dat").read_bytes()


def at(desk: Any, path: str = "") -> str:
    return f"/desks/{desk['desk']['id']}{path}"


def test_there_is_an_example_of_every_format() -> None:
    assert {example.format for example in EXAMPLES.values()} == set(bb.list_formats())


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_shown(page: Page, name: str) -> None:
    shown = page.example(name)
    assert shown["format"]["name"] == EXAMPLES[name].format
    has_errors = any(each["severity"] == "error" for each in shown["findings"])
    assert has_errors == (name == "damaged.dat")
    assert (shown["here"] is None) == (name == "damaged.dat")
    window = page.get(at(shown, "/bytes"))
    assert bytes.fromhex(window["hex"]) == EXAMPLES[name].data[:4096]
    assert window["spans"]


def test_pictures_of_the_examples_are_kept_by_browsers(page: Page) -> None:
    """All in one answer, which is asked for again only if an example has changed."""
    edition = page.get("/about")["edition"]
    answer = page.client.get(f"/api/examples?theme=dark&edition={edition}")
    drawn = {name for name, example in EXAMPLES.items() if example.has_picture}
    assert {name for name, svg in answer.json().items() if svg.startswith("<svg")} == drawn
    assert "immutable" in answer.headers["cache-control"]
    other = page.client.get("/api/examples?theme=dark&edition=other")
    assert "cache-control" not in other.headers


def test_an_unknown_address_is_a_page_for_people(page: Page) -> None:
    people = page.client.get("/desks/old", headers={"accept": "text/html,*/*"})
    assert people.status_code == 404
    assert "There is nothing at this address" in people.text
    programs = page.client.get("/desks/old")
    assert programs.json()["error"] == "Not Found"
    api = page.client.get("/api/nowhere", headers={"accept": "text/html,*/*"})
    assert api.json()["error"] == "Not Found"


def test_spots_and_moves_name_the_same_points(page: Page) -> None:
    for name in ("endgame.dat", "game.sgf", "game.pdn", "jump.word"):
        shown = page.get(at(page.example(name)), path="")
        spots = {spot[0] for spot in shown["board"]["ground"]["spots"]}
        for _, points in legal(shown):
            assert set(points) <= spots


def test_what_stands_on_a_spot_is_said(page: Page) -> None:
    spots = standing(page.example("endgame.dat"))
    stones = sorted(name for name, stone in spots.items() if stone == "white stone")
    assert stones == sorted(NAMES[point] for point in bb.loads(ENDGAME).position.points(WHITE))


def test_a_game_on_a_save_keeps_its_moves(page: Page) -> None:
    """A save has no room for moves: the desk keeps them beside it."""
    start = page.open(ENDGAME, "GameData.dat")
    played = page.post(at(start, "/moves"), move="d7-g7xa1")
    expected = bb.dumps(bb.loads(ENDGAME).play("d7-g7xa1"), "stackmill", lossy=True)
    saved = page.client.get(f"/api{at(start, '/file')}")
    assert saved.content == expected
    assert 'filename="GameData.dat"' in saved.headers["content-disposition"]
    assert moves_of(played) == ["d7-g7xa1"]
    assert "1 move" in played["note"]
    assert played["format"]["name"] == "stackmill"


def test_undo_and_redo(page: Page) -> None:
    start = page.open(ENDGAME)
    played = page.post(at(start, "/moves"), move="d7-g7xa1")
    assert (played["desk"]["undo"], played["desk"]["redo"]) == (True, False)
    undone = page.post(at(start, "/undo"))
    assert undone["board"] == start["board"]
    assert (undone["desk"]["undo"], undone["desk"]["redo"]) == (False, True)
    assert page.post(at(start, "/redo"))["board"] == played["board"]
    page.post(at(start, "/undo"))
    other = page.post(at(start, "/moves"), move="d7-a7")
    assert not other["desk"]["redo"]


def test_a_move_in_the_middle_is_a_variation_and_undo_shows_the_same_node(page: Page) -> None:
    """Fault 1: nothing is ever overwritten."""
    game = page.example("game.pdn")
    before = page.get(at(game), path="10")
    assert shown(before)["number"] == 10
    move = legal(before)[-1][0]
    played = page.post(at(game, "/moves"), move=move, path="10")
    assert moves_of(played) == moves_of(game)
    assert (shown(played)["move"], shown(played)["path"]) == (move, "10.1")
    undone = page.post(at(game, "/undo?path=10.1"))
    assert shown(undone)["path"] == "10"
    assert page.get(at(game))["tree"] == game["tree"]
    assert shown(page.post(at(game, "/redo?path=10")))["path"] == "10.1"


@pytest.mark.parametrize("move", ["", "zz", "d7-d1", "<script>"])
def test_a_move_that_cannot_be_played_changes_nothing(page: Page, move: str) -> None:
    start = page.open(ENDGAME)
    refused = page.post(at(start, "/moves"), 422, move=move)
    assert refused["error"]
    assert page.get(at(start)) == start


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mill", "go", "checkers"])
def test_a_computer_plays_until_the_end(page: Page, game: str) -> None:
    desk = page.post("/desks/new", 201, game=game, size=5)
    for _ in range(400):
        if desk["here"]["over"]:
            break
        desk = page.post(at(desk, "/reply"), player="random")
    else:
        assert game == "go"  # Random players may go on for ever: a stone is taken, a stone is set.
    assert desk["tree"]["result"] or game == "go"
    if desk["here"]["over"]:
        assert "over" in page.post(at(desk, "/reply"), 422, player="random")["error"]


def test_players_are_those_of_the_game(page: Page) -> None:
    mill = page.post("/desks/new", 201, game="mill")
    assert "random" in {player["name"] for player in mill["players"]}
    refused = page.post(at(mill, "/reply"), 422, player="engine")
    assert "engine" in refused["error"]


def test_what_players_can_be_told(page: Page) -> None:
    checkers = page.post("/desks/new", 201, game="checkers")
    assert checkers["game"]["sides"] == ["red", "white"]
    (search,) = [each for each in checkers["players"] if each["name"] == "search"]
    (level,) = search["options"]
    assert (level["name"], level["choices"], level["default"]) == ("level", [*range(1, 11)], 5)
    played = page.post(at(checkers, "/reply"), player="search", options={"level": 1})
    assert len(moves_of(played)) == 1
    for options in ({"level": 11}, {"seed": 1}, {"command": 1}):
        page.post(at(checkers, "/reply"), 422, player="search", options=options)


def test_changing_a_byte_changes_the_board_and_the_findings(page: Page) -> None:
    start = page.open(ENDGAME)
    broken = page.post(at(start, "/bytes"), offset=0, remove=1, insert="07")
    assert [each["offset"] for each in broken["findings"]] == [0]
    assert broken["can_repair"]
    assert page.get(at(start, "/repair"))["changes"][0]["after"] == 1
    assert page.post(at(start, "/repair"))["board"] == start["board"]
    assert page.client.get(f"/api{at(start, '/file')}").content == ENDGAME


def test_bytes_can_be_put_in_and_taken_out(page: Page) -> None:
    start = page.open(ENDGAME)
    longer = page.post(at(start, "/bytes"), offset=46, remove=0, insert="0102")
    assert longer["size"] == 48
    assert longer["findings"][0]["code"] == "length"
    shorter = page.post(at(start, "/bytes"), offset=46, remove=2, insert="")
    assert shorter["board"] == start["board"]
    assert "46 bytes" in page.post(at(start, "/bytes"), 422, offset=47, insert="00")["error"]


def test_points_and_bytes_find_each_other(page: Page) -> None:
    start = page.open(ENDGAME)
    ranges = page.get(at(start, "/where"), point="d7")["ranges"]
    spans = page.get(at(start, "/bytes"))["spans"]
    named = [[span["offset"], span["size"]] for span in spans if "d7" in span["points"]]
    assert ranges == named
    assert len(ranges) == 2  # the point of the field, and the stone that stands there


def test_a_tile_finds_its_bytes(page: Page) -> None:
    board = page.example("island.gb16")
    assert page.get(at(board, "/where"), point="3,2")["ranges"] == [[8 + (3 + 2 * 13) * 2, 2]]
    for nowhere in ("13,0", "0,9", "3", "3,2,1", "a,b"):
        assert page.get(at(board, "/where"), point=nowhere)["ranges"] == []


def test_a_move_finds_its_bytes(page: Page) -> None:
    game = page.example("game.sgf")
    (offset, size), *others = page.get(at(game, "/where"), ply=3)["ranges"]
    assert not others
    assert EXAMPLES["game.sgf"].data[offset : offset + size] == b"[ec]"


def test_the_first_illegal_move_is_named(page: Page) -> None:
    game = page.example("illegal.sgf")
    assert game["tree"]["illegal"]["ply"] == 9
    assert "ko" in game["tree"]["illegal"]["message"]
    assert len(moves_of(game)) == 10  # played as it is written
    assert game["board"] is not None


def test_save_as_names_what_would_be_lost(page: Page) -> None:
    game = page.example("game.sgf")
    targets = {target["name"]: target for target in page.get(at(game, "/formats"))}
    assert set(targets) == {
        format.name for format in FORMATS.values() if format.game in (None, "go")
    }
    assert targets["dgf-record"]["losses"]
    assert targets["dgf-board"]["losses"] != []
    saved = page.client.get(f"/api{at(game, '/file')}", params={"format": "dgf-board"})
    assert bb.loads(saved.content, "dgf-board").position.size == 9
    assert len(saved.content) == targets["dgf-board"]["size"]


def test_going_on_in_another_format(page: Page) -> None:
    start = page.open(ENDGAME)
    text = page.post(at(start, "/format"), format="mfen")
    assert text["format"]["name"] == "mfen"
    assert text["is_text"]
    refused = page.post(at(start, "/format"), 422, format="sgf")
    assert "sgf" in refused["error"]


def test_what_looks_like_nothing_can_still_be_seen(page: Page) -> None:
    strange = page.open(b"\x89PNG\r\n\x1a\nnothing of ours")
    assert strange["format"] is None
    assert strange["board"] is None
    assert strange["findings"]
    assert page.get(at(strange, "/bytes"))["hex"].startswith("89504e47")
    assert page.get(at(strange, "/formats")) == []


def test_pictures(page: Page) -> None:
    start = page.open(ENDGAME, "GameData.dat")
    svg = page.client.get(f"/api{at(start, '/picture.svg')}")
    assert svg.text == bb.draw(bb.loads(ENDGAME)).svg
    png = page.client.get(f"/api{at(start, '/picture.png')}?theme=dark")
    assert png.content.startswith(b"\x89PNG")


def test_an_unknown_desk(page: Page) -> None:
    assert page.client.get("/api/desks/nowhere").status_code == 404
    assert page.client.post("/api/desks/nowhere/undo").status_code == 404


def test_the_list_of_desks(page: Page) -> None:
    newest = page.open(ENDGAME, "the newest")
    assert page.get("/desks")[0]["name"] == "the newest"
    page.client.delete(f"/api{at(newest)}")
    assert page.client.get(f"/api{at(newest)}").status_code == 404


def test_tiles_are_painted_and_edited(page: Page) -> None:
    board = page.post("/desks/new", 201, game="tiles", width=6, length=4, depth=16)
    tiles = board["tiles"]
    assert len(base64.b64decode(tiles["classes"])) == 24
    edited = page.post(
        at(board, "/tiles"),
        edit="set",
        where={"rectangle": ["1,1", "2,2"]},
        parts={"bounds": 2, "height": 5},
    )
    classes = base64.b64decode(edited["tiles"]["classes"])
    traps = {number for number, kind in enumerate(classes) if kind != classes[0]}
    assert traps == {7, 8, 13, 14}
    tile = page.get(at(board, "/tiles/1/1"))
    assert {part["name"]: part["says"] for part in tile["parts"]}["bounds"] == "trap"
    assert set(tile["neighbours"]) == {"0,1", "2,1", "1,0", "1,2"}
    assert page.post(at(board, "/undo"))["tiles"] == tiles


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ({"edit": "grow", "edge": "top", "count": 2}, "6 × 6"),
        ({"edit": "shrink", "edge": "left", "count": 1}, "5 × 4"),
        ({"edit": "shift", "right": 1, "around": True}, "6 × 4"),
        ({"edit": "depth", "bits": 64}, "64"),
        ({"edit": "text", "name": "title", "value": "Round & round"}, "Round & round"),
        ({"edit": "modifier", "name": "wrap", "value": "width"}, "width"),
        ({"edit": "modifier", "name": "hexagonal", "value": "true"}, "hexagonal"),
        ({"edit": "set", "where": {"fill": "0,0"}, "parts": {"height": 1}}, "6 × 4"),
        ({"edit": "set", "where": {"circle": ["3,2"], "radius": 1}, "clear": True}, "6 × 4"),
        ({"edit": "set", "where": {"all": True}, "clear": True}, "6 × 4"),
    ],
)
def test_every_edit(page: Page, edit: dict[str, Any], says: str) -> None:
    board = page.post("/desks/new", 201, game="tiles", width=6, length=4)
    edited = page.post(at(board, "/tiles"), **edit)
    assert says in " ".join([*edited["here"]["summary"], edited["here"]["description"]])


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "set", "where": {"points": ["9,9"]}, "parts": {"height": 1}},
        {"edit": "set", "where": {"points": ["0,0"]}, "parts": {"hight": 1}},
        {"edit": "set", "where": {"points": ["0,0"]}, "parts": {"height": 99}},
        {"edit": "set", "where": {"points": ["0,0,0"]}, "parts": {"height": 1}},
        {"edit": "shrink", "edge": "left", "count": 6},
        {"edit": "text", "name": "title", "value": "x" * 61},
        {"edit": "text", "name": "version", "value": "300"},
        {"edit": "modifier", "name": "wrap", "value": "sideways"},
        {"edit": "explode"},
    ],
)
def test_edits_that_cannot_be(page: Page, edit: dict[str, Any]) -> None:
    board = page.post("/desks/new", 201, game="tiles", width=6, length=4)
    assert page.post(at(board, "/tiles"), 422, **edit)["error"]
    assert page.get(at(board)) == board


def test_the_library(page: Page) -> None:
    board = page.example("island.gb16")
    published = page.post("/library", desk=board["desk"]["id"])
    code = published["tiles"]["footer"]["code"]
    assert len(code) == 5
    found = page.get("/library", search=published["tiles"]["footer"]["title"].split()[0])
    assert code in {entry["code"] for entry in found}
    opened = page.post(f"/desks/library/{code}", 201)
    assert opened["tiles"]["classes"] == board["tiles"]["classes"]
    assert page.post("/desks/library/ZZZZZ", 422)["error"]
    mill = page.open(ENDGAME)
    assert page.post("/library", 422, desk=mill["desk"]["id"])["error"]


def test_a_signed_game_on_one_screen(page: Page) -> None:
    game = page.post("/desks/channel", 201, game_id="7")
    assert game["channel"]["holds"] == ["red", "white"]
    for move in ("11-15", "22-18", "15x22"):
        game = page.post(at(game, "/moves"), move=move)
    assert [line["says"] for line in game["channel"]["lines"]][1:] == [
        "11-15, signed by red",
        "22-18, signed by white",
        "15x22, signed by red",
    ]
    assert all(line["ok"] for line in game["channel"]["lines"])
    agreed = page.post(at(game, "/countersign"))
    assert agreed["channel"]["agreed"]
    assert "taken back" in page.post(at(game, "/undo"), 422)["error"]
    assert page.post(at(game, "/moves"), 422, move="1-32")["error"]


def test_a_signed_game_by_exchanging_lines(page: Page, tmp_path: Path) -> None:
    """Two players, each with a studio and a key, send each other what they signed."""
    settings = Settings(tmp_path / "other.db", tmp_path / "keys")
    with visitor(settings) as client:
        them = Page(client)
        key = them.post("/desks/channel", 201)["channel"]["white"]
        red = page.post("/desks/channel", 201, white=key)
        assert red["channel"]["holds"] == ["red"]
        moved = page.post(at(red, "/moves"), move="11-15")
        assert "not kept here" in page.post(at(red, "/moves"), 422, move="22-18")["error"]
        lines = [line["text"] for line in moved["channel"]["lines"]]
        other = them.open((lines[0] + "\n").encode(), "game.jsonl")
        assert other["format"]["name"] == "transcript"
        assert other["channel"]["holds"] == ["white"], "a key that was made there before"
        forged = lines[1].replace('"word": "0x', '"word": "0x0')
        assert them.post(at(other, "/lines"), 422, text=forged)["error"]
        got = them.post(at(other, "/lines"), text=lines[1])
        assert got["here"]["status"] == "white to move"
        assert moves_of(got) == ["11-15"]
        assert them.post(at(other, "/lines"), text=lines[1])["tree"] == got["tree"]
        answer = them.post(at(other, "/moves"), move="22-18")["channel"]["lines"][-1]["text"]
    back = page.post(at(red, "/lines"), text=answer)
    assert moves_of(back) == ["11-15", "22-18"]
    assert all(line["ok"] for line in back["channel"]["lines"])


def test_consent_comes_back_and_stays(page: Page) -> None:
    game = page.post("/desks/channel", 201)
    signed = page.post(at(game, "/moves"), move="11-15")["channel"]["lines"]
    agreed = page.post(at(game, "/countersign"))["channel"]["lines"]
    other = page.open("".join(line["text"] + "\n" for line in signed).encode(), "game.jsonl")
    got = page.post(at(other, "/lines"), text=agreed[1]["text"])
    assert [line["text"] for line in got["channel"]["lines"]] == [line["text"] for line in agreed]
    whole = "\n".join(line["text"] for line in signed)
    lost = page.post(at(other, "/lines"), 422, text=whole)
    assert "still be there" in lost["error"]


def test_new_games_have_names_of_their_own(page: Page) -> None:
    names = [page.post("/desks/new", 201, game="checkers")["desk"]["name"] for _ in range(3)]
    assert len(set(names)) == 3
    assert all(name.startswith("new game of Checkers") for name in names)
