"""What takes thought: a computer's move, and what a mill position and its moves are worth."""

from __future__ import annotations

from contextlib import closing

from boardbytes.errors import PlayerError, PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.model import Record
from boardbytes.players import PLAYERS, Player, players_of
from boardbytes.players.gtp import GtpPlayer
from boardbytes.studio import messages
from boardbytes.studio.changes import game_on
from boardbytes.studio.store import Desk
from boardbytes.studio.views import ENGINE, at_move
from boardbytes.studio.worker import Bench

SECONDS = 0.4
"""So long a search may look ahead for values where no table reaches: somebody is waiting."""


def choose(
    bench: Bench,
    desk: Desk,
    asked: messages.Reply,
    rules: str | None,
    engine: tuple[str, float] | None,
) -> str:
    """The next move of a computer player; `engine` is a Go program and the seconds it has."""
    record = game_on(bench.reading(desk.state, desk.name), rules).record()
    if record.result or record.position.turn is None:
        raise PlayerError(f"the game is over: {record.result}")
    return str(_choose(record, asked, engine))


def _choose(
    record: Record, asked: messages.Reply, engine: tuple[str, float] | None
) -> object:  # fmt: skip
    game = record.position.game
    known = [*players_of(game), *([ENGINE] if engine and game == "go" else [])]
    if asked.player not in known:
        names = ", ".join(known)
        raise PlayerError(f"no player called {asked.player!r} plays {game} here: {names}")
    if engine and asked.player == ENGINE:
        with closing(GtpPlayer(*engine)) as program:
            return program.choose(record)
    options = {"level": asked.level} if asked.player == "search" else {}
    player: Player = PLAYERS.find(asked.player)(None, **options)
    return player.choose(record)


def values(bench: Bench, desk: Desk, move: int | None) -> bytes:
    """The value of the position after so many moves, and of every move there."""
    from boardbytes.solving.mill import analyse

    reading = bench.reading(desk.state, desk.name)
    document = at_move(reading.document, move) if reading.document else None
    if document is None or not isinstance(document.position, MillPosition):
        raise PositionError("only mill positions have values")
    found = analyse(document.position, seconds=SECONDS)
    return messages.Values(
        value=found.value.value,
        plies=found.value.plies,
        says=str(found.value),
        certain=found.value.proven,
        moves=[
            messages.ValuedMove(
                move=str(move),
                points=list(move.points),
                value=value.value,
                plies=value.plies,
                says=str(value),
                certain=value.proven,
            )
            for move, value in found.moves.items()
        ],
    ).json_bytes()
