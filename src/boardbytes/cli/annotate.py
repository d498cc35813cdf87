"""`annotate`: comments, marks, variations and headers of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from boardbytes.cli.common import say, shown_name, write_json
from boardbytes.cli.game_file import GameFile
from boardbytes.cli.nodes import Where, node_at, node_options, step_words
from boardbytes.cli.options import file_argument, format_option, game_option, json_option
from boardbytes.cli.settings import parse_settings, with_settings
from boardbytes.cli.told import board_options
from boardbytes.drawing import draw
from boardbytes.files import STANDARD_STREAM
from boardbytes.formats import format_for
from boardbytes.model import Document, GameTree, Node, Position
from boardbytes.model.notes import Label, Mark, MarkKind, Notes, Owned
from boardbytes.model.registry import find


@click.command(short_help="Write comments, marks, variations and headers into a game.")
@file_argument
@format_option
@game_option
@board_options
@node_options
@click.option("--comment", "-c", metavar="TEXT", help="The comment; an empty text removes it.")
@click.option(
    "--mark",
    "marks",
    multiple=True,
    metavar="KIND=POINT",
    help=f"A mark, such as triangle=D4: {', '.join(kind.value for kind in MarkKind)}; or a colour,"
    " for its territory.",
)
@click.option("--label", "labels", multiple=True, metavar="POINT=TEXT", help="A text on a point.")
@click.option("--clear", is_flag=True, help="Remove the marks and labels that are there.")
@click.option(
    "--add",
    "moves",
    multiple=True,
    metavar="MOVE",
    help="Add a move after the node, as a variation if there is one already; given again, adds"
    " another after that. The comment and marks go to the last of them.",
)
@click.option("--remove", is_flag=True, help="Remove the node and everything after it.")
@click.option("--promote", is_flag=True, help="Make the node the first of its variations.")
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a header, such as black=Ada; also komi, rules and result. An empty value removes it.",
)
@click.option("--output", "-o", metavar="OUT", help="Write here; by default FILE is replaced.")
@json_option
def command(
    file: str,
    format_name: str | None,
    game: int,
    told: dict[str, Any],
    where: Where,
    output: str | None,
    as_json: bool,
    **edits: Any,
) -> None:
    """Write into a game: comments and marks, further moves, and headers.

    The node is the end of the game, or the one that --path or --move names. All else in the file
    stays as it was. The file is written whole or not at all; what its format cannot hold is
    refused.
    """
    if not any(
        value is not None and value != () and value is not False for value in edits.values()
    ):
        raise click.UsageError("say what to write: --comment, --mark, --label, --add, --header …")
    if edits["remove"] and (edits["moves"] or edits["promote"] or edits["comment"] is not None):
        raise click.UsageError("--remove cannot be combined with other edits of the node")
    if output is None and not Path(file).is_file():
        raise click.UsageError(f"{shown_name(file)} cannot be replaced: give --output")
    if as_json and output == STANDARD_STREAM:
        raise click.UsageError("--json and an OUT of - would both write to standard output")
    games = GameFile.read(file, format_name, game, told)
    document = with_settings(games.document, parse_settings(edits["headers"]))
    tree, node = _edited(file, document, where, edits)
    document = replace(document, tree=tree, position=tree.last.position, problems=())
    target = output or file
    name = (output and format_for(output)) or games.format.name
    size = games.write(target, name, document)
    if as_json:
        write_json({"file": file, "output": target, "path": node.path, "bytes": size})
    elif target != STANDARD_STREAM:
        place = f"node {node.path}" if node.path else "the root"
        say(f"{target}: {place}, {step_words(node) or 'no move'}")


def _edited(
    file: str, document: Document, where: Where, edits: dict[str, Any]
) -> tuple[GameTree, Node]:
    """The tree with all edits, and the node that was meant or added."""
    position = document.position
    if not isinstance(position, Position):
        raise click.UsageError(f"{shown_name(file)} holds no game; see edit for tile boards")
    if document.tree is None:
        document = Document.of(document.format, GameTree(position), document.facts)
    found = node_at(file, document, where)
    assert found is not None, "a document with a tree has nodes"
    tree, node = found.tree, found
    if edits["remove"]:
        parent = node.parent
        tree = tree.remove(node)
        return tree, tree.node(parent.id if parent else 0)
    if edits["promote"]:
        tree = tree.promote(node)
    for text in edits["moves"]:
        tree, node = _played(tree, tree.node(node.id), text)
    notes = _notes(tree.node(node.id), edits)
    if notes:
        tree = tree.annotate(node.id, **notes)
    return tree, tree.node(node.id)


def _played(tree: GameTree, node: Node, text: str) -> tuple[GameTree, Node]:
    """The tree with a move after a node, and where that move is."""
    move, _ = node.position.step(text, tree.rules, tree.reached(node).history)
    longer = tree.play(node, move)
    child = longer.child(longer.node(node.id), move)
    assert child is not None, "the move was played or was already there"
    return longer, child


def _notes(node: Node, edits: dict[str, Any]) -> dict[str, Any]:
    """What changes in the notes of a node, by the names of their fields."""
    changed: dict[str, Any] = {}
    if edits["comment"] is not None:
        changed["comment"] = edits["comment"]
    if not (edits["marks"] or edits["labels"] or edits["clear"]):
        return changed
    notes = Notes() if edits["clear"] else node.notes
    names = {spot.name.lower(): spot.name for spot in draw(node.position).scene.spots}
    marks = {mark.point: mark for mark in notes.marks}
    labels = {label.point: label for label in notes.labels}
    territory = {owned.point: owned for owned in notes.territory}
    sides = {side.value: side for side in node.tree.start.sides}
    kinds: dict[str, Any] = {kind.value: kind for kind in MarkKind} | sides
    for kind, word in _pairs(edits["marks"], "triangle=D4"):
        meant, point = find("mark", kind, kinds), find("point", word.lower(), names)
        if isinstance(meant, MarkKind):
            marks[point] = Mark(meant, point)
        else:
            territory[point] = Owned(point, meant)
    for word, text in _pairs(edits["labels"], "D4=A"):
        point = find("point", word.lower(), names)
        labels[point] = Label(point, text)
    told: dict[str, dict[str, Any]] = {"marks": marks, "labels": labels, "territory": territory}
    return changed | {name: tuple(each.values()) for name, each in told.items()}


def _pairs(texts: Iterable[str], example: str) -> list[tuple[str, str]]:
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise click.UsageError(f"write it like {example}, not {text!r}")
        found.append((name, value))
    return found
