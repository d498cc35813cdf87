"""We and sgfmill read the same in everything that it reads: structure, and every property value."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf_grammar
from sgfmill.sgf import Sgf_game

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from tests.formats.sgf_oracle import EVERYWHERE, differences
from tests.formats.sgf_trees import SQUARE, Writer
from tests.formats.test_sgf_gnugo import files as gnugo_files
from tests.formats.vectors import files

DIFFERENT = {
    "big5": "sgfmill takes a bracket's code inside a character for a bracket",
    "warning-komi": "komi that is no multiple of ½ is kept as written, and counts as none",
    **dict.fromkeys(
        (f"warning-komi-{written}" for written in (325, 375, 550, 650, 750)),
        "komi in hundredths is the points meant",
    ),
}
"""The vectors of which sgfmill reads something else, and why."""


def compared(data: bytes) -> list[tuple[object, ...]] | None:
    """Every difference between us and sgfmill; None if sgfmill refuses the file."""
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
        theirs = [Sgf_game.from_coarse_game_tree(tree) for tree in trees]
    except ValueError:
        return None
    found: list[tuple[object, ...]] = []
    for ours, game in zip(sgf.games(data), theirs, strict=True):
        assert isinstance(ours, bb.Document)
        assert ours.tree is not None
        found += differences(ours.tree, game)
    return found


@pytest.mark.parametrize("path", files("sgf", "ok"), ids=lambda path: path.stem)
def test_vectors(path: Path) -> None:
    found = compared(path.read_bytes())
    assert bool(found) == (path.stem in DIFFERENT), found


def check_random_tree(seed: int) -> None:
    """On a square board: sgfmill refuses others, and so would compare nothing."""
    data = Writer(random.Random(f"oracle {seed}"), SQUARE).game()
    assert compared(data) == [], data


@given(st.integers())
def test_random_trees(seed: int) -> None:
    check_random_tree(seed)


@pytest.mark.slow
def test_a_thousand_random_trees() -> None:
    for seed in range(1000):
        check_random_tree(seed)


def test_a_game_that_sgfmill_refuses_is_not_compared() -> None:
    assert compared(b"(;SZ[9:5];B[aa])") is None


def test_differences_are_seen() -> None:
    ours = bb.loads(b"(;SZ[9]PB[Ann];B[aa]TR[bb]ZZ[1];W[cc]C[x])", "sgf").tree
    assert ours is not None
    theirs = Sgf_game.from_bytes(b"(;SZ[9]PB[Bob];B[ab]TR[bb][cc]ZZ[2];W[cc]C[y])")
    assert [found[:2] for found in differences(ours, theirs)] == [
        ("", "PB"), ("1", "B"), ("1", "TR"), ("1", "ZZ"), ("2", "C"),
    ]  # fmt: skip
    shorter = Sgf_game.from_bytes(b"(;SZ[9])")
    assert [found[1] for found in differences(ours, shorter)] == ["structure"]


def test_the_page_lists_every_difference() -> None:
    page = " ".join(Path("docs/formats/sgf.md").read_text("utf-8").split())
    for reason in [*EVERYWHERE.values(), *DIFFERENT.values()]:
        assert reason in page


@pytest.mark.slow
def test_the_games_of_gnugo() -> None:
    read = 0
    for name, data in gnugo_files():
        found = compared(data)
        assert not found, (name, found)
        read += found is not None
    assert read > 1000
