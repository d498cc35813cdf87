"""`convert`: to another format, losing nothing unless told to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import (
    decode_dialect,
    format_problem,
    in_game,
    named,
    read,
    say,
    shown_name,
    write_json,
)
from boardbytes.cli.options import dialect_option, format_option, json_option, target_option
from boardbytes.cli.settings import parse_settings, with_settings
from boardbytes.cli.told import board_options
from boardbytes.errors import FormatError, LossError
from boardbytes.files import STANDARD_STREAM, is_same_file, write_whole
from boardbytes.formats import FORMATS, dumps, format_for, format_of, write
from boardbytes.formats.format import Format
from boardbytes.formats.loss import dropped_bookkeeping, losses
from boardbytes.model import Document, Problem
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted

_MOST_SAID = 5
"""How many losses are named in words."""


@dataclass
class Conversion:
    """Games on their way to another format, and what was found out about them."""

    source: str
    format: Format
    target: Format
    settings: Mapping[str, str]
    lossy: bool
    is_collection: bool
    lost: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    errors: list[FormatError] = field(default_factory=list)
    games: int = 0
    size: int = 0
    outputs: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    def readable(
        self, found: Iterator[tuple[int, Document | FormatError]]
    ) -> Iterator[tuple[int, Document]]:
        """The games that can be read, with their settings made; the others are reported.

        LossError at one that cannot be read, if nothing may be lost.
        """
        for number, game in found:
            if self.is_collection:
                self.problems += [in_game(problem, number) for problem in game.problems]
            else:
                self.problems += game.problems
            if isinstance(game, FormatError):
                self.lost.append(self.unreadable(number, game))
                self.errors.append(game)
            else:
                yield number, with_settings(game, self.settings)

    def unreadable(self, number: int, error: FormatError) -> str:
        """Words for a game that cannot be read and so is lost; LossError if nothing may be."""
        words = f"game {number}, which cannot be read"
        if not self.lossy:
            reason = next(problem for problem in error.problems if problem.is_error)
            raise LossError(self.target.name, [f"{words}: {reason}; --lossy goes on without it"])
        return words

    def losses(self, number: int, document: Document) -> list[str]:
        """What would be lost of a game; LossError if nothing may be."""
        which = f"game {number}: " if self.is_collection else ""
        lost = losses(document, self.target)
        if lost and not self.lossy:
            told = [f"{which}{lost[0]}", *lost[1:]]
            last = f"{told[-1]}; --lossy goes ahead without"
            raise LossError(self.target.name, [*told[:-1], last])
        return [which + words for words in lost]

    def encode(self, number: int, document: Document) -> bytes:
        """The bytes of a game; LossError if something would be lost and nothing may be."""
        self.lost += self.losses(number, document)
        self.dropped += dropped_bookkeeping(document, self.target)
        data = dumps(document, self.target.name, lossy=True)
        self.games += 1
        self.size += len(data)
        return data

    def pieces(self, games: Iterator[tuple[int, Document]]) -> Iterator[bytes]:
        """The games of one file, one after the other; FormatError if none can be read."""
        separator = self.target.separator or b""
        before = b""
        for number, document in games:
            if before and not before.endswith(separator):
                yield separator
            before = self.encode(number, document)
            yield before
        if not self.games:
            raise self.errors[0]

    def take(self, path: str, number: int, document: Document) -> None:
        """Write the only game of a file, in a file of its own."""
        self.problems += document.problems
        self.write(path, number, with_settings(document, self.settings))

    def write(self, path: str, number: int, document: Document) -> None:
        """Write one game, in a file of its own."""
        data = self.encode(number, document)
        self.beside += write(path, data, document, self.target.name)
        self.outputs.append(path)


@click.command(short_help="Write a file in another format.")
@click.argument("source", metavar="FILE")
@click.argument("target", metavar="OUT")
@format_option
@target_option("target_format", "The format to write; by default the one that OUT's ending names.")
@click.option(
    "--game", "-g", type=click.IntRange(1), help="Take this game of several; by default all."
)
@click.option(
    "--set",
    "pairs",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a header, such as black=Ada; also komi, rules and result. May be given several"
    " times; an empty value removes the header.",
)
@board_options
@dialect_option
@click.option("--lossy", is_flag=True, help="Write it even if something is lost.")
@json_option
def command(
    source: str,
    target: str,
    format_name: str | None,
    target_format: str | None,
    game: int | None,
    pairs: tuple[str, ...],
    told: dict[str, Any],
    dialect: str | None,
    lossy: bool,
    as_json: bool,
) -> int:
    """Write a file's position or games in another format; OUT may be - for standard output.

    All games of a collection are written. Where a file of the other format holds one game, OUT.x
    becomes OUT-1.x, OUT-2.x and so on. What the other format cannot hold is lost only with
    --lossy, and so is a game that cannot be read.
    """
    name = target_format or format_for(target)
    if name is None:
        known = ", ".join(FORMATS)
        raise click.UsageError(f"OUT's ending names no format: give --to, one of {known}")
    if as_json and target == STANDARD_STREAM:
        raise click.UsageError("--json and an OUT of - would both write to standard output")
    settings = parse_settings(pairs)
    try:
        data = read(source, format_name)
        format = format_of(data, format_name, source).with_options(**told)
        conversion = Conversion(source, format, FORMATS.find(name), settings, lossy, False)
        if dialect:
            conversion.take(target, 1, decode_dialect(data, format, dialect))
        else:
            _convert(conversion, data, target, game)
    except FormatError as error:
        raise named(error, source) from None
    for problem in conversion.problems:
        say(f"{shown_name(source)}: {format_problem(problem)}", err=True)
    if as_json:
        write_json(_plain(conversion, target))
    elif target != STANDARD_STREAM:
        _say(conversion, target)
    return PROBLEMS if conversion.errors else FINE


def _convert(conversion: Conversion, data: bytes, target: str, game: int | None) -> None:
    """Write all games, or the one that is asked for."""
    found = conversion.format.games(data, game - 1 if game else 0)
    first, second = next(found, None), None if game else next(found, None)
    if first is None:
        raise click.UsageError(f"{shown_name(conversion.source)} has fewer than {game} games")
    if second is None:
        if isinstance(first, FormatError):
            raise first
        has_others = game is not None and (game > 1 or next(found, None) is not None)
        if has_others and not conversion.lossy and is_same_file(conversion.source, target):
            message = "OUT is FILE itself, whose other games would be lost: give another OUT"
            raise click.UsageError(f"{message}, or --lossy")
        conversion.take(target, game or 1, first)
        return
    conversion.is_collection = True
    games = enumerate(chain((first, second), found), 1)
    if conversion.target.separator is not None:
        pieces = conversion.pieces(conversion.readable(games))
        # What is on standard output cannot be taken back.
        write_whole(target, b"".join(pieces) if target == STANDARD_STREAM else pieces)
        conversion.outputs.append(target)
    elif target == STANDARD_STREAM:
        _write_first(conversion, list(games))
    else:
        _write_numbered(conversion, data, games, target)


def _write_first(conversion: Conversion, games: list[tuple[int, Document | FormatError]]) -> None:
    """Write one game to standard output, which has room for no more."""
    others = f"the {counted(len(games) - 1, 'other game')}"
    if not conversion.lossy:
        message = f"{others}; --game N takes one, --lossy the first"
        raise LossError(conversion.target.name, [message])
    conversion.lost.append(others)
    for number, document in conversion.readable(iter(games)):
        conversion.write(STANDARD_STREAM, number, document)
        return
    raise conversion.errors[0]


def _write_numbered(
    conversion: Conversion, data: bytes, games: Iterator[tuple[int, Document | FormatError]],
    target: str,
) -> None:  # fmt: skip
    """Write every game to a file of its own, or none if one would lose something."""
    for number, game in enumerate(conversion.format.games(data), 1):
        if isinstance(game, FormatError):
            conversion.unreadable(number, game)
        else:
            conversion.losses(number, with_settings(game, conversion.settings))
    path = Path(target)
    for number, document in conversion.readable(games):
        own = path.with_name(f"{path.stem}-{number}{path.suffix}")
        conversion.write(str(own), number, document)
    if not conversion.games:
        raise conversion.errors[0]


def _say(conversion: Conversion, target: str) -> None:
    """What was written where, and what is not in it."""
    source = f"{shown_name(conversion.source)} ({conversion.format.name})"
    outputs = conversion.outputs
    written = target if len(outputs) <= 1 else f"{outputs[0]} … {outputs[-1]}"
    games = f", {counted(conversion.games, 'game')}" if conversion.is_collection else ""
    beside = list(dict.fromkeys(conversion.beside))
    also = f" and {' and '.join(beside)} beside it" if beside else ""
    missing = conversion.lost + conversion.dropped
    told = missing[:_MOST_SAID]
    if len(missing) > len(told):
        told.append(f"{len(missing) - len(told)} more")
    without = f", without {' and '.join(told)}" if told else ""
    say(f"{source} → {written} ({conversion.target.name}){games}{also}{without}")


def _plain(conversion: Conversion, target: str) -> dict[str, Any]:
    return {
        "file": conversion.source,
        "format": conversion.format.name,
        "output": target,
        "to": conversion.target.name,
        "games": conversion.games,
        "outputs": conversion.outputs,
        "bytes": conversion.size,
        "beside": list(dict.fromkeys(conversion.beside)),
        "lost": conversion.lost,
        "problems": [plain_problem(problem) for problem in conversion.problems],
    }
