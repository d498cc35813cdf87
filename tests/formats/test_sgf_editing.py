"""Edited games: what was not edited is written as it was read, byte for byte."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from boardbytes.model import Colour, Facts, GameTree, Step
from boardbytes.model.notes import KINDS as NOTES
from tests.formats.sgf_edits import KINDS, Editor, Hole, assert_same_outside
from tests.formats.sgf_trees import Writer
from tests.formats.vectors import files


def read(data: bytes) -> GameTree:
    tree = bb.loads(data, "sgf").tree
    assert tree is not None
    return tree


def written(tree: GameTree, facts: Facts = Facts()) -> bytes:  # noqa: B008
    return sgf.encode(bb.Document("sgf", tree.start, tree, facts))


def anew(tree: GameTree) -> GameTree:
    """The tree as if nobody had read it from anywhere."""
    return GameTree(tree.start, tree.rules, tree.headers, tree.result, tree.entries)


def check_edit(game: bb.Document, kind: str, chance: random.Random) -> bool:
    """One edit of a kind; whether there was anything to edit."""
    tree = game.tree
    assert tree is not None
    assert tree.source is not None
    editor = Editor(tree, chance)
    edit = editor.edit(kind)
    if edit is None:
        return False
    changed = edit.apply(tree)
    check_written(game, editor, changed, edit.holes)
    # Undone by going back to the tree before, and by an edit that says what was there.
    assert written(tree, game.facts) == tree.source.data
    if edit.undo is not None:
        assert written(edit.undo(changed), game.facts) == tree.source.data, (kind, tree.source.data)
    return True


def check_edits(game: bb.Document, count: int, chance: random.Random) -> None:
    """Several edits, and what is written after all of them."""
    assert game.tree is not None
    changed, holes, editor = game.tree, list[Hole](), Editor(game.tree, chance)
    for kind in chance.choices([kind for kind in KINDS if kind != "promote"], k=count):
        edit = editor.edit(kind)
        if edit is not None:
            changed, holes = edit.apply(changed), [*holes, *edit.holes]
    check_written(game, editor, changed, holes)


def check_written(
    game: bb.Document, editor: Editor, changed: GameTree, holes: Iterable[Hole]
) -> None:
    """The edited game has the old bytes but for the holes, and says what it is to say."""
    now = written(changed, game.facts)
    assert_same_outside(editor.places, now, [*holes, *editor.told_by_the_root(changed)])
    if editor.places.charset.warning is None:  # a guess may change with the text
        assert said(read(now)) == said(read(written(anew(changed), game.facts))), now


def said(tree: GameTree) -> list[object]:
    """What a tree says, less the order of notes and stones, which SGF groups by kind."""
    return [
        (tree.start, tree.rules, tree.headers, tree.result),
        *(
            (
                node.path,
                replace(node.step, setup=None),
                node.setup and (sorted(node.setup.stones), node.setup.turn),
                [
                    sorted(map(repr, value)) if isinstance(value, tuple) else value
                    for value in map(partial(getattr, node.notes), NOTES)
                ],
                sorted(node.properties),
            )
            for node in tree.nodes()
        ),
    ]


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers())
@settings(max_examples=15)
def test_an_edit_leaves_the_rest_as_it_was(kind: str, seed: int) -> None:
    check_edit(bb.loads(Writer(random.Random(f"{seed}")).game(), "sgf"), kind, random.Random(seed))


@given(st.integers())
@settings(max_examples=100)
def test_several_edits_leave_the_rest_as_it_was(seed: int) -> None:
    check_edits(bb.loads(Writer(random.Random(f"{seed}")).game(), "sgf"), 4, random.Random(seed))


ANOTHER = {
    "private": "its last node stands in the root",
    "damaged-iso-2022-jp": "what no decoder understands is said to be damaged, and an edit turns "
    "the game into UTF-8",
}
"""Vectors of which an edit changes more than what it is about, and why."""


@pytest.mark.parametrize("path", files("sgf", "ok"), ids=lambda path: path.stem)
def test_every_kind_of_edit_of_every_vector(path: Path) -> None:
    if path.stem in ANOTHER:
        return
    for game in sgf.games(path.read_bytes()):
        assert isinstance(game, bb.Document)
        for kind in KINDS:
            check_edit(game, kind, random.Random(f"{kind} {path.stem}"))


EACH = 300


@pytest.mark.slow
def test_hundreds_of_random_edits_of_every_kind() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1500):
        game = bb.loads(Writer(random.Random(f"edits {seed}")).game(), "sgf")
        for kind in KINDS:
            if counts[kind] < EACH:
                counts[kind] += check_edit(game, kind, random.Random(f"{kind} {seed}"))
    assert set(counts.values()) == {EACH}, counts


@pytest.mark.parametrize(
    ("data", "edit", "expected"),
    [
        (
            b"(;SZ[9] ;B[aa]\n;W[bb])",
            lambda t: t.add(1, Step(t.node(2).move, Colour.WHITE)),
            b"(;SZ[9] ;B[aa]\n(;W[bb])\n(;W[bb]))",
        ),
        (
            b"(;SZ[9](;B[aa])\n( ;B[bb]) )",
            lambda t: t.remove(1),
            b"(;SZ[9]\n( ;B[bb]) )",
        ),
        (
            b"(;SZ[9](;B[aa])\n( ;B[bb]) )",
            lambda t: t.promote(2),
            b"(;SZ[9]\n( ;B[bb])(;B[aa]) )",
        ),
        (
            b"(;SZ[9]PB[ Ann ]KM[6.50];B[aa])",
            lambda t: t.with_headers(white="Bob"),
            b"(;SZ[9]PB[ Ann ]KM[6.50]PW[Bob];B[aa])",
        ),
        (
            b"(;SZ[9]PB[Ann]RE[B+R];B[aa])",
            lambda t: t.with_headers(black="A]"),
            b"(;SZ[9]PB[A\\]]RE[B+R];B[aa])",
        ),
        (
            b"(;SZ[9]RE[B+R] ;B[aa])",
            lambda t: t.with_result(None),
            b"(;SZ[9] ;B[aa])",
        ),
        (
            b"(;SZ[9];B[aa]L[aa][bb]C[x])",
            lambda t: t.annotate(1, comment="y"),
            b"(;SZ[9];B[aa]L[aa][bb]C[y])",
        ),
        (
            b"(;SZ[9];B[aa]W[bb];B[cc])",
            lambda t: t.annotate(2, comment="y"),
            b"(;SZ[9];B[aa];W[bb]C[y];B[cc])",
        ),
        (
            b"(;SZ[9];B[aa]C[one] C[two]TR[bb])",
            lambda t: t.annotate(1, comment="y"),
            b"(;SZ[9];B[aa]C[y] TR[bb])",
        ),
        (
            b"(;SZ[9];B[aa](;W[bb])(;W[cc]);W[dd])",
            lambda t: t.remove(3),
            b"(;SZ[9];B[aa](;W[bb]);W[dd])",
        ),
        (
            b"(;SZ[9];B[aa]C[never",
            lambda t: t.play(1, "B8"),
            b"(;SZ[9];B[aa]C[never];W[bb]",
        ),
        (
            b"(;SZ[9];B[aa]C[never",
            lambda t: t.annotate(1, comment="y"),
            b"(;SZ[9];B[aa]C[y]",
        ),
        (
            b"(;SZ[9];B[aa]C[never",
            lambda t: t.with_headers(white="Bob"),
            b"(;SZ[9]PW[Bob];B[aa]C[never",
        ),
        (
            b"(;SZ[9](;B[aa](;W[bb]C[)]",
            lambda t: t.play(1, "C7"),
            b"(;SZ[9](;B[aa](;W[bb]C[)])(;W[cc])",
        ),
        (
            b"(;SZ[9];AB;B[aa])",
            lambda t: t.annotate(1, comment="x"),
            b"(;SZ[9];AB C[x];B[aa])",
        ),
        (
            b"(;SZ[9])",
            lambda t: t.play(0, "C7", Colour.WHITE),
            b"(;SZ[9]PL[B];W[cc])",
        ),
        (
            b"(;SZ[9];B[aa][bb];W[cc])",
            lambda t: t.set_step(1, Step(t.node(2).move, Colour.WHITE)),
            b"(;SZ[9]PL[B];W[cc];W[cc])",
        ),
        (
            b"(;SZ[9]RE[W+R]DGF[resign:-1])",
            lambda t: t.annotate(1, comment="enough"),
            b"(;SZ[9]RE[W+R]DGF[resign:-1];C[enough])",
        ),
        (
            b"(;SZ[9];B[aa]",
            lambda t: t.annotate(1, comment="y"),
            b"(;SZ[9];B[aa]C[y]",
        ),
    ],
)
def test_edits(data: bytes, edit: object, expected: bytes) -> None:
    assert callable(edit)
    assert written(edit(read(data))) == expected


def test_text_that_the_encoding_cannot_hold() -> None:
    data = "(;CA[ISO-8859-1]SZ[9]PB[Gödel];B[aa])".encode("latin-1")
    assert written(read(data).annotate(1, comment="é")).endswith(b";B[aa]C[\xe9])")
    now = written(read(data).annotate(1, comment="碁"))
    assert now == "(;CA[UTF-8]SZ[9]PB[Gödel];B[aa]C[碁])".encode()


def test_new_signs_in_a_plain_file_are_declared() -> None:
    now = written(read(b"(;SZ[9];B[aa])").annotate(1, comment="é"))
    assert now == "(;SZ[9]CA[UTF-8];B[aa]C[é])".encode()


def test_utf_16_is_edited_in_utf_16() -> None:
    data = "\ufeff(;SZ[9]PB[碁];B[aa])".encode("utf-16-le")
    assert written(read(data)) == data
    expected = "\ufeff(;SZ[9]PB[碁];B[aa]C[棋])".encode("utf-16-le")
    assert written(read(data).annotate(1, comment="棋")) == expected


@pytest.mark.parametrize("format", ["sgf", "json", "dgf-game"])
@pytest.mark.parametrize("before", [b"(;SZ[9];B[ee])", b"(;SZ[9];B[ee];C[thinking])", b"(;SZ[9])"])
def test_a_resignation_with_a_comment_is_one_node(before: bytes, format: str) -> None:
    tree = read(before)
    tree = tree.play(tree.last, "resign")
    told = tree.annotate(tree.last, comment="enough")
    silent = told.annotate(told.last, comment="")
    for each in (tree, told, silent):
        for source in (each, anew(each)):
            again = bb.loads(bb.dumps(source, format), format).tree
            assert again is not None
            assert [(node.move, node.comment) for node in again.nodes()] == [
                (node.move, node.comment) for node in each.nodes()
            ]
            # And from there back into SGF.
            assert len(list(read(written(again)).nodes())) == len(list(each.nodes()))
    read_back = read(written(told))
    changed = written(read_back.annotate(read_back.last, comment="no more"))
    assert changed == written(told).replace(b"enough", b"no more")
