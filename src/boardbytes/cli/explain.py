"""`explain`: the file as hexadecimal, every field named."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from boardbytes.cli.common import named, read, say, shown_name, write_json
from boardbytes.cli.options import file_argument, format_option, json_option
from boardbytes.cli.told import board_options
from boardbytes.errors import FormatError
from boardbytes.formats import explain, format_of
from boardbytes.model import Span
from boardbytes.model.words import counted

_HEX_BYTES = 8


@click.command(short_help="Every byte with its name and meaning.")
@file_argument
@format_option
@board_options
@json_option
def command(file: str, format_name: str | None, told: dict[str, Any], as_json: bool) -> None:
    """Print every byte of a file with its name and meaning, even if the file is damaged."""
    try:
        data = read(file, format_name)
        format = format_of(data, format_name, file)
        spans = explain(data, format.name, **told)
    except FormatError as error:
        raise named(error, file) from None
    if as_json:
        write_json({"file": file, "format": format.name, "spans": [asdict(span) for span in spans]})
        return
    say(f"{shown_name(file)}: {format.title}, {counted(len(data), 'byte')}\n")
    rows = [_row(span, data) for span in spans]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(5)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        say("  ".join(cells).rstrip())


def _row(span: Span, data: bytes) -> tuple[str, str, str, str, str]:
    found = data[span.offset : span.offset + span.size]
    shown = found[:_HEX_BYTES].hex(" ").upper() + (" …" if len(found) > _HEX_BYTES else "")
    return f"0x{span.offset:02X} {span.offset:>4}", shown, span.name, span.value, span.meaning
