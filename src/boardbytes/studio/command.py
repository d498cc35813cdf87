"""The verb `studio`: the page on which files are seen, understood, edited, played and saved."""

from __future__ import annotations

import contextlib
import ctypes
import json
import socket
import threading
import webbrowser
from pathlib import Path

import click

from boardbytes.cli.library import chosen_database
from boardbytes.cli.listening import listening_options
from boardbytes.cli.options import json_option
from boardbytes.cli.own_files import STUDIO, own_file
from boardbytes.cli.registry import REGISTRY_VARIABLE
from boardbytes.players import Given

DEFAULT_PORT = 8420
ENGINE_SECONDS = 20.0
"""How long an engine may think about a move."""

_MMAP_THRESHOLD = -3
"""glibc's number for the size above which each block is mapped separately."""

OPEN = (
    "It listens to more than this machine: all who reach it and have the link can use the studio,"
    " its desks and its keys. What is sent is not encrypted, the link included."
)


@click.command(short_help="See, edit and play in a browser.")
@listening_options(DEFAULT_PORT, "all who reach it and have the link can use the studio")
@click.option(
    "--name",
    "names",
    metavar="NAME",
    multiple=True,
    help="Another name it can be reached by, such as a proxy's; may be given more than once.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option(
    "--engine",
    metavar="COMMAND",
    help="Another Go program that speaks GTP; those that are known by name are found.",
)
@click.option("--db", "database", metavar="FILE|URL", help="The board library, as for library.")
@click.option(
    "--registry",
    metavar="URL",
    envvar=REGISTRY_VARIABLE,
    help=f"A registry of boards, or a mirror of one; else what {REGISTRY_VARIABLE} says.",
)
@click.option("--data", metavar="FILE", help="Where the desks are kept; by default your own file.")
@click.option(
    "--prepare/--no-prepare",
    default=True,
    help="Compile what computer players need in the background, before anybody waits for it.",
)
@click.option("--page", metavar="DIR", hidden=True, help="Serve the page from another folder.")
@json_option
def command(
    port: int,
    host: str,
    names: tuple[str, ...],
    open_page: bool,
    engine: str | None,
    database: str | None,
    registry: str | None,
    data: str | None,
    prepare: bool,
    page: str | None,
    as_json: bool,
) -> None:
    """Serve a page where any file we know can be opened, seen, understood, played and saved.

    The link that it prints lets you in; others on this machine do not have it. It listens on this
    machine only, unless told otherwise. What lies on its desks is still there after a restart.
    Ctrl-C ends it.
    """
    import uvicorn

    from boardbytes.serving import impatient, is_loopback
    from boardbytes.studio.names import Names, is_everywhere, own_names
    from boardbytes.studio.server import create_app
    from boardbytes.studio.serving import Server
    from boardbytes.studio.studio import Settings

    is_open = not is_loopback(host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    # Otherwise the end of an answer may wait 40 ms for its beginning to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    reached = socket.gethostname() if is_everywhere(host) else host
    shown = f"[{reached}]" if ":" in reached else reached
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    known = {name.lower() for name in (*names, shown)} | (own_names() if is_open else set())
    settings = Settings(
        store=Path(data) if data else own_file(STUDIO),
        library=chosen_database(database),
        registry=registry or None,
        players=_players(engine),
        names=Names(frozenset(known)),
        page=Path(page) if page else None,
        prepares=prepare,
    )
    _give_back_large_blocks()
    link = f"{address}?token={settings.token}"
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=impatient(settings.limits.head_seconds, settings.limits.half_requests),
        log_level="warning",
        server_header=False,
    )
    plain = {"address": address, "token": settings.token, "link": link}
    click.echo(json.dumps(plain) if as_json else f"The studio is at {link}")
    if is_open:
        click.echo(OPEN, err=True)
    if open_page:
        threading.Timer(0.3, webbrowser.open, (link,)).start()
    Server(config, app.state.studio).run(sockets=[listening])


def _give_back_large_blocks() -> None:
    """Let the C library hand memory of large requests back to the system at once, where it can.

    Otherwise glibc learns from the first large block to keep such blocks, in each thread.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 128 * 1024)


def _players(engine: str | None) -> Given:
    """Settings of players that the page may not change."""
    return {"engine": {"command": engine, "timeout": ENGINE_SECONDS}} if engine else {}
