"""`library serve`, `push`, `pull`, `withdraw`, `mirror`: a registry of boards."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.keys import author_key, key_options, own_ring
from boardbytes.cli.listening import listening_options
from boardbytes.errors import RegistryError
from boardbytes.files import read_limited, write_whole
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Problem
from boardbytes.model.words import counted, printable

if TYPE_CHECKING:
    from boardbytes.cli.library import Desk
    from boardbytes.library.registry.client import Client
    from boardbytes.library.registry.line import Line

REGISTRY_VARIABLE = "BOARDBYTES_REGISTRY"
KEY_VARIABLE = "BOARDBYTES_KEY"
"""The environment variable that names the address of the author's key; never the key itself."""


def registry_option(function: Any) -> Any:
    """The options that name a registry."""
    function = click.option(
        "--registry-key",
        metavar="ADDRESS",
        help="The key that the registry must have; by default the one it had the first time.",
    )(function)
    return click.option(
        "--registry",
        "registry_url",
        metavar="URL",
        help=f"A registry, or a mirror of one; else what {REGISTRY_VARIABLE} says.",
    )(function)


_OPEN = (
    "It listens to more than this machine: all who reach it can read every board, and publish"
    " boards that they sign. What is sent is not encrypted: put it behind a proxy with TLS."
)

_key_option = click.option(
    "--key",
    metavar="ADDRESS|new",
    envvar=KEY_VARIABLE,
    help=f"The author's key; else the one that {KEY_VARIABLE} names, else your only one.",
)


def chosen_client(desk: Desk, url: str | None, key: str | None) -> Client | None:
    """The registry that is meant; None if a library is, since it was named and no registry was."""
    from boardbytes.formats.transcript.ethereum import parse_address
    from boardbytes.library.registry.client import Client

    named = url or (None if desk.is_named else os.environ.get(REGISTRY_VARIABLE))
    if not named:
        return None
    wanted = parse_address(key) if key else None
    return Client(named, wanted, warn=lambda sentence: say(sentence, err=True))


def _client(desk: Desk, url: str | None, key: str | None) -> Client:
    client = chosen_client(desk, url or os.environ.get(REGISTRY_VARIABLE), key)
    if client is None:
        raise click.UsageError(f"give --registry URL, or set {REGISTRY_VARIABLE}")
    return client


def say_lines(desk: Desk, lines: list[Line]) -> None:
    """Print entries of the log, one on each line, or as JSON."""
    if desk.as_json:
        write_json([line.to_plain() for line in lines])
    else:
        for line in lines:
            say(_shown(line))


def _shown(line: Line) -> str:
    told = line.about
    if told is None:
        return f"{line.code}  {line.version}  {line.time[:10]}  withdrawn by {line.key}"
    author = f" by {told.author}" if told.author else ""
    title = printable(f"{told.title or 'untitled'}{author}")
    return f"{line.code}  {line.version}  {line.time[:10]}  {title}"


def verify_board(file: str, entry: str | None) -> tuple[list[Problem], str]:
    """What is wrong with a board and its entry, and what they are called."""
    from boardbytes.formats.gbxx.layout import MAX_SIZE
    from boardbytes.library.registry.line import MAX_LINE, check_board, parse_line

    if entry is None:
        raise click.UsageError("give a BOARD and its ENTRY, or neither")
    try:
        line = parse_line(read_limited(entry, MAX_LINE).rstrip(b"\n"))
        check_board(read_limited(file, MAX_SIZE), line)
    except RegistryError as error:
        return [Problem(error.code, str(error))], ""
    return [], f"{shown_name(file)} is {line.code} version {line.version}, signed by {line.key}"


@click.command()
@listening_options(8717)
@click.option("--per-key", default=60, show_default=True, help="Boards per minute from one key.")
@click.option(
    "--per-address", default=240, show_default=True, help="Boards per minute from one address."
)
@click.option(
    "--reads-per-address",
    default=1200,
    show_default=True,
    help="Searches and pieces of the log per minute from one address.",
)
@click.pass_obj
def serve(
    desk: Desk, host: str, port: int, per_key: int, per_address: int, reads_per_address: int
) -> None:
    """Serve the library's database as a registry, which gives out codes and keeps a signed log.

    Its key is made with the database and is kept with your other keys. Ctrl-C ends it. With another
    --host all who reach it can read every board and publish boards of their own.
    """
    from boardbytes.library.registry.limits import Limits
    from boardbytes.library.registry.server import create_app
    from boardbytes.library.registry.store import Registry
    from boardbytes.serving import is_loopback, listen
    from boardbytes.serving import serve as answer

    registry = Registry(desk.database, own_ring())
    limits = Limits(per_key=per_key, per_address=per_address, reads_per_address=reads_per_address)
    app = create_app(registry, limits)
    listening, address = listen(host, port)
    plain = {"address": address, "key": registry.key}
    sentence = f"The registry is at {address} and signs with {registry.key}"
    click.echo(json.dumps(plain) if desk.as_json else sentence)
    if not is_loopback(host):
        click.echo(_OPEN, err=True)
    answer(app, listening)


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@registry_option
@_key_option
@key_options
@click.option("--update", is_flag=True, help="Also write a new code into FILE.")
@click.pass_obj
def push(
    desk: Desk,
    files: tuple[str, ...],
    registry_url: str | None,
    registry_key: str | None,
    key: str | None,
    keystore: str | None,
    key_env: str | None,
    update: bool,
) -> None:
    """Publish boards, signed by your key; each is printed as soon as the registry has it.

    A board without a code gets a free one. A newer version must be signed by the same key, and its
    version must be higher.
    """
    client = _client(desk, registry_url, registry_key)
    boards = []
    for path in files:
        board = load(path, None).position
        if not isinstance(board, TileBoard):
            raise click.UsageError(f"{shown_name(path)} holds no tile board")
        boards.append(board)
    private = author_key(key, keystore, key_env, own_ring())
    lines = []
    for path, board in zip(files, boards, strict=True):
        try:
            pushed = client.push(board, private)
        except RegistryError as error:
            raise RegistryError(error.code, f"{shown_name(path)}: {error}") from None
        if update and not board.code:
            write_whole(path, pushed.data)
        lines.append(pushed.line)
        if not desk.as_json:
            say(_shown(pushed.line))
    if desk.as_json:
        say_lines(desk, lines)


@click.command()
@click.argument("code")
@click.argument("output", metavar="OUT")
@registry_option
@click.option("--version", type=click.IntRange(0, 255), help="Which version; by default the last.")
@click.option("--entry", metavar="FILE", help="Also write the board's entry, to verify it with.")
@click.pass_obj
def pull(
    desk: Desk,
    code: str,
    output: str,
    registry_url: str | None,
    registry_key: str | None,
    version: int | None,
    entry: str | None,
) -> None:
    """Write the board of a code to a file; - is standard output.

    The registry's log is brought up to date and checked. What was pulled once is there offline.
    """
    from boardbytes.library.registry.line import format_line

    pulled = _client(desk, registry_url, registry_key).pull(code, version)
    write_whole(output, pulled.data)
    if entry is not None:
        write_whole(entry, f"{format_line(pulled.line)}\n".encode())
    if "-" not in (output, entry):
        say_lines(desk, [pulled.line])


@click.command()
@click.argument("code")
@click.argument("version", type=click.IntRange(0, 255))
@registry_option
@_key_option
@key_options
@click.pass_obj
def withdraw(
    desk: Desk,
    code: str,
    version: int,
    registry_url: str | None,
    registry_key: str | None,
    key: str | None,
    keystore: str | None,
    key_env: str | None,
) -> None:
    """Hide a version of your own board from look-ups and searches. It is not deleted."""
    client = _client(desk, registry_url, registry_key)
    private = author_key(key, keystore, key_env, own_ring())
    say_lines(desk, [client.withdraw(code, version, private)])


@click.command()
@click.argument("folder", metavar="DIR")
@registry_option
@click.pass_obj
def mirror(desk: Desk, folder: str, registry_url: str | None, registry_key: str | None) -> None:
    """Write a registry to a folder, or bring it up to date: log and files, as a static site.

    Any web server can serve it, and --registry takes it just like the registry itself.
    """
    from boardbytes.library.registry.mirror import mirror as bring

    lines, new = bring(_client(desk, registry_url, registry_key), Path(folder))
    if desk.as_json:
        write_json({"folder": folder, "lines": lines, "new": new})
    else:
        say(f"{folder}: {counted(lines, 'line')} of the log, {counted(new, 'new file')}")


COMMANDS = (serve, push, pull, withdraw, mirror)
