"""`analyse`: the value of a position and of each of its moves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from boardbytes.cli.common import file_argument, format_option, json_option, load, write_json
from boardbytes.games.mill import MillPosition


@click.command(short_help="Who wins a mill endgame, and by which moves.")
@file_argument
@format_option
@click.option("--tables", metavar="DIR", help="Use the tables in this folder.")
@json_option
def command(file: str, format_name: str | None, tables: str | None, as_json: bool) -> None:
    """Say who wins a mill position of the moving phase, in how many plies, and rate every move.

    Positions with up to seven stones need no set-up; more stones need boardbytes solve.
    """
    from boardbytes.solving.mill import probe, probe_moves

    position = load(file, format_name).position
    if not isinstance(position, MillPosition):
        raise click.UsageError(f"only mill is solved; this is a position of {position.game}")
    folder = Path(tables) if tables else None
    found, moves = probe(position, folder), probe_moves(position, folder)
    if as_json:
        rated = [{"move": str(move)} | asdict(value) for move, value in moves.items()]
        write_json(asdict(found) | {"turn": position.turn.value, "moves": rated})
        return
    click.echo(f"{position.turn} to move: {found}")
    for move, value in moves.items():
        click.echo(f"  {move!s:10} {value}")
