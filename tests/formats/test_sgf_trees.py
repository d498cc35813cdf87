"""SGF as a tree: the same bytes back, edits that touch nothing else, very deep and very wide."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from boardbytes.formats.sgf.content import content_of, properties_of
from boardbytes.formats.sgf.points import board_of
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, GameTree, Reason, Step
from boardbytes.model.notes import (
    Clock,
    Figure,
    Judgement,
    Label,
    Link,
    Mark,
    MarkKind,
    Notes,
    Owned,
    Verdict,
)
from tests.formats.sgf_trees import Writer, edited
from tests.formats.vectors import files


def read(data: bytes) -> GameTree:
    tree = bb.loads(data, "sgf").tree
    assert tree is not None
    return tree


def written(tree: GameTree) -> bytes:
    return sgf.encode(bb.Document("sgf", tree.start, tree))


def anew(tree: GameTree) -> GameTree:
    """The tree as if nobody had read it from anywhere."""
    return GameTree(tree.start, tree.rules, tree.headers, tree.result, tree.entries)


def check_bytes(seed: object) -> None:
    data = Writer(seed).game()
    tree = read(data)
    assert written(tree) == data
    # Written from the model alone it says the same.
    assert read(written(anew(tree))) == tree
    # Through JSON, too.
    document = bb.loads(bb.dumps(bb.loads(data, "sgf"), "json"))
    assert document.tree == tree
    assert read(bb.dumps(document, "sgf")) == tree


@given(st.integers())
def test_random_trees_come_back_as_they_were(seed: int) -> None:
    check_bytes(seed)


@pytest.mark.slow
def test_ten_thousand_random_trees() -> None:
    for seed in range(10_000):
        check_bytes(seed)


def check_edits(seed: object, count: int) -> None:
    data = Writer(seed).game()
    chance = random.Random(f"edits {seed}")
    tree, before = read(data), data
    for _ in range(count):
        changed = edited(tree, chance)
        now = written(changed)
        assert read(now) == anew(read(written(anew(changed)))), (data, now)
        # Undone by going back to the tree before, and by an edit that says what was there.
        assert written(tree) == before
        tree, before = changed, now


@given(st.integers())
@settings(max_examples=60)
def test_random_edits(seed: int) -> None:
    check_edits(seed, 5)


@pytest.mark.slow
def test_a_thousand_random_edits_on_random_trees() -> None:
    for seed in range(1000):
        check_edits(f"slow {seed}", 3)


@given(st.integers())
def test_an_edit_leaves_the_rest_as_it_was(seed: int) -> None:
    """A comment on one node: everything before it and after it is the same."""
    data = Writer(seed).game()
    tree = read(data)
    chance = random.Random(seed)
    at = chance.choice([node.id for node in tree.nodes()])
    changed = tree.annotate(at, comment="nothing like it")
    after = written(changed)
    assert tree.source is not None
    lexed, nodes = tree.source.spans.lexed, tree.source.spans.nodes
    if nodes[at] >= 0 and (at + 1 == len(nodes) or nodes[at + 1] >= 0):
        # Unless it is one of two moves in a node, which is then taken apart.
        start, end = lexed.node_start[nodes[at]], lexed.node_end[nodes[at]]
        assert after.startswith(data[: start + 1])
        assert after.endswith(data[end:])
    assert written(changed.annotate(at, comment=tree.node(at).comment)) == data


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
    assert "CA[UTF-8]" in now.decode("utf-8")
    assert "PB[Gödel]" in now.decode("utf-8")
    assert read(now).node(1).comment == "碁"


def test_new_signs_in_a_plain_file_are_declared() -> None:
    now = written(read(b"(;SZ[9];B[aa])").annotate(1, comment="é"))
    assert now == "(;SZ[9]CA[UTF-8];B[aa]C[é])".encode()


def test_utf_16_is_edited_in_utf_16() -> None:
    data = "\ufeff(;SZ[9]PB[碁];B[aa])".encode("utf-16-le")
    assert written(read(data)) == data
    expected = "\ufeff(;SZ[9]PB[碁];B[aa]C[棋])".encode("utf-16-le")
    assert written(read(data).annotate(1, comment="棋")) == expected


def test_fifty_thousand_nested_nodes() -> None:
    data = b"(;SZ[9]" + b"(;B[aa];W[]" * 25_000 + b")" * 25_001
    begun = time.process_time()
    tree = read(data)
    changed = tree.annotate(40_000, comment="x").add(30_000, Step(tree.node(1).move, Colour.BLACK))
    now = written(changed)
    assert len(now) == len(data) + len("C[x]") + len("(;B[aa])")
    assert len(read(now)) == 50_002
    assert time.process_time() - begun < 60


def test_one_rectangle_very_often() -> None:
    begun = time.process_time()
    document = bb.loads(b"(;SZ[52]AB" + b"[aa:ZZ]" * 100_000 + b")", "sgf")
    assert document.position.stones == b"\1" * 52 * 52
    assert time.process_time() - begun < 10


BOARD = board_of((9, 5))
POINTS = st.sampled_from(BOARD.names)
COLOURS = st.sampled_from([Colour.BLACK, Colour.WHITE])
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), max_size=8)

SECONDS = st.integers(0, 9999).map(lambda number: number / 8)
VALUES = st.integers(-999, 999).map(lambda number: Figure("value", f"{number}"))


def several(kind: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(kind, max_size=4, unique=True).map(tuple)


NOTES = st.builds(
    Notes,
    comment=WORDS,
    name=WORDS,
    marks=several(st.builds(Mark, st.sampled_from(MarkKind), POINTS)),
    labels=several(st.builds(Label, POINTS, WORDS)),
    links=several(st.builds(Link, POINTS, POINTS, st.booleans())),
    territory=several(st.builds(Owned, POINTS, COLOURS)),
    judgements=several(
        st.sampled_from(Verdict).map(Judgement)
        | st.sampled_from([Verdict.GOOD, Verdict.EVEN]).map(lambda each: Judgement(each, True))
    ),
    clocks=st.lists(
        st.builds(Clock, COLOURS, st.none() | SECONDS, st.integers(0, 99)),
        max_size=2, unique_by=lambda clock: clock.colour,
    ).map(tuple),
    figures=several(st.builds(Figure, WORDS, WORDS) | VALUES),
)  # fmt: skip


def sorted_notes(notes: Notes) -> dict[str, object]:
    """Notes without the order of their lists, which SGF groups by kind."""
    return {
        name: sorted(map(repr, value)) if isinstance(value, tuple) else value
        for name in Notes.__dataclass_fields__
        for value in [getattr(notes, name)]
    }


@given(NOTES, st.sampled_from(BOARD.moves), COLOURS)
def test_properties_and_content_are_inverses(notes: Notes, move: object, colour: Colour) -> None:
    verbatim = (("QQ", ("a", "b\\]")),)
    step = Step(move, colour)  # type: ignore[arg-type]
    properties = properties_of(step, notes, verbatim, BOARD)
    content = content_of(list(properties.items()), BOARD)
    assert content.moves[0][:2] == (colour, move)
    assert sorted_notes(content.notes) == sorted_notes(notes)
    assert content.verbatim == verbatim
    assert not content.oddities
    again = properties_of(step, content.notes, content.verbatim, BOARD)
    assert (
        properties_of(step, content_of(list(again.items()), BOARD).notes, verbatim, BOARD) == again
    )


def test_headers_rules_and_result() -> None:
    data = b"(;SZ[9]PB[Ann]KM[6.5]RU[AGA]RE[W+2.5]HA[2]AB[cc][gg];W[ee])"
    tree = read(data)
    assert tree.headers["black"] == "Ann"
    assert (tree.rules.name, tree.rules.komi) == ("aga", 6.5)
    assert tree.result is not None
    assert (tree.result.winner, tree.result.reason) == (Colour.WHITE, Reason.SCORE)
    assert tree.result.margin == 2.5
    assert isinstance(tree.start, GoPosition)
    assert tree.start == GoPosition(9, tree.start.stones, Colour.WHITE)


@pytest.mark.parametrize("path", files("sgf", "ok"), ids=lambda path: path.stem)
def test_agrees_with_sgfmill(path: object) -> None:
    """On structure and properties of everything that sgfmill reads."""
    from sgfmill import sgf as their_sgf
    from sgfmill import sgf_grammar

    data = path.read_bytes()  # type: ignore[attr-defined]
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
        theirs = [their_sgf.Sgf_game.from_coarse_game_tree(tree) for tree in trees]
    except ValueError:  # it refuses the file, or an encoding that is not what it says
        return
    if path.stem in DIFFERENT:  # type: ignore[attr-defined]
        return
    for ours, game in zip(sgf.games(data), theirs, strict=True):
        assert isinstance(ours, bb.Document)
        assert ours.tree is not None
        nodes, waiting = list(ours.tree.nodes()), [game.get_root()]
        found = []
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting.extend(reversed(node[:]))
        assert [len(node.children) for node in nodes] == [len(node) for node in found]
        for mine, his in zip(nodes, found, strict=True):
            colour, move = his.get_move()
            assert (mine.colour.value[0] if mine.colour else None) == colour
            point = None if mine.move is None or not mine.move.points else mine.move.points[0]
            size = game.get_size()
            shown = (
                None
                if move is None
                else "ABCDEFGHJKLMNOPQRSTUVWXYZ"[move[1]] + f"{move[0] + 1}"
                if size < 26
                else point
            )
            assert point == shown
            if his.has_property("C"):
                assert mine.comment == his.get("C").rstrip("\n") or mine.comment == his.get("C")


DIFFERENT = {
    "warning-two-moves": "it makes one move of two in a node",
    "warning-two-moves-in-a-node": "it makes one move of two in a node",
    "warning-off-the-board": "it refuses to look at the move",
    "break-in-a-point": "it refuses a point with a line break",
    "old-names": "it does not read points such as E5",
    "warning-late-node": "it refuses a node after variations",
    "private": "it does not know the resignation that our property tells of",
    "warning-gb2312": "it takes what is undeclared for Latin-1",
    "warning-euc-kr": "it takes what is undeclared for Latin-1",
    "warning-cut-character": "it takes what is undeclared for Latin-1",
    "warning-not-utf-8": "it fails on text that is not in the encoding it names",
    "big5": "it takes a backslash inside a character for an escape",
    "warning-shift-jis": "it takes a backslash inside a character for an escape",
}
"""What sgfmill reads otherwise, and why."""
