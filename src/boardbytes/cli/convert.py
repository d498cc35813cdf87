"""`convert`: to another format, losing nothing unless told to."""

from __future__ import annotations

import click

from boardbytes.cli.common import (
    dialect_option,
    format_option,
    game_option,
    json_option,
    load,
    say,
    shown_name,
    size_option,
    write_json,
)
from boardbytes.errors import LossError
from boardbytes.formats import FORMATS, dumps, format_for, write
from boardbytes.formats.loss import dropped_bookkeeping, losses


@click.command(short_help="Write a file in another format.")
@click.argument("source", metavar="FILE")
@click.argument("target", metavar="OUT")
@format_option
@click.option(
    "--to",
    "-t",
    "target_format",
    type=click.Choice(list(FORMATS)),
    metavar="FORMAT",
    help="The format to write; by default it is found from OUT's ending.",
)
@game_option
@size_option
@dialect_option
@click.option("--lossy", is_flag=True, help="Go ahead although something is lost.")
@json_option
def command(
    source: str,
    target: str,
    format_name: str | None,
    target_format: str | None,
    game: int,
    size: int | None,
    dialect: str | None,
    lossy: bool,
    as_json: bool,
) -> None:
    """Write a file's position or game in another format; OUT may be - for standard output.

    Says what the other format cannot hold. What matters to the game is lost only with --lossy.
    """
    name = target_format or format_for(target)
    if name is None:
        known = ", ".join(FORMATS)
        raise click.UsageError(f"OUT's ending names no format: give --to, one of {known}")
    if as_json and target == "-":
        raise click.UsageError("--json and an OUT of - would both write to standard output")
    document = load(source, format_name, game, dialect, size)
    target_kind = FORMATS.find(name)
    lost = losses(document, target_kind)
    if lost and not lossy:
        raise LossError(name, [*lost[:-1], f"{lost[-1]}; --lossy goes ahead without"])
    data = dumps(document, name, lossy=lossy)
    companions = write(target, data, document, name)
    for problem in document.problems:
        say(f"{shown_name(source)}: {problem.severity.value}: {problem}", err=True)
    if as_json:
        plain = {"file": source, "format": document.format, "output": target, "to": name}
        write_json(plain | {"bytes": len(data), "beside": companions, "lost": lost})
    elif target != "-":
        dropped = lost + dropped_bookkeeping(document, target_kind)
        without = f", without {' and '.join(dropped)}" if dropped else ""
        also = f" and {' and '.join(companions)} beside it" if companions else ""
        say(f"{shown_name(source)} ({document.format}) → {target} ({name}){also}{without}")
