"""What a mill position and its moves are worth."""

from __future__ import annotations

from boardbytes.errors import PositionError, SolvingError
from boardbytes.games.mill import MillPosition
from boardbytes.solving.mill import probe, probe_moves
from boardbytes.studio import messages
from boardbytes.studio.states import Reading
from boardbytes.studio.views import at_move


def values(reading: Reading, move: int | None) -> messages.Values:
    """The value of the position after so many moves, and of every move there."""
    document = at_move(reading.document, move) if reading.document else None
    if document is None or not isinstance(document.position, MillPosition):
        raise PositionError("only mill positions have values")
    position = document.position
    try:
        found, moves = probe(position), probe_moves(position)
    except SolvingError as error:
        return messages.Values(
            value="unknown", plies=None, says=str(error), certain=False, moves=[]
        )
    return messages.Values(
        value=found.value,
        plies=found.plies,
        says=str(found),
        certain=True,
        moves=[
            messages.ValuedMove(
                move=str(move),
                points=list(move.points),
                value=value.value,
                plies=value.plies,
                says=str(value),
            )
            for move, value in moves.items()
        ],
    )
