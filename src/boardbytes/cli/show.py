"""`show`: what a file is, the board, whose turn it is, what was found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from boardbytes.cli.common import (
    files_argument,
    format_option,
    game_option,
    json_option,
    load,
    plain_problem,
    rules_option,
    say,
    shown_name,
    terminal_text,
    theme_option,
    write_json,
)
from boardbytes.drawing import draw
from boardbytes.formats import FORMATS
from boardbytes.games import SUBJECTS
from boardbytes.model import Document, Position
from boardbytes.model.words import counted


@click.command(short_help="What a file holds: format, board, turn, findings.")
@files_argument
@format_option
@click.option(
    "--move", "-m", type=click.IntRange(0), help="Show a game as it was after so many moves."
)
@game_option
@rules_option("standard")
@theme_option
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    move: int | None,
    game: int,
    rules: str,
    theme: str,
    as_json: bool,
) -> None:
    """Show what a file holds: its format, the board, whose turn it is, and any findings."""
    documents = [(path, _at(load(path, format_name, game), path, move)) for path in files]
    if as_json:
        plain = [_plain(path, document, rules) for path, document in documents]
        write_json(plain[0] if len(plain) == 1 else plain)
        return
    for index, (path, document) in enumerate(documents):
        if index:
            say()
        _show(path, document, rules, theme)


def _at(document: Document, path: str, move: int | None) -> Document:
    """The document as it was after so many moves."""
    moves = document.record.moves if document.record else ()
    if move is None or (document.record and move == len(moves)):
        return document
    if document.record is None or move > len(moves):
        raise click.UsageError(f"{shown_name(path)} has {counted(len(moves), 'move')}")
    record = document.record.at(move)
    return replace(document, position=record.position, record=record)


def _show(path: str, document: Document, rules: str, theme: str) -> None:
    position = document.position
    title = FORMATS.find(document.format or "json").title
    say(f"{shown_name(path)}: {SUBJECTS.find(position.game).title}, {title}\n")
    click.echo(terminal_text(draw(document, theme)))
    for line in position.summary():
        say(line)
    if document.record:
        say(f"{counted(len(document.record.moves), 'move')} played")
    if isinstance(position, Position):
        outcome = (document.record and document.record.result) or position.outcome(rules)
        say(outcome or counted(len(position.legal_moves(rules)), "legal move"))
    for problem in document.problems:
        say(f"{problem.severity.value}: {problem}")


def _plain(path: str, document: Document, rules: str) -> dict[str, Any]:
    from boardbytes.formats.json.format import plain_outcome, plain_record

    position = document.position
    game = SUBJECTS.find(position.game)
    record = document.record
    played: dict[str, Any] = {}
    if isinstance(position, Position):
        played = {
            "rules": rules,
            "legal_moves": len(position.legal_moves(rules)),
            "outcome": plain_outcome(position.outcome(rules)),
        }
    return {
        "file": path,
        "format": document.format,
        "game": game.name,
        "position": game.to_plain(position),
        "facts": dict(document.facts),
        "record": plain_record(record, game) if record else None,
        **played,
        "problems": [plain_problem(problem) for problem in document.problems],
    }
