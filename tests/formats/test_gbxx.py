"""GameBoardXX files: every header byte, every length, every depth and both extremes of size."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from types import ModuleType
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.gbxx.layout import FOOTER, HEADER, size_of
from boardbytes.games.tiles import TileBoard, blank
from boardbytes.games.tiles.board import DEPTHS, LAYOUTS
from boardbytes.model.layout_text import format_markdown
from tests.conftest import ROOT
from tests.formats.places import check_spans
from tests.formats.test_ksy import _COMPILE
from tests.formats.vectors import files
from tests.games.tiles.boards import boards
from tests.needs import need_node_module

GOOD = [path.read_bytes() for path in files("gbxx", "ok")]


@given(boards())
def test_any_board_round_trips_exactly(board: TileBoard) -> None:
    data = bb.dumps(board, "gbxx")
    assert bb.detect(data) == "gbxx"
    assert bb.loads(data).position == board
    assert bb.dumps(bb.loads(data)) == data
    as_json = bb.dumps(bb.loads(data), "json")
    assert bb.dumps(bb.loads(as_json), "gbxx") == data


@pytest.mark.parametrize("data", GOOD)
def test_all_values_of_every_header_byte(data: bytes) -> None:
    for offset in range(HEADER.size):
        for value in range(256):
            changed = data[:offset] + bytes([value]) + data[offset + 1 :]
            try:
                document = bb.loads(changed, "gbxx")
            except bb.FormatError as error:
                assert {problem.code for problem in error.problems} <= {  # noqa: PT017
                    *("magic", "depth", "width", "board-length", "length", "old-editor")
                }
                assert offset < 6
            else:
                assert bb.dumps(document) == changed


@pytest.mark.parametrize("data", GOOD)
def test_every_length_up_to_twice_the_right_one(data: bytes) -> None:
    for length in range(2 * len(data) + 1):
        changed = (data + data)[:length]
        if length == len(data):
            assert bb.dumps(bb.loads(changed, "gbxx")) == data
            continue
        with pytest.raises(bb.FormatError) as caught:
            bb.loads(changed, "gbxx")
        assert {"length", "old-editor"} & {problem.code for problem in caught.value.problems}


def test_the_length_that_was_expected_is_named() -> None:
    data = bb.dumps(blank(255, 255, 64), "gbxx")
    assert len(data) == 520_336
    with pytest.raises(bb.FormatError, match="length must be 520,336 bytes for 255 × 255 tiles"):
        bb.loads(data[:-1], "gbxx")
    with pytest.raises(bb.FormatError, match=r"old editor .* 64 bytes at byte 144 \(found 200\)"):
        bb.load(ROOT / "tests/vectors/gbxx/bad/old-editor.gb64")


def test_zero_sides_are_named_as_on_the_style_sheet() -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(b"GB08\0\1" + bytes(131), "gbxx")
    assert str(caught.value) == "gbxx: width must be 1 to 255 at byte 4 (found 0)"


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("side", [1, 255])
def test_both_extremes_of_every_depth(depth: int, side: int) -> None:
    chance = random.Random(depth)
    body = chance.randbytes(side * side * depth // 8)
    board = TileBoard(depth, side, side, body)
    data = bb.dumps(board, "gbxx")
    assert len(data) == size_of(side, side, depth)
    assert bb.loads(data).position == board
    assert len(bb.explain(data)) == 6 + side * side + 6


def test_the_largest_board_is_read_within_five_milliseconds() -> None:
    data = bb.dumps(blank(255, 255, 64), "gbxx")
    times = []
    for _ in range(9):
        begun = time.perf_counter()
        tiles = bb.loads(data, "gbxx").position.tiles
        times.append(time.perf_counter() - begun)
        assert len(tiles) == 65_025
    print(f"{min(times) * 1000:.2f} ms")
    assert min(times) < 0.005


def test_explain_covers_every_byte_once() -> None:
    for path in [*files("gbxx", "ok"), *files("gbxx", "bad")]:
        data = path.read_bytes()
        spans = bb.explain(data, "gbxx")
        covered = [at for span in spans for at in range(span.offset, span.offset + span.size)]
        assert covered == list(range(len(data))), path


def test_explain_says_what_a_tile_means() -> None:
    data = (ROOT / "tests/vectors/gbxx/ok/warning-groups-off.gb64").read_bytes()
    (tile,) = [span for span in bb.explain(data) if span.name == "tile 1,0"]
    assert tile.value == "0x0000000000004200"
    assert tile.meaning == "height 0, kind in bounds, layer none, group A, custom 0"


@given(st.binary(max_size=400))
def test_explain_speaks_about_any_bytes(data: bytes) -> None:
    """And says something about each of them."""
    for head in (b"", b"GB08\3\2", b"GB64\2\1"):
        check_spans(head + data, "gbxx")
        spans = bb.explain(head + data, "gbxx")
        assert sum(span.size for span in spans) == len(head + data)


def test_a_game_is_no_board() -> None:
    with pytest.raises(bb.PositionError, match="holds a tile board, not mill"):
        bb.dumps(bb.load("examples/endgame.dat").position, "gbxx")


def test_the_layouts_are_on_the_page() -> None:
    page = (ROOT / "docs/formats/gbxx.md").read_text()
    for layout in (HEADER, FOOTER, *LAYOUTS.values()):
        assert format_markdown(layout) in page, f"\n{format_markdown(layout)}"


def test_the_ksy_file_names_every_field() -> None:
    ksy = yaml.safe_load((ROOT / "docs/formats/gbxx.ksy").read_text())
    for part, layout in (("header", HEADER), ("footer", FOOTER)):
        names = [row["id"] for row in ksy["types"][part]["seq"]]
        assert names == [row.name for row in layout.fields]


def test_a_compiled_parser_reads_what_ours_reads() -> None:
    need_node_module("kaitai-struct-compiler")
    ksy = yaml.safe_load((ROOT / "docs/formats/gbxx.ksy").read_text())
    done = subprocess.run(
        ["node", "-e", _COMPILE], input=json.dumps(ksy), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (source,) = json.loads(done.stdout).values()
    module = ModuleType("gbxx")
    sys.modules["gbxx"] = module
    exec(compile(source, "gbxx.py", "exec"), module.__dict__)
    parser: Any = module.__dict__["Gbxx"]
    for data in GOOD:
        parsed, board = parser.from_bytes(data), bb.loads(data).position
        assert list(parsed.tiles) == list(board.tiles)
        assert (parsed.header.width, parsed.header.board_length) == (board.width, board.length)
        assert parsed.footer.title.rstrip("\0") == board.footer.title
