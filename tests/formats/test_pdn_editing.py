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
from boardbytes.model import GameTree, Outcome, Reason, Setup, Step
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


def pieces_of(tree: GameTree, id: int) -> list[bytes]:
    """The texts of a node in the file that a tree was read from, the pieces apart."""
    assert tree.source is not None
    span = tree.source.spans.nodes[id]
    places = [span.whole, span.opens, span.closes, *span.late]
    return [tree.source.data[place[0] : place[1]] if place else b"" for place in places]


def check_others(tree: GameTree, changed: GameTree, edited: set[int]) -> GameTree:
    """All nodes and tags but the edited ones have the bytes that they were read from."""
    assert tree.source is not None
    after = written(changed)
    again = read(after)
    assert again == changed
    for node, new in zip(changed.nodes(), again.nodes(), strict=True):
        if node.id < len(tree.entries) and node.id not in edited:
            old, now = pieces_of(tree, node.id), pieces_of(again, new.id)
            assert now[0] == old[0], after
            assert now[3:] == old[3:], after
    return again


def tags_of(tree: GameTree) -> dict[str, bytes]:
    assert tree.source is not None
    data = tree.source.data
    return {name: data[start:end] for name, (start, end) in tree.source.spans.tags}


NOTES: dict[str, list[Any]] = {
    "comment": [*WORDS, ""],
    "judgements": [(Judgement(Verdict.GOOD),), (Judgement(Verdict.EVEN),), ()],
    "clocks": [(Clock(CheckersPosition.sides.first, 61.5),), ()],
    "figures": [(Figure("eval", "0.5"),), ()],
}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", [*NOTES, "properties"])
def test_notes_leave_the_rest_as_it_was(kind: str, seed: int) -> None:
    chance = random.Random(f"{kind} {seed}")
    data = respaced(written(random_tree(chance)), chance)
    tree = read(data)
    assert written(tree) == data
    assert isinstance(tree.source.spans, GameSpans)  # type: ignore[union-attr]
    spans = tree.source.spans.nodes  # type: ignore[union-attr]
    for _ in range(10):
        node = chance.choice(list(tree.nodes()))
        if kind == "properties":
            changed = tree.set_properties(node, (("ZZ", ("a ] } b", "2")),))
            undone = changed.set_properties(node, node.properties)
        else:
            changed = tree.annotate(node, **{kind: chance.choice(NOTES[kind])})
            undone = changed.annotate(node, **{kind: getattr(node.notes, kind)})
        check_others(tree, changed, {node.id})
        after, span = written(changed), spans[node.id]
        if span.whole and not span.late:
            start = span.moved or span.whole[0]
            assert after.startswith(data[:start])
            assert after.endswith(data[span.whole[1] :])
        assert written(undone) == data
        assert written(tree) == data


@pytest.mark.parametrize("seed", range(20))
def test_headers_and_result_leave_the_rest_as_it_was(seed: int) -> None:
    chance = random.Random(seed)
    data = respaced(written(random_tree(chance)), chance)
    tree = read(data)
    first, second = CheckersPosition.sides
    won = Outcome(first, Reason.STATED, "standard", second)
    for changed, undone, tag in (
        (tree.with_headers(event="Cup"), {"event": tree.headers.get("event")}, "Event"),
        (tree.with_headers(event=None), {"event": tree.headers.get("event")}, "Event"),
        (tree.with_headers(red="Ann"), {"red": None}, "Black"),
        (tree.with_headers(weather="fine"), {"weather": None}, "weather"),
    ):
        again = check_others(tree, changed, set())
        before, now = tags_of(tree), tags_of(again)
        assert {**before, tag: b""} == {**now, tag: b""}
        end = tree.source.spans.tags[-1][1][1]  # type: ignore[union-attr]
        assert written(changed).endswith(data[end:])
        assert written(changed.with_headers(**undone)) == data
    changed = tree.with_result(won if tree.result != won else None)
    again = check_others(tree, changed, set())
    assert {**tags_of(tree), "Result": b""} == {**tags_of(again), "Result": b""}
    assert written(changed.with_result(tree.result)) == data


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
        check_others(tree, longer, set())
        if longer is not tree and longer.result == tree.result:
            # One piece was put in, the rest is there.
            put_in = len(after) - len(data)
            start = next(i for i in range(len(after)) if after[i : i + 1] != data[i : i + 1])
            assert any(
                after[:at] + after[at + put_in :] == data
                for at in range(max(0, start - put_in), start + 1)
            )
            assert written(longer.remove(len(tree.entries))) == data
        if len(tree) > 1:
            gone = chance.choice(list(tree.nodes())[1:])
            check_others(tree, tree.remove(gone), set())
            moved = tree.promote(gone)
            check_others(tree, moved, set())
            order = gone.parent.children  # type: ignore[union-attr]
            for child in reversed(order):
                moved = moved.promote(child.id)
            assert written(moved) == data


@pytest.mark.parametrize("seed", range(20))
def test_another_move_or_setup(seed: int) -> None:
    chance = random.Random(seed)
    data = respaced(written(random_tree(chance)), chance)
    tree = read(data)
    ends = [node for node in tree.nodes() if node.id and not node.children]
    for node in ends:
        before: Any = node.parent.position  # type: ignore[union-attr]
        steps = [Step(move, before.turn) for move in before.legal_moves()[:2]]
        taken = next(name for name in map(str, range(1, 33)) if before[name])
        for step in [*steps, Step(setup=Setup(((taken, "empty"),), before.turn))]:
            changed = tree.set_step(node, step)
            check_others(tree, changed, {node.id})
            assert written(changed.set_step(node, node.step)) == data


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


def test_other_remarks_of_the_same_move_stay() -> None:
    data = b"1.\r\n11-15 !  $9\r\n% by hand\r\n{ two  spaces } 22-18 *\r\n"
    tree = read(data)
    worse = tree.annotate("1", judgements=(Judgement(Verdict.BAD),))
    assert written(worse) == data.replace(b" !  $9", b"? $9")
    other = tree.annotate("1", comment="one")
    assert written(other) == data.replace(b"{ two  spaces }", b"{one}")
    silent = tree.annotate("1", comment="")
    assert written(silent) == data.replace(b"{ two  spaces }", b"")
    for changed in (worse, other, silent):
        assert read(written(changed)) == changed


def test_an_opinion_of_a_setup_stays_with_it() -> None:
    tree = read(b'1. 11-15 /FEN "W:W31:B1"/ *')
    changed = tree.annotate("2", judgements=(Judgement(Verdict.GOOD),))
    assert written(changed) == b'1. 11-15 /FEN "W:W31:B1"/ ! *'
    assert read(written(changed)) == changed


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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"1. 11-15 {good", b"1. 11-15 {good} 1... 22-18"),
        (b"1. 11-15 {good\n", b"1. 11-15 {good\n} 1... 22-18"),
        (b"1. 11-15 (1. 11-16 {good", b"1. 11-15 (1. 11-16 {good}) 1... 22-18"),
        (b"1. 11-15 ({good 22-18", b"1. 11-15 ({good 22-18}) 1... 22-18"),
        (b"1. 11-15 ({good}", b"1. 11-15 ({good}) 1... 22-18"),
        (b"1. 11-15 (({good}", b"1. 11-15 (({good})) 1... 22-18"),
        (b"1. 11-15 (($1 {good}) {or not})", b"1. 11-15 (($1 {good}) {or not}) 1... 22-18"),
        (b"1. 11-15 (1. 11-16 ({good", b"1. 11-15 (1. 11-16 ({good})) 1... 22-18"),
        (b"1. 11-15 (1. 1-2 {good", b"1. 11-15 (1. 1-2 {good}) 1... 22-18"),
        (b"1. 11-15 * {good", b"1. 11-15 {good} 1... 22-18 *"),
        (b"1. 11-15 * ;good", b"1. 11-15 ;good\n 1... 22-18 *"),
    ],
)
def test_nothing_that_is_not_closed_swallows_a_move(before: bytes, after: bytes) -> None:
    tree = read(before)
    played = tree.play(tree.last, "22-18")
    assert written(played) == after
    again = read(after)
    assert again.record().moves == played.record().moves
    assert [node.comment for node in again.nodes()] == [node.comment for node in played.nodes()]
    # Untouched behind its moves, it stays as open as it was.
    headed = written(tree.with_headers(event="x"))
    assert headed.endswith(before)
