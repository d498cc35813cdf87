"""Edited games: what was not edited is written as it was read."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.errors import MoveError
from boardbytes.formats.pdn.spans import GameSpans
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import GameTree, Outcome, Reason
from boardbytes.model.notes import Clock, Figure, Judgement, Verdict
from tests.formats.test_pdn import OK, PDN, read, vector
from tests.formats.vectors import files, name_of

WORDS = ["a good move", "he { laughed", "two\nlines", "brace } inside", "ж", "$1 1. 11-15 (x)"]


def written(tree: GameTree) -> bytes:
    return bb.dumps(tree, "pdn", lossy=True)


def random_tree(chance: random.Random, size: int = 40) -> GameTree:
    """A tree of random moves and remarks."""
    tree = GameTree(CheckersPosition(), headers=bb.loads(b'[Event "x"]\n*', "pdn").tree.headers)  # type: ignore[union-attr]
    for _ in range(size):
        tree = random_edit(tree, chance)
    return tree


def random_edit(tree: GameTree, chance: random.Random) -> GameTree:
    node = chance.choice(list(tree.nodes()))
    kind = chance.choice(["play"] * 6 + ["comment", "opinion", "clock", "figure", "header"])
    if kind == "play":
        node = node if chance.random() < 0.5 else tree.last
        legal = node.position.legal_moves()
        return tree.play(node, chance.choice(legal)) if legal else tree
    if kind == "header":
        return tree.with_headers(event=chance.choice([*WORDS[:1], 'a "b" \\', None]))
    notes: dict[str, dict[str, Any]] = {
        "comment": {"comment": chance.choice(WORDS)},
        "opinion": {"judgements": (Judgement(chance.choice([Verdict.GOOD, Verdict.EVEN])),)},
        "clock": {"clocks": (Clock(chance.choice([*CheckersPosition.sides]), 61.5),)},
        "figure": {"figures": (Figure("eval", "0.5"),)},
    }
    return tree.annotate(node, **notes[kind])


@pytest.mark.parametrize("seed", range(30))
def test_random_trees_read_back(seed: int) -> None:
    tree = random_tree(random.Random(seed))
    data = written(tree)
    again = read(data)
    assert again == tree
    assert written(again) == data


def respaced(data: bytes, chance: random.Random) -> bytes:
    """The same game with other white space between its words, outside comments and tags."""
    head, _, body = data.partition(b"\n\n")
    out: list[str] = []
    depth = 0
    for sign in body.decode():
        depth += (sign == "{") - (sign == "}")
        plain = sign == " " and depth <= 0 and ";" not in "".join(out).rpartition("\n")[2]
        out.append(chance.choice([" ", "  ", "\n", "\r\n", " \t"]) if plain else sign)
    return head + b"\n\n" + "".join(out).encode()


@pytest.mark.parametrize("seed", range(20))
def test_what_was_not_edited_is_the_same_and_undoing_gives_the_old_bytes(seed: int) -> None:
    chance = random.Random(seed)
    data = respaced(written(random_tree(chance)), chance)
    tree = read(data)
    assert written(tree) == data
    assert isinstance(tree.source.spans, GameSpans)  # type: ignore[union-attr]
    spans = tree.source.spans.nodes  # type: ignore[union-attr]
    for _ in range(50):
        node = chance.choice(list(tree.nodes()))
        old = node.notes
        changed = tree.annotate(node, comment=chance.choice(WORDS))
        after = written(changed)
        assert read(after) == changed
        whole = spans[node.id].whole
        if whole and not spans[node.id].late:
            assert after.startswith(data[: whole[0]])
            assert after.endswith(data[whole[1] :])
        assert written(changed.annotate(node, comment=old.comment)) == data


@pytest.mark.parametrize("seed", range(20))
def test_moves_added_and_taken_away(seed: int) -> None:
    chance = random.Random(seed)
    data = respaced(written(random_tree(chance)), chance)
    tree = read(data)
    for _ in range(20):
        node = chance.choice(list(tree.nodes()))
        legal = node.position.legal_moves()
        longer = tree.play(node, chance.choice(legal)) if legal else tree
        after = written(longer)
        assert read(after) == longer
        if longer is not tree and longer.result == tree.result:
            # One piece was put in, the rest is there.
            assert len(after) > len(data)
            put_in = len(after) - len(data)
            start = next(i for i in range(len(after)) if after[i : i + 1] != data[i : i + 1])
            assert any(
                after[:at] + after[at + put_in :] == data
                for at in range(max(0, start - put_in), start + 1)
            )
        if len(tree) > 1:
            gone = chance.choice(list(tree.nodes())[1:])
            for shorter in (tree.remove(gone), tree.promote(gone)):
                assert read(written(shorter)) == shorter


@pytest.mark.parametrize("path", files("pdn", "ok"), ids=name_of)
def test_vectors_survive_an_edit_of_every_node(path: Path) -> None:
    data = path.read_bytes()
    tree = next(iter(PDN.games(data))).tree  # type: ignore[union-attr]
    assert tree is not None
    own = bb.dumps(tree, "pdn")
    for node in tree.nodes():
        changed = tree.annotate(node, comment="new words")
        again = read(bb.dumps(changed, "pdn"))
        assert again.node(node.id).comment == "new words"
        assert moves_of(again) == moves_of(tree)
        assert bb.dumps(changed.annotate(node, comment=node.comment), "pdn") == own


def moves_of(tree: GameTree) -> list[tuple[str, str]]:
    return [(node.path, str(node.move)) for node in tree.nodes()]


def test_tags() -> None:
    data = b'% by hand\n[Event  "x"]\n[Black "?"]\n[Site "here"]\n\n1. 11-15 22-18\n *\n'
    tree = read(data)
    assert written(tree.with_headers(event="y")) == data.replace(b'[Event  "x"]', b'[Event "y"]')
    assert written(tree.with_headers(red="Ann")) == data.replace(b'"?"', b'"Ann"')
    assert written(tree.with_headers(place=None)) == data.replace(b'\n[Site "here"]', b"")
    added = written(tree.with_headers(date="1900"))
    assert added == data.replace(b'"here"]', b'"here"]\n[Date "1900"]')
    assert written(tree.with_headers(date="1900").with_headers(date=None)) == data
    bare = read(b"1. 11-15 *").with_headers(event="z")
    assert written(bare) == b'[Event "z"]\n\n1. 11-15 *'


def test_results() -> None:
    data = b'[Result "1-0"]\n\n1. 11-15 22-18 1-0\n'
    tree = read(data)
    red, white = CheckersPosition.sides
    lost = tree.with_result(Outcome(white, Reason.STATED, "standard", red))
    assert written(lost) == data.replace(b"1-0", b"0-1")
    assert written(lost.with_result(tree.result)) == data
    assert written(read(b"1. 11-15").with_result(lost.result)) == b"1. 11-15 0-1"


def test_another_start_is_said() -> None:
    tree = read(b'[Event "x"]\n[FEN "W:W32:B1"]\n*\n')
    other = replace(tree, start=CheckersPosition(2, 1 << 31, 0))
    assert written(other) == b'[Event "x"]\n[FEN "B:W32:B2"]\n[SetUp "1"]\n*\n'


def test_a_comment_is_written_in_the_character_set_of_the_file() -> None:
    data = (OK / "cyrillic.pdn").read_bytes()
    tree = vector("cyrillic")
    edited = written(tree.annotate("1", comment="плохой ход"))
    assert edited == data.replace("хороший".encode("cp1251"), "плохой".encode("cp1251"))
    # What the character set does not have makes the file one in UTF-8.
    assert written(tree.annotate("1", comment="高")).decode("utf-8").count("Иванов") == 1


def test_lines_end_as_they_did() -> None:
    tree = vector("crlf").annotate("1", comment="one\ntwo")
    assert b"11-15 {one\r\ntwo} 22-18\r\n" in written(tree)


def test_a_move_at_the_end_of_a_game() -> None:
    tree = read(b"1. 11-15 22-18\n2. 15x22 25x18\n*\n")
    assert written(tree.play(tree.last, "12-16")) == (
        b"1. 11-15 22-18\n2. 15x22 25x18 3. 12-16\n*\n"
    )
    with pytest.raises(MoveError):
        tree.play(tree.last, "1-2")
