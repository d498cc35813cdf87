"""A whole game, position by position: mistakes are named and can be written into it."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.model import Colour, GameTree, Record
from boardbytes.model.notes import Verdict
from boardbytes.solving.limits import Limits
from boardbytes.solving.reviewing import annotated, review


@pytest.fixture(scope="module")
def tree() -> GameTree:
    """Red could jump; it does, and then gives a king away for nothing."""
    start = bb.loads("W:W21:B9,K24").position
    record = Record.replay(start, ["21-17", "9-13", "17-14"], "english")
    return GameTree.of(record)


def test_every_move_is_reviewed(tree: GameTree) -> None:
    found = list(review(tree, Limits(depth=5, lines=1)))
    assert [each.ply for each in found] == [1, 2, 3]
    assert [each.colour for each in found] == [Colour.WHITE, Colour.RED, Colour.WHITE]
    assert all(0 <= each.after <= 1 for each in found)
    assert all(each.loss >= 0 for each in found)
    assert found[0].plain()["move"] == "21-17"


def test_a_win_given_away_is_a_blunder() -> None:
    """Mill, from the tables: white closes no mill although it wins at once."""
    text = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    record = Record.replay(bb.loads(text).position, ["a7-f4"], "standard")
    tree = GameTree.of(record)
    (only,) = review(tree, Limits(lines=1))
    assert (only.word, only.value_lost) == ("blunder", ("won", "lost"))
    assert only.loss == 1
    assert only.remark.startswith("blunder: won before, lost after; better ")
    noted = annotated(tree, [only])
    notes = noted.node(only.path).notes
    assert notes.comment == only.remark
    assert [each.verdict for each in notes.judgements] == [Verdict.BAD]
    assert bb.dumps(noted, "json") != bb.dumps(tree, "json")


def test_what_was_said_before_stays() -> None:
    text = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    tree = GameTree.of(Record.replay(bb.loads(text).position, ["a7-f4"], "standard"))
    tree = tree.annotate("1", comment="hm")
    (only,) = review(tree, Limits(lines=1))
    assert annotated(tree, [only]).node("1").notes.comment == f"hm\n{only.remark}"


def test_the_best_move_is_no_mistake() -> None:
    text = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    tree = GameTree.of(Record.replay(bb.loads(text).position, ["g7-a1xf6"], "standard"))
    (only,) = review(tree, Limits(lines=1))
    assert (only.word, only.remark, only.after) == (None, "", 1.0)
