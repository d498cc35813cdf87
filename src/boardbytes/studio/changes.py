"""What a change makes of a desk's state: worked out by a worker, from values to values."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import (
    FormatError,
    IllegalMoveError,
    PathError,
    PositionError,
    SignatureError,
)
from boardbytes.formats import FORMATS
from boardbytes.formats import repair as repair_bytes
from boardbytes.formats.format import Change
from boardbytes.games import SUBJECTS
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, GameTree, Node
from boardbytes.studio import clocks, editing, file_games, messages, signed, tiles, trees
from boardbytes.studio.states import Reading, State, state_of
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench


def identified(bench: Bench, state: State, name: str) -> State:
    """The state with the format that its bytes turned out to have, and the first of many games."""
    state = replace(state, format=bench.reading(state, name).format)
    first = file_games.first_of_many(state)
    return replace(state, part=first) if first else state


def choose_game(bench: Bench, desk: Desk, number: int) -> State:
    """Another game of the file on the desk; its first is number 1."""
    return replace(desk.state, part=file_games.part(bench, desk.state, number), game=None)


def play(
    bench: Bench,
    desk: Desk,
    move: str,
    path: str | None,
    taken: frozenset[str] = frozenset(),
    timed: clocks.Timed | None = None,
) -> tuple[State, str]:
    """Play a move after a node, or at the end of the main line if none is named; and where it is.

    In the middle it begins a variation, the last of those that are there: nothing is overwritten.
    At the end a side that is `taken` cannot be moved for: a computer plays it. There its clock runs
    if the game is `timed`, and a side that moves too late has lost.
    """
    reading = bench.reading(desk.state, desk.name)
    tree = game_on(reading)
    node = trees.node_at(tree, path)
    ended = tree.result if node.id == tree.last.id else None
    if ended is not None:
        raise IllegalMoveError(move, f"{move} is not legal: the game is over, {ended}")
    turn = tree.reached(node).position.turn
    if node.id == tree.last.id and str(turn) in taken:
        raise IllegalMoveError(move, f"it is the computer's turn: it plays {turn}")
    longer = tree.play(node, move)
    if longer is tree:
        return desk.state, _child(tree, node, move).path
    if timed and turn and node.id == tree.last.id:
        clock = clocks.after(clocks.left(node, turn, timed.control), timed)
        if clock is None:
            return _laid_down(bench, desk, reading, clocks.fallen(tree, turn)), node.path
        longer = longer.annotate(len(longer.entries) - 1, clocks=(clock,))
    return _laid_down(bench, desk, reading, longer), longer.node(len(longer.entries) - 1).path


def game_of(bench: Bench, desk: Desk) -> str | None:
    """The game that is on a desk."""
    document = bench.reading(desk.state, desk.name).document
    return document.position.game if document else None


def edit_tree(bench: Bench, desk: Desk, edits: list[messages.TreeEdit]) -> tuple[State, str]:
    """A game after edits of its tree, and the node to look at."""
    reading = bench.reading(desk.state, desk.name)
    if reading.is_signed:
        raise SignatureError("a signed game cannot be edited")
    tree, shown = editing.edited(game_on(reading), edits)
    return _laid_down(bench, desk, reading, tree), shown.path


def follow(bench: Bench, desk: Desk, old: State, path: str) -> tuple[str | None, bool]:
    """Where a node of an older state is now, and whether all the moves to it are still there.

    None if there is no longer a game.
    """
    before, now = _games(bench, desk, old)
    if before is None or now is None:
        return None, False
    try:
        node, whole = trees.follow(before, now, path)
    except PathError:
        return None, False
    return node.path, whole


def follow_step(bench: Bench, desk: Desk, old: State, path: str) -> str | None:
    """Where to look after undo or redo: at the same node, or at the move that came after it."""
    before, now = _games(bench, desk, old)
    if before is None or now is None:
        return None
    try:
        node, whole = trees.follow(before, now, path)
        known = {child.step for child in before.node(path).children}
    except PathError:
        return None
    fresh = [child for child in node.children if child.step not in known]
    return fresh[0].path if whole and len(fresh) == 1 else node.path


def same_notes(bench: Bench, desk: Desk, old: State, path: str) -> bool:
    """Whether what is written beside a node is still the same."""
    before, now = _games(bench, desk, old)
    if before is None or now is None:
        return False
    node, whole = trees.follow(before, now, path)
    return whole and node.notes == before.node(path).notes


def _games(bench: Bench, desk: Desk, old: State) -> tuple[GameTree | None, GameTree | None]:
    """The game as it was in an older state, and as it is."""
    found = (bench.reading(state, desk.name).document for state in (old, desk.state))
    before, now = (trees.game_of(document) if document else None for document in found)
    return before, now


def _laid_down(bench: Bench, desk: Desk, reading: Reading, tree: GameTree) -> State:
    document = document_of(reading)
    changed = Document.of(document.format, tree, document.facts, end=tree.reached(tree.last))
    return bench.play_on(desk.state, reading, changed)


def _child(tree: GameTree, node: Node, move: str) -> Node:
    """The existing child of a node in which a move is made."""
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
    document = document_of(bench.reading(desk.state, desk.name)).in_format(None)
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


def readable(bench: Bench, desk: Desk, path: str | None = None) -> None:
    """Raises unless a desk holds a signed game that can be read within the limits.

    A node that is named must be the last: nothing is signed in the middle.
    """
    reading = bench.reading(desk.state, desk.name)
    if not reading.is_signed:
        raise SignatureError("this desk holds no signed game")
    if path is not None and reading.document is not None:
        tree = game_on(reading)
        if tree.node(path).id != tree.last.id:
            raise SignatureError("a signed game can only go on at its end")


def players(bench: Bench, desk: Desk) -> tuple[str, ...]:
    """The addresses of both sides of a signed game; none if it is not a signed game."""
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


def game_on(reading: Reading) -> GameTree:
    """The game of a reading, ready to be played on."""
    document = document_of(reading)
    tree = trees.game_of(document)
    if tree is None:
        title = SUBJECTS.find(document.position.game).title
        raise PositionError(f"a {title.lower()} has no moves")
    return tree
