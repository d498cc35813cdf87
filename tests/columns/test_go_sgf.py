"""Many SGF games at once become, and get told, what they do one by one."""

from __future__ import annotations

import random

import pytest

import boardbytes as bb
from boardbytes.columns import go, go_sgf
from boardbytes.formats.sgf import format as sgf
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


def collection(chance: random.Random) -> bytes:
    """Good games, odd ones and damaged ones, with rubbish between them."""
    vectors = [path.read_bytes() for kind in ("ok", "bad") for path in files("sgf", kind)]
    safe = [
        data for data in vectors if not data.startswith((b"\xff", b"\xfe")) and b"CA[" not in data
    ]
    games = [*safe, *random_sgf(200), *random_sgf(50, 5), *repeating_games()]
    parts = []
    for _ in range(1000):
        game = bytearray(chance.choice(games))
        if chance.random() < 0.5 and game:
            for _ in range(chance.randrange(1, 4)):
                game[chance.randrange(len(game))] = chance.choice(b"();[]\\BWabcdefghi \n!:")
        # A value that never ends would swallow the rest.
        parts.append(bytes(game).replace(b"\\", b"") + b"]])")
    return b"\n".join(parts)


def repeating_games() -> list[bytes]:
    """Games of superko: where it matters, where it does not, and where suicide is played."""
    from boardbytes.games.go.rules import PRESETS

    line = b";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ed];B[cb];W[];B[aa];W[bb]"
    return [b"(;SZ[5]RU[%s]%s)" % (name.encode(), line) for name in PRESETS] + [
        b"(;SZ[3]RU[%s];B[ba];W[bb];B[ab];W[aa];B[cc])" % name.encode() for name in PRESETS
    ]


@pytest.mark.parametrize("seed", range(4))
def test_problems_are_those_of_games_read_one_by_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go_sgf, "BATCH_BYTES", 10_000)
    data = collection(random.Random(seed))
    found = list(go_sgf.problems(data))
    assert found == [game.problems for game in sgf.games(data)]
    codes = {problem.code for problems in found for problem in problems}
    assert {"illegal-move", "after-end", "grammar", "turn", "point", "left-out"} <= codes
    assert len(found) > 500


@pytest.mark.parametrize("charset", ["utf-16", "big5", "gbk"])
def test_problems_in_other_encodings(charset: str) -> None:
    game = f"(;SZ[9]CA[{charset}]PB[中文];B[aa]C[一];W[aa])"
    data = f"{game}前\n{game}".encode(charset)
    found = list(go_sgf.problems(data))
    assert found == [each.problems for each in sgf.games(data)]
    bracket = "[aa]".encode(charset)[-8 if charset == "utf-16" else 0 :]
    assert found[-1][-1].place.offset == data.rindex(bracket)


def test_no_game() -> None:
    assert [found[0].code for found in go_sgf.problems(b"nothing")] == ["no-game"]
