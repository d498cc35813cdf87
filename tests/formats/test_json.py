"""JSON documents: positions, games and facts, both ways."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.json.text import offset_of, places
from boardbytes.games import GAMES
from boardbytes.games.mill import MillPosition
from boardbytes.json_reading import byte_offset
from boardbytes.model import Colour, Outcome, Reason
from tests.formats.places import check_spans
from tests.games.mill.test_position import positions


@given(positions())
def test_positions_read_back(position: MillPosition) -> None:
    assert bb.loads(bb.dumps(position, "json")).position == position


def test_games_read_back() -> None:
    document = bb.load("examples/opening.json")
    assert document.record is not None
    assert len(document.record.moves) == 11
    assert bb.dumps(document) == bb.dumps(document.record, "json")
    assert document.record.position == document.position


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
    assert str(document.record.result) == "red wins: so the record says (standard rules)"
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
