"""Documents and facts are values."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.model import Facts
from boardbytes.model.document import as_document


def test_facts_are_equal_and_hashable_by_content() -> None:
    one, two = Facts({"a": 1, "b": (1, 2)}), Facts({"b": (1, 2), "a": 1})
    assert one == two
    assert hash(one) == hash(two)
    assert one != Facts({"a": 1})


def test_documents_are_hashable() -> None:
    doc = bb.load("examples/endgame.dat")
    assert hash(doc) == hash(bb.load("examples/endgame.dat"))
    assert len({doc, bb.load("examples/endgame.dat")}) == 1


def test_playing_keeps_facts_and_extends_the_record() -> None:
    doc = bb.load("examples/opening.dat")
    after = doc.play("c4")
    assert after.facts == doc.facts
    assert after.record is not None
    assert after.start == doc.position
    assert [str(move) for move in after.record.moves] == ["c4"]
    assert doc.record is None


def test_any_model_becomes_a_document() -> None:
    position = MillPosition()
    record = bb.Record.replay(position, ["d6"])
    assert as_document(position).position == position
    assert as_document(record).position == record.position
    with pytest.raises(bb.PositionError, match="not str"):
        as_document("d6")  # type: ignore[arg-type]
