"""What is judged sound in bulk, the reader of one game has nothing to say about."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.columns import go
from boardbytes.formats.sgf import bulk, bulk_kernel
from boardbytes.formats.sgf import format as sgf
from boardbytes.formats.sgf.bulk_kernel import ODD, ODD_ROOT, SOUND, Knowledge
from boardbytes.formats.sgf.kernel import Tables
from boardbytes.formats.sgf.lexing import lexed_games, signs
from boardbytes.formats.sgf.moves_kernel import Scratch
from boardbytes.games.go.rules import PRESETS
from tests.formats.vectors import files

LETTERS = "abcdefghijklmnopqrs"
IGNORED = {"left-out"}


def read_alone(data: bytes) -> list[tuple[bb.Problem, ...]]:
    """What the reader says of every game, each by itself."""
    found = []
    for game in lexed_games(data):
        problems = next(sgf.games(data[game.start : game.end])).problems
        found.append(tuple(bulk.moved(problem, game.start) for problem in problems))
    return found


def verdicts(data: bytes) -> list[int]:
    return [each for batch in bulk.verdicts(data) for each in batch.verdicts.tolist()]


def agree(data: bytes) -> set[str]:
    """Sound games are read without a word, all others say in bulk what they say alone."""
    alone, judged = read_alone(data), verdicts(data)
    assert len(alone) == len(judged)
    for problems, verdict in zip(alone, judged, strict=True):
        assert verdict or {problem.code for problem in problems} <= IGNORED
    given = bulk.problems(data, "ascii", lambda text: next(sgf.games(text)).problems)
    for problems, said in zip(alone, given, strict=True):
        assert said == tuple(each for each in problems if each.code not in IGNORED or each in said)
    return {problem.code for problems in alone for problem in problems}


def sgf_of(numbers: list[int], size: int, root: str) -> bytes:
    nodes = (
        f";{'BW'[index % 2]}[{LETTERS[(n - 1) % size] + LETTERS[(n - 1) // size] if n else ''}]"
        for index, n in enumerate(numbers)
    )
    return f"(;SZ[{size}]{root}{''.join(nodes)})".encode()


def random_games(count: int, size: int, root: str = "KM[6.5]") -> list[bytes]:
    moves, offsets = go.random_games(count, size, limit=90)
    return [sgf_of(moves[a:b].tolist(), size, root) for a, b in pairwise(offsets.tolist())]


def repeating_games() -> list[bytes]:
    """Games of superko: where it matters, where it does not, and where suicide is played."""
    line = b";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ed];B[cb];W[];B[aa];W[bb]"
    names = [*PRESETS, "Japanese", "Chinese", "AGA", "NZ"]
    return [b"(;SZ[5]RU[%s]%s)" % (name.encode(), line) for name in names] + [
        b"(;SZ[3]RU[%s];B[ba];W[bb];B[ab];W[aa];B[cc])" % name.encode() for name in names
    ]


ODD_GAMES = [
    (b"(;SZ[9];B[aa];W[bb];B[cc])", SOUND),
    (b"(;SZ[9];B[aa];W[bb];B[];W[])", SOUND),
    (b"(;SZ[9];B[aa]C[text]TR[aa][bb:cc]LB[aa:1]BL[99.5]OB[3]N[x];W[bb])", SOUND),
    (b"(;SZ[9]GM[1]FF[4]CA[utf-8]PB[J\xc3\xbcrgen];B[aa])", SOUND),
    (b"(;SZ[9]AB[aa][bb]HA[2];W[cc])", SOUND),
    (b"(;SZ[9]AB[aa:bb]PL[W];W[cc])", SOUND),
    (b"(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc];B[bb]))", SOUND),
    (b"(;;B[tt];W[ss]XX[anything]KGSDE[1])", SOUND),
    (b"(;SZ[9]ST[2]BS[1];B[aa]MN[12]SI[2]OV[0.5]PM[1])", SOUND),
    (b"(;SZ[9]ST[9];B[aa])", ODD_ROOT),
    (b"(;SZ[9];B[aa]MN[1.5])", ODD),
    (b"(;SZ[9];B[aa]SI[high])", ODD),
    (b"(;SZ[9];B[aa]OP[soon])", ODD),
    (b"(;SZ[9];B[aa]EX[zz])", ODD),
    (b"(;SZ[9]KM[375];B[aa])", ODD_ROOT),
    (b"(;SZ[9]KM[0.3];B[aa])", ODD_ROOT),
    (b"(;SZ[9]RU[strange];B[aa])", ODD_ROOT),
    (b"(;SZ[9]CA[latin-1];B[aa])", bulk_kernel.FOREIGN),
    (b"(;SZ[9]CA[latin-1]PB[\xe4];B[aa])", ODD),
    (b"(;SZ[9]PB[\xe4];B[aa])", ODD),
    (b"(;SZ[9]PB[\xed\xa0\x80];B[aa])", ODD),
    (b"(;SZ[9]GM[2];B[aa])", ODD_ROOT),
    (b"(;SZ[9];B[aa];W[aa])", ODD),
    (b"(;SZ[9];B[aa];B[bb])", ODD),
    (b"(;SZ[9];W[aa];B[bb])", ODD),
    (b"(;SZ[9];B[jj])", ODD),
    (b"(;SZ[9];B[a\na])", ODD),
    (b"(;SZ[9];B[aa]W[bb])", ODD),
    (b"(;SZ[9];B[aa][bb])", ODD),
    (b"(;SZ[9]B[aa];W[bb])", ODD),
    (b"(;SZ[9];Black[aa])", ODD),
    (b"(;SZ[9];B[];W[];B[aa])", ODD),
    (b"(;SZ[9];B[aa];AB[cc];W[bb])", ODD),
    (b"(;SZ[9]AB[cc:aa])", ODD),
    (b"(;SZ[9]AB[aa]PL[2])", ODD),
    (b"(;SZ[9]AB[aa]AW[ba][ab])", ODD),
    (b"(;SZ[9]AB[aa]HA[2];W[bb])", ODD),
    (b"(;SZ[9]AB[aa]PL[B];W[bb])", ODD),
    (b"(;SZ[9];B[aa](;W[bb])(;W[aa]))", ODD),
    (b"(;SZ[9];B[aa](;W[bb];B[cc])(;B[cc]))", ODD),
    (b"(;SZ[9:5];B[aa])", ODD),
    (b"(;SZ[60];B[aa])", ODD),
    (b"(;SZ[9]DGF[over])", ODD),
    (b"(;SZ[9]C[a]C[b])", ODD),
    (b"(;SZ[9];TR[zz])", ODD),
    (b"(;SZ[9];BL[soon])", ODD),
    (b"(;SZ[9];B[aa]", ODD),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "verdict"), ODD_GAMES)
def test_verdicts(game: bytes, verdict: int) -> None:
    assert verdicts(game) == [verdict]
    agree(game)


def test_capture_ko_and_variations() -> None:
    """A ko taken back at once is illegal, in variations too, each from the board of its branch."""
    start = b"(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
    assert verdicts(start + b";B[cb])") == [ODD]
    assert verdicts(start + b";B[ee];W[ed];B[cb])") == [SOUND]
    assert verdicts(start + b"(;B[ee];W[ed];B[cb])(;B[cb]))") == [ODD]
    assert verdicts(start + b"(;B[ee])(;B[ed];W[ee];B[cb]))") == [SOUND]


@pytest.mark.slow
def test_collections() -> None:
    chance = random.Random(1)
    games = [game for game, _ in ODD_GAMES] + repeating_games()
    games += [*random_games(100, 9), *random_games(50, 5, "RU[AGA]"), *random_games(20, 19)]
    games += [path.read_bytes() for kind in ("ok", "bad") for path in files("sgf", kind)]
    games = [game for game in games if game and not game.startswith((b"\xff", b"\xfe"))]
    parts = []
    for _ in range(1500):
        game = bytearray(chance.choice(games))
        if chance.random() < 0.6:
            for _ in range(chance.randrange(1, 4)):
                game[chance.randrange(len(game))] = chance.choice(b"();[]\\BWabcdefghi \n!:\xc3")
        # A value that never ends would swallow the rest.
        parts.append(bytes(game).replace(b"\\", b"") + b"]])")
    codes = agree(b"\n".join(parts))
    assert {"illegal-move", "junk", "turn", "off-board", "komi", "encoding", "size"} <= codes


@given(
    st.lists(
        st.sampled_from(
            [
                b"(;",
                b")",
                b";B[aa]",
                b";W[bb]",
                b"C[x]",
                b"AB[cc]",
                b"TR[aa]",
                b"SZ[9]",
                b"KM[5]",
                b"(",
                b"PL[B]",
                b"HA[2]",
                b"B",
                b"[",
                b"RU[]",
            ]
        ),
        max_size=14,
    ).map(b"".join)
)
def test_any_tokens(data: bytes) -> None:
    agree(b"(;SZ[9]" + data)


def test_interpreted_as_compiled() -> None:
    games = [game for game, _ in ODD_GAMES] + repeating_games() + random_games(3, 9)
    data = b"".join(games)
    found = list(bulk.verdicts(data, cores=1))
    assert [each for batch in found for each in batch.verdicts.tolist()] == interpreted(data)


def listed(array: Any) -> Any:
    return array.tolist()


def interpreted(data: bytes) -> list[int]:
    """The kernel's verdicts by the interpreter, on lists of integers."""
    games = list(lexed_games(data))
    columns = [game.start for game in games], [game.end for game in games], signs()
    tables = Tables(*map(listed, bulk.new_tables(len(data))))
    known = Knowledge(*map(listed, bulk.knowledge()))
    scratch = Scratch(*map(listed, bulk.new_scratch(len(data))))
    found, roots = [0] * len(games), [0] * len(games)
    bulk_kernel.judge_games(data, *columns, tables, known, scratch, [0], found, roots)
    assert all(data[:root].endswith((b"]", b";")) for root in roots)
    return found


def test_batches_and_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(random_games(300, 9) + [game for game, _ in ODD_GAMES])
    whole = verdicts(data)
    monkeypatch.setattr(bulk, "BATCH_GAMES", 7)
    assert verdicts(data) == whole
    monkeypatch.setattr(bulk, "BATCH_BYTES", 100)  # a game has more
    assert verdicts(data) == whole
    assert [each for batch in bulk.verdicts(data, cores=1) for each in batch.verdicts] == whole


def test_deep_games() -> None:
    many = b"(;" + b"(;B[aa]" * 300 + b")(;B[bb])" * 300 + b")"
    assert verdicts(b"(;" + b"(;C[x]" * 5000 + b")" * 5001) == [SOUND]
    assert verdicts(many) == [ODD]  # more open branches than are kept: the reader looks at it


@pytest.mark.parametrize("charset", ["utf-16", "big5", "gbk"])
def test_other_encodings(charset: str) -> None:
    game = f"(;SZ[9]CA[{charset}]PB[中文];B[aa]C[一];W[aa])"
    data = f"{game}\n{game}".encode(charset)
    found = list(sgf.check(data))
    assert [each[-1].code for each in found] == ["illegal-move"] * 2
    bracket = "[aa]".encode(charset)[-8 if charset == "utf-16" else 0 :]
    assert found[-1][-1].place.offset == data.rindex(bracket)


def test_no_game() -> None:
    assert [found[0].code for found in sgf.check(b"nothing")] == ["no-game"]


def test_a_mapped_file_is_checked_as_its_bytes(tmp_path: Path) -> None:
    from boardbytes.files import map_copy

    data = b"".join(random_games(50, 9) + [game for game, _ in ODD_GAMES])
    path = tmp_path / "games.sgf"
    path.write_bytes(data)
    mapped = map_copy(path, 1 << 20)
    assert mapped is not None
    assert list(sgf.check(mapped)) == list(sgf.check(data))
    assert map_copy("/dev/null", 9) is None


def test_no_command_names_a_format() -> None:
    assert "sgf" not in Path("src/boardbytes/cli/check.py").read_text().lower()
