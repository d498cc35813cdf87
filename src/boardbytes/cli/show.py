"""`show`: what a file is, the board, whose turn it is, what was found."""

from __future__ import annotations

from typing import Any

import click

from boardbytes.cli.common import (
    dialect_option,
    files_argument,
    format_option,
    game_option,
    json_option,
    load,
    rules_option,
    say,
    shown_name,
    size_option,
    terminal_text,
    theme_option,
    write_json,
)
from boardbytes.drawing import draw
from boardbytes.formats import FORMATS
from boardbytes.games import SUBJECTS
from boardbytes.model import Document, Position
from boardbytes.model.ending import outcome_of, status_of
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted


@click.command(short_help="What a file holds: format, board, turn, findings.")
@files_argument
@format_option
@click.option(
    "--move", "-m", type=click.IntRange(0), help="Show a game as it was after so many moves."
)
@game_option
@dialect_option
@click.option(
    "--diagram",
    type=click.Choice(["board", "source"]),
    default="board",
    show_default=True,
    help="Draw the board as players see it, or as the document of a 32-byte word draws it.",
)
@size_option
@rules_option("standard")
@theme_option
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    move: int | None,
    game: int,
    dialect: str | None,
    diagram: str,
    size: int | None,
    rules: str,
    theme: str,
    as_json: bool,
) -> None:
    """Show what a file holds: its format, the board, whose turn it is, and any findings."""
    documents = [
        (path, _at(load(path, format_name, game, dialect, size), path, move)) for path in files
    ]
    if as_json:
        plain = [_plain(path, document, rules) for path, document in documents]
        write_json(plain[0] if len(plain) == 1 else plain)
        return
    for index, (path, document) in enumerate(documents):
        if index:
            say()
        _show(path, document, rules, _picture(path, document, theme, diagram))


def _at(document: Document, path: str, move: int | None) -> Document:
    """The document as it was after so many moves."""
    moves = document.record.moves if document.record else ()
    if move is None or (document.record and move == len(moves)):
        return document
    if document.record is None or move > len(moves):
        raise click.UsageError(f"{shown_name(path)} has {counted(len(moves), 'move')}")
    record = document.record.at(move)
    return Document.of(document.format, record, document.facts)


def _picture(path: str, document: Document, theme: str, diagram: str) -> str:
    """The board for a terminal; the document of the 32-byte word draws checkers in its own way."""
    if diagram == "board":
        return terminal_text(draw(document, theme))
    from boardbytes.games.checkers import CheckersPosition
    from boardbytes.games.checkers.notation import format_source_diagram

    position = document.position
    if not isinstance(position, CheckersPosition):
        raise click.UsageError(
            f"{shown_name(path)} holds {position.game}: the source draws checkers"
        )
    return format_source_diagram(position.red, position.white, position.kings) + "\n"


def _show(path: str, document: Document, rules: str, picture: str) -> None:
    position = document.position
    title = FORMATS.find(document.format or "json").title
    say(f"{shown_name(path)}: {SUBJECTS.find(position.game).title}, {title}\n")
    click.echo(picture)
    for line in position.summary():
        say(line)
    if document.record:
        say(f"{counted(len(document.record.moves), 'move')} played")
    if isinstance(position, Position):
        ended = status_of(document, rules)
        say(ended or counted(len(position.legal_moves(rules)), "legal move"))
    for problem in document.problems:
        say(f"{problem.severity.value}: {problem}")


def _plain(path: str, document: Document, rules: str) -> dict[str, Any]:
    from boardbytes.formats.plain_tree import outcome_to_plain, record_to_plain

    position = document.position
    game = SUBJECTS.find(position.game)
    record = document.record
    played: dict[str, Any] = {}
    if isinstance(position, Position):
        played = {
            "rules": rules,
            "legal_moves": len(position.legal_moves(rules)),
            "outcome": outcome_to_plain(outcome_of(document, rules)),
        }
    return {
        "file": path,
        "format": document.format,
        "game": game.name,
        "position": game.to_plain(position),
        "facts": dict(document.facts),
        "record": record_to_plain(record) if record else None,
        **played,
        "problems": [plain_problem(problem) for problem in document.problems],
    }
