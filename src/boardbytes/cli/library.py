"""`library`: boards kept and found by their code."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardbytes.cli import FINE, PROBLEMS, registry
from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.options import json_option
from boardbytes.cli.own_files import DATABASE_VARIABLE, LIBRARY, own_file
from boardbytes.errors import LibraryError
from boardbytes.files import write_whole
from boardbytes.games.tiles import TileBoard
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted, printable

if TYPE_CHECKING:
    from boardbytes.library import Entry, Library


@dataclass(frozen=True)
class Desk:
    """Which library is asked, and how it answers."""

    database: str
    as_json: bool
    is_named: bool = False
    """Whether the library was named on the command line."""

    def open(self) -> Library:
        from boardbytes.library import Library

        return Library(self.database)

    def say(self, entries: list[Entry]) -> None:
        """Print entries, one on each line, or as JSON."""
        if self.as_json:
            write_json([_plain(entry) for entry in entries])
        else:
            for entry in entries:
                say(_line(entry))


def _plain(entry: Entry) -> dict[str, Any]:
    plain = {name: getattr(entry, name) for name in entry.__dataclass_fields__ if name != "data"}
    return plain | {"bytes": entry.size}


def _line(entry: Entry) -> str:
    author = f" by {entry.author}" if entry.author else ""
    title = printable(f"{entry.title or 'untitled'}{author}")
    return f"{printable(entry.code)}  {entry.number}  {entry.added[:10]}  {title}"


@click.group(short_help="Boards kept and found by their code.", subcommand_metavar="ACTION ...")
@click.option(
    "--db",
    "database",
    metavar="FILE|URL",
    help=f"A SQLite file or postgresql://…; else what {DATABASE_VARIABLE} says, else your own.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, database: str | None, as_json: bool) -> None:
    """Keep tile boards and find them by their five-character code.

    Every version of a board is kept under its code, byte for byte; nothing is overwritten.
    A registry is a library that strangers share: serve, push, pull, withdraw, mirror.
    """
    ctx.obj = Desk(chosen_database(database), as_json, database is not None)


def chosen_database(given: str | None) -> str:
    """The library that is meant: the one given, else the environment's, else the user's own."""
    database = given or os.environ.get(DATABASE_VARIABLE) or str(own_file(LIBRARY))
    if "://" not in database:
        Path(database).absolute().parent.mkdir(parents=True, exist_ok=True)
    return database


@command.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--replace", is_flag=True, help="Keep a board even if another one has its code.")
@click.pass_obj
def add(desk: Desk, files: tuple[str, ...], replace: bool) -> None:
    """Keep boards, and print each entry as soon as it is safe; a board without a code gets one.

    A board with the same title and author as the last one under its code becomes the next there.
    Any other is refused without --replace, which keeps both: the earlier one in the history.
    """
    library, entries = desk.open(), []
    for path in files:
        board = load(path, None).position
        if not isinstance(board, TileBoard):
            raise click.UsageError(f"{shown_name(path)} holds no tile board")
        try:
            entries.append(library.add(board, replace=replace))
        except LibraryError as error:
            raise LibraryError(f"{shown_name(path)}: {error}") from None
        if not desk.as_json:
            say(_line(entries[-1]))
    if desk.as_json:
        desk.say(entries)


@command.command()
@click.argument("code")
@click.argument("output", metavar="OUT")
@click.option("--number", type=int, help="Which one of its history; by default the last.")
@click.pass_obj
def get(desk: Desk, code: str, output: str, number: int | None) -> None:
    """Write the board of a code to a file, exactly as it was kept; - is standard output."""
    entry = desk.open().get(code, number)
    write_whole(output, entry.data)
    if output != "-":
        desk.say([entry])


@command.command("list")
@click.pass_obj
def list_(desk: Desk) -> None:
    """List the last board of every code."""
    desk.say(desk.open().latest())


@command.command()
@click.argument("words", nargs=-1, required=True)
@registry.registry_option
@click.pass_obj
def search(
    desk: Desk, words: tuple[str, ...], registry_url: str | None, registry_key: str | None
) -> None:
    """List boards by the beginnings of words in their title and author."""
    client = registry.chosen_client(desk, registry_url, registry_key)
    if client is None:
        desk.say(desk.open().search(" ".join(words)))
    else:
        registry.say_lines(desk, client.search(" ".join(words)))


@command.command()
@click.argument("code")
@click.pass_obj
def history(desk: Desk, code: str) -> None:
    """List every board that was kept under a code."""
    library = desk.open()
    library.get(code)
    desk.say(library.history(code))


@command.command()
@click.argument("file", metavar="[BOARD", required=False)
@click.argument("entry", metavar="ENTRY]", required=False)
@registry.registry_option
@click.pass_obj
def verify(
    desk: Desk,
    file: str | None,
    entry: str | None,
    registry_url: str | None,
    registry_key: str | None,
) -> int:
    """Check every board that is kept: its bytes, and what is said of them.

    With --registry a registry or a mirror is checked instead: its head, its log, every entry and
    every file. With a BOARD and its ENTRY just these two are checked, without the registry.
    """
    client = registry.chosen_client(desk, registry_url, registry_key)
    if file is not None:
        problems, what = registry.verify_board(file, entry)
    elif client is not None:
        problems, what = list(client.verify()), client.url
    else:
        library = desk.open()
        problems = library.verify()
        what = counted(sum(1 for _ in library.all()), "board")
    if desk.as_json:
        write_json([plain_problem(problem) for problem in problems])
    for problem in problems if not desk.as_json else ():
        say(str(problem))
    if not problems and not desk.as_json:
        say(f"fine: {what}")
    return PROBLEMS if problems else FINE


@command.command("export")
@click.argument("folder")
@click.pass_obj
def export_(desk: Desk, folder: str) -> None:
    """Write the whole library to a folder of plain files."""
    from boardbytes.library import export_folder

    count = export_folder(desk.open(), Path(folder))
    _report(desk, {"folder": folder, "boards": count}, f"{folder}: {counted(count, 'board')}")


@command.command("import")
@click.argument("folder")
@click.pass_obj
def import_(desk: Desk, folder: str) -> None:
    """Keep every board of an exported folder; stops at one that contradicts what is here."""
    from boardbytes.library import import_folder

    new, known = import_folder(desk.open(), Path(folder))
    text = f"{folder}: {counted(new, 'board')} kept, {known} here already"
    _report(desk, {"folder": folder, "kept": new, "known": known}, text)


def _report(desk: Desk, plain: dict[str, Any], text: str) -> None:
    if desk.as_json:
        write_json(plain)
    else:
        say(text)


for each in registry.COMMANDS:
    command.add_command(each)
