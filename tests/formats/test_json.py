"""JSON documents: positions, games and facts, both ways."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.facts import FACTS
from boardbytes.formats.json.text import offset_of, places
from boardbytes.formats.loss import KOMI, RULES, TREE, features, header
from boardbytes.formats.plain_tree import CONTENT
from boardbytes.games import GAMES
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import MOST_STONES, STONES
from boardbytes.json_reading import byte_offset
from boardbytes.model import Colour, Outcome, Reason
from boardbytes.model.notes import MarkKind
from tests.formats.places import check_spans
from tests.formats.vectors import files, name_of
from tests.games.mill.test_position import positions

VECTORS = Path("tests/vectors/json/ok")


@given(positions())
def test_positions_read_back(position: MillPosition) -> None:
    assert bb.loads(bb.dumps(position, "json")).position == position


def test_games_read_back() -> None:
    document = bb.load("examples/opening.json")
    assert document.record is not None
    assert len(document.record.moves) == 11
    assert bb.dumps(document) == bb.dumps(document.record, "json")
    assert document.record.position == document.position


TREES = {
    "tree-go": """(;FF[4]GM[1]SZ[9:5]KM[6.5]RU[Japanese]PB[Ann]BR[3d]PW[Bob]EV[A Cup]RE[W+2.5]
QQ[nobody's]XHD[weather:rain]C[The start]AB[cc]PL[W]
;W[ee]C[two
lines]N[a name]TR[aa]SQ[ba]CR[ca]MA[da]SL[ea]DD[fa]LB[ga:1][ha:x]AR[aa:bb]LN[cc:dd]TB[ab]TW[bb]
WL[59.5]OW[3]TE[2]V[-1.5]XFIG[win rate:0.6]KO[]
(;B[ed];B[dd]C[out of turn];AE[cc]AW[cd]PL[B];B[];W[];B[aa];W[aa])
(;B[gc]BM[1](;W[fc])(;W[gd]UC[1])))""",
    "tree-checkers": """[Event "x"]
[Black "Ann"]
[White "Bob"]
[Result "1/2-1/2"]

1. 11-15! {[%clk 0:09:30] so} 22-18 (22-17 {safer} 15-19? (8-11 $9) 24x15)
2. 15x22 25x18 {[%eval 0.04] even} 1/2-1/2
""",
}
"""What whole trees among the vectors say, in the words of other formats."""


@pytest.mark.parametrize("name", TREES)
def test_whole_trees(name: str) -> None:
    """Version 2 of the document, as it lies on disks by now: it must be read as long as we live."""
    path = VECTORS / f"{name}.json"
    document = bb.load(path)
    assert document.tree == bb.loads(TREES[name]).tree
    assert bb.dumps(document) == path.read_bytes()


def test_a_tree_of_mill() -> None:
    tree = bb.load(VECTORS / "tree-mill.json").tree
    assert tree is not None
    assert [(node.path, str(node.move)) for node in tree.nodes() if node.move] == [
        ("1", "d6"), ("2", "d2"), ("1.1", "f4"), ("1.2", "b4"),
    ]  # fmt: skip
    assert (tree.node("2").comment, tree.node("1.1").notes.name) == ("well met", "the other side")


def test_the_vectors_have_all_that_a_tree_can_hold() -> None:
    documents = [bb.load(path) for path in VECTORS.glob("tree-*.json")]
    kinds = {feature.kind for document in documents for feature in features(document)}
    assert kinds >= {*TREE, KOMI, RULES, header("white"), header("weather")}


@pytest.mark.parametrize("path", files("sgf", "ok"), ids=name_of)
def test_json_keeps_every_node_of_sgf(path: Path) -> None:
    """SGF to JSON to SGF: every game of every vector, and the facts beside it."""
    for game in FORMATS.find("sgf").games(path.read_bytes()):
        assert isinstance(game, bb.Document)
        # What stands beside the game is no node.
        through = bb.loads(bb.dumps(game, "json", lossy=True), "json")
        assert (through.tree, through.facts) == (game.tree, game.facts)
        again = bb.loads(bb.dumps(through, "sgf"), "sgf")
        assert (again.tree, again.facts) == (game.tree, game.facts)


def test_resignation_is_kept() -> None:
    document = bb.load("tests/vectors/json/ok/resigned.json")
    assert document.record is not None
    assert document.record.result is not None
    assert str(document.record.result) == "black wins: white resigned (standard rules)"
    assert bb.loads(bb.dumps(document)).record == document.record


def test_checkers_documents_of_before_there_was_red() -> None:
    start = {"black": ["1"], "white": ["32"], "turn": "black"}
    after = {"black": ["6"], "white": ["32"], "queens": [], "turn": "white"}
    record = {"start": start, "moves": ["1-6"], "result": {"winner": "black", "reason": "stated"}}
    old = {"boardbytes": 1, "game": "checkers", "position": after, "record": record}
    document = bb.loads(json.dumps(old).encode())
    assert document.record is not None
    assert str(document.record.result) == "red wins: as the record says (standard rules)"
    assert b"black" not in bb.dumps(document)
    assert bb.loads(bb.dumps(document)).record == document.record


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_places_are_where_the_values_are(value: object) -> None:
    text = json.dumps(value, indent=1)
    for place in places(text):
        found = value
        for step in place.path:
            found = found[step]  # type: ignore[index]
        decoded, _ = json.JSONDecoder().raw_decode(text, place.start)
        assert decoded == found
        assert offset_of(text, place.path) == byte_offset(text, place.start)


@given(VALUES)
def test_any_json_is_a_document_or_refused(value: object) -> None:
    with pytest.raises(bb.FormatError):
        bb.loads(json.dumps(value).encode(), "json")


@given(st.dictionaries(st.sampled_from(["boardbytes", "game", "position", "facts"]), VALUES))
def test_nearly_right_json_is_refused(value: dict[str, object]) -> None:
    value |= {"boardbytes": 1, "game": "mill"}
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(json.dumps(value).encode())
    assert caught.value.problems[0].place.offset is not None


def test_an_escaped_name_twice() -> None:
    with pytest.raises(bb.FormatError, match="occurs twice"):
        bb.loads(b'{"boardbytes": 1, "\\u0062oardbytes": 1}')


def test_boards_of_different_sizes_are_explained() -> None:
    """A damaged file: every row is told by the size of its own board."""
    rows = {"position": {"rows": ["."]}, "record": {"start": {"rows": ["..", ".X"]}}}
    data = json.dumps({"boardbytes": 1, "game": "go", **rows}).encode()
    check_spans(data, "json")
    named = [span.points for span in bb.explain(data, "json") if span.points]
    assert named == [("A1",), ("A2",), ("B2",), ("A1",), ("B1",)]


@pytest.mark.parametrize("first", [[], [".", "."], [".."], 5, None])
@pytest.mark.parametrize("last", [["."], [".", ".", "."], ["...."], {}, [[]]])
def test_boards_of_any_shape_are_explained(first: object, last: object) -> None:
    value = {"position": {"rows": first}, "record": {"start": {"rows": last}, "moves": ["A1", 7]}}
    check_spans(json.dumps({"boardbytes": 1, "game": "go"} | value).encode(), "json")


def test_a_result_may_differ_from_a_resignation() -> None:
    """As in a DGF game, where it is odd but allowed; what we write of one must be read."""
    record = bb.Record.replay(GAMES.find("go").start, ["D4", "resign"])
    assert record.result is not None
    assert record.result.winner is Colour.BLACK
    odd = Outcome(Colour.WHITE, Reason.STATED, "standard")
    again = bb.loads(bb.dumps(replace(record, result=odd), "json"), "json").record
    assert again is not None
    assert again.result == odd


def test_numbers_have_a_limit() -> None:
    """A thousand million, and no more: larger ones are nobody's margin, clock or value."""
    plain = json.loads(bb.dumps(bb.loads("(;SZ[9]RE[B+12.5];B[ee])"), "json"))
    for margin, is_taken in ((10**9, True), (10**9 + 1, False)):
        plain["tree"]["result"]["margin"] = margin
        text = json.dumps(plain).encode()
        if is_taken:
            document = bb.loads(text, "json")
            assert document.record is not None
            assert document.record.result is not None
            assert document.record.result.margin == margin
        else:
            with pytest.raises(bb.FormatError, match=r"tree\.result\.margin must be a number"):
                bb.loads(text, "json")


@pytest.mark.measures
def test_very_many_forced_moves_take_time_in_proportion() -> None:
    data = b"(;SZ[9]" + b"(;B[aa];W[]" * 5_000 + b")" * 5_001
    document = bb.loads(data, "sgf")
    begun = time.process_time()
    again = bb.loads(bb.dumps(document, "json"))
    assert time.process_time() - begun < 20
    assert again.tree == document.tree
    told = [problem for problem in again.problems if problem.code == "illegal-move"]
    assert len(told) == 100
    text = bb.dumps(document, "json")
    for problem in told:
        assert text[problem.place.offset :].startswith(b"{")


PAGE = (Path(__file__).parents[2] / "docs" / "formats" / "json.md").read_text()

HEADINGS = {
    "mill": "A mill position",
    "go": "A Go position",
    "checkers": "A checkers position",
    "tiles": "A tile board",
}


def rows_of(heading: str) -> dict[str, list[str]]:
    """The tables under a heading of the page: for every name in a first cell, the other cells."""
    text = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {name: row[1:] for row in rows for name in re.findall(r"`(\w+)`", row[0])}


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("mill", replace(MillPosition.start("twelve"), white_hand=3, black_hand=3)),
        ("go", bb.GoPosition()),
        ("checkers", bb.CheckersPosition()),
        ("tiles", replace(bb.TileBoard.parse('0c 0c; title "x"'), reserved=1)),
    ],
)
def test_the_page_says_which_names_a_position_must_have(name: str, example: bb.Content) -> None:
    """Every name that is written is in its table, and those are required without which it fails."""
    whole = json.loads(bb.dumps(example, "json"))
    rows = rows_of(HEADINGS[name])
    assert set(whole["position"]) == set(rows)
    for missing, (required, _) in rows.items():
        plain = {key: value for key, value in whole["position"].items() if key != missing}
        text = json.dumps(whole | {"position": plain})
        if required == "yes":
            with pytest.raises(bb.FormatError, match=f'must have "{missing}"'):
                bb.loads(text, "json")
        else:
            bb.loads(text, "json")


def test_the_page_says_how_many_stones_a_hand_holds() -> None:
    (_, hand) = rows_of("A mill position")["hand"]
    assert f"{STONES}, in other members of the family 3 to {MOST_STONES}" in hand


def test_the_page_says_what_a_node_may_hold() -> None:
    rows = rows_of("A game")
    assert set(CONTENT) <= set(rows)
    words = {word for game in GAMES.values() for word in game.start.setup_words}
    assert words == {"black", "white", "red", "red king", "white king"}
    assert all(f'"{word}"' in " ".join(rows["setup"]) for word in words)
    assert all(f'"{kind.value}"' in " ".join(rows["marks"]) for kind in MarkKind)
    sides = {side.value for game in GAMES.values() for side in game.sides}
    assert all(f"`{side}`" in " ".join(rows["headers"]) for side in sides)


def test_the_page_names_every_fact() -> None:
    table = PAGE.partition("### Facts")[2].partition("\n## ")[0]
    assert [name for name in FACTS if f"`{name}`" not in table] == []
