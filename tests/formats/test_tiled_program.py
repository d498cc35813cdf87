"""The real Tiled opens, exports and draws what we write; and we read what it comes with."""

from __future__ import annotations

import gzip
import random
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.games.tiles import Footer, Modifiers, Occupancy, TileBoard, Wrap
from boardbytes.games.tiles.board import DEPTHS
from tests.conftest import ROOT
from tests.needs import missing, need_tiled

pytestmark = pytest.mark.slow

KINDS = {"tmx": "tmx", "tmj": "json"}
"""Our endings, and what Tiled calls these formats."""
EXAMPLES = Path("/usr/share/doc/tiled/examples")


def samples() -> dict[str, TileBoard]:
    """Boards of every depth and shape, those that come with the project, and a large one."""
    chance = random.Random(14)
    folders = [ROOT / "examples", ROOT / "tests/vectors/gbxx/ok"]
    boards = {path.name: bb.load(path).position for each in folders for path in each.glob("*.gb*")}
    for depth in DEPTHS:
        for hexagonal in (False, True):
            wrap = chance.choice(list(Wrap))
            modifiers = Modifiers(True, True, False, hexagonal, wrap, Occupancy.NO_LIMIT)
            footer = Footer(7, "BB", "0A1Z9", 'Ärger & <"quotes">', "boardbytes\0hidden", 3)
            body = chance.randbytes(5 * 4 * depth // 8)
            board = TileBoard(depth, 5, 4, body, modifiers, footer, reserved=9)
            boards[f"random-{depth}-{hexagonal}"] = board
    boards["large"] = TileBoard(8, 255, 255, chance.randbytes(255 * 255))
    return boards


def run(commands: Iterable[list[str]], folder: Path) -> None:
    """Run commands one after the other on one screen; they all must succeed."""
    script = folder / "script.sh"
    script.write_text("set -e\n" + "\n".join(map(shlex.join, commands)) + "\n")
    done = subprocess.run([*need_tiled(), str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_map_comes_back_equal_from_tiled(tmp_path: Path) -> None:
    boards = samples()
    commands = []
    for name, board in boards.items():
        for ending in KINDS:
            source = tmp_path / f"{name}.{ending}"
            bb.save(board, source)
            for other, kind in KINDS.items():
                target = tmp_path / f"{name}.{ending}.exported.{other}"
                commands.append(["tiled", "--export-map", kind, str(source), str(target)])
    run(commands, tmp_path)
    for name, board in boards.items():
        for exported in [f"{name}.{one}.exported.{other}" for one in KINDS for other in KINDS]:
            data = (tmp_path / exported).read_bytes()
            assert bb.detect(data) == exported[-3:], exported
            assert bb.loads(data).position == board, exported
    print(f"{len(commands)} exports of {len(boards)} boards")


@pytest.mark.parametrize("ending", KINDS)
def test_tiles_look_different_in_tiled(tmp_path: Path, ending: str) -> None:
    """Tiled draws each tile with the picture that we put beside the map."""
    from PIL import Image

    board = TileBoard(16, 4, 2, bytes.fromhex("00000001000200030103030303074003"))
    source, target = tmp_path / f"board.{ending}", tmp_path / "drawn.png"
    bb.save(board, source)
    run([["tmxrasterizer", str(source), str(target)]], tmp_path)
    with Image.open(target) as image:
        assert image.size == (128, 64)
        places = [(x, y) for x in range(4) for y in range(2)]
        drawn = {
            image.crop((32 * x, 32 * y, 32 * x + 32, 32 * y + 32)).convert("RGB").tobytes()
            for x, y in places
        }
    assert len(drawn) == 8


def test_the_maps_that_come_with_tiled_are_read(tmp_path: Path) -> None:
    need_tiled()
    maps = [*EXAMPLES.rglob("*.tmx"), *EXAMPLES.rglob("*.tmx.gz")]
    if not maps:
        missing("install Tiled with its documentation to run this test")
    refused = {}
    for path in maps:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert bb.detect(data) == "tmx"
        try:
            bb.loads(data)
        except bb.FormatError as error:
            refused[path.name] = str(error)
    print(f"{len(maps) - len(refused)} of {len(maps)} are read; refused: {refused}")
    assert len(refused) <= len(maps) * 0.05
