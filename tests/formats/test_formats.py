"""What every registered format must be able to do, and to survive."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats import FORMATS, LARGEST
from boardbytes.formats.facts import FACTS
from boardbytes.formats.loss import HEADERS, KOMI, OWN_RULES, RULES, TREE
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.model.layout_text import format_ksy, format_markdown
from tests.conftest import ROOT
from tests.formats.places import check_problems, check_spans
from tests.formats.vectors import VECTORS, every, files, findings, found, name_of
from tests.timing import quickest

ALL = list(FORMATS)


@pytest.mark.parametrize("name", ALL)
def test_one_module_one_page_good_and_bad_files(name: str) -> None:
    format = FORMATS.find(name)
    assert format.name == name
    assert (ROOT / "docs" / "formats" / f"{name}.md").exists(), "every format has a page"
    assert len(files(name, "ok")) > 3
    assert len(files(name, "bad")) > 3
    assert format is FORMATS.find(name), "a format is one value"
    test = ROOT / "tests/formats" / f"test_{name.replace('-', '_')}.py"
    assert test.exists(), "a test file mirrors the module"


@pytest.mark.parametrize("name", ALL)
def test_says_what_it_is(name: str) -> None:
    format = FORMATS.find(name)
    assert format.title
    assert all(suffix.startswith(".") for suffix in format.suffixes)
    assert format.game is None or format.game in SUBJECTS
    assert {kind for kind in format.holds if not kind.startswith("header ")} <= {
        *FACTS,
        *TREE,
        RULES,
        OWN_RULES,
        KOMI,
        HEADERS,
    }


@pytest.mark.parametrize("name", ALL)
def test_layout_texts_are_in_the_docs(name: str) -> None:
    layout = FORMATS.find(name).layout
    if layout is not None:
        folder = ROOT / "docs" / "formats"
        assert format_markdown(layout) in (folder / f"{name}.md").read_text()
        assert format_ksy(layout) == (folder / f"{name}.ksy").read_text()


@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_good_files(name: str, path: Path) -> None:
    data = path.read_bytes()
    assert bb.detect(data) == name
    document = bb.load(path)
    assert document.format == name
    assert found(document.problems) == findings(path)
    # What was read is written, and reads back as the same. The other games were not read.
    document = replace(document, problems=())
    again = bb.loads(bb.dumps(document), name)
    assert (again.position, again.record, again.facts) == (
        document.position,
        document.record,
        document.facts,
    )
    assert bb.dumps(again) == bb.dumps(document)
    check_spans(data, None)


@pytest.mark.parametrize(("name", "path"), every("bad"), ids=name_of)
def test_bad_files(name: str, path: Path) -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(path.read_bytes(), name)
    assert caught.value.format == name
    assert found(caught.value.problems) == findings(path)
    errors = [problem for problem in caught.value.problems if problem.is_error]
    assert str(caught.value).startswith(f"{name}: {errors[0]}")
    check_spans(path.read_bytes(), name)


@pytest.mark.parametrize(
    ("name", "path"),
    [each for each in every("bad") if FORMATS.find(each[0]).layout is not None],
    ids=name_of,
)
def test_a_finding_names_field_and_point_as_explain_does(name: str, path: Path) -> None:
    """Wherever a format is a table: nobody need look up what a byte is."""
    data = path.read_bytes()
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data, name)
    spans = {span.offset: span for span in bb.explain(data, name)}
    for problem in caught.value.problems:
        offset, field, point = problem.place.offset, problem.place.field, problem.place.point
        span = spans.get(offset) if offset is not None else None
        if problem.code == "length" or span is None or span.name in ("surplus", "incomplete"):
            continue
        assert field == span.name
        assert point in (None, *span.points)
        assert point or not span.name.startswith("field"), "a byte for a point names it"


FIELDS = [
    ("json", b'{"boardbytes": 2, "game": "mill", "position": 7}', "position", None),
    ("sgf", b"(;SZ[9]KM[x];B[ee])", "KM", None),
    ("sgf", b"(;SZ[9]RU[whose?];B[ee])", "RU", None),
    ("sgf", b"(;SZ[2]AB[ab][ba]AW[aa])", None, "A2"),
    ("tmj", (VECTORS / "tmj/bad/width-256.tmj").read_bytes(), "width", None),
    ("dgf-board", bytes([1, 0, 0, 2, 0, 9, 0, 0]), None, "B2"),
    ("pdn", b'[White "Ann"]\n[White "Bob"]\n\n1. 11-15 *\n', "White", None),
]
"""Small files with a finding each, and the field or the point that it names."""


@pytest.mark.parametrize(("name", "data", "field", "point"), FIELDS)
def test_a_finding_names_its_field_or_point(
    name: str, data: bytes, field: str | None, point: str | None
) -> None:
    try:
        problems = bb.loads(data, name).problems
    except bb.FormatError as error:
        problems = error.problems
    assert (field, point) in {(each.place.field, each.place.point) for each in problems}, problems


def read_or_refuse(data: bytes, name: str | None) -> None:
    """Any bytes give a document or a FormatError: nothing else. Findings stand in the file."""
    try:
        document = bb.loads(data, name)
    except bb.FormatError as error:
        assert any(problem.is_error for problem in error.problems)  # noqa: PT017
        check_problems(data, error.problems)
    else:
        check_problems(data, document.problems)
        # Of a collection this is the first game: whoever writes only that one says so.
        is_first = any(problem.code in ("more-games", "games") for problem in document.problems)
        again = bb.loads(bb.dumps(document, lossy=is_first), document.format)
        assert (again.position, again.facts) == (document.position, document.facts)


@pytest.mark.parametrize("places", [20, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_cut_files(name: str, path: Path, places: int) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), 1 + len(data) // places):
        read_or_refuse(data[:length], name)
        read_or_refuse(data[length:], None)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_changed_files(name: str, path: Path) -> None:
    """Every byte changed, in short files by every single bit; of long texts some bytes."""
    data = path.read_bytes()
    chance = random.Random(path.stem)
    for offset in range(0, len(data), 1 + len(data) // 250):
        flips = {data[offset] ^ 1 << bit for bit in range(8 if len(data) < 200 else 1)}
        values = flips | {0, 255, chance.randrange(256)}
        for value in values:
            read_or_refuse(data[:offset] + bytes([value]) + data[offset + 1 :], name)


@given(st.binary(max_size=200), st.sampled_from([None, *ALL]))
def test_any_bytes(data: bytes, name: str | None) -> None:
    read_or_refuse(data, name)
    if name:
        check_spans(data, name)


SIGNS = [*"[](){}<>;:,.=-/\\\"'#*|", *"0129aABKWtX", " ", "\n", "\0", "\xdf", "\xff"]
WORDS = [
    "board",
    "rows",
    "moves",
    "turn",
    "SZ",
    "AB",
    "FEN",
    "MFEN/1.0",
    "GB08",
    "DGFG1",
    "0x",
    "1.",
]


@given(st.lists(st.sampled_from([*SIGNS, *WORDS]), max_size=40), st.sampled_from(ALL))
@example([":", "\xdf"], "draughts-fen")
@example(["[", "board", "]", "\n", "rows", "=", "[", "\n", "t", "="], "dgf-game")
def test_any_text(parts: list[str], name: str) -> None:
    """Rubbish of the signs and words that our formats know goes deeper than any bytes do."""
    data = "".join(parts).encode("latin-1")
    read_or_refuse(data, name)
    check_spans(data, name)


RUBBISH = [b"\0", b"{", b"a ", b'"\\', b"a.", b"(;", b"<a>", b"[[", b"1 1\n"]
READABLE = {("sgf", b"(;")}
"""What is no rubbish: a game whose nodes nest; tests/formats/test_growth.py looks at that."""


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "piece"),
    [(name, piece) for name in ALL for piece in RUBBISH if (name, piece) not in READABLE],
)
def test_long_rubbish_is_refused_quickly(name: str, piece: bytes) -> None:
    """Sixteen times as much takes about sixteen times as long, and two megabytes few seconds."""
    short, long = (
        quickest(partial(refuse, piece * (size // len(piece)), name), 2)
        for size in (1 << 17, 1 << 21)
    )
    assert long < 5
    assert long < 0.3 or long < 60 * short


def refuse(data: bytes, name: str) -> None:
    with pytest.raises(bb.FormatError):
        bb.loads(data, name)


def test_every_format_holds_every_position_of_its_game() -> None:
    chance = random.Random(5)
    for game in GAMES.values():
        for _ in range(25):
            record = bb.Record(game.start)
            while record.result is None and len(record.moves) < 60:
                record = record.play(chance.choice(record.position.legal_moves()))
            for format in FORMATS.values():
                if format.game in (None, game.name) and format.holds_positions:
                    data = bb.dumps(record.position, format.name)
                    assert bb.loads(data, format.name).position == record.position
                    # Where two formats say the same with the same bytes, either will do.
                    assert bb.loads(data).position == record.position
                    assert FORMATS.find(bb.detect(data) or "").game == format.game


def test_the_largest_file_of_any_format() -> None:
    assert max(format.max_size for format in FORMATS.values()) == LARGEST


def test_formats_lists_them_all() -> None:
    assert bb.list_formats() == tuple(FORMATS)


def test_unknown_bytes_are_no_document() -> None:
    jpeg = bytes.fromhex("ffd8ffe000104a46494600010100000100010000") * 10
    assert bb.detect(jpeg) is None
    with pytest.raises(bb.FormatError, match="none of the 20 formats we know at byte 0") as caught:
        bb.loads(jpeg)
    assert caught.value.format is None
    with pytest.raises(bb.FormatError, match="formats we know; the nearest is dgf-game at"):
        bb.loads(b"turn = 1\nmoves = 2")
    with pytest.raises(bb.FormatError, match="there is nothing to read"):
        bb.loads(b"")


def test_a_position_needs_a_format() -> None:
    with pytest.raises(bb.UnknownNameError, match="no format is called"):
        bb.dumps(GAMES.find("mill").start)


def test_losing_something_needs_leave() -> None:
    record = bb.Record.replay(GAMES.find("mill").start, ["d6", "f4"])
    with pytest.raises(bb.LossError, match="stackmill cannot hold the 2 moves that led here"):
        bb.dumps(record, "stackmill")
    assert bb.loads(bb.dumps(record, "stackmill", lossy=True)).position == record.position


def test_saving_by_ending(tmp_path: Path) -> None:
    for format in FORMATS.values():
        if not format.holds_positions:
            continue
        start = SUBJECTS.find(format.game or "mill").start
        path = tmp_path / f"file{format.suffixes[0]}"
        bb.save(start, path)
        assert path.read_bytes() == bb.dumps(start, format.name)
        assert bb.load(path).position == start


def test_the_largest_size_is_known_without_asking() -> None:
    assert max(format.max_size for format in FORMATS.values()) == LARGEST


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(10 * 2**30)
    with pytest.raises(bb.FormatError, match="at most 67,108,864 bytes"):
        bb.load(path)
    with pytest.raises(bb.FormatError, match="stackmill: a stackmill file must have at most 46"):
        bb.load(path, "stackmill")


def test_repair_where_nothing_is_stored_twice() -> None:
    with pytest.raises(bb.FormatError, match="nothing to repair it from"):
        bb.repair(Path("tests/vectors/mfen/ok/start.mfen").read_bytes())
