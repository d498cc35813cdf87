"""The verb `studio`: the page on which files are seen, understood, edited, played and saved."""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import threading
import webbrowser
from pathlib import Path

import click
import platformdirs

from boardbytes.cli.common import json_option
from boardbytes.cli.library import chosen_database

DEFAULT_PORT = 8420


@click.command(short_help="See, edit and play in a browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; whoever reaches it can use the studio.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option(
    "--engine",
    metavar="COMMAND",
    help="A Go program that speaks GTP; by default GNU Go, where it is installed.",
)
@click.option("--db", "database", metavar="FILE|URL", help="The board library, as for library.")
@click.option("--data", metavar="FILE", help="Where the desks are kept; by default your own file.")
@click.option("--page", metavar="DIR", hidden=True, help="Serve the page from another folder.")
@json_option
def command(
    port: int,
    host: str,
    open_page: bool,
    engine: str | None,
    database: str | None,
    data: str | None,
    page: str | None,
    as_json: bool,
) -> None:
    """Open a page where any file of ours can be dropped, seen, understood, played and saved.

    It listens on this machine only, unless told otherwise. What lies on its desks is there again
    after a restart. Ctrl-C ends it.
    """
    import uvicorn

    from boardbytes.studio.server import create_app
    from boardbytes.studio.studio import LOOPBACK, Settings

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    # Otherwise the end of an answer may wait 40 ms for its beginning to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    own = platformdirs.user_data_path("boardbytes") / "studio.db"
    settings = Settings(
        store=Path(data) if data else own,
        library=chosen_database(database),
        engine=engine or _gnugo(),
        hosts=(*LOOPBACK, shown),
        page=Path(page) if page else None,
    )
    config = uvicorn.Config(create_app(settings), log_level="warning", server_header=False)
    click.echo(json.dumps({"address": address}) if as_json else f"The studio is at {address}")
    if open_page:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    uvicorn.Server(config).run(sockets=[listening])


def _gnugo() -> str | None:
    """The command that starts GNU Go; Debian keeps it where games are, not where programs are."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    return f"{shlex.quote(found)} --mode gtp" if found else None
