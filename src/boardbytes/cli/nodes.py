"""Which node of a game is meant, and what is said about it in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from boardbytes.cli.common import shown_name
from boardbytes.model import Document, GameTree, Node, Notes
from boardbytes.model.notes import Judgement, MarkKind, Verdict
from boardbytes.model.words import counted


@dataclass(frozen=True)
class Where:
    """Which node is meant: by its path, by the number of its move, or else the last."""

    path: str | None = None
    move: int | None = None

    @property
    def is_told(self) -> bool:
        return self.path is not None or self.move is not None


def node_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a node; the command gets them as `where`."""

    @click.option(
        "--path",
        "-p",
        metavar="PATH",
        help="The node: 12 is the 12th of the main line, 12.1.3 the third of a variation there.",
    )
    @click.option("--move", "-m", type=click.IntRange(0), help="The game after this many moves.")
    @wraps(command)
    def with_where(*, path: str | None, move: int | None, **options: Any) -> Any:
        if path is not None and move is not None:
            raise click.UsageError("give --path or --move, not both")
        return command(**options, where=Where(path, move))

    return with_where


def node_at(file: str, document: Document, where: Where) -> Node | None:
    """The node that is meant, by default the end of the game; None where there is no game."""
    tree = document.tree
    if tree is None:
        if where.path or where.move:
            raise click.UsageError(f"{shown_name(file)} has 0 moves")
        return None
    if where.path is not None:
        return tree.node(where.path)
    return tree.last if where.move is None else _after(file, tree, where.move)


def _after(file: str, tree: GameTree, move: int) -> Node:
    """The node of the main line in which a move was made."""
    made = 0
    for node in tree.main_line():
        made += node.move is not None
        if made == move:
            return node
    raise click.UsageError(f"{shown_name(file)} has {counted(made, 'move')}")


def document_at(document: Document, node: Node | None) -> Document:
    """The game up to a node; the stated result belongs to the end of the main line alone."""
    if node is None:
        return document
    record = node.tree.record(node)
    if node.id != node.tree.last.id:
        ended = node.tree.reached(node).outcome(node.tree.rules)
        record = record.with_result(None if ended and ended.reason.is_negotiable else ended)
    return Document.of(document.format, record, document.facts)


_VERDICTS = {
    Verdict.GOOD: "good move",
    Verdict.BAD: "bad move",
    Verdict.DOUBTFUL: "doubtful move",
    Verdict.INTERESTING: "interesting move",
}


def step_words(node: Node) -> str:
    """What happens in a node: `black D4`, `setup`; empty if nothing does."""
    words = []
    if node.setup is not None:
        stones = [f"{word} {point}" for point, word in node.setup.stones]
        turn = [f"{node.setup.turn} to move"] if node.setup.turn else []
        words.append(f"setup {', '.join([*stones, *turn])}".strip())
    if node.move is not None:
        forced = " (against the rules)" if node.step.is_forced else ""
        words.append(f"{node.colour or ''} {node.move}{forced}".strip())
    return ", ".join(words)


def _judged(judgement: Judgement) -> str:
    words = _VERDICTS.get(judgement.verdict, judgement.verdict.value)
    return f"very {words}" if judgement.is_strong else words


def note_lines(notes: Notes) -> Iterator[tuple[str, str]]:
    """What is written beside a move, apart from the comment, as pairs of a name and a text."""
    if notes.name:
        yield "name", notes.name
    if notes.judgements:
        yield "judged", ", ".join(map(_judged, notes.judgements))
    for kind in MarkKind:
        if points := [mark.point for mark in notes.marks if mark.kind is kind]:
            yield kind.value, " ".join(points)
    if notes.labels:
        yield "labels", " ".join(f"{label.point}={label.text}" for label in notes.labels)
    for word, sign, has_head in (("arrows", ">", True), ("lines", "-", False)):
        if links := [f"{each.start}{sign}{each.end}" for each in notes.links
                     if each.has_head is has_head]:  # fmt: skip
            yield word, " ".join(links)
    for colour in dict.fromkeys(owned.colour for owned in notes.territory):
        points = [owned.point for owned in notes.territory if owned.colour is colour]
        yield f"{colour}'s", f"{counted(len(points), 'point')}: {' '.join(points)}"
    for clock in notes.clocks:
        left = f", {counted(clock.moves_left, 'move')} left" if clock.moves_left is not None else ""
        seconds = f"{clock.seconds:g} s" if clock.seconds is not None else "?"
        yield f"{clock.colour}'s clock", seconds + left
    for figure in notes.figures:
        yield figure.name, figure.value
