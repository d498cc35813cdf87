"""GameBoardXX files: every header byte, every length, every depth and both extremes of size."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.formats import FORMATS
from boardbytes.formats.gbxx import dialects
from boardbytes.formats.gbxx.layout import FOOTER, HEADER, size_of
from boardbytes.games.tiles import TileBoard, Wrap, blank
from boardbytes.games.tiles.board import DEPTHS
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


@pytest.mark.measures
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


@pytest.mark.parametrize("more", [b"", b"x", b"xyz"])
def test_what_follows_the_footer_is_surplus(more: bytes) -> None:
    data = bb.dumps(blank(2, 3, 16), "gbxx") + more
    check_spans(data, "gbxx")
    surplus = [span for span in bb.explain(data, "gbxx") if span.name == "surplus"]
    assert [span.size for span in surplus] == ([len(more)] if more else [])


def test_where_the_bytes_of_a_tile_are() -> None:
    data, format = bb.dumps(blank(2, 3, 16), "gbxx"), FORMATS.find("gbxx")
    assert format.place_of(data, "0,0") == (8, 10)
    assert format.place_of(data, "1,2") == (18, 20)
    for point in ("2,0", "0,3", "a7"):
        assert format.place_of(data, point) is None
    assert format.place_of(b"GB", "0,0") is None


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
    with pytest.raises(bb.PositionError, match="gbxx holds tile boards, not mill"):
        bb.dumps(bb.load("examples/endgame.dat").position, "gbxx")


def test_the_layouts_are_on_the_page() -> None:
    page = (ROOT / "docs/formats/gbxx.md").read_text()
    for layout in (HEADER, FOOTER, *(depth.layout for depth in DEPTHS.values())):
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


def old_file(board: TileBoard) -> bytes:
    """A board as the old editor wrote it: as many bytes for a tile as it should have bits."""
    data = bb.dumps(board, "gbxx")
    size = board.tile_size
    cells = [board.body[at : at + size] for at in range(0, len(board.body), size)]
    body = b"".join(cell.ljust(board.depth, b"\0") for cell in cells)
    return data[: HEADER.size] + body + data[-FOOTER.size :]


@given(boards())
def test_files_of_the_old_editor_are_named_and_mended(board: TileBoard) -> None:
    data = old_file(board)
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data)
    (problem,) = [each for each in caught.value.problems if each.is_error]
    assert problem.code == "old-editor"
    assert f"{board.depth} bits as {board.depth} bytes" in problem.message
    repaired, (change,) = bb.repair(data)
    assert bb.loads(repaired).position == board
    assert (change.before, change.after) == (len(data), len(repaired))
    assert str(change).startswith(f"length: {len(data)} becomes {len(repaired)}")
    assert bb.repair(repaired) == (repaired, ())


def test_a_small_board_of_the_old_editor() -> None:
    data = old_file(blank(2, 3))
    assert len(data) == 184
    changed = data[:9] + b"\x01" + data[10:]
    with pytest.raises(bb.FormatError, match="must be 0 to be dropped at byte 9"):
        bb.repair(changed)
    with pytest.raises(bb.FormatError, match="length must be 142 bytes"):
        bb.repair(data[:-1], "gbxx")


OTHER = "2023-09-23"


def test_the_other_document() -> None:
    """Hexagons, groups, wrapping and levels as it has them, and a 64-bit tile of its own."""
    header = b"GB64\x02\x01" + bytes([0b0010_1111, 5])
    tile = bytes([0b1000_0110, 0b0001_1010, 1, 2, 3, 4, 5, 6])
    data = header + tile + bytes(8) + bytes(128)
    document = dialects.decode(data, OTHER)
    board = document.position
    assert isinstance(board, TileBoard)
    modifiers = board.modifiers
    assert (modifiers.hexagonal, modifiers.grouped, modifiers.level_flags) == (True, True, True)
    assert (modifiers.wrap, modifiers.pathed, board.reserved) == (Wrap.WIDTH, False, 5)
    parts = {bits.name: bits.of(board.tile(0, 0)) for bits in DEPTHS[64].parts}
    assert (
        parts
        == {
            "height": 4,  # of low and mid only the tallest counts
            "kind": 2,
            "layer": 7,
            "group": 2,
            "custom": int.from_bytes(tile[2:], "little"),
        }
    )
    said = " ".join(str(problem) for problem in document.problems)
    assert "read by the document of 2023-09-23" in said
    assert "for 2 players is not kept" in said
    assert dialects.decode(data) == bb.loads(data)


@pytest.mark.parametrize("depth", DEPTHS)
def test_other_tiles_are_the_same_in_both_documents(depth: int) -> None:
    chance = random.Random(depth)
    board = TileBoard(depth, 5, 4, chance.randbytes(20 * depth // 8))
    other = dialects.decode(bb.dumps(board, "gbxx"), OTHER).position
    assert isinstance(other, TileBoard)
    assert (other.body == board.body) == (depth < 64)
    assert other.modifiers.level_flags == (depth > 8)


def test_what_only_the_other_document_explains_is_not_fine() -> None:
    """Wrapping by height without levels; groups that are where the other one has them."""
    wraps = bytearray(bb.dumps(blank(2, 2), "gbxx"))
    wraps[6] = 0b0011_0000
    grouped = bytearray(bb.dumps(blank(2, 1, 64), "gbxx"))
    grouped[6], grouped[8] = 0b0100, 0x40
    for data in (wraps, grouped):
        (problem,) = bb.loads(bytes(data)).problems
        assert (problem.code, problem.place.offset) == ("dialect", 6)
        assert "--dialect 2023-09-23" in problem.message


def test_bits_that_the_other_document_does_not_use_are_told() -> None:
    """At 64 bits; smaller tiles have none that we do not keep."""
    for depth, tile, is_told in ((64, 0x2000, True), (64, 0x1FFF, False), (32, 0x2000, False)):
        data = bb.dumps(TileBoard.of(depth, [[tile]]), "gbxx")
        told = [problem.message for problem in dialects.decode(data, OTHER).problems]
        assert any("bits that this document does not use" in each for each in told) == is_told


def test_the_command_takes_a_dialect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.gb16"
    path.write_bytes(b"GB16\x02\x02\x02\0" + bytes(8) + bytes(128))
    assert main(["show", str(path)]) == 0
    assert "as documented on 2023-09-26" in capsys.readouterr().out
    assert main(["show", str(path), "--dialect", OTHER]) == 0
    out = capsys.readouterr().out
    assert "hexagonal" in out
    assert "read by the document of 2023-09-23" in out
    assert main(["check", str(path), "--dialect", OTHER]) in (0, 1)
    assert "2023-09-23" in capsys.readouterr().out
    target = tmp_path / "new.gb16"
    assert main(["convert", str(path), str(target), "--dialect", OTHER]) == 0
    assert bb.load(target).position.modifiers.hexagonal
    assert main(["show", "examples/endgame.dat", "--dialect", OTHER]) == 2
    assert "only gbxx files have dialects" in capsys.readouterr().err
