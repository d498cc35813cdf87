"""Many SGF files at once become what they become one by one."""

from __future__ import annotations

import boardbytes as bb
from boardbytes.columns import go, go_sgf
from boardbytes.games.go import GoMove, GoPosition
from tests.formats.vectors import files


def random_sgf(count: int, size: int = 9) -> list[bytes]:
    moves, offsets = go.random_games(count, size, limit=60)
    games = [moves[offsets[row] : offsets[row + 1]].tolist() for row in range(count)]
    return [
        bb.dumps(
            bb.Record.replay(
                GoPosition(size, white_points=6.5),
                [GoMove.from_number(number, size) for number in game],
            ),
            "sgf",
        )
        for game in games
    ]


def one_by_one(data: bytes) -> tuple[bytes | None, tuple[bb.Problem, ...]]:
    try:
        document = bb.loads(data, "sgf")
    except bb.FormatError as error:
        return None, error.problems
    try:
        return bb.dumps(document, "dgf-game-binary", lossy=True), document.problems
    except bb.PositionError as error:
        return None, (bb.Problem("not-dgf", str(error)),)


def test_equals_files_one_by_one() -> None:
    samples = [path.read_bytes() for kind in ("ok", "bad") for path in files("sgf", kind)]
    samples += random_sgf(20)
    found = list(go_sgf.to_dgf(samples, batch=16))
    assert [(each.data, each.problems) for each in found] == list(map(one_by_one, samples))


def test_nothing_gives_nothing() -> None:
    assert list(go_sgf.to_dgf([])) == []
