"""`draw`: a position as SVG, PNG or text."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import click

from boardbytes.cli.common import load, terminal_text, write_json
from boardbytes.cli.nodes import Where, node_at, node_options
from boardbytes.cli.options import (
    file_argument,
    format_option,
    game_option,
    json_option,
    theme_option,
)
from boardbytes.cli.told import board_options
from boardbytes.drawing import draw
from boardbytes.drawing.tile_looks import LOOKS
from boardbytes.files import STANDARD_STREAM, write_whole

_KINDS = {".svg": "svg", ".png": "png", ".txt": "text"}


@click.command(short_help="A picture: SVG, PNG or in the terminal.")
@file_argument
@click.option(
    "--output", "-o", metavar="FILE", default="-", help="Write here instead of the terminal."
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(list(_KINDS.values())),
    help="What to write; by default what the ending of --output names, else text.",
)
@click.option(
    "--by",
    type=click.Choice(list(LOOKS)),
    help="What the tiles of a tile board are coloured by; by default their kind.",
)
@click.option("--width", type=click.IntRange(16, 8192), help="Width of a PNG in pixels.")
@format_option
@game_option
@board_options
@node_options
@theme_option
@json_option
def command(
    file: str,
    output: str,
    kind: str | None,
    by: str | None,
    width: int | None,
    format_name: str | None,
    game: int,
    told: dict[str, Any],
    where: Where,
    theme: str,
    as_json: bool,
) -> None:
    """Draw a file's position with its marks: in the terminal, or as an SVG or PNG picture.

    With --json and without --output the picture is in the JSON, a PNG in base 64.
    """
    kind = kind or _KINDS.get(Path(output).suffix.lower(), "text")
    if width and kind != "png":
        raise click.UsageError("--width is for PNG; an SVG has no fixed size")
    document = load(file, format_name, game, told=told)
    if by and document.position.game != "tiles":
        raise click.UsageError("--by is for tile boards")
    node = node_at(file, document, where)
    drawing = draw(document, theme, at=node, **({"by": by} if by else {}))
    if kind == "png":
        data = drawing.png(width)
    elif kind == "svg":
        data = drawing.svg.encode()
    elif output == STANDARD_STREAM:
        data = (drawing.text() if as_json else terminal_text(drawing)).encode()
    else:
        data = drawing.text().encode()
    plain = {"file": file, "output": output, "kind": kind, "bytes": len(data)}
    if as_json and output == STANDARD_STREAM:
        picture = base64.b64encode(data).decode() if kind == "png" else data.decode()
        write_json(plain | {"picture": picture})
        return
    write_whole(output, data)
    if as_json:
        write_json(plain)
