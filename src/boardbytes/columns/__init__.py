"""Many positions at once: plain arrays in, plain arrays out, on all cores.

One vocabulary for every game: functions that take records find the game by their format, those
that take positions by their kind. Nothing here raises for a row: its column `error` says what is
wrong with it. Arguments that cannot be columns raise ColumnError.

>>> import boardbytes as bb
>>> from boardbytes import columns
>>> saves = bb.dumps(bb.MillPosition(), "stackmill") * 3
>>> columns.legal_counts(columns.decode(saves, "stackmill")).count
array([24, 24, 24], dtype=uint16)
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardbytes.columns.cluster import on_ray as on_ray
from boardbytes.errors import ColumnError
from boardbytes.model.registry import find

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from boardbytes.columns.go_records import GoGames, RaggedRecords
    from boardbytes.columns.results import CheckColumns, CountColumns, OutcomeColumns
    from boardbytes.columns.rows import Columns, Positions, RecordColumns, Records

FORMATS = {
    "stackmill": "mill",
    "dgf-board": "go",
    "dgf-packed2": "go",
    "dgf-packed3": "go",
    "dgf-move": "go",
    "dgf-record": "go",
    "channel": "checkers",
    "contract": "checkers",
    "gbxx": "tiles",
}
"""The formats whose records can be read as columns, and the games they are about."""


def decode(records: Records, format: str, **options: Any) -> Any:
    """The positions of many records, as the column set of their game.

    Where `error` is not 0 the record holds none; `codes(format)` names its bits. Records without a
    fixed length need `offsets`, and hold games.
    """
    return _of_format(format).decode(records, format, **options)


def encode(
    positions: Columns | GoGames, format: str, **options: Any
) -> RecordColumns | RaggedRecords:
    """The records of many positions: the inverse of `decode`, for all that a position holds."""
    module = _of_format(format)
    game = getattr(positions, "game", type(positions).__name__)
    if game != FORMATS[format]:
        raise ColumnError(f"{format} holds {FORMATS[format]}, not {game}")
    found: RecordColumns | RaggedRecords = module.encode(positions, format, **options)
    return found


def check(records: Records, format: str, **options: Any) -> CheckColumns:
    """Everything that is wrong with many records: a bit for each code that `codes` names."""
    found: CheckColumns = _of_format(format).check(records, format, **options)
    return found


def codes(format: str) -> tuple[str, ...]:
    """The codes of a format's problems: the first is bit 0 of `found` and `error`."""
    found: tuple[str, ...] = _of_format(format).FORMATS[format]
    return found


def names_of(bits: int, codes: Sequence[str]) -> tuple[str, ...]:
    """The codes whose bits are set."""
    from boardbytes.columns import results

    return results.names_of(bits, codes)


def view(records: Records, format: str) -> NDArray[Any]:
    """Records by the names of their fields, as they are stored; nothing is copied."""
    from boardbytes.columns.rows import as_rows

    table = _of_format(format).layout(records, format)
    return as_rows(records, table.size).reshape(-1).view(table.dtype())


def legal_counts(positions: Positions, **options: Any) -> CountColumns:
    """How many legal moves every position has."""
    found: CountColumns = _asked(positions, "legal_counts")(positions, **options)
    return found


def outcome(positions: Positions, **options: Any) -> OutcomeColumns:
    """Who has won where a game is over, and why."""
    found: OutcomeColumns = _asked(positions, "outcome")(positions, **options)
    return found


def number(positions: Positions, **options: Any) -> Any:
    """The number of every position, where the game has numbers."""
    return _asked(positions, "number")(positions, **options)


def value(positions: Positions, **options: Any) -> Any:
    """What every position is worth to the side to move, where tables reach."""
    return _asked(positions, "value")(positions, **options)


def replay(moves: ArrayLike, offsets: ArrayLike, starts: Positions, **options: Any) -> Any:
    """Play games from their starts, every move checked: the last positions, or every one."""
    return _asked(starts, "replay")(moves, offsets, starts, **options)


def planes(positions: Positions, dtype: type[np.generic] | None = None) -> NDArray[Any]:
    """Positions for learning, channels first; `uint8`, or `float32` if asked."""
    import numpy as np

    found: NDArray[Any] = _asked(positions, "planes")(positions, dtype or np.uint8)
    return found


def _of_format(format: str) -> Any:
    return import_module(f"{__name__}.{find('column format', format, FORMATS)}")


def _asked(positions: Positions, name: str) -> Any:
    """A game's function of that name; ColumnError where it has none."""
    from boardbytes.columns.rows import Positions

    if not isinstance(positions, Positions):
        raise ColumnError(f"{name} takes columns of positions, not {type(positions).__name__}")
    function = getattr(import_module(f"{__name__}.{positions.game}"), name, None)
    if function is None:
        raise ColumnError(f"columns of {positions.game} have no {name}")
    return function
