"""What an engine says of a position, where it speaks `kata-analyze` or `lz-analyze`."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from boardbytes.errors import InvalidMoveError, PlayerError
from boardbytes.games.go import GoPosition
from boardbytes.games.go.notation import parse_move
from boardbytes.model import Colour, Move, Record
from boardbytes.model.analysis import Analysis, Line, Score
from boardbytes.players.gtp import GtpPlayer
from boardbytes.solving.limits import Limits

COMMANDS = {
    "kata-analyze": "kata-analyze {turn} {hundredths} ownership true",
    "lz-analyze": "lz-analyze {turn} {hundredths}",
}
"""The commands that ask for an analysis every few hundredths of a second, the better first."""
HUNDREDTHS = 10

_WHOLE = 10_000
"""`lz-analyze` counts win rates in ten-thousandths."""


def analyses(player: GtpPlayer, record: Record, limits: Limits) -> Iterator[Analysis]:
    """Ever better analyses of the end of a record by an engine; PlayerError if it makes none."""
    position = record.position
    if not isinstance(position, GoPosition) or position.turn is None:
        raise PlayerError("an engine can only analyse a game of Go that is not over")
    command = next((name for name in COMMANDS if player.knows(name)), None)
    name = player.ask("name")
    if command is None:
        raise PlayerError(f"{name} does not analyse: it knows neither {' nor '.join(COMMANDS)}")
    player.tell(record)
    asked = COMMANDS[command].format(turn=position.turn, hundredths=HUNDREDTHS)
    begun, deadline = time.monotonic(), limits.deadline
    for line in player.stream(asked, lambda: limits.is_over(deadline)):
        found = parse_analysis(line, position, name, limits.lines, time.monotonic() - begun)
        if found is None:
            continue
        yield found
        if limits.playouts is not None and (found.playouts or 0) >= limits.playouts:
            return


def parse_analysis(
    text: str, position: GoPosition, name: str, lines: int, seconds: float
) -> Analysis | None:
    """The analysis in a line from an engine; None for one that says nothing of a move.

    Win rates are for the side to move; ownership, which engines give for that side too, for black.
    """
    told, _, owned = text.partition(" ownership ")
    found = [_line(part, position) for part in re.split(r"(?:^|\s)info\s+", told) if part.strip()]
    ways = [way for way in found if way is not None]
    if not ways:
        return None
    ways.sort(key=lambda way: way[0])
    ordered = [line for _, line in ways]
    playouts = sum(line.playouts or 0 for line in ordered)
    return Analysis(
        position.turn,
        ordered[0].score,
        tuple(ordered[:lines]),
        name,
        playouts=playouts,
        nodes=playouts,
        seconds=seconds,
        ownership=_ownership(owned, position),
    )


def _line(text: str, position: GoPosition) -> tuple[int, Line] | None:
    """One way to go on with its place in the order; None where it cannot be understood."""
    told, _, variation = f"{text} ".partition(" pv ")
    words = told.split()
    values = dict(zip(words[::2], words[1::2], strict=False))
    try:
        rate = float(values["winrate"])
        visits, order = int(values["visits"]), int(values.get("order", 0))
        lead = values.get("scoreLead", values.get("scoreMean"))
        points = None if lead is None else float(lead)
        first = parse_move(values["move"], position.size)
    except (KeyError, ValueError, InvalidMoveError):
        return None
    # A share of one is written with a point, and ten-thousandths without.
    rate = rate if "." in values["winrate"] or rate in (0, 1) else rate / _WHOLE
    score = Score(lead=points, win_rate=min(1.0, max(0.0, rate)))
    moves: list[Move] = []
    for word in variation.split():
        try:
            moves.append(parse_move(word, position.size))
        except InvalidMoveError:
            break
    return order, Line(tuple(moves) or (first,), score, visits)


def _ownership(text: str, position: GoPosition) -> tuple[float, ...] | None:
    words = text.split()
    if len(words) < len(position.stones):
        return None
    sign = 1.0 if position.turn is Colour.BLACK else -1.0
    try:
        return tuple(sign * float(word) for word in words[: len(position.stones)])
    except ValueError:
        return None
