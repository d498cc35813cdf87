"""`diff`: the move that leads from one position to the next."""

from __future__ import annotations

from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import say, write_json
from boardbytes.cli.game_file import GameFile
from boardbytes.cli.options import format_option, json_option, rules_option
from boardbytes.cli.told import board_options
from boardbytes.errors import NoMoveError
from boardbytes.model.position import diff


@click.command(short_help="The move from one position to the next.")
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@format_option
@board_options
@rules_option("standard")
@json_option
def command(
    before: str,
    after: str,
    format_name: str | None,
    told: dict[str, Any],
    rules: str,
    as_json: bool,
) -> int:
    """Name the move that leads from one file's position to the other's, or say what differs."""
    told = {"rules": rules, **told}
    files = (GameFile.read(path, format_name, told=told) for path in (before, after))
    first, second = (file.document.position for file in files)
    same = first == second
    reason, differences = "", tuple[str, ...]()
    try:
        move = None if same else str(diff(first, second, rules))
    except NoMoveError as error:
        move, reason, differences = None, error.reason, error.differences
    if as_json:
        write_json({"same": same, "move": move, "differences": differences})
    elif same:
        say("the positions are the same")
    elif move is not None:
        say(f"{first.turn} played {move}")
    else:
        say(f"{reason}:")
        for sentence in differences:
            say(f"  {sentence}")
    return PROBLEMS if differences else FINE
