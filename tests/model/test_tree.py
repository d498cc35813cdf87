"""A game is a tree: edits share, nothing recurses, positions are computed once."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from collections.abc import Callable
from itertools import cycle, islice

import pytest

import boardbytes as bb
from boardbytes.errors import PathError
from boardbytes.games.go import PASS, GoMove, GoPosition
from boardbytes.games.mill import MillPosition
from boardbytes.model import Colour, GameTree, Record, Setup, Step
from boardbytes.model.tree import Entry
from boardbytes.model.vector import Vector
from tests.formats.test_growth import go_round
from tests.timing import quickest


def small() -> GameTree:
    tree = GameTree(GoPosition(9))
    tree = tree.play("", "E5").play("1", "C3").play("2", "G7")
    return tree.play("1", "G3").play("1.1", "C7")


def moves(tree: GameTree) -> list[str]:
    return [f"{node.path}:{node.move}" for node in tree.nodes()]


def test_a_move_in_the_middle_makes_a_variation() -> None:
    tree = small()
    assert moves(tree) == [":None", "1:E5", "2:C3", "3:G7", "1.1:G3", "1.1.1:C7"]
    assert [str(move) for move in tree.record().moves] == ["E5", "C3", "G7"]
    assert [str(move) for move in tree.record("1.1.1").moves] == ["E5", "G3", "C7"]
    assert tree.node("1.1").colour is Colour.WHITE


def test_a_move_that_is_there_is_not_added_again() -> None:
    tree = small()
    assert tree.play("1", "C3") is tree


def test_edits_leave_the_old_tree_alone() -> None:
    tree = small()
    before = moves(tree)
    edited = tree.annotate("2", comment="solid").remove("1.1").with_headers(black="Ada")
    assert moves(tree) == before
    assert tree.node("2").comment == ""
    assert edited.node("2").comment == "solid"
    assert edited.headers["black"] == "Ada"
    assert len(edited) == 4
    assert tree != edited
    assert tree == small()
    assert hash(tree) == hash(small())


def test_two_trees_grown_from_one_do_not_share_their_news() -> None:
    tree = small()
    one, two = tree.play("3", "C7"), tree.play("3", "D4")
    assert one.position("4") != two.position("4")
    assert one.position("4").turn is Colour.BLACK
    assert [str(node.move) for node in one.main_line()][-1] == "C7"
    assert [str(node.move) for node in two.main_line()][-1] == "D4"


def test_promote_and_paths() -> None:
    tree = small().promote("1.1")
    assert [str(move) for move in tree.record().moves] == ["E5", "G3", "C7"]
    for node in tree.nodes():
        assert tree.node(node.path).id == node.id
    long = GameTree(GoPosition(19))
    for index in range(30):
        long = long.play(long.last, GoMove.at(index, 19))
    assert long.last.path == "30"
    assert long.node("30").ply == 30
    assert long.node("10").path == "10"


@pytest.mark.parametrize("path", ["x", "1.5", "99", "1..2", "-1", "1.1.9"])
def test_a_wrong_path_is_an_error_of_ours(path: str) -> None:
    with pytest.raises(PathError):
        small().node(path)


def test_the_root_stays() -> None:
    with pytest.raises(PathError, match="root"):
        small().remove("")


def test_a_move_may_be_out_of_turn() -> None:
    tree = GameTree(GoPosition(9)).play("", "E5").play("1", "C3", Colour.BLACK)
    assert tree.node("2").colour is Colour.BLACK
    assert tree.position("2").turn is Colour.WHITE
    assert not tree.record().is_plain
    assert small().record().is_plain


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(bb.IllegalMoveError):
        small().play("1", "E5")


def test_the_last_move_of_the_main_line_ends_the_game() -> None:
    tree = GameTree(GoPosition(9)).play("", "pass").play("1", "pass")
    assert tree.result is not None
    assert tree.remove("2").result is None


def test_repetition_is_found_in_a_tree() -> None:
    position = bb.load("examples/endgame.dat").position
    tree = GameTree(position, "match")
    for move in "d7-d6 a1-d1 d6-d7 d1-a1".split() * 2:
        tree = tree.play(tree.last, move)
    assert tree.result is not None
    assert "too often" in str(tree.result)


def test_setup_changes_everything_below_it() -> None:
    tree = small().set_step("1", Step(setup=Setup((("A1", "black"),), Colour.WHITE)))
    assert tree.position("1").turn is Colour.WHITE
    assert tree.record().steps[0].setup is not None


def test_fifty_thousand_nodes_deep() -> None:
    """Nothing recurses over a tree."""
    last = 50_000
    step = Step(PASS, Colour.BLACK)
    entries = [
        Entry(index - 1, (index + 1,) if index < last else (), step if index else Step())
        for index in range(last + 1)
    ]
    tree = GameTree(GoPosition(9), entries=Vector(entries))
    assert tree.last.path == f"{last}"
    assert tree == GameTree(GoPosition(9), entries=Vector(entries))
    edited = tree.annotate(tree.last, comment="deep")
    assert edited.node(f"{last}").comment == "deep"
    assert edited != tree
    assert sum(1 for _ in edited.nodes()) == last + 1


def after_the_newest(tree: GameTree, move: str) -> GameTree:
    return tree.play(len(tree.entries) - 1, move)


def after_the_last(tree: GameTree, move: str) -> GameTree:
    return tree.play(tree.last, move)


LONG_GAMES = {
    # Two queens that walk to and fro, and groups that fill a small board and are taken.
    "checkers": (bb.loads(b"B:WK32:BK1", "draughts-fen").position, "1-5 32-27 5-1 27-32".split()),
    "go": (GoPosition(4), [f"{GoMove.from_number(number, 4)}" for number in go_round(16)]),
}


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("game", LONG_GAMES)
@pytest.mark.parametrize("play", [after_the_newest, after_the_last])
def test_five_thousand_moves_take_time_in_proportion(
    game: str, play: Callable[[GameTree, str], GameTree]
) -> None:
    start, moves = LONG_GAMES[game]
    begun = start if game != "go" else start.play("A4")

    def played(count: int) -> GameTree:
        tree = GameTree(begun)
        for move in islice(cycle(moves), count):
            tree = play(tree, move)
        return tree

    assert played(500).last.path == "500"
    assert quickest(lambda: played(5_000), 3) < 2.6 * quickest(lambda: played(2_500), 3)


def test_the_last_node_is_known_after_every_edit() -> None:
    chance = random.Random(7)
    tree = GameTree(GoPosition(9))
    for _ in range(600):
        nodes = list(tree.nodes())
        node = chance.choice([*nodes, tree.last, tree.last])
        match chance.choices(["add", "promote", "annotate", "tell", "remove"], [6, 2, 2, 1, 1])[0]:
            case "add":
                tree = tree.add(node, Step(PASS, Colour.BLACK))
            case "promote":
                tree = tree.promote(node)
            case "annotate":
                tree = tree.annotate(node, comment="x")
            case "tell":
                tree = tree.with_result(None).with_headers(black="Ada")
            case _:
                tree = tree.remove(node) if node.id else tree
        *_, last = tree.main_line()
        assert tree.last.id == last.id


@pytest.mark.measures
def test_a_long_game_of_go_played_through_the_tree() -> None:
    def play(count: int) -> float:
        tree = GameTree(GoPosition(5))
        begin = time.process_time()
        here = 0
        for index in range(count):
            colour = (Colour.BLACK, Colour.WHITE)[index % 2]
            legal = [m for m in tree.position(here).with_turn(colour).legal_moves() if m.points]
            tree = tree.play(here, legal[index % len(legal)] if legal else "pass", colour)
            here = len(tree.entries) - 1
        return time.process_time() - begin

    play(50)
    assert play(1200) < 3.2 * play(600)


@pytest.mark.measures
@pytest.mark.slow
def test_a_hundred_thousand_nodes_fit_in_a_hundred_megabytes() -> None:
    tracemalloc.start()
    entries = [Entry(children=(1,))]
    for index in range(1, 100_000):
        step = Step(GoMove.at(index % 361, 19), Colour.BLACK)
        entries.append(Entry(index - 1, (index + 1,) if index < 99_999 else (), step))
    tree = GameTree(GoPosition(19), entries=Vector(entries))
    del entries
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert tree.entries[99_999].parent == 99_998
    assert used < 100e6


@pytest.mark.measures
@pytest.mark.slow
def test_a_hundred_thousand_nodes_with_comments_fit_in_a_hundred_megabytes() -> None:
    """What is read from a file keeps the file, and where each node stood in it."""
    points = [column + row for row in "abcdefghi" for column in "abcdefghi"]
    moves = [f";{'BW'[i % 2]}[{points[i]}]C[well played {i}, line " for i in range(50)]
    lines = (f"({''.join(f'{move}{line}]' for move in moves)})" for line in range(2_000))
    data = f"(;SZ[19]{''.join(lines)})".encode()
    bb.loads(data)  # The compiler, which large files are read with, is no part of a tree.
    tracemalloc.start()
    tree = bb.loads(data).tree
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert tree is not None
    assert len(tree) == 100_001
    assert tree.entries[100_000].notes.comment == "well played 49, line 1999"
    assert used < 100e6


def test_a_record_is_a_tree_of_one_line() -> None:
    record = Record.replay(MillPosition(), ["d6", "f4", "d2"])
    tree = GameTree.of(record, {"white": "Ada"})
    assert tree.record() == record
    assert len(tree) == 4


def test_what_was_removed_can_be_removed_again_with_all_above_it() -> None:
    """A node of an older tree is still known by its number, though nothing leads there any more."""
    tree = bb.loads("(;SZ[5]RE[B+R];B[aa];W[bb];B[cc])").tree
    assert tree is not None
    last = tree.last
    shorter = tree.remove(last)
    assert len(shorter.remove(last)) == len(shorter) == 3
