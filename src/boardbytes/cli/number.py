"""`number`: a position's number."""

from __future__ import annotations

from typing import Any

import click

from boardbytes.cli.common import load, say, write_json
from boardbytes.cli.options import files_argument, format_option, json_option
from boardbytes.games.mill import MillPosition
from boardbytes.model import Position


@click.command(short_help="The number of a mill position.")
@files_argument
@format_option
@click.option("--all", "show_all", is_flag=True, help="Also every number of the symmetry class.")
@json_option
def command(files: tuple[str, ...], format_name: str | None, show_all: bool, as_json: bool) -> None:
    """Print the layer and number of mill positions, and the symmetry operation that leads there.

    They are the numbers that the program Muehle uses, so they can be looked up in its databases.
    """
    positions = [(path, load(path, format_name).position) for path in files]
    rows = [_row(path, position, show_all) for path, position in positions]
    if as_json:
        write_json(rows[0] if len(rows) == 1 else rows)
        return
    for row in rows:
        say(f"layer {row['layer']}, number {row['number']}, operation {row['operation']}"
                   f" ({row['operation_name']}: {row['operation_words']})")  # fmt: skip
        if show_all:
            say(f"all numbers of its class: {' '.join(map(str, row['numbers']))}")


def _row(path: str, position: Position, show_all: bool) -> dict[str, Any]:
    from boardbytes.numbering import mill

    if not isinstance(position, MillPosition):
        raise click.UsageError(f"only mill positions have numbers; this is one of {position.game}")
    found = mill.number(position)
    row: dict[str, Any] = {
        "file": path,
        "layer": found.layer,
        "number": found.number,
        "operation": found.symmetry.id,
        "operation_name": found.symmetry.name,
        "operation_words": found.symmetry.words,
    }
    return row | {"numbers": mill.numbers_of_class(position)} if show_all else row
