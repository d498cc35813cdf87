"""Where games stand, found without reading them, is where the parser finds them."""

from __future__ import annotations

import random
import re
from itertools import takewhile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill.sgf_grammar import tokenise

from boardbytes.formats.sgf.split import Extent, extents
from boardbytes.formats.sgf.text import GameText, Node, _read_nodes, read_game

VECTORS = sorted(Path("tests/vectors/sgf").glob("*/*.sgf"))
GOOD = (
    b"(;GM[1]SZ[9]C[a\\]b(;)];B[aa]C[x (;] (;W[bb];B[];W[cc])(;W[cc] ; ))  junk [ "
    b"(;AB[aa][bb:cc]\n [dd] ;W[aa];B[bb]BL[9];W[cc];B[tt](;W[dd]))"
)
SIGNS = b"();[]\\BWa \n!\0\xff"


def parsed(data: bytes) -> list[Extent]:
    """The same by the tokeniser: it stops where a game ends, or where it understands no more."""
    found, position = [], 0
    while start := re.compile(rb"\(\s*;").search(data, position):
        tokens, end = tokenise(data, start.start())
        signs = [token for kind, token in tokens if kind == "D" and token != b";"]
        depth = signs.count(b"(") - signs.count(b")")
        line = [*takewhile(lambda token: token != ("D", b")"), tokens)]
        line_end = ends(data, start.start(), len(line))
        variations = [token for _, token in tokens[len(line) :]].count(b"(")
        found.append(Extent(start.start(), line_end, end, variations, depth == 0))
        if depth and re.compile(rb"\s*\[").match(data, end):
            break
        position = end
    return found


def ends(data: bytes, start: int, count: int) -> int:
    """Where so many tokens from a place on end."""
    token = re.compile(rb"\s*(?:\[[^\\\]]*(?:\\.[^\\\]]*)*\]|[A-Za-z]{1,64}|[;()])", re.DOTALL)
    for _ in range(count):
        match = token.match(data, start)
        assert match
        start = match.end()
    return start


def flat(game: GameText) -> list[Node]:
    """The nodes of a main line, those of runs too."""
    nodes: list[Node] = []
    for step in game.steps:
        if isinstance(step, dict):
            nodes.append(step)
        else:
            nodes += [{move[:1].decode(): [move[1:]]} for move in step]
    return nodes


def agrees(data: bytes) -> None:
    found = list(extents(data))
    assert found == parsed(data)
    for extent in found:
        game = read_game(data, extent)
        assert (game.start, game.end) == (extent.start, extent.end)
        if extent.is_closed:
            nodes, fault = _read_nodes(data[extent.start : extent.line_end])
            assert game.fault == fault
            assert fault or flat(game) == nodes


@given(st.lists(st.sampled_from(SIGNS), max_size=60).map(bytes) | st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    agrees(data)
    agrees(b"(;" + data)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_vectors(path: Path) -> None:
    agrees(path.read_bytes() * 3)


def test_damaged_collections() -> None:
    """Cut off, with other bytes in it, unbalanced, with rubbish and long gaps between tokens."""
    chance = random.Random(1)
    for _ in range(3000):
        data = bytearray(GOOD * chance.randrange(1, 4))
        for _ in range(chance.randrange(5)):
            place = chance.randrange(len(data))
            data[place] = chance.choice(SIGNS) if chance.random() < 0.7 else chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        if chance.random() < 0.2:
            gap, name = chance.choice([63, 64, 65, 200]), chance.choice([63, 64, 65, 129])
            data = data.replace(b" ", b" " * gap).replace(b"AB", b"AB" * name)
        agrees(bytes(data))


def test_long_games_and_values() -> None:
    agrees(
        b"(;" + b";B[aa]C[x]" * 5000 + b")(;" + b"a " * 5000 + b")(;C[" + b"\\]" * 60_000 + b"])"
    )


def test_a_value_with_absurdly_many_escapes_is_none() -> None:
    """The parser would remember each of them: gigabytes for the largest file."""
    (found,) = extents(b"(;C[" + b"\\]" * 70_000 + b"])(;)")
    assert not found.is_closed
    assert found.end == 3
