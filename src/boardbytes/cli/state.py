"""`state`: the position that has a number."""

from __future__ import annotations

from pathlib import Path

import click

from boardbytes.cli.common import say, terminal_text, write_json
from boardbytes.cli.options import json_option, theme_option
from boardbytes.drawing import draw
from boardbytes.errors import NumberingError
from boardbytes.files import write_whole
from boardbytes.formats import FORMATS, dumps, format_for
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.plain import to_plain

_MILL_FORMATS = [format.name for format in FORMATS.values() if format.game in (None, "mill")]


@click.command(short_help="The mill position with a given number.")
@click.argument("layer", type=int)
@click.argument("number", type=int)
@click.option(
    "--to", "-t", "format_name", type=click.Choice(_MILL_FORMATS), help="Write this format."
)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    help="Write here instead of the terminal; the ending names a format, or .svg or .png.",
)
@theme_option
@json_option
def command(
    layer: int,
    number: int,
    format_name: str | None,
    output: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Show the mill position that has this number in this layer, or write it in any mill format.

    Refuses numbers that the layer does not have, and numbers that do not stand for a valid state.
    """
    from boardbytes.numbering import mill

    try:
        position = mill.position(layer, number)
    except NumberingError as error:
        raise click.UsageError(str(error)) from None
    if output or format_name:
        write_whole(output or "-", _written(position, output, format_name, theme))
    if as_json:
        write_json({"layer": layer, "number": number, "position": to_plain(position)})
    elif not (output or format_name):
        click.echo(terminal_text(draw(position, theme)))
        say("\n".join(position.summary()))


def _written(
    position: MillPosition, output: str | None, format_name: str | None, theme: str
) -> bytes:
    """The position in the format that was named, or as the picture or format of an ending."""
    suffix = Path(output or "").suffix.lower()
    name = format_name or (format_for(output) if output else None)
    if name:
        return dumps(position, name)
    if suffix == ".svg":
        return draw(position, theme).svg.encode()
    if suffix == ".png":
        return draw(position, theme).png()
    raise click.UsageError(f"{output}'s ending names no format: give --to")
