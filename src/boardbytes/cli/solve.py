"""`solve`: the value of every position, kept in table files."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from boardbytes.cli.common import json_option, write_json

_MOST = 18


@click.command(short_help="Solve mill's moving phase into tables.")
@click.argument("game", type=click.Choice(["mill"]))
@click.option(
    "--stones",
    type=click.IntRange(6, _MOST),
    default=8,
    show_default=True,
    help="Solve every subspace with up to so many stones on the board.",
)
@click.option("--all", "everything", is_flag=True, help="Solve them all: 9 GB of values.")
@click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="What to solve on; gpu needs the extra boardbytes[gpu].",
)
@click.option("--tables", metavar="DIR", help="Keep the tables here instead of the cache folder.")
@json_option
def command(
    game: str, stones: int, everything: bool, device: str, tables: str | None, as_json: bool
) -> None:
    """Work out who wins from every mill position with few stones, and in how many plies.

    Tables that are there already are used as they are, so an interrupted run goes on where it
    was. Prints what each subspace holds, every position counted once per symmetry class.
    """
    from boardbytes.solving.mill import default_folder, solve_to_files

    folder = Path(tables) if tables else default_folder()
    found = []
    if not as_json:
        click.echo("mover opponent      classes          won        drawn         lost  longest")
    for summary in solve_to_files(_MOST if everything else stones, folder, _machine(device)):
        found.append(asdict(summary) | {"classes": summary.classes})
        if not as_json:
            counts = (summary.classes, summary.won, summary.drawn, summary.lost)
            longest = f"{summary.longest_win or '–'}/{summary.longest_loss or '–'}"
            columns = "".join(f"{count:13,}" for count in counts)
            click.echo(f"{summary.mover:5} {summary.opponent:8}{columns}  {longest}")
    if as_json:
        write_json({"subspaces": found})
    else:
        click.echo(f"tables in {folder}")


def _machine(device: str) -> Any:
    if device == "cpu":
        from boardbytes.solving.mill.cpu import Cores

        return Cores()
    try:
        from boardbytes.solving.mill.gpu import Gpu

        return Gpu()
    except Exception as error:  # whatever a missing driver, card or package raises
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise click.UsageError(f"no GPU can be used here: {reason}") from None
