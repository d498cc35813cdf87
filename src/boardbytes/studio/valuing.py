"""What a mill position and its moves are worth."""

from __future__ import annotations

from boardbytes.errors import PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.solving.mill import analyse
from boardbytes.studio import messages
from boardbytes.studio.states import Reading
from boardbytes.studio.views import at_move

SECONDS = 0.4
"""So long a search may look ahead where no table reaches: somebody is waiting."""


def values(reading: Reading, move: int | None) -> messages.Values:
    """The value of the position after so many moves, and of every move there."""
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
    )
