"""`moves`: the legal moves of a position, or all that was played in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.nodes import Where, document_at, node_at, node_options, note_lines, step_words
from boardbytes.cli.options import (
    file_argument,
    format_option,
    game_option,
    json_option,
    rules_option,
)
from boardbytes.cli.told import board_options
from boardbytes.formats.plain_tree import outcome_to_plain, tree_to_plain
from boardbytes.games import SUBJECTS
from boardbytes.model import Document, GameTree, Node, Position
from boardbytes.model.ending import outcome_of, status_of
from boardbytes.model.line import begin

_INDENT = "  "
_DEEPEST = 20
"""Variations nested deeper than this are indented no further."""


@click.command(short_help="The legal moves of a position, or the tree of a game.")
@file_argument
@format_option
@game_option
@board_options
@node_options
@click.option(
    "--tree", "as_tree", is_flag=True, help="What was played: all moves, variations and comments."
)
@rules_option(None)
@json_option
def command(
    file: str,
    format_name: str | None,
    game: int,
    told: dict[str, Any],
    where: Where,
    as_tree: bool,
    rules: str | None,
    as_json: bool,
) -> None:
    """List the legal moves of a file's position, one on each line, or say why there are none.

    With --tree, all that was played in a game, every node with its path, variations indented.
    """
    document = load(file, format_name, game, told=told, rules=rules)
    if as_tree:
        _list_tree(_tree(file, document), as_json)
        return
    position = document.position
    if not isinstance(position, Position):
        title = SUBJECTS.find(position.game).title
        raise click.UsageError(f"{shown_name(file)}: a {title.lower()} has no moves")
    node = node_at(file, document, where)
    chosen = position.find_rules(rules or (node.tree.rules if node else "standard"))
    here = node.tree.reached(node) if node else begin(position, chosen)
    moves = [str(each) for each in here.position.legal_moves(chosen, here.history)]
    line = document_at(document, node)
    outcome, ended = outcome_of(line, chosen), status_of(line, chosen)
    if as_json:
        turn = here.position.turn
        plain = {"turn": turn.value if turn else None, "rules": chosen.name, "moves": moves}
        write_json(plain | {"outcome": outcome_to_plain(outcome)})
        return
    for each in moves:
        say(each)
    if ended is not None:
        say(f"no moves: {ended}")


def _tree(file: str, document: Document) -> GameTree:
    if document.tree is None:
        raise click.UsageError(f"{shown_name(file)} holds a position, not a game")
    return document.tree


def _list_tree(tree: GameTree, as_json: bool) -> None:
    if as_json:
        write_json(tree_to_plain(tree))
        return
    for line in format_tree(tree):
        say(line)


def format_tree(tree: GameTree) -> Iterator[str]:
    """A tree as lines, one node on each; variations come indented before the line goes on."""
    waiting = [(tree.root, 0, "")]
    while waiting:
        node, depth, path = waiting.pop()
        indent = _INDENT * min(depth, _DEEPEST)
        words = [path, step_words(node), *(f"[{word} {text}]" for word, text in _notes(node))]
        if path or any(words):
            yield indent + " ".join(word for word in words if word)
        for line in node.comment.splitlines():
            yield f"{indent}{_INDENT}| {line}"
        children = node.children
        # The main line goes on below its variations, so it goes on the stack first.
        waiting += [(child, depth, _next(path)) for child in children[:1]]
        for number in range(len(children) - 1, 0, -1):
            waiting.append((children[number], depth + 1, _choice(path, number)))


def _choice(path: str, number: int) -> str:
    """The path of another child: a choice follows a number of steps, even if that is 0."""
    steps = "" if len(path.split(".")) % 2 else ".0"
    return f"{path or 0}{steps}.{number}"


def _next(path: str) -> str:
    """The path of a node's first child: one step more, or the first after a choice."""
    *before, last = path.split(".") if path else ["0"]
    if len(before) % 2:
        return f"{path}.1"
    return ".".join([*before, str(int(last) + 1)])


def _notes(node: Node) -> Iterator[tuple[str, str]]:
    yield from ((word, " ".join(text.split())) for word, text in note_lines(node.notes))
