"""What verbs share: reading a file, and saying things as text or as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from boardbytes.cli.progress import LONG, said
from boardbytes.drawing import Drawing
from boardbytes.errors import FormatError
from boardbytes.files import STANDARD_STREAM
from boardbytes.formats import CERTAIN, FORMATS, LIKELY, format_of
from boardbytes.formats import read as read_file
from boardbytes.formats.format import Format
from boardbytes.formats.word.text import complaint, is_hexadecimal, parse_written
from boardbytes.model import Document, Problem
from boardbytes.model.words import printable

_TYPED = {"millfen", "mfen", "channel", "contract", "draughts-fen", "pdn", "sgf", "json"}
"""The formats that are short enough to be typed or pasted; any two letters may be a DGF move."""
_SHORTEST_TEXT = 6
_LONGEST_NAME = 60
"""How much is shown of a text that stands for itself."""


def open_format(
    data: bytes, format_name: str | None, path: str, told: Mapping[str, Any] | None = None
) -> Format:
    """The format of a file; of what is `told` it hears what its files leave open."""
    format = format_of(data, format_name, path)
    fitting = {name: value for name, value in (told or {}).items() if name in format.options}
    return format.with_options(**fitting)


def decode_dialect(data: bytes, format: Format, dialect: str) -> Document:
    """The document of a file in a dialect of its format; click.UsageError if it has none."""
    if format.name != "gbxx":
        raise click.UsageError(f"only gbxx files have dialects, and this is {format.name}")
    from boardbytes.formats.gbxx import dialects

    return dialects.decode(data, dialect)


def load(
    path: str,
    format_name: str | None,
    game: int = 1,
    dialect: str | None = None,
    told: Mapping[str, Any] | None = None,
    rules: str | None = None,
) -> Document:
    """A file's document, or one of its games; the error, if there is one, names the file.

    Only the first game tells that there are more. What is `told` the format must know; `rules` says
    which rules are meant if the format leaves that open.
    """
    try:
        data = read(path, format_name)
        with said(f"reading {shown_name(path)} …" if len(data) > LONG else ""):
            format = format_of(data, format_name, path).with_options(**(told or {}))
            if rules and "rules" in format.options:
                format = format.with_options(rules=rules)
            if dialect:
                return decode_dialect(data, format, dialect)
            if game == 1:
                return format.decode(data)
            found = next(format.games(data, game - 1), None)
        if isinstance(found, FormatError):
            raise found
    except FormatError as error:
        raise named(error, path) from None
    if found is None:
        raise click.UsageError(f"{shown_name(path)} has fewer than {game} games")
    return found


def read(path: str, format_name: str | None) -> bytes:
    """A file's bytes; a text that is no file but likely a position or a game stands for itself."""
    if path != STANDARD_STREAM and not os.path.lexists(path):
        text = os.fsencode(path)
        if any(_stands_for_itself(text, format) for format in FORMATS.values()):
            return text
        if is_hexadecimal(text):
            return _word(text, format_name)
    return read_file(path, format_name)


def _word(text: bytes, format_name: str | None) -> bytes:
    """The digits of a word; FormatError if there are too few or too many, or if it is strange.

    A strange word is read all the same by anyone who names its format.
    """
    if parse_written(text) is None:
        raise FormatError([complaint(text)])
    if format_name is None:
        message = "a word has 32 bytes, and these look like no position; to read them all the same"
        raise FormatError([Problem("format", f"{message}, give --format channel or contract")])
    return text


def _stands_for_itself(text: bytes, format: Format) -> bool:
    """Whether a text is a document that people type rather than the name of a missing file."""
    likeness = format.likeness(text)
    is_typed = format.name in _TYPED and len(text) >= _SHORTEST_TEXT
    return likeness == CERTAIN or (is_typed and likeness >= LIKELY)


def named(error: FormatError, path: str) -> FormatError:
    """The error with the file's name before its text."""
    error.args = (f"{shown_name(path)}: {error}",)
    return error


def shown_name(path: str) -> str:
    """A file's name in a message, or the beginning of a text that stands for itself."""
    if path == STANDARD_STREAM:
        return "standard input"
    is_text = len(path) > _LONGEST_NAME and not os.path.lexists(path)
    return printable(f"{path[:_LONGEST_NAME]}…" if is_text else path)


def say(text: object = "", *, newline: bool = True, err: bool = False) -> None:
    """Print lines for people; nothing in a file or its name can control their terminal."""
    lines = "\n".join(map(printable, str(text).split("\n")))
    click.echo(lines, nl=newline, err=err)


def format_problem(problem: Problem) -> str:
    """A problem in one line for people: how bad it is, where in the games, and what it is."""
    return f"{problem.severity.value}: {problem}"


def in_game(problem: Problem, number: int) -> Problem:
    """A problem of one game of a collection, with the game's number."""
    if problem.place.game is not None:
        return problem
    return replace(problem, place=replace(problem.place, game=number))


def write_json(plain: Any) -> None:
    click.echo(json.dumps(plain, indent=2))


def terminal_text(drawing: Drawing) -> str:
    """A drawing in characters that standard output can show."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return drawing.text(ascii_only="utf" not in encoding, colour=colour)
