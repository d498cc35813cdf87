"""A game on a desk as a tree: what is sent of it, how it is edited, and who may change what."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.drawing.stage import standing as pieces_of
from boardbytes.games.go import GoPosition
from boardbytes.model import Node
from boardbytes.studio import trees
from boardbytes.studio.examples import EXAMPLES
from tests.studio.conftest import Page
from tests.studio.seen import legal, moves_of, shown, standing
from tests.studio.test_desks import at

COMMENTED = b"""(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bob]C[the start]
;B[ee]C[the middle];W[ge](;B[ce]TR[ee]LB[ge:A];W[cc];B[gc]C[last])(;B[cg]C[or this];W[gg]))"""


def edit(page: Page, desk: Any, status: int = 200, /, **fields: Any) -> Any:
    on = fields.pop("on", None)
    query = "" if on is None else f"?on={on}"
    return page.post(at(desk, f"/tree{query}"), status, edits=[fields])


def data(page: Page, desk: Any) -> bytes:
    found: bytes = page.client.get(f"/api{at(desk, '/file')}").content
    return found


def nodes(view: Any) -> dict[str, Any]:
    return {node["path"]: node for node in view["tree"]["nodes"]}


@pytest.mark.parametrize("name", ["game.sgf", "game.pdn", "opening.json", "illegal.sgf"])
def test_changes_add_up_to_every_position(page: Page, name: str) -> None:
    """Walking through a game by what each node changes shows what the rules make of it."""
    view = page.example(name)
    tree = bb.loads(EXAMPLES[name].data).tree
    assert tree
    for number, sent in enumerate(view["tree"]["nodes"]):
        view["tree"]["at"] = number
        node = tree.node(sent["path"])
        assert standing(view) == pieces_of(node.position)
        assert sent.get("number", 0) == node.ply


def test_random_trees_are_sent_as_they_are() -> None:
    chance = random.Random(7)
    tree = bb.GameTree(GoPosition(5))
    for _ in range(150):
        node = tree.node(chance.randrange(len(tree.entries)))
        moves = tree.record(node).legal_moves()
        if moves:
            tree = tree.play(node, chance.choice(moves))
    for most in (10_000, 40):
        check(tree, most, chance)


def check(tree: bb.GameTree, most: int, chance: random.Random) -> None:
    """The nodes that are sent, all or those around one, say what the tree says."""
    usual, trees.MOST = trees.MOST, most
    try:
        at = tree.node(chance.randrange(len(tree.entries)))
        ids, whole = trees.nodes_around(tree, at)
        telling = trees.Telling(tree, ids, whole=whole)
        sent = telling.nodes()
    finally:
        trees.MOST = usual
    assert at.id in ids
    assert len(ids) <= most
    assert whole == (len(ids) == len(tree))
    boards: list[dict[str, str]] = []
    for place, (id, told) in enumerate(zip(ids, sent, strict=True)):
        node: Node = tree.node(id)
        assert told.path == node.path
        if place == 0:
            boards.append(telling.start)
        else:
            assert told.parent is not None
            assert tree.node(ids[told.parent]).id == tree.entries[id].parent
            before = boards[told.parent] | dict(told.change)
            boards.append({spot: piece for spot, piece in before.items() if piece})
        assert boards[-1] == pieces_of(node.position)
        assert told.more == any(child.id not in ids for child in node.children)


def test_of_a_large_game_the_part_around_a_node_is_sent(page: Page) -> None:
    """10,000 nodes, one after the other: a part of them, and the right board."""
    many = b"(;SZ[19]" + b";B[aa];AE[aa];W[bb];AE[bb]" * 2_500 + b")"
    view = page.open(many, "long.sgf")
    assert not view["tree"]["whole"]
    assert len(view["tree"]["nodes"]) <= trees.MOST
    middle = page.get(at(view), path="5001")
    assert shown(middle)["path"] == "5001"
    assert standing(middle) == {"A19": "black stone"}
    assert legal(page.get(at(view, "/at"), path="5001"))


def test_a_step_asks_little(page: Page) -> None:
    """Fault of weight: a step was 39 kB; what is asked at a node has at most 5."""
    game = page.post("/desks/new", 201, game="go", size=19)
    answer = page.client.get(f"/api{at(game, '/at')}", params={"path": ""})
    assert len(answer.content) < 5_000
    again = page.client.get(f"/api{at(game)}", params={"ground": game["board"]["key"]}).json()
    assert again["board"]["ground"] is None


def test_fault_1_nothing_is_overwritten(page: Page) -> None:
    """A commented game with variations, a move in its middle: all bytes but the new ones stay."""
    game = page.open(COMMENTED, "game.sgf")
    played = page.post(at(game, "/moves"), move="A1", path="1")
    assert moves_of(played) == moves_of(game)
    assert shown(played)["path"] == "1.1"
    after = data(page, game)
    for words in (b"C[the start]", b"C[the middle]", b"TR[ee]", b"C[last]", b"C[or this]"):
        assert words in after
    undone = page.post(at(game, "/undo?path=1.1"))
    assert shown(undone)["path"] == "1"
    assert data(page, game) == COMMENTED
    # A node that was looked at elsewhere is still looked at.
    page.post(at(game, "/redo"))
    assert shown(page.post(at(game, "/undo?path=2.1")))["path"] == "2.1"


def test_a_move_that_is_there_is_only_shown(page: Page) -> None:
    game = page.open(COMMENTED, "game.sgf")
    played = page.post(at(game, "/moves"), move="C3", path="2")
    assert shown(played)["path"] == "2.1"
    assert played["desk"]["revision"] == game["desk"]["revision"]
    assert data(page, game) == COMMENTED


def test_fault_3_a_stale_page_overwrites_nothing(page: Page) -> None:
    """Two tabs: one plays d6, f4; the other, behind, plays a1."""
    game = page.post("/desks/new", 201, game="mill")
    seen = game["desk"]["revision"]
    first = page.post(at(game, f"/moves?on={seen}"), move="d6", path="")
    second = page.post(at(game, f"/moves?on={first['desk']['revision']}"), move="f4", path="1")
    late = page.post(at(game, f"/moves?on={seen}"), move="a1", path="")
    assert moves_of(late) == moves_of(second) == ["d6", "f4"]
    assert (shown(late)["move"], shown(late)["path"]) == ("a1", "0.1")
    # Undo and bytes mean the whole desk: they are refused.
    for what in ("undo", "redo", "bytes"):
        body = {"offset": 0, "insert": "00"} if what == "bytes" else {}
        refused = page.post(at(game, f"/{what}?on={seen}"), 409, **body)
        assert "changed in the meantime" in refused["error"]
    assert page.get(at(game))["tree"] == {**late["tree"], "at": 2}


def test_a_revision_has_a_number_of_its_own(page: Page) -> None:
    """After undo another move: whoever saw the first is behind, though as many moves were made."""
    game = page.post("/desks/new", 201, game="mill")
    first = page.post(at(game, "/moves"), move="d6", path="")
    page.post(at(game, "/undo"))
    other = page.post(at(game, "/moves"), move="f4", path="")
    assert other["desk"]["revision"] not in (first["desk"]["revision"], game["desk"]["revision"])
    on = first["desk"]["revision"]
    refused = page.post(at(game, f"/moves?on={on}"), 409, move="a1", path="1")
    assert refused["error"]
    assert moves_of(page.get(at(game))) == ["f4"]


def test_a_stale_edit_of_another_node_is_made_and_of_the_same_refused(page: Page) -> None:
    game = page.open(COMMENTED, "game.sgf")
    seen = game["desk"]["revision"]
    edit(page, game, edit="comment", path="1", text="first", on=None)
    both = edit(page, game, on=seen, edit="comment", path="2.1", text="second")
    assert nodes(both)["1"]["comment"] == "first"
    assert nodes(both)["2.1"]["comment"] == "second"
    edit(page, game, 409, on=seen, edit="comment", path="1", text="third")
    edit(page, game, 409, on=seen, edit="remove", path="2.1")
    assert nodes(page.get(at(game)))["1"]["comment"] == "first"


def test_edits(page: Page) -> None:
    """Each kind of edit, as it is sent and as it is written."""
    game = page.open(COMMENTED, "game.sgf")
    for fields, expected, written in (
        ({"edit": "comment", "path": "1", "text": "new"}, {"comment": "new"}, b"C[new]"),
        ({"edit": "name", "path": "1", "text": "joseki"}, {"name": "joseki"}, b"N[joseki]"),
        (
            {"edit": "mark", "path": "1", "point": "c3", "kind": "square"},
            {"marks": {"square": ["C3"]}},
            b"SQ[cg]",
        ),
        (
            {"edit": "mark", "path": "1", "point": "C3", "kind": "cross"},
            {"marks": {"cross": ["C3"]}},
            b"MA[cg]",
        ),
        (
            {"edit": "label", "path": "1", "point": "D4", "text": "B"},
            {"labels": {"D4": "B"}},
            b"LB[df:B]",
        ),
        (
            {"edit": "arrow", "path": "1", "point": "C3", "to": "D4"},
            {"arrows": [["C3", "D4", True]]},
            b"AR[cg:df]",
        ),
        ({"edit": "judgement", "path": "1", "text": "very good"}, {"judgement": ["very good"]},
         b"TE[2]"),
    ):  # fmt: skip
        view = edit(page, game, **fields)
        assert shown(view)["path"] == "1"
        assert expected.items() <= nodes(view)["1"].items()
        assert written in data(page, game)
    cleared = nodes(edit(page, game, edit="unmark", path="1", point="C3"))["1"]
    assert "marks" not in cleared
    assert "arrows" not in cleared
    assert cleared["labels"] == {"D4": "B"}
    removed = edit(page, game, edit="remove", path="2.1")
    assert (shown(removed)["path"], "2.1" in nodes(removed)) == ("2", False)
    assert "2.1" in nodes(page.post(at(game, "/undo")))
    main = edit(page, game, edit="promote", path="2.1.1")
    assert moves_of(main) == ["E5", "G5", "C3", "G3"]
    named = edit(page, game, edit="header", header="black", text="Cid")
    assert ["black", "Cid"] in named["tree"]["headers"]
    won = edit(page, game, edit="result", text="black")
    assert won["tree"]["result"].startswith("black wins")


@pytest.mark.parametrize(
    "fields",
    [
        {"edit": "mark", "path": "1", "point": "Z99"},
        {"edit": "comment", "path": "99", "text": "x"},
        {"edit": "arrow", "path": "1", "point": "C3", "to": "C3"},
        {"edit": "judgement", "path": "1", "text": "wonderful"},
        {"edit": "remove", "path": ""},
        {"edit": "header", "header": " ", "text": "x"},
        {"edit": "result", "text": "green"},
        {"edit": "rules", "text": "nobody's"},
    ],
)
def test_edits_that_cannot_be(page: Page, fields: dict[str, Any]) -> None:
    game = page.open(COMMENTED, "game.sgf")
    assert edit(page, game, 422, **fields)["error"]
    assert data(page, game) == COMMENTED


def test_fault_5_rules_change_in_the_middle_or_say_why_not(page: Page) -> None:
    game = page.post("/desks/new", 201, game="mill", rules="standard")
    for move in ("a7", "d7", "g7"):
        game = page.post(at(game, "/moves"), move=move)
    other = edit(page, game, edit="rules", text="muehle")
    assert other["board"]["rules"] == "muehle"
    assert moves_of(other) == ["a7", "d7", "g7"]
    refused = edit(page, game, 422, edit="rules", text="three")
    assert "three" in refused["error"]


@pytest.mark.parametrize(
    ("written", "winner"),
    [(b"(;SZ[9]RE[B+R];B[ee];W[cc])", "black"), (b'[Result "0-1"]\n1. 11-15 22-18 0-1\n', "white")],
)
def test_fault_6_who_has_won_is_not_to_move(page: Page, written: bytes, winner: str) -> None:
    here = page.open(written)["here"]
    assert here["status"].startswith(f"{winner} wins")
    assert here["turn"] is None
    assert "to move" not in here["description"]
    assert here["moves"] == []


MANY = b"(;SZ[9]PB[Ann];B[ee])\n(;SZ[9]PB[Cid];B[cc];W[gg])\n(;GM[2])(;SZ[9]PB[Eve];B[gg])\n"


def test_fault_11_every_game_of_a_file_opens(page: Page) -> None:
    view = page.open(MANY, "many.sgf")
    assert view["collection"] == 1
    games = page.get(at(view, "/games"))
    assert [game["refused"] for game in games] == [False, False, True, False]
    assert "Cid" in games[1]["title"]
    second = page.post(at(view, "/game"), number=2)
    assert (second["collection"], moves_of(second)) == (2, ["C7", "G3"])
    # What is written there is written into the file; the others stay as they were.
    played = page.post(at(view, "/moves"), move="E5")
    assert played["collection"] == 2
    before, _, after = MANY.partition(b";W[gg]")
    assert data(page, view) == before + b";W[gg];B[ee]" + after
    assert page.post(at(view, "/game"), 422, number=3)["error"]
    assert page.post(at(view, "/game"), 422, number=9)["error"]
    last = page.post(at(view, "/game"), number=4)
    assert moves_of(last) == ["G3"]
    page.post(at(view, "/undo"))
    assert data(page, view) == before + b";W[gg];B[ee]" + after


def test_setup_in_the_middle_loses_no_move(page: Page) -> None:
    """Of two real files 51 and 39 moves were lost behind a setup."""
    view = page.open(b"(;SZ[9];B[ee];W[cc];AB[gg]AW[gc];B[ff];W[dd])", "setup.sgf")
    assert moves_of(view) == ["E5", "C7", "F4", "D6"]
    assert standing(view)["G3"] == "black stone"


def test_fault_13_what_was_forgotten_comes_back(page: Page) -> None:
    desk = page.open(COMMENTED, "kept.sgf")
    assert page.client.delete(f"/api{at(desk)}").status_code == 204
    assert page.client.get(f"/api{at(desk)}").status_code == 404
    assert desk["desk"]["id"] not in [each["id"] for each in page.get("/desks")]
    assert page.post(at(desk, "/remember"))["tree"] == desk["tree"]
    assert data(page, desk) == COMMENTED


def test_names_and_thumbnails(page: Page) -> None:
    desk = page.open(COMMENTED, "game.sgf")
    named = page.post(at(desk, "/name"), name="  Ann\x00 and Bob ")
    assert named["desk"]["name"] == "Ann and Bob"
    on = named["desk"]["revision"]
    picture = page.client.get(f"/api{at(desk, '/thumbnail.svg')}", params={"on": on})
    assert picture.text.startswith("<svg")
    assert "immutable" in picture.headers["cache-control"]
    strange = page.open(b"\x89PNG nothing of ours")
    assert page.client.get(f"/api{at(strange, '/thumbnail.svg')}").status_code == 200


def test_the_position_as_text(page: Page) -> None:
    desk = page.open(COMMENTED, "game.sgf")
    text = page.get(at(desk, "/text"), path="2")["text"]
    tree = bb.loads(COMMENTED).tree
    assert tree
    assert bb.GoPosition.parse(text) == tree.node("2").position


def test_a_path_that_is_not_there(page: Page) -> None:
    desk = page.open(COMMENTED, "game.sgf")
    answer = page.client.get(f"/api{at(desk)}", params={"path": "77"})
    assert answer.status_code == 422
    assert "77" in json.loads(answer.content)["error"]


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ({"text": "black", "reason": "score", "margin": 12.5}, b"RE[B+12.5]"),
        ({"text": "white", "reason": "resignation", "margin": 3}, b"RE[W+R]"),
        ({"text": "black", "reason": "time"}, b"RE[B+T]"),
        ({"text": "draw", "reason": "score"}, b"RE[0]"),
        ({"text": "white"}, b"RE[W+]"),
    ],
)
def test_a_result_keeps_its_reason_and_its_margin(
    page: Page, asked: dict[str, Any], written: bytes
) -> None:
    desk = page.open(COMMENTED, "a.sgf")
    view = edit(page, desk, edit="result", **asked)
    assert view["tree"]["nodes"][view["tree"]["at"]]["path"] == ""
    assert written in data(page, desk)
