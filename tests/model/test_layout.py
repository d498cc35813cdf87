"""A layout's table gives decoding, encoding, explaining, the dtype and the texts."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.model import Bits, Field, Layout, Place
from boardbytes.model.layout_text import format_ksy, format_markdown

LAYOUT = Layout(
    "sample",
    "A sample",
    (
        Field("kind", "what it is", values={1: "one", 2: "two"}),
        Field("many", "some numbers", size=2, count=3),
        Field("flags", "switches", bits=(Bits("high", 4, 4, "upper"), Bits("low", 0, 1, "on"))),
    ),
    endian="big",
)  # fmt: skip


def test_offsets_follow_from_sizes() -> None:
    assert dict(LAYOUT.offsets) == {"kind": 0, "many": 1, "flags": 7}
    assert LAYOUT.size == 8
    assert LAYOUT.offset("many", 2) == 5


@given(st.binary(min_size=8, max_size=8))
def test_decode_and_encode_are_inverse(data: bytes) -> None:
    assert LAYOUT.encode(LAYOUT.decode(data)) == data


@given(st.binary(max_size=20))
def test_explain_covers_every_byte_once(data: bytes) -> None:
    spans = LAYOUT.explain(data)
    covered = [at for span in spans for at in range(span.offset, span.offset + span.size)]
    assert covered == list(range(len(data)))


def test_problems_name_value_and_place() -> None:
    (problem,) = LAYOUT.problems(bytes([9, 0, 0, 0, 0, 0, 0, 0]))
    assert str(problem) == "kind must be 1 (one) or 2 (two) at byte 0 (found 9)"
    assert problem.is_error


def test_a_byte_knows_its_field() -> None:
    (problem,) = LAYOUT.problems(bytes([9, 0, 0, 0, 0, 0, 0, 0]))
    assert problem.place == LAYOUT.place_at(0) == Place(0, field="kind")
    assert LAYOUT.place_at(4) == Place(4, field="many 2")
    assert LAYOUT.place_at(8) == Place(8)
    assert LAYOUT.place_at(None) == Place()


@pytest.mark.parametrize("size", [0, 7, 9, 100])
def test_a_wrong_length_is_a_problem(size: int) -> None:
    problems = LAYOUT.problems(bytes([1] * size))
    assert problems[0].code == "length"
    assert str(problems[0]).startswith("length must be 8 bytes")


def test_bits_are_explained() -> None:
    spans = LAYOUT.explain(bytes([1, 0, 1, 0, 2, 0, 3, 0xA1]))
    assert spans[1].value == "1"
    assert spans[-1].meaning == "high 10, low 1"


def test_runs_of_values_are_told_briefly() -> None:
    field = Field("stone", "", values=dict.fromkeys([*range(24), 25, 26], ""))
    assert field.expected == "0 to 23, 25 or 26"


@given(st.lists(st.binary(min_size=8, max_size=8), min_size=1))
def test_dtype_views_many_records(records: list[bytes]) -> None:
    view = np.frombuffer(b"".join(records), LAYOUT.dtype())
    assert view.dtype.itemsize == LAYOUT.size
    for row, data in zip(view, records, strict=True):
        numbers = LAYOUT.decode(data)
        assert (row["kind"], *row["many"], row["flags"]) == (
            *numbers["kind"],
            *numbers["many"],
            *numbers["flags"],
        )


def test_markdown_has_a_row_for_every_field_and_bits() -> None:
    assert format_markdown(LAYOUT).splitlines()[2:] == [
        "| 0x00 | 1 | kind | what it is |",
        "| 0x01 | 3 × 2 | many | some numbers |",
        "| 0x07 | 1 | flags | switches |",
        "| | bits 4–7 | high | upper |",
        "| | bit 0 | low | on |",
    ]


def test_ksy_names_every_field() -> None:
    text = format_ksy(LAYOUT)
    assert "endian: be" in text
    for name in ("id: kind", "id: many", "repeat-expr: 3", "high:", "enum: kind_value"):
        assert name in text


@pytest.mark.parametrize(("endian", "kind"), [("big", "b24"), ("little", "b24le")])
def test_numbers_of_three_bytes(endian: Literal["big", "little"], kind: str) -> None:
    """Neither NumPy nor Kaitai Struct has them: they are rows of bytes, and so many bits."""
    row = Field("turn", "how many", size=3)
    layout = Layout("three", "Three", (Field("first", "one"), row), endian)
    data = b"\x09" + (61).to_bytes(3, endian)
    assert layout.decode(data) == {"first": (9,), "turn": (61,)}
    assert layout.encode(layout.decode(data)) == data
    assert np.frombuffer(data, layout.dtype())["turn"].tolist() == [list(data[1:])]
    assert f"type: {kind}\n" in format_ksy(layout)
    assert "| 0x01 | 3 | turn | how many |" in format_markdown(layout)


def test_ksy_tells_the_bits_of_each_number_of_a_list() -> None:
    row = Field("pieces", "all", count=2, bits=(Bits("in play", 7, 1, "or taken"),))
    text = format_ksy(Layout("list", "A list", (Field("first", "one"), row)))
    assert "pieces_bits:\n    pos: 1\n    type: pieces_entry\n" in text
    assert "in_play:\n        value: (number >> 7) & 1\n" in text
