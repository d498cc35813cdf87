"""Whole trees in a DGF game: all that people write is kept, and the plain file stays plain."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.games.go import PASS, RESIGN, GoMove, GoPosition
from boardbytes.games.go.rules import PRESETS
from boardbytes.model import Colour, GameTree, Headers, Notes, Outcome, Reason, Setup, Step
from boardbytes.model.building import TreeBuilder
from boardbytes.model.notes import (
    Clock,
    Figure,
    Judgement,
    Label,
    Link,
    Mark,
    MarkKind,
    Owned,
    Verdict,
)
from tests.formats.vectors import files

COLOURS = st.sampled_from([Colour.BLACK, Colour.WHITE])
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
POINTS = st.sampled_from(["A1", "C3", "E5", "B4", "D2"])
MOVES = st.one_of(
    st.builds(GoMove, st.integers(1, 5), st.integers(1, 5)), st.sampled_from([PASS, RESIGN])
)


def few(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(values, max_size=2).map(tuple)


NOTES = st.builds(
    Notes,
    comment=TEXT,
    name=TEXT,
    marks=few(st.builds(Mark, st.sampled_from(list(MarkKind)), POINTS)),
    labels=few(st.builds(Label, POINTS, TEXT)),
    links=few(st.builds(Link, POINTS, POINTS, st.booleans())),
    territory=few(st.builds(Owned, POINTS, COLOURS)),
    judgements=few(st.builds(Judgement, st.sampled_from(list(Verdict)), st.booleans())),
    clocks=few(
        st.builds(
            Clock,
            COLOURS,
            st.none() | st.integers(-5, 5000) | st.sampled_from([0.25, 17.5]),
            st.none() | st.integers(0, 30),
        )
    ),
    figures=few(st.builds(Figure, TEXT, TEXT)),
)
SETUPS = st.builds(
    Setup,
    st.dictionaries(POINTS, st.sampled_from(["black", "white", "empty"])).map(
        lambda stones: tuple(stones.items())
    ),
    st.none() | COLOURS,
)
PROPERTIES: st.SearchStrategy[tuple[tuple[str, tuple[str, ...]], ...]] = st.lists(
    st.tuples(st.sampled_from(["XX", "KGSDE"]), st.lists(TEXT, max_size=2).map(tuple)), max_size=2
).map(tuple)
RESULTS = st.one_of(
    st.none(),
    st.builds(
        Outcome,
        st.sampled_from([Colour.BLACK, Colour.WHITE]),
        st.sampled_from([Reason.SCORE, Reason.TIME, Reason.RESIGNATION, Reason.STATED]),
        st.just("standard"),
        margin=st.none() | st.sampled_from([0.5, 3, 12.5]),
    ),
    st.just(Outcome(None, Reason.SCORE, "standard")),
)
HEADERS = st.dictionaries(
    st.sampled_from(["game_id", "black", "white", "date", "event", "about", "X-1", "a b"]), TEXT
)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Trees of a few nodes with everything that a node can have."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    komi = draw(st.sampled_from([0, 0.5, 6.5, -3]))
    turn = draw(st.sampled_from([Colour.BLACK, Colour.WHITE, None]))
    captures = draw(st.sampled_from([(0, 0), (2, 0), (1, 3)]))
    start = GoPosition(5, draw(st.sampled_from([b"", bytes([0, 1, 0, 2, 1] * 5)])), turn, *captures)
    builder = TreeBuilder(start, replace(rules, komi=komi))
    if draw(st.booleans()):
        builder.set_root(Step(setup=draw(st.none() | SETUPS)), draw(NOTES), draw(PROPERTIES))
    for _ in range(draw(st.integers(0, 8))):
        open_nodes = [id for id in range(len(builder)) if builder.is_open(id)]
        parent = draw(st.just(builder.last) | st.sampled_from(open_nodes))
        step = Step(
            draw(st.none() | MOVES | MOVES),
            None,
            draw(st.none() | st.none() | SETUPS),
        )
        notes = draw(st.just(Notes()) | NOTES)
        before = builder.reached(parent).position
        colour = draw(COLOURS) if before.turn is None or draw(st.integers(0, 4)) == 0 else None
        if step.move is not None:
            setup_turn = step.setup.turn if step.setup else None
            step = replace(step, colour=colour or setup_turn or before.turn)
        builder.add(parent, step, notes, draw(PROPERTIES), as_written=True)
    result = draw(RESULTS)
    if result is not None:
        result = replace(result, rules=builder.rules.name)
    return builder.build(Headers(draw(HEADERS)), result)


@given(trees())
@settings(max_examples=200, deadline=None)
def test_any_tree_comes_back(tree: GameTree) -> None:
    data = bb.dumps(tree, "dgf-game")
    again = bb.loads(data, "dgf-game")
    assert again.tree is not None
    assert again.tree == tree
    assert bb.dumps(again, "dgf-game") == data
    margins = [each.result and each.result.margin for each in (again.tree, tree)]
    assert margins[0] == margins[1]


@given(trees())
@settings(max_examples=100, deadline=None)
def test_json_through_dgf_and_back_changes_nothing(tree: GameTree) -> None:
    try:
        document = bb.loads(bb.dumps(tree, "json"))
    except bb.FormatError:
        reject()  # a result against a resignation
    through = bb.loads(bb.dumps(document, "dgf-game"))
    again, once = (json.loads(bb.dumps(each, "json")) for each in (through, document))
    assert again == once


@pytest.mark.parametrize("path", files("sgf", "ok"), ids=lambda path: path.stem)
def test_sgf_through_dgf_keeps_every_node(path: Path) -> None:
    document = bb.loads(path.read_bytes(), "sgf")
    try:
        through = bb.loads(bb.dumps(document, "dgf-game", lossy=True), "dgf-game")
    except bb.PositionError as error:
        assert "square" in str(error)  # noqa: PT017
        return
    assert through.tree == document.tree
    assert bb.loads(bb.dumps(through, "sgf", lossy=True), "sgf").tree == document.tree


def test_a_winner_who_is_only_stated_is_not_said_to_have_won_by_the_score() -> None:
    """Two passes, and a result in words that say no more than who won."""
    tree = bb.loads(b"(;SZ[5]RE[W+agreed];B[cc];W[];B[])", "sgf").tree
    assert tree is not None
    assert tree.result is not None
    assert tree.result.reason is Reason.STATED
    again = bb.loads(bb.dumps(tree, "dgf-game"), "dgf-game").tree
    assert again == tree


def test_the_table_is_written_only_where_it_is_needed() -> None:
    tree = GameTree(GoPosition(5)).play("", "C3").with_headers(black="Ann")
    assert b"[tree]" not in bb.dumps(tree, "dgf-game")
    for richer in (
        tree.play("", "B2"),
        tree.annotate("1", comment="good"),
        tree.with_headers(event="Meijin"),
        tree.with_rules("japanese"),
        tree.with_result(Outcome(None, Reason.SCORE, "standard")),
    ):
        assert b"[tree]" in bb.dumps(richer, "dgf-game")


PLAIN = """id = ""
black = "Ann"
white = ""
date = ""
result = "unfinished"
moves = [5]
[board]
turn = "black"
black_points = 0
white_points = 0
rows = ["...", "...", "..."]
[tree]
version = 1
"""


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('nodes = ["A1"]', "moves must be what the main line"),
        ('root = { setup = { stones = { A1 = "black" } } }', "board must be what the main line"),
        ('result = { winner = "white", reason = "time" }', "result must be what the main line"),
        ('headers = { black = "Bo" }', "tree.headers.black is already given above the table"),
        ('headers = { black = "" }', "tree.headers.black is already given above the table"),
        ('rules = "chess"', "tree.rules must be"),
        ('rules = { name = "japanese", komi = 6.5 }', "board must be what the main line"),
        ('nodes = ["B2", "B2"]', "move 2: B2 is not legal: the point is occupied"),
        ('nodes = ["B2", { parent = 0, colour = 3 }]', r"tree.nodes\[1\].colour must be"),
        ('more = 1', 'tree must not have "more"'),
    ],
)  # fmt: skip
def test_the_table_must_agree_with_the_plain_keys(table: str, complaint: str) -> None:
    bb.loads(PLAIN + 'nodes = ["B2"]\nrules = "japanese"', "dgf-game")
    with pytest.raises(bb.FormatError, match=complaint):
        bb.loads(PLAIN + table, "dgf-game")
    with pytest.raises(bb.FormatError, match=r"tree\.version must be 1"):
        bb.loads(PLAIN.replace("version = 1", "version = 2"), "dgf-game")


def test_an_error_in_a_node_is_told_at_the_node() -> None:
    text = PLAIN + 'nodes = [\n  { move = "B2", marks = [["circle", "A1"]] },\n  "A1",\n  "A1",\n]'
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(text, "dgf-game")
    (problem,) = caught.value.problems
    assert problem.place.offset == text.rindex('"A1"')
    assert problem.place.ply == 3
    assert caught.value.readable is not None
    assert len(caught.value.readable.tree) == 3  # type: ignore[arg-type]


def test_records_refuse_what_only_the_table_holds() -> None:
    tree = GameTree(GoPosition(5), "japanese").play("", "C3").annotate("1", comment="good")
    tree = tree.play("", "B2").with_headers(event="Meijin")
    with pytest.raises(bb.LossError) as caught:
        bb.dumps(tree, "dgf-record")
    lost = " ".join(caught.value.losses)
    for words in ("japanese rules", "1 comment", "1 variation", "the event"):
        assert words in lost
    bb.dumps(tree, "dgf-game")


@pytest.mark.parametrize(
    ("given", "words"),
    [("RU[Japanese]", "japanese rules"), ("RU[Tromp-Taylor]", "tromp-taylor rules"),
     ("RU[Chinese]", "called chinese"), ("RE[B+T]", "white ran out of time"),
     ("RE[W+R]", "black resigned"), ("RE[B+12.5]", "by the score|the result as written")],
)  # fmt: skip
def test_what_sgf_says_is_not_lost_in_a_record_without_a_word(given: str, words: str) -> None:
    document = bb.loads(f"(;GM[1]SZ[5]{given};B[cc];W[bb])")
    with pytest.raises(bb.LossError, match=words):
        bb.dumps(document, "dgf-record")


def test_a_record_ends_before_what_it_cannot_say() -> None:
    tree = GameTree(GoPosition(5)).play("", "C3").play("1", "B2", Colour.BLACK)
    with pytest.raises(bb.LossError, match="the 1 move from move 2 on"):
        bb.dumps(tree, "dgf-record")
    record = bb.loads(bb.dumps(tree, "dgf-record", lossy=True), "dgf-record").record
    assert record is not None
    assert [str(move) for move in record.moves] == ["C3"]
