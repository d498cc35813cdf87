"""The DGF formats: every byte value is accepted or named, and what decodes comes back exactly."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.dgf import MAX_MOVES
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Document, Facts, Reason

DGF = [name for name in FORMATS if name.startswith("dgf")]
BOARDS = ["dgf-board", "dgf-packed2", "dgf-packed3"]
VECTORS = Path("tests/vectors")
EMPTY_3 = [1, 0, 0, 3] + [0] * 9


def record(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}h", *numbers)


def vectors(kind: str) -> list[tuple[str, Path]]:
    return [
        (name, path)
        for name in DGF
        for path in sorted((VECTORS / name / kind).iterdir())
        if path.suffix != ".findings"
    ]


def findings(path: Path) -> list[str]:
    beside = path.with_suffix(".findings")
    return beside.read_text().splitlines() if beside.exists() else []


def told(problems: tuple[bb.Problem, ...]) -> list[str]:
    return [f"{problem.severity.value} {problem.code} {problem.offset}" for problem in problems]


@pytest.mark.parametrize(("name", "path"), vectors("ok"), ids=str)
def test_good_files_decode_and_come_back(name: str, path: Path) -> None:
    data = path.read_bytes()
    document = bb.loads(data, name)
    assert told(document.problems) == findings(path)
    assert bb.dumps(document) == data
    assert bb.detect(data) == (None if name == "dgf-move" else name)
    spans = bb.explain(data, name)
    assert all(span.size and span.name for span in spans)
    assert sum(span.size for span in spans) == len(data) or name == "dgf-game"


@pytest.mark.parametrize(("name", "path"), vectors("bad"), ids=str)
def test_bad_files_say_everything_that_is_wrong(name: str, path: Path) -> None:
    data = path.read_bytes()
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data, name)
    assert told(caught.value.problems) == findings(path)
    for span in bb.explain(data, name):
        assert 0 <= span.offset < span.offset + span.size <= len(data)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("byte", range(4))
def test_every_header_byte_is_accepted_or_named(name: str, byte: int) -> None:
    usual = bytearray(bb.dumps(GoPosition(5), name))
    for value in range(256):
        data = bytes([*usual[:byte], value, *usual[byte + 1 :]])
        if (byte == 0 and (value & 3 == 3 or value >= 64)) or (byte == 3 and value != 5):
            with pytest.raises(bb.FormatError) as caught:
                bb.loads(data, name)
            offsets = [problem.offset for problem in caught.value.problems]
            wrong_length = byte == 3 and value != 0
            assert wrong_length or set(offsets) == {byte}
        else:
            assert bb.dumps(bb.loads(data, name)) == data


def test_every_intersection_value_is_accepted_or_named() -> None:
    for value in range(256):
        data = bytes([1, 0, 0, 3, 0, 0, value, *[0] * 6])
        if value <= 3:
            assert bb.dumps(bb.loads(data)) == data
        else:
            with pytest.raises(bb.FormatError, match=f"C3 must be .* byte 6 .found {value}"):
                bb.loads(data, "dgf-board")


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_every_size_come_back(name: str) -> None:
    chance = random.Random(8)
    for size in range(1, 256):
        stones = bytes(chance.choices(range(3), k=size * size))
        position = GoPosition(size, stones, Colour.WHITE, 3, 7.5)
        data = bb.dumps(position, name)
        assert bb.loads(data, name).position == position


def test_sizes_of_packed_boards() -> None:
    sizes = {name: len(bb.dumps(GoPosition(19), name)) for name in BOARDS}
    assert sizes == {"dgf-board": 365, "dgf-packed2": 95, "dgf-packed3": 77}


def test_base_three_has_no_ko_mark() -> None:
    marked = GoPosition(4, bytes([0, 1, 2, 0, 1, 2, 3, 2, 0, 1, 2, 0, 0, 0, 0, 0]))
    with pytest.raises(bb.LossError, match="dgf-packed3 cannot hold the ko mark"):
        bb.dumps(marked, "dgf-packed3")
    data = bb.dumps(marked, "dgf-packed3", lossy=True)
    assert bb.loads(data, "dgf-packed3").position == GoPosition(
        4, marked.stones.replace(b"\3", b"\0")
    )


def test_points_that_no_header_can_say() -> None:
    with pytest.raises(bb.PositionError, match=r"at most 510\.5 points, not 511"):
        bb.dumps(GoPosition(9, black_points=511), "dgf-board")


@pytest.mark.parametrize("points", [0, 0.5, 254.5, 255, 255.5, 256, 510, 510.5])
def test_points_come_back(points: float) -> None:
    for name in BOARDS:
        position = GoPosition(5, black_points=points, white_points=1.5)
        assert bb.loads(bb.dumps(position, name), name).position == position


def test_results_and_their_reasons() -> None:
    cases = {
        (0,): None,
        (1,): (Colour.BLACK, Reason.STATED),
        (2, 0, 0): (Colour.WHITE, Reason.SCORE),
        (1, 5, -1): (Colour.BLACK, Reason.RESIGNATION),
        (0, 0, 0): None,
    }
    for numbers, expected in cases.items():
        result = bb.loads(record(*EMPTY_3, *numbers), "dgf-record").record.result  # type: ignore[union-attr]
        assert (result and (result.winner, result.reason)) == expected


def test_a_draw_is_not_written_as_unfinished() -> None:
    drawn = bb.Record.replay(GoPosition(3), ["pass", "pass"])
    with pytest.raises(bb.LossError, match="that the game was drawn"):
        bb.dumps(drawn, "dgf-record")


def test_moves_that_only_other_rules_allow_are_not_written() -> None:
    corner = GoPosition(3, bytes([0, 1, 0, 1, 1, 0, 0, 0, 0]), Colour.WHITE)
    record = bb.Record.replay(corner, ["A3"], "new-zealand")
    with pytest.raises(bb.PositionError, match=r"not new-zealand; move 1: A3 .* self-capture"):
        bb.dumps(record, "dgf-record")


def test_a_record_has_a_limit() -> None:
    numbers = record(*EMPTY_3, 0, *[0, 5] * (MAX_MOVES // 2 + 1))
    with pytest.raises(bb.FormatError, match="at most 65,536 moves"):
        bb.loads(numbers, "dgf-record")


def test_the_four_forms_of_a_game_hold_the_same() -> None:
    for path in sorted((VECTORS / "dgf-game" / "ok").glob("*.dgf")):
        document = bb.load(path)
        for name in ("dgf-game-binary", "json"):
            other = bb.loads(bb.dumps(document, name), name)
            assert (other.record, other.facts) == (document.record, document.facts)
            assert bb.dumps(other, "dgf-game") == path.read_bytes()


def test_names_would_be_lost_in_a_record() -> None:
    document = bb.load("tests/vectors/dgf-game/ok/game.dgf")
    with pytest.raises(bb.LossError, match="the date or the game's id or who plays"):
        bb.dumps(document, "dgf-record")


def test_a_text_too_long_for_its_count() -> None:
    position = GoPosition(3)
    facts = Facts({"black_name": "ö" * 40_000})
    with pytest.raises(bb.PositionError, match="at most 65,535 bytes, not 80,000"):
        bb.dumps(Document(None, position, bb.Record(position), facts), "dgf-game-binary")


@given(st.sampled_from(DGF), st.data())
def test_any_bytes_give_a_document_or_a_format_error(name: str, data: st.DataObject) -> None:
    """Damaged files above all: they are nearly right."""
    files = [path for found, path in vectors("ok") if found == name and path.stat().st_size < 5000]
    whole = bytearray(data.draw(st.sampled_from(files)).read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    length = data.draw(st.one_of(st.just(len(whole)), st.integers(0, len(whole))))
    cut = bytes(whole[:length])
    bb.explain(cut, name)
    try:
        document = bb.loads(cut, name)
    except bb.FormatError:
        return
    again = bb.dumps(document)
    assert again == cut or name == "dgf-game"
    assert bb.loads(again, name).record == document.record
