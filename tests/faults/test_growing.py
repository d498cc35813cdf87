"""A file that grows while it is read: what stood there is read, and nothing is invented."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardbytes as bb
from tests.cli.test_commands import run

GAME = b"(;GM[1]SZ[9]PB[Ann];B[ee];W[cc];B[gg])\n"
FIRST = 300


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[Path]:
    """A collection to which a game is added again and again, each in two halves."""
    path, is_over = tmp_path / "growing.sgf", threading.Event()
    path.write_bytes(GAME * FIRST)

    def grow() -> None:
        with path.open("ab", buffering=0) as file:
            while not is_over.wait(0.0005):
                file.write(GAME[:20])
                file.write(GAME[20:])

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        yield path
    finally:
        is_over.set()
        writer.join()


def test_games_one_after_the_other(growing: Path) -> None:
    read = list(bb.read_games(growing))
    games = [each.record for each in read if isinstance(each, bb.Document)]
    # The last one may be only half there.
    assert FIRST <= len(games) >= len(read) - 1
    assert {len(game.moves) for game in games[:-1] if game is not None} == {3}


@pytest.mark.parametrize("command", ["check", "show", "explain"])
def test_commands_end_as_they_should(growing: Path, command: str) -> None:
    code, out, err = run(command, growing)
    assert code in (0, 1), err
    assert "Traceback" not in err
    assert out
