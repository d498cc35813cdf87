"""`moves`: the legal moves of a position."""

from __future__ import annotations

import click

from boardbytes.cli.common import (
    file_argument,
    format_option,
    json_option,
    load_position,
    rules_option,
    say,
    write_json,
)
from boardbytes.formats.plain_tree import outcome_to_plain
from boardbytes.model import Document
from boardbytes.model.ending import outcome_of, status_of


@click.command(short_help="The legal moves of a position.")
@file_argument
@format_option
@rules_option("standard")
@json_option
def command(file: str, format_name: str | None, rules: str, as_json: bool) -> None:
    """List the legal moves of a file's position, one on a line; or say why there are none."""
    position = load_position(file, format_name)
    moves = [str(move) for move in position.legal_moves(rules)]
    document = Document(None, position)
    outcome, ended = outcome_of(document, rules), status_of(document, rules)
    if as_json:
        plain = {
            "turn": position.turn.value if position.turn else None,
            "rules": rules,
            "moves": moves,
        }
        write_json(plain | {"outcome": outcome_to_plain(outcome)})
        return
    for move in moves:
        say(move)
    if ended is not None:
        say(f"no moves: {ended}")
