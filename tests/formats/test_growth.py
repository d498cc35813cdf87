"""Time and memory grow in proportion to the input, whatever stands in it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.transcript.transcript import format_transcript
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.tiles import TileBoard
from tests.channel.games import signed, words_of
from tests.timing import quickest

Maker = Callable[[int], bytes]
"""Bytes of about so many pieces."""

GROWTH = 4
SLACK = 2.5
"""So many times as long as in proportion may it take: a busy machine is no clock."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def repeated(head: bytes, piece: bytes, tail: bytes = b"") -> Maker:
    return lambda count: head + piece * count + tail


def numbered(head: bytes, piece: bytes, tail: bytes = b"") -> Maker:
    return lambda count: head + b"".join(piece % number for number in range(count)) + tail


def fills(lines: int) -> bytes:
    """A game in which black fills a board but for one point and white takes all of it."""
    points = [(column + row).encode() for row in LETTERS[:lines] for column in LETTERS[:lines]]
    moves = b"".join(b";B[%b];W[]" % point for point in points[:-1])
    return b"(;FF[4]GM[1]SZ[%d]%b;B[];W[%b])" % (lines, moves, points[-1])


def many_fills(count: int) -> bytes:
    one = fills(52)
    moves = one[one.index(b";B") : -1]
    # White's one stone is taken away, and it all begins again.
    return b"(;FF[4]GM[1]SZ[52]" + (moves + b";AE[ZZ]PL[B]") * count + b")"


def go_round(points: int) -> list[int]:
    """Numbers of moves that lead from black's stone on point 1, white to move, back to it.

    Black fills all points but the last, white plays there and takes them; white does the same,
    and black takes all from point 1. Whoever does not fill passes.
    """
    filling = [number for point in range(2, points) for number in (0, point)]
    return [*filling, points, *filling, 1]


def go_game(name: str) -> Maker:
    """A game that goes round so many times on a board of 4 × 4."""

    def make(count: int) -> bytes:
        moves = [GoMove.from_number(number, 4) for number in [1, *go_round(16) * count]]
        return bb.dumps(bb.Record.replay(GoPosition(4), moves), name)

    return make


def shuttle(name: str) -> Maker:
    """Two queens that walk to and fro."""

    def make(count: int) -> bytes:
        start = bb.loads(b"B:WK32:BK1", "draughts-fen").position
        moves = ["1-5", "32-27", "5-1", "27-32"] * count
        return bb.dumps(bb.Record.replay(start, moves, "standard"), name)

    return make


def tiles(count: int) -> bytes:
    return bb.dumps(TileBoard(64, 255, count, bytes(range(8)) * 255 * count), "gbxx")


def tile_map(name: str) -> Maker:
    def make(count: int) -> bytes:
        return bb.dumps(bb.loads(tiles(count), "gbxx"), name)

    return make


def signed_lines(count: int) -> bytes:
    """A transcript of so many words, each signed, none a legal move."""
    words = [number.to_bytes(32, "big") for number in range(count)]
    return format_transcript(signed([words_of([])[0], *words]))


CASES: dict[str, tuple[str, Maker, int]] = {
    # What is in it: the format, how it is made, and the size to begin with.
    "sgf lists": ("sgf", repeated(b"(;SZ[52]AB", b"[aa:ZZ]", b")"), 200),
    "sgf moves": ("sgf", go_game("sgf"), 20),
    "sgf illegal": ("sgf", repeated(b"(;SZ[9];B[aa]", b";W[aa]", b")"), 3_000),
    "sgf comments": ("sgf", repeated(b"(;SZ[19]", b";C[x y z\\]]", b")"), 3_000),
    "sgf nested": ("sgf", repeated(b"", b"(;C[x]"), 3_000),
    "sgf games": ("sgf", repeated(b"", b"(;SZ[9];B[aa])"), 2_000),
    "sgf variations": ("sgf", repeated(b"(;SZ[9]", b"(;B[aa];W[bb])", b")"), 2_000),
    "transcript lines": ("transcript", signed_lines, 20),
    "transcript brackets": ("transcript", repeated(b"", b"[", b"\n"), 20_000),
    "pdn shuttle": ("pdn", shuttle("pdn"), 100),
    "pdn comments": ("pdn", repeated(b"1. 11-15 ", b"{x} ", b"*"), 5_000),
    "pdn nested": ("pdn", repeated(b"1. 11-15 ", b"("), 5_000),
    "pdn games": ("pdn", repeated(b"", b'[Event "x"]\n1. 11-15 *\n'), 1_000),
    "dgf-game dotted": ("dgf-game", repeated(b"a", b".a", b" = 1"), 5_000),
    "dgf-game quoted": ("dgf-game", repeated(b"a", b' . "a"', b" = 1"), 5_000),
    "dgf-game dotted lines": ("dgf-game", numbered(b"", b"a.b.c.d.e.f%d = 1\n"), 1_500),
    "dgf-game tables": ("dgf-game", numbered(b"", b"[a.b.c.d%d]\n"), 1_500),
    "dgf-game nested": ("dgf-game", repeated(b"a = ", b"["), 10_000),
    "dgf-game moves": ("dgf-game", go_game("dgf-game"), 20),
    "dgf-game dates": ("dgf-game", repeated(b"a = [", b"2026-11-16,", b"]"), 2_000),
    "dgf-record": ("dgf-record", go_game("dgf-record"), 20),
    "dgf-game-binary": ("dgf-game-binary", go_game("dgf-game-binary"), 20),
    "json nested": ("json", repeated(b"", b'{"a":['), 5_000),
    "json lists": ("json", repeated(b"[", b"[],", b"[]]"), 5_000),
    "json names": ("json", numbered(b"{", b'"n%d": 1, ', b'"boardbytes": 1}'), 3_000),
    "json moves": ("json", go_game("json"), 20),
    "json shuttle": ("json", shuttle("json"), 100),
    "gbxx": ("gbxx", tiles, 32),
    "tmj": ("tmj", tile_map("tmj"), 16),
    "tmj nested": ("tmj", repeated(b'{"a":', b"["), 5_000),
    "tmx": ("tmx", tile_map("tmx"), 16),
    "tmx nested": ("tmx", repeated(b"<map>", b"<a>"), 5_000),
    "tmx siblings": ("tmx", repeated(b"<map>", b"<a b='c'/>", b"</map>"), 3_000),
}


def read(data: bytes, name: str) -> None:
    with suppress(bb.FormatError):
        bb.loads(data, name)
    bb.explain(data, name)


def peak(data: bytes, name: str) -> int:
    """The most memory that reading takes."""
    tracemalloc.start()
    try:
        read(data, name)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def check_growth(name: str, short: bytes, long: bytes) -> None:
    """The longer one takes longer, but only in proportion."""
    ratio = len(long) / len(short)
    before, after = (quickest(partial(read, data, name), 3) for data in (short, long))
    assert after < max(0.05, SLACK * ratio * before), f"{ratio:.1f} × the bytes"


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_time_in_proportion(case: str) -> None:
    name, make, count = CASES[case]
    check_growth(name, make(count), make(GROWTH * count))


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_memory_in_proportion(case: str) -> None:
    name, make, count = CASES[case]
    short, long = make(count // 4), make(count // 4 * GROWTH)
    ratio = len(long) / len(short)
    assert peak(long, name) < max(2**20, SLACK * ratio * peak(short, name))


@pytest.mark.measures
def test_a_stone_does_not_cost_the_more_the_larger_its_chain_is() -> None:
    check_growth("sgf", fills(9), fills(27))


@pytest.mark.measures
def test_a_rectangle_does_not_cost_the_more_the_more_points_it_has() -> None:
    small, large = (b"(;SZ[52]AB" + b"[aa:%b]" % corner * 300 + b")" for corner in (b"ee", b"ZZ"))
    before, after = (quickest(partial(read, data, "sgf"), 3) for data in (small, large))
    assert after < max(0.05, 10 * before)


def test_every_format_of_long_files_is_here() -> None:
    long = {format.name for format in FORMATS.values() if format.max_size > 1 << 17}
    assert long == {name for name, _, _ in CASES.values()}


ATTACK: dict[str, tuple[str, Callable[[], bytes], float]] = {
    # Files that once took minutes or gigabytes: the format, the bytes, and the seconds for them.
    "388 kB of fills": ("sgf", lambda: many_fills(14), 20),
    "700 kB of lists": ("sgf", lambda: b"(;SZ[52]AB" + b"[aa:ZZ]" * 100_000 + b")", 5),
    "180 kB of moves against the rules": (
        "sgf",
        lambda: b"(;SZ[9];B[aa]" + b";W[aa]" * 30_000 + b")",
        20,
    ),
    "50 kB of dots": ("dgf-game", lambda: b"a." * 25_000 + b"a = 1", 0.5),
    "4 MB of dots": ("dgf-game", lambda: b"a." * 2_000_000 + b"a = 1", 5),
    "10 MB of brackets": ("json", lambda: b"[" * 10_000_000, 5),
}


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("case", ATTACK)
def test_the_files_of_the_attack(case: str) -> None:
    name, make, seconds = ATTACK[case]
    data = make()
    assert quickest(partial(read, data, name), 1) < seconds
    assert peak(data, name) < 2**24 + 100 * len(data)
