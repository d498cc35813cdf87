"""A move on a desk: what the worker then knows of the bytes is what reading them would tell."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boardbytes.errors import PositionError
from boardbytes.model import Document, GameTree, Position
from boardbytes.studio import changes, editing, messages, states, trees, views, worker
from boardbytes.studio.states import Reading, State, read
from boardbytes.studio.store import Desk
from boardbytes.studio.views import Look
from boardbytes.studio.worker import Bench

ROOT = Path(__file__).parents[1]
LARGEST = 100_000
FILES = [
    path
    for path in sorted([*(ROOT / "vectors").glob("*/ok/*"), *(ROOT.parent / "examples").iterdir()])
    if path.is_file() and path.stat().st_size < LARGEST
]


def on_desk(path: Path) -> tuple[Desk, Reading]:
    data = path.read_bytes()
    reading = read(State(None, data), path.name)
    return Desk("1", path.name, 1, State(reading.format, data), True, True), reading


def moves_of(document: Document | None, path: str | None) -> tuple[object, ...]:
    """What can be played at a node of a document; None is the end of its main line."""
    if document is None or not isinstance(document.position, Position):
        return ()
    tree = trees.game_of(document)
    assert tree
    return tree.record(trees.node_at(tree, path)).legal_moves()


def paths(document: Document | None) -> list[str | None]:
    """The end of a game, nodes in its middle, and its end again."""
    last = len(document.record.moves) if document and document.record else 0
    return [None, None, "1" if last else "", "", None]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.name}")
def test_what_is_known_is_what_is_read(path: Path) -> None:
    chance = random.Random(path.name)
    desk, reading = on_desk(path)
    bench = Bench()
    for path_to in paths(reading.document):
        moves = moves_of(reading.document, path_to)
        if not moves or reading.format == "transcript":
            return
        played, _ = changes.play(bench, desk, str(chance.choice(moves)), path_to)
        fresh = read(played, path.name)
        assert bench.reading(played, path.name) == fresh
        if fresh.problems:
            return
        desk, reading = Desk("1", path.name, 1, played, True, True), fresh


def test_our_own_bytes_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, _ = on_desk(ROOT / "vectors" / "sgf" / "ok" / "variations-and-notes.sgf")
    bench = Bench()
    bench.reading(desk.state, desk.name)

    def refuse(*_: object) -> Reading:
        raise AssertionError("these bytes are our own")

    monkeypatch.setattr(worker, "read", refuse)
    monkeypatch.setattr(states, "read", refuse)
    for _ in range(3):
        moves = moves_of(bench.reading(desk.state, desk.name).document, None)
        played, _ = changes.play(bench, desk, str(moves[0]), None)
        desk = Desk("1", desk.name, 1, played, True, True)


def test_what_was_odd_is_read_again() -> None:
    """A warning about the bytes before is there after a move, too."""
    path = ROOT / "vectors" / "pdn" / "ok" / "second-begins.pdn"
    desk, reading = on_desk(path)
    assert reading.problems
    bench = Bench()
    played, _ = changes.play(bench, desk, str(moves_of(reading.document, None)[0]), None)
    assert [each.code for each in bench.reading(played, path.name).problems] == [
        each.code for each in reading.problems
    ]


def rule_sets(tree: GameTree) -> messages.Board:
    return views._board(tree, {}, Look())


def test_an_untouched_board_gives_way_to_the_one_of_the_rules() -> None:
    """A new game of mill may still become one of its family; a begun one may not."""
    start = ROOT / "vectors" / "millfen" / "ok" / "start.millfen"
    three = messages.TreeEdit.model_validate({"edit": "rules", "text": "three"})
    _, reading = on_desk(start)
    tree, _ = editing.edited(changes.game_on(reading), [three])
    assert (tree.start.called("Nine Men's Morris"), tree.rules.name) == (
        "Three Men's Morris",
        "three",
    )
    board = rule_sets(tree)
    assert board.ground
    assert (board.rules, len(board.ground.spots)) == ("three", 9)
    assert {"standard", "lasker", "three"} <= set(rule_sets(changes.game_on(reading)).rule_sets)
    _, begun = on_desk(start.with_name("after-a4.millfen"))
    with pytest.raises(PositionError, match="three rules are for 3 stones a side"):
        editing.edited(changes.game_on(begun), [three])
    assert rule_sets(changes.game_on(begun)).rule_sets == ["match", "standard", "muehle"]
