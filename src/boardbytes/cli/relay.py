"""`channel relay` and `channel join`: signed games across the net."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardbytes.cli.common import say, shown_name, terminal_text, write_json
from boardbytes.cli.keys import own_ring
from boardbytes.cli.listening import listening_options
from boardbytes.cli.options import json_option
from boardbytes.cli.own_files import RELAY, own_file
from boardbytes.errors import MoveError, RelayError
from boardbytes.files import locked_for, read_limited, write_whole
from boardbytes.formats.word.judging import FIRST, SECOND
from boardbytes.model import Colour
from boardbytes.players import Player, create_player, players_of

if TYPE_CHECKING:
    from boardbytes.channel.relay.client import Relay
    from boardbytes.channel.relay.seat import Seat
    from boardbytes.formats.transcript.transcript import Transcript


_OPEN = (
    "It listens to more than this machine: all who reach it can begin games, and read a game whose"
    " address they know. What is sent is signed but not encrypted: put it behind a proxy with TLS."
)


@click.command()
@listening_options(8718)
@click.option("--data", metavar="FILE", help="Where games are kept; by default your own file.")
@click.option("--max-games", default=100_000, show_default=True, type=click.IntRange(1))
@click.option(
    "--per-address", default=1200, show_default=True, help="Lines per minute from one address."
)
@click.option(
    "--games-per-address",
    default=60,
    show_default=True,
    help="Games per minute that one address may begin.",
)
@click.option(
    "--reads-per-address",
    default=1200,
    show_default=True,
    help="Transcripts per minute that one address may ask for.",
)
@click.option(
    "--per-game",
    default=240,
    show_default=True,
    help="Lines per minute from one address in one game.",
)
@click.option(
    "--listeners", default=200, show_default=True, help="Listeners at once from one address."
)
@json_option
def relay(
    host: str,
    port: int,
    data: str | None,
    max_games: int,
    per_address: int,
    games_per_address: int,
    reads_per_address: int,
    per_game: int,
    listeners: int,
    as_json: bool,
) -> None:
    """Keep games, and pass each side's moves on to the other.

    Every line is verified before it is kept. A relay has no keys, and nobody needs to trust it.
    Ctrl-C ends it; the games go on when it is started again. With another --host all who reach it
    can begin games, and read a game whose address they know.
    """
    from boardbytes.channel.relay.limits import Limits
    from boardbytes.channel.relay.server import create_app
    from boardbytes.channel.relay.store import Store
    from boardbytes.serving import is_loopback, listen, serve

    path = Path(data) if data else own_file(RELAY)
    path.parent.mkdir(parents=True, exist_ok=True)
    limits = Limits(
        games=max_games,
        per_address=per_address,
        games_per_address=games_per_address,
        reads_per_address=reads_per_address,
        per_game=per_game,
        listeners_per_address=listeners,
    )
    app = create_app(Store(path), limits)
    listening, address = listen(host, port)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A client that is cut off and still reads nothing is dropped by the system, too.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
    click.echo(json.dumps({"address": address}) if as_json else f"The relay is at {address}")
    if not is_loopback(host):
        click.echo(_OPEN, err=True)
    serve(app, listening)


@click.command()
@click.argument("url", metavar="URL")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--side", type=click.Choice([FIRST.value, SECOND.value, "none"]))
@click.option("--player", "name", metavar="NAME", help="Let a computer play, such as random.")
@click.option("--seed", type=int, help="The same seed lets a computer play the same way again.")
@json_option
def join(
    url: str, file: str | None, side: str | None, name: str | None, seed: int | None, as_json: bool
) -> None:
    """Play a signed game over a relay: bring one there, join one, or come back to one.

    URL is a relay, and FILE the game that `channel new` began; or it is the address of a game
    there, which FILE is to hold. Each side's key stays on its own machine. The side is the one
    whose key is kept here; --side none only watches. End the input to leave; the same command
    takes up the game again.
    """
    from boardbytes.channel.relay.client import Relay
    from boardbytes.channel.relay.seat import Seat

    known = [kind.name for kind in players_of("checkers", {})]
    if name is not None and name not in known:
        raise click.UsageError(f"a player is one of {', '.join(known)}")
    server, path, game, label = _found(Relay, url, file)
    ring = own_ring()
    mine = _side(side, [each for each in (FIRST, SECOND) if ring.holds(game.address(each))])
    seat = Seat(path, server, label, mine, ring, lambda sentence: say(sentence, err=True))
    seat.catch_up()
    settings = {} if seed is None else {"seed": seed}
    player = create_player(name, "checkers", settings) if name else None
    if not as_json:
        whose = mine or "nobody"
        say(f"{server.link(label)}: {whose} plays here, in {shown_name(str(path))}")
    _play(seat, player, as_json)
    if as_json:
        moves = [str(move) for move in seat.record.moves]
        write_json({"file": str(path), "moves": moves, "outcome": seat.outcome})


def _found(kind: type[Relay], url: str, file: str | None) -> tuple[Relay, Path, Transcript, str]:
    """The relay, the file, the game and its name there; what one side lacks is brought there."""
    from boardbytes.channel.relay.client import parse_link
    from boardbytes.channel.relay.table import game_at, name_of, parse_header
    from boardbytes.formats.transcript.transcript import MAX_SIZE

    found = parse_link(url)
    server = kind(found[0] if found else url)
    name = found[1] if found else None
    if name is None and file is None:
        raise click.UsageError("give the address of a game, or a FILE that channel new began")
    path = Path(file or f"{name}.channel")
    if name is not None and not path.exists():
        game_at(lines := server.transcript(name).split(b"\n")[:-1], name)
        with locked_for(path):
            write_whole(path, lines[0] + b"\n")
    header = read_limited(path, MAX_SIZE).split(b"\n")[0]
    game = parse_header(header)
    if name is not None and name_of(header) != name:
        raise RelayError("conflict", f"{shown_name(str(path))} holds a game other than {name}")
    return server, path, game, name or server.begin(header)


def _side(asked: str | None, held: list[Colour]) -> Colour | None:
    if asked == "none":
        return None
    if asked is not None:
        return next(each for each in (FIRST, SECOND) if each.value == asked)
    if len(held) != 1:
        whose = "both sides is" if held else "neither side is"
        raise click.UsageError(f"give --side: the key of {whose} kept here")
    return held[0]


def _play(seat: Seat, player: Player | None, as_json: bool) -> None:
    while seat.outcome is None:
        if not as_json and player is None:
            _show(seat)
        if not seat.is_my_turn:
            seat.wait()
            continue
        before = seat.signed_before()
        if before is not None:
            say(f"{before} was signed earlier, and is sent now", err=True)
            seat.play(before)
        elif player is not None:
            seat.play(str(player.choose(seat.record)))
        elif not _ask(seat):
            return
    if not as_json:
        _show(seat)
        say(seat.outcome)


def _show(seat: Seat) -> None:
    from boardbytes.drawing import draw

    if seat.record.moves:
        say(f"{len(seat.record.moves)}. {seat.record.moves[-1]}")
    click.echo(terminal_text(draw(seat.record.position)))


def _ask(seat: Seat) -> bool:
    """Play a move that is typed; False when the input ends."""
    try:
        seat.play(click.prompt("your move", err=True).strip())
    except (click.Abort, EOFError):
        say("\nleft; the same command takes up the game again", err=True)
        return False
    except MoveError as error:
        say(error, err=True)
    return True


COMMANDS = (relay, join)
