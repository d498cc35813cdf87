"""What becomes of a desk's state by a change: worked out by a worker, from values to values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from boardbytes.errors import FormatError, IllegalMoveError, PositionError, SignatureError
from boardbytes.formats import FORMATS
from boardbytes.formats import repair as repair_bytes
from boardbytes.formats.format import Change
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.games import SUBJECTS
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, GameTree, Node, Position, Record
from boardbytes.studio import messages, signed, tiles
from boardbytes.studio.states import Reading, State, rules_called, state_of
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench


def identified(bench: Bench, state: State, name: str) -> State:
    """The state with the format that its bytes turned out to have."""
    return replace(state, format=bench.reading(state, name).format)


def play(bench: Bench, desk: Desk, move: str, at: int | None, rules: str | None) -> State:
    """A move played at the end of the game, or after `at` moves of it.

    A move in the middle begins a new main line; what was played there before becomes a variation.
    """
    reading = bench.reading(desk.state, desk.name)
    tree = game_on(reading, rules)
    node = next(_after(tree, at)) if at is not None else tree.last
    if not node.children and tree.result is not None:
        raise IllegalMoveError(move, f"{move} is not legal: the game is over, {tree.result}")
    longer = tree.play(node, move)
    added = longer.node(len(longer.entries) - 1) if longer is not tree else _child(tree, node, move)
    if node.children:
        longer = longer.promote(added).with_result(longer.reached(added).outcome(tree.rules))
    document = document_of(reading)
    return state_of(Document.of(document.format, longer, document.facts), reading.format)


def _after(tree: GameTree, plies: int) -> Iterator[Node]:
    """The node of the main line at which so many moves are made, and the end if there are fewer."""
    made = 0
    for node in tree.main_line():
        made += node.move is not None
        if made == plies:
            yield node
    yield tree.last


def _child(tree: GameTree, node: Node, move: str) -> Node:
    """The child of a node in which a move is made that is there already."""
    legal, _ = tree.reached(node).position.step(move, tree.rules, tree.reached(node).history)
    child = tree.child(node, legal)
    assert child is not None
    return child


def repair(bench: Bench, desk: Desk) -> State:
    """What a format stores twice made to agree."""
    reading = bench.reading(desk.state, desk.name)
    repaired, _ = _repaired(desk, reading)
    return State(reading.format, repaired)


def repairs(bench: Bench, desk: Desk) -> tuple[Change, ...]:
    """What `repair` would change."""
    return _repaired(desk, bench.reading(desk.state, desk.name))[1]


def _repaired(desk: Desk, reading: Reading) -> tuple[bytes, tuple[Change, ...]]:
    return repair_bytes(desk.state.data, reading.format)


def convert(bench: Bench, desk: Desk, format: str) -> State:
    """The same in another format; what it cannot hold of a game is kept beside it."""
    FORMATS.find(format)
    document = replace(document_of(bench.reading(desk.state, desk.name)), format=None)
    state = state_of(document, format)
    if state.format != format:
        raise PositionError(f"{format} cannot hold this")
    return state


def edit(bench: Bench, desk: Desk, asked: messages.TileEdit) -> State:
    """A tile board after an edit."""
    board = tiles.change(tile_board(bench, desk), asked)
    return replace_board(bench, desk, board)


def replace_board(bench: Bench, desk: Desk, board: TileBoard) -> State:
    """Another tile board in the format of this one."""
    reading = bench.reading(desk.state, desk.name)
    return state_of(Document(None, board), reading.format)


def append(bench: Bench, desk: Desk, text: str) -> State:
    """A signed game with lines that came from the other side."""
    readable(bench, desk)
    return signed.append(desk.state.data, text)


def readable(bench: Bench, desk: Desk) -> None:
    """Nothing, if a desk holds a signed game that can be read within the limits."""
    if bench.reading(desk.state, desk.name).format != SIGNED:
        raise SignatureError("this desk holds no signed game")


def players(bench: Bench, desk: Desk) -> tuple[str, ...]:
    """The addresses of both sides of a signed game; of what is none, nobody's."""
    return signed.players(desk.state.data)


def tile_board(bench: Bench, desk: Desk) -> TileBoard:
    """The tile board of a desk; PositionError if it holds something else."""
    position = document_of(bench.reading(desk.state, desk.name)).position
    if not isinstance(position, TileBoard):
        raise PositionError("this desk holds no tile board")
    return position


def document_of(reading: Reading) -> Document:
    """What a reading holds; FormatError if it holds nothing."""
    if reading.document is None:
        raise FormatError(reading.problems, reading.format)
    return reading.document


def game_on(reading: Reading, rules: str | None) -> GameTree:
    """The game of a reading, ready to be played on.

    The first move decides by which rules the game goes on.
    """
    document = document_of(reading)
    if not isinstance(document.position, Position):
        title = SUBJECTS.find(document.position.game).title
        raise PositionError(f"a {title.lower()} has no moves")
    tree = document.tree
    if tree is None:
        return GameTree.of(Record.replay(document.position, rules=rules or "standard"))
    if rules and not tree.root.children:
        return tree.with_rules(rules_called(rules, document.record))
    return tree
