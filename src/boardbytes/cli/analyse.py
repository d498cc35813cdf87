"""`analyse`: the value of a position and of each of its moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardbytes.cli.common import (
    files_argument,
    format_option,
    json_option,
    load,
    say,
    shown_name,
    write_json,
)
from boardbytes.games.mill import MillPosition

if TYPE_CHECKING:
    from boardbytes.solving.mill import Analysis
    from boardbytes.solving.mill.judging import Judgement
    from boardbytes.solving.mill.summary import Summary


@click.command(short_help="Who wins a mill position, and by which moves.")
@files_argument
@format_option
@click.option("--tables", metavar="DIR", help="Use the tables in this folder.")
@click.option(
    "--line",
    type=click.IntRange(0, 300),
    default=20,
    show_default=True,
    help="Follow the best moves for so many plies, or to the end of the game.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, 3600),
    default=2.0,
    show_default=True,
    help="Seconds to search where no table reaches.",
)
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    tables: str | None,
    line: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Say who wins mill positions, in how many plies, rate every move and show the best line.

    By the standard rules. Positions with up to seven stones need no set-up: their tables are made
    on first use, in some seconds. Larger tables are used where boardbytes solve has made them.
    Where no table reaches, a search says what it sees, and how far it is sure of that.
    """
    from boardbytes.solving.mill import analyse

    folder = Path(tables) if tables else None
    if folder and not folder.is_dir():
        raise click.UsageError(f"there is no folder {folder}")
    plain = []
    for number, file in enumerate(files):
        position = _position(file, format_name)
        found = analyse(position, folder, seconds, line)
        if as_json:
            plain.append({"file": file} | _plain(position, found))
            continue
        if number:
            say()
        if len(files) > 1:
            say(f"{shown_name(file)}:")
        _show(position, found)
    if as_json:
        write_json(plain[0] if len(plain) == 1 else plain)


def _position(file: str, format_name: str | None) -> MillPosition:
    position = load(file, format_name).position
    if not isinstance(position, MillPosition):
        raise click.UsageError(f"only mill is solved; {shown_name(file)} holds {position.game}")
    return position


def _show(position: MillPosition, found: Analysis) -> None:
    doing = "to take" if position.removing else "to move"
    say(f"{position.turn} {doing}: {found.value}")
    for move, value in found.moves.items():
        say(f"  {move!s:10} {value}")
    if found.line:
        say(f"best line: {' '.join(map(str, found.line))}")
    if found.subspace:
        say(_statistics(found.subspace))
    if found.missing:
        say(found.missing)


def _statistics(summary: Summary) -> str:
    """What a subspace holds, in a sentence."""
    counts = f"{summary.won:,} won, {summary.drawn:,} drawn, {summary.lost:,} lost"
    longest = [
        f"longest {name} {plies} plies"
        for name, plies in (("win", summary.longest_win), ("loss", summary.longest_loss))
        if plies is not None
    ]
    return f"subspace {summary.subspace}, images counted once: " + ", ".join([counts, *longest])


def _plain(position: MillPosition, found: Analysis) -> dict[str, Any]:
    return {
        "turn": position.turn.value,
        **_plain_value(found.value),
        "moves": [{"move": str(move)} | _plain_value(value) for move, value in found.moves.items()],
        "line": [str(move) for move in found.line],
        "subspace": found.subspace.plain() if found.subspace else None,
    }


def _plain_value(value: Judgement) -> dict[str, Any]:
    """A judgement as plain values; score and depth are null where a table knows better."""
    from boardbytes.solving.mill import Estimate

    searched = isinstance(value, Estimate)
    return {
        "value": value.value,
        "plies": value.plies,
        "proven": value.proven,
        "score": value.score if searched else None,
        "depth": value.depth if isinstance(value, Estimate) else None,
    }
