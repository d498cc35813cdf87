"""SGF as a tree: the same bytes back, edits that touch nothing else, very deep and very wide."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from boardbytes.formats.sgf.content import content_of
from boardbytes.formats.sgf.points import board_of
from boardbytes.formats.sgf.wording import properties_of
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, GameTree, Reason, Step
from boardbytes.model.notes import (
    Clock,
    Figure,
    Judgement,
    Label,
    Link,
    Mark,
    MarkKind,
    Notes,
    Owned,
    Verdict,
)
from tests.formats.sgf_trees import games


def read(data: bytes) -> GameTree:
    tree = bb.loads(data, "sgf").tree
    assert tree is not None
    return tree


def written(tree: GameTree) -> bytes:
    return sgf.encode(bb.Document("sgf", tree.start, tree))


def anew(tree: GameTree) -> GameTree:
    """The tree as if nobody had read it from anywhere."""
    return GameTree(tree.start, tree.rules, tree.headers, tree.result, tree.entries)


def check_bytes(data: bytes) -> None:
    tree = read(data)
    assert written(tree) == data
    # Written from the model alone it says the same.
    assert read(written(anew(tree))) == tree


@given(games())
def test_random_trees_come_back_as_they_were(data: bytes) -> None:
    check_bytes(data)
    document = bb.loads(data, "sgf")
    there = bb.loads(bb.dumps(document, "json"))
    assert there.tree == document.tree
    assert read(bb.dumps(there, "sgf")) == document.tree


@given(games())
def test_random_trees_come_back_by_way_of_dgf(data: bytes) -> None:
    tree = read(data)
    assert isinstance(tree.start, GoPosition)
    assume(isinstance(tree.start.size, int))  # DGF plays on square boards only
    there = bb.loads(bb.dumps(tree, "dgf-game"), "dgf-game")
    assert there.tree == tree
    assert read(bb.dumps(there, "sgf")) == tree


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9]TC[3]PW[Bob]PB[Ann]AP[foxwq]PB[Cy]AP[x])",
        b"(;SZ[9]XX[1]AB[aa][zz])",
        b"(;SZ[9];B[aa]YY[2]TR[bb][zz]XX[1]KO[]LB[zz:1][bb:2])",
        b"(;SZ[9];" + b"X" * 100 + b"[1])",
    ],
)
def test_what_is_kept_comes_back_in_its_order(data: bytes) -> None:
    check_bytes(data)
    tree = read(data)
    assert read(bb.dumps(bb.loads(bb.dumps(tree, "json")), "sgf")) == tree


@pytest.mark.slow
@given(games())
@settings(max_examples=10_000, suppress_health_check=list(HealthCheck))
def test_ten_thousand_random_trees(data: bytes) -> None:
    check_bytes(data)


@pytest.mark.measures
def test_fifty_thousand_nested_nodes() -> None:
    data = b"(;SZ[9]" + b"(;B[aa];W[]" * 25_000 + b")" * 25_001
    begun = time.process_time()
    tree = read(data)
    changed = tree.annotate(40_000, comment="x").add(30_000, Step(tree.node(1).move, Colour.BLACK))
    now = written(changed)
    assert len(now) == len(data) + len("C[x]") + len("(;B[aa])")
    assert len(read(now)) == 50_002
    assert time.process_time() - begun < 60


@pytest.mark.measures
def test_one_rectangle_very_often() -> None:
    begun = time.process_time()
    document = bb.loads(b"(;SZ[52]AB" + b"[aa:ZZ]" * 100_000 + b")", "sgf")
    assert document.position.stones == b"\1" * 52 * 52
    assert time.process_time() - begun < 10


BOARD = board_of((9, 5))
POINTS = st.sampled_from(BOARD.names)
COLOURS = st.sampled_from([Colour.BLACK, Colour.WHITE])
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), max_size=8)

SECONDS = st.integers(0, 9999).map(lambda number: number / 8)
VALUES = st.integers(-999, 999).map(lambda number: Figure("value", f"{number}"))


def several(kind: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(kind, max_size=4, unique=True).map(tuple)


NOTES = st.builds(
    Notes,
    comment=WORDS,
    name=WORDS,
    marks=several(st.builds(Mark, st.sampled_from(MarkKind), POINTS)),
    labels=several(st.builds(Label, POINTS, WORDS)),
    links=several(st.builds(Link, POINTS, POINTS, st.booleans())),
    territory=several(st.builds(Owned, POINTS, COLOURS)),
    judgements=several(
        st.sampled_from(Verdict).map(Judgement)
        | st.sampled_from([Verdict.GOOD, Verdict.EVEN]).map(lambda each: Judgement(each, True))
    ),
    clocks=st.lists(
        st.builds(Clock, COLOURS, st.none() | SECONDS, st.integers(0, 99)),
        max_size=2, unique_by=lambda clock: clock.colour,
    ).map(tuple),
    figures=several(st.builds(Figure, WORDS, WORDS) | VALUES),
)  # fmt: skip


def sorted_notes(notes: Notes) -> dict[str, object]:
    """Notes without the order of their lists, which SGF groups by kind."""
    return {
        name: sorted(map(repr, value)) if isinstance(value, tuple) else value
        for name in Notes.__dataclass_fields__
        for value in [getattr(notes, name)]
    }


@given(NOTES, st.sampled_from(BOARD.moves), COLOURS)
def test_properties_and_content_are_inverses(notes: Notes, move: object, colour: Colour) -> None:
    verbatim = (("QQ", ("a", "b\\]")),)
    step = Step(move, colour)  # type: ignore[arg-type]
    properties = properties_of(step, notes, verbatim, BOARD)
    content = content_of(list(properties.items()), BOARD)
    assert content.moves[0][:2] == (colour, move)
    assert sorted_notes(content.notes) == sorted_notes(notes)
    assert content.verbatim == verbatim
    assert not content.oddities
    again = properties_of(step, content.notes, content.verbatim, BOARD)
    assert (
        properties_of(step, content_of(list(again.items()), BOARD).notes, verbatim, BOARD) == again
    )


def test_headers_rules_and_result() -> None:
    data = b"(;SZ[9]PB[Ann]KM[6.5]RU[AGA]RE[W+2.5]HA[2]AB[cc][gg];W[ee])"
    tree = read(data)
    assert tree.headers["black"] == "Ann"
    assert (tree.rules.name, tree.rules.komi) == ("aga", 6.5)
    assert tree.result is not None
    assert (tree.result.winner, tree.result.reason) == (Colour.WHITE, Reason.SCORE)
    assert tree.result.margin == 2.5
    assert isinstance(tree.start, GoPosition)
    assert tree.start == GoPosition(9, tree.start.stones, Colour.WHITE)


def test_a_handicap_of_none_stays_none() -> None:
    tree = read(b"(;SZ[9]HA[0]AB[cc][gg]PL[W])")
    assert tree.headers["handicap"] == "0"
    assert b"HA[0]" in written(anew(tree))
    assert "handicap" not in read(b"(;SZ[9]HA[0];B[cc])").headers
