"""The lexer: interpreted as compiled, sgfmill's structure, right offsets, nested spans."""

from __future__ import annotations

import doctest
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill.sgf_grammar import Coarse_game_tree, parse_sgf_collection, parse_sgf_game

from boardbytes.compiling import SWITCH
from boardbytes.formats.sgf import kernel, lexing
from boardbytes.formats.sgf.lexing import Lexed, _Runner, lexed_game, lexed_games, signs

VECTORS = sorted(Path("tests/vectors/sgf").glob("*/*.sgf"))
GOOD = (
    b"(;GM[1]SZ[9]C[a\\]b(;)];B[aa]C[x (;] (;W[bb];B[];W[cc])(;W[cc] ; ))  junk [ "
    b"(;AB[aa][bb:cc]\n [dd] ;Whi te[aa];B[bb]BL[9];W[cc];B[tt](;W[dd]))"
)
SIGNS = b"();[]\\BWa \n!\0\xff1"
NOISE = st.lists(st.sampled_from(SIGNS), max_size=60).map(bytes) | st.binary(max_size=60)


def games(data: bytes, *, is_compiled: bool, codec: str = "ascii") -> list[Lexed]:
    runner = _Runner(data, signs(codec), 0, len(data), is_compiled)
    found, place = [], 0
    while (start := runner.find(place)) != kernel.NONE:
        found.append(runner.lex(start))
        assert found[-1].end > start
        place = found[-1].end
    return found


def plain(game: Lexed) -> dict[str, Any]:
    """Everything a game says, as plain values."""
    return {
        name: value if isinstance(value, int | bytes | tuple) else list(value)
        for name, value in vars(game).items()
    }


def values_of(game: Lexed, node: int) -> dict[str, list[bytes]]:
    """The properties of a node as sgfmill has them: one that stands twice counts as one."""
    found: dict[str, list[bytes]] = {}
    for prop in game.properties_of(node):
        found.setdefault(game.name(prop), []).extend(game.values_of(prop))
    return found


def listed(game: Lexed) -> list[tuple[int, dict[str, list[bytes]]]]:
    return [(game.parent[node], values_of(game, node)) for node in range(game.nodes)]


def listed_by_sgfmill(tree: Coarse_game_tree) -> list[tuple[int, dict[str, list[bytes]]]]:
    found: list[tuple[int, dict[str, list[bytes]]]] = []
    waiting = [(-1, tree)]
    while waiting:
        parent, branch = waiting.pop()
        for properties in branch.sequence:
            found.append((parent, properties))
            parent = len(found) - 1
        waiting += [(parent, child) for child in reversed(branch.children)]
    return found


def check_spans(game: Lexed) -> None:
    """Every place is what it says; subtrees stand in one another, or apart."""
    data, faults = game.data, set(game.faults)
    assert data[game.start] == ord("(")
    assert (game.sub_start[0], game.sub_end[0]) == (game.start, game.end)
    assert (data[game.end - 1] == ord(")")) or (kernel.UNCLOSED, game.end) in faults
    last_end = [game.start] * game.nodes
    for node in range(game.nodes):
        start, end = game.node_start[node], game.node_end[node]
        assert data[start] == ord(";") or (kernel.NO_NODE, start) in faults
        assert game.sub_start[node] <= start < end <= game.sub_end[node]
        assert end == start + 1 or not data[end - 1 : end].isspace() or is_open(game, end)
        assert game.sub_start[node] == start or data[game.sub_start[node]] == ord("(")
        if node:
            parent = game.parent[node]
            assert 0 <= parent < node
            assert game.node_end[parent] <= game.sub_start[node]
            assert last_end[parent] <= game.sub_start[node]
            assert game.sub_end[node] <= game.sub_end[parent]
            last_end[parent] = game.sub_end[node]
        for prop in game.properties_of(node):
            assert game.property_node[prop] == node
            assert start <= game.name_start[prop] < game.name_end[prop] <= end
            raw = data[game.name_start[prop] : game.name_end[prop]]
            assert raw.replace(b"_", b"a").isalnum()
            assert raw[:1].isalpha()
            assert game.value_range(prop) or (kernel.NO_VALUE, game.name_start[prop]) in faults
            for value in game.value_range(prop):
                first, last = game.value_start[value], game.value_end[value]
                assert game.name_end[prop] < first <= last <= end
                assert data[first - 1] == ord("[")
                assert data[last : last + 1] == b"]" or is_open(game, last)


def is_open(game: Lexed, end: int) -> bool:
    """Whether a value that never ends reaches so far."""
    is_last = end == len(game.data)
    return is_last and any(fault.code == kernel.OPEN_VALUE for fault in game.faults)


def agree(data: bytes) -> list[Lexed]:
    """Interpreted and compiled alike, places right, and what sgfmill reads read as it does."""
    found = games(data, is_compiled=False)
    assert [*map(plain, games(data, is_compiled=True))] == [*map(plain, found)]
    for game in found:
        if game.fault_count == len(game.faults):
            check_spans(game)
    agree_with_sgfmill(data, found)
    return found


def agree_with_sgfmill(data: bytes, found: list[Lexed]) -> None:
    """What it reads we read without a fault, and what has none it reads. Two differences:

    `(;GM[` and `(;FF[` begin a game even inside another one, see the test of it below. A name may
    have digits, as a few programs' own properties do; sgfmill stops there.
    """
    try:
        trees = parse_sgf_collection(data)
    except ValueError:
        trees = []
    if trees and not any(kernel.UNCLOSED in dict(game.faults) for game in found):
        assert [listed(game) for game in found] == [*map(listed_by_sgfmill, trees)]
        assert not any(game.faults for game in found)
    for game in found:
        names = [game.name(prop) for prop in range(game.properties)]
        if not game.faults and all(name.isalpha() or not name for name in names):
            tree = parse_sgf_game(data[game.start : game.end])
            assert listed_by_sgfmill(tree) == listed(game)


@given(NOISE)
def test_any_bytes(data: bytes) -> None:
    agree(data)
    agree(b"(;" + data)


@given(
    st.recursive(
        NOISE,
        lambda inner: st.lists(inner, max_size=4).map(
            lambda parts: b"(;B[aa]" + b"(;W[bb]".join(parts) + b")"
        ),
    )
)
def test_any_nesting(data: bytes) -> None:
    agree(b"(;" + data)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_vectors(path: Path) -> None:
    agree(path.read_bytes() * 3)


def test_damaged_collections() -> None:
    chance = random.Random(1)
    faults = set()
    for _ in range(2000):
        data = bytearray(GOOD * chance.randrange(1, 4))
        for _ in range(chance.randrange(5)):
            place = chance.randrange(len(data))
            data[place] = chance.choice(SIGNS) if chance.random() < 0.7 else chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        faults |= {fault.code for game in agree(bytes(data)) for fault in game.faults}
    assert faults == set(range(8))


def said(data: bytes, codec: str = "ascii") -> list[list[tuple[int, dict[str, list[bytes]]]]]:
    return [listed(game) for game in games(data, is_compiled=False, codec=codec)]


def faults_of(data: bytes) -> list[tuple[int, int]]:
    return [(fault.code, fault.place) for game in agree(data) for fault in game.faults]


def test_what_real_files_hold() -> None:
    """Rows of the table of patterns that real files have."""
    assert said(b"(;SZ[9];B[aa]") == [[(-1, {"SZ": [b"9"]}), (0, {"B": [b"aa"]})]]
    assert faults_of(b"(;SZ[9];B[aa] \n") == [(kernel.UNCLOSED, 13)]
    assert said(b"(;Black[E5]AddBlack[A1]\r\n[B2])") == [
        [(-1, {"B": [b"E5"], "AB": [b"A1", b"B2"]})]
    ]
    assert said(b" ( ;\tB [a\na] ; ; )") == [[(-1, {"B": [b"a\na"]}), (0, {}), (1, {})]]
    assert said(b"(;C[a [b\\] \\\\];B[])") == [[(-1, {"C": [b"a [b\\] \\\\"]}), (0, {"B": [b""]})]]
    assert said(b"mail (;B[aa]) text ) ; (;) end") == [[(-1, {"B": [b"aa"]})], [(-1, {})]]


@pytest.mark.parametrize(
    ("data", "faults", "parents"),
    [
        (b"(;B[aa](W[bb]))", [(kernel.NO_NODE, 8)], [-1, 0]),
        (b"(;B[aa]((;W[bb])))", [(kernel.EMPTY_BRANCH, 7)], [-1, 0]),
        (b"(;B[aa]())", [(kernel.EMPTY_BRANCH, 7)], [-1]),
        (b"(;B KM;W[aa])", [(kernel.NO_VALUE, 2), (kernel.NO_VALUE, 4)], [-1, 0]),
        (b"(;[aa]B[bb])", [(kernel.NO_PROPERTY, 2)], [-1]),
        (b"(;B[bb]!?\x80;)", [(kernel.NO_SGF, 7)], [-1, 0]),
        (b"(;B[bb](;W[cc]);W[dd];B[ee])", [(kernel.LATE_NODE, 15)], [-1, 0, 0, 2]),
        (b"(;C[text", [(kernel.OPEN_VALUE, 3), (kernel.UNCLOSED, 8)], [-1]),
        (b"(;C[text\\", [(kernel.OPEN_VALUE, 3), (kernel.UNCLOSED, 9)], [-1]),
        (b"(;B[aa](", [(kernel.UNCLOSED, 8)], [-1]),
    ],
)
def test_faults(data: bytes, faults: list[tuple[int, int]], parents: list[int]) -> None:
    assert faults_of(data)[: len(faults)] == faults
    assert list(next(lexed_games(data)).parent) == parents


def test_the_next_game_ends_one_that_is_not_closed() -> None:
    """sgfmill takes it for a variation: then one game cut short swallows a whole collection."""
    data = b"(;FF[4];B[aa](;W[bb]\n(;GM[1];B[cc])\n( ; FF[4])"
    assert [game.nodes for game in agree(data)] == [3, 2, 1]
    assert faults_of(data) == [(kernel.UNCLOSED, 20)]
    assert [game.nodes for game in games(b"(;(;GN[x])(;GMX[x]))", is_compiled=False)] == [3]


def test_names() -> None:
    game = next(lexed_games(b"(;KGSB2[x]CoPyright_1[y]abc[z])"))
    assert [game.name(prop) for prop in range(game.properties)] == ["KGSB2", "CP_1", ""]
    assert not game.faults


def test_where_subtrees_stand() -> None:
    data = b"(;a[0] ;b[1] (;c[2];d[3] ) ( ;e[4]) )"
    game = next(lexed_games(data))
    assert [data[a:b] for a, b in zip(game.sub_start, game.sub_end, strict=True)] == [
        data,
        b";b[1] (;c[2];d[3] ) ( ;e[4])",
        b"(;c[2];d[3] )",
        b";d[3]",
        b"( ;e[4])",
    ]
    assert [data[a:b] for a, b in zip(game.node_start, game.node_end, strict=True)] == [
        b";a[0]",
        b";b[1]",
        b";c[2]",
        b";d[3]",
        b";e[4]",
    ]


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("shift_jis", "表ソ十"),
        ("big5", "許功蓋"),
        ("gbk", "郳甛醆"),
        ("cp932", "表ソ十"),
        ("cp950", "許功蓋"),
    ],
)
def test_second_bytes_that_look_like_backslashes_or_brackets(codec: str, text: str) -> None:
    for name in (text, text * 2, f"a{text[0]}", f"\\{text}"):
        raw = name.encode(codec)
        assert b"\\" in raw or b"]" in raw
        data = b"(;PB[" + raw + b"]PW[x])"
        assert said(data, codec) == [[(-1, {"PB": [raw], "PW": [b"x"]})]]
        assert [*map(plain, games(data, is_compiled=True, codec=codec))] == [
            *map(plain, games(data, is_compiled=False, codec=codec))
        ]


def test_a_character_cut_short_does_not_hide_what_follows() -> None:
    assert said(b"(;PB[\x81\n]PW[x])", "gbk")[0][0][1] == {"PB": [b"\x81\n"], "PW": [b"x"]}


def test_every_codec_with_such_second_bytes_has_leads() -> None:
    """Asked of Python's own codecs: any two bytes that are one character, the second a sign."""
    for codec in (
        "big5",
        "big5hkscs",
        "cp950",
        "gbk",
        "gb18030",
        "johab",
        "shift_jis",
        "cp932",
        "shift_jis_2004",
        "shift_jisx0213",
        "cp949",
        "euc_jp",
        "euc_kr",
        "gb2312",
    ):
        for lead in range(128, 256):
            for trail in b"\\][":
                try:
                    is_one = len(bytes([lead, trail]).decode(codec)) == 1
                except UnicodeDecodeError:
                    is_one = False
                assert not is_one or signs(codec)[lead] == kernel.LEAD, (codec, lead, trail)


def test_deep_and_long_games() -> None:
    deep = b"(;B[aa]" * 50_000 + b")" * 50_000
    game = agree_on_one(deep)
    assert list(game.parent) == [*range(-1, 49_999)]
    assert (game.sub_start[10], game.sub_end[10]) == (70, len(deep) - 10)
    wide = b"(;" + b"(;W[bb])" * 50_000 + b")"
    assert set(agree_on_one(wide).parent) == {-1, 0}


def agree_on_one(data: bytes) -> Lexed:
    (game,) = games(data, is_compiled=False)
    (again,) = games(data, is_compiled=True)
    assert plain(game) == plain(again)
    return game


@pytest.mark.measures
@pytest.mark.parametrize(
    "part", [b"(", b"( ", b")", b"(;", b"(;)", b"A ", b"[", b"\\", b"\x81", b";[]"]
)
def test_time_is_in_proportion(part: bytes) -> None:
    def seconds(count: int) -> float:
        data = b"(;" + part * count
        begun = time.process_time()
        for _ in lexed_games(data):
            pass
        return time.process_time() - begun

    small, large = min(seconds(2000) for _ in range(3)), seconds(32_000)
    assert large < 16 * 6 * small + 0.1


def test_the_compiled_kernel_is_chosen_for_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexing, "MANY", 10)
    monkeypatch.setattr(lexing, "FEW", 10)
    game = next(lexed_games(b"(;SZ[9];B[aa])"))
    assert isinstance(game.parent, memoryview)
    assert type(game.parent[0]) is int
    assert game.name(1) == "B"
    assert not isinstance(next(lexed_games(b"(;B[aa])")).parent, memoryview)


def test_one_game_between_two_places() -> None:
    data = b"(;B[aa])(;B[bb];W[cc])"
    assert lexed_game(data, 8, len(data)).values_of(1) == [b"cc"]
    assert [game.start for game in lexed_games(data, 1)] == [8]


def test_docstring_examples() -> None:
    assert doctest.testmod(lexing).attempted > 0
    assert doctest.testmod(lexing).failed == 0


def test_games_are_read_where_compiling_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba  # noqa: F401 - loaded, as by any other package

    monkeypatch.setenv(SWITCH, "1")
    assert [game.nodes for game in lexed_games(b"(;GM[1];B[aa])")] == [2]
