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
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, Unpack, overload

from boardbytes.columns.asking import ask
from boardbytes.columns.cluster import on_ray
from boardbytes.errors import ColumnError
from boardbytes.model.registry import find

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from boardbytes.columns.asking import Cores, Playing, Reading, Replaying, Valuing
    from boardbytes.columns.checkers import CheckersColumns, CheckersReplay
    from boardbytes.columns.games import Replayed
    from boardbytes.columns.go_boards import GoColumns, MoveColumns
    from boardbytes.columns.go_games import GoReplay
    from boardbytes.columns.go_records import GoGames, RaggedRecords
    from boardbytes.columns.mill import MillColumns, MillReplay, NumberColumns
    from boardbytes.columns.results import CheckColumns, CountColumns, OutcomeColumns, ValueColumns
    from boardbytes.columns.rows import Columns, Positions, RecordColumns, Records
    from boardbytes.columns.tiles import TileColumns

    Number = TypeVar("Number", bound=np.generic)

Decoded: TypeAlias = "Positions | MoveColumns | GoGames"
"""What records hold: positions, moves, or games."""

__all__ = [
    "FORMATS",
    "check",
    "codes",
    "decode",
    "encode",
    "legal_counts",
    "names_of",
    "number",
    "on_ray",
    "outcome",
    "planes",
    "replay",
    "value",
    "view",
]

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


@overload
def decode(
    records: Records, format: Literal["stackmill"], **options: Unpack[Reading]
) -> MillColumns: ...
@overload
def decode(
    records: Records,
    format: Literal["dgf-board", "dgf-packed2", "dgf-packed3"],
    **options: Unpack[Reading],
) -> GoColumns: ...
@overload
def decode(
    records: Records, format: Literal["dgf-move"], **options: Unpack[Reading]
) -> MoveColumns: ...
@overload
def decode(
    records: Records, format: Literal["dgf-record"], **options: Unpack[Reading]
) -> GoGames: ...
@overload
def decode(
    records: Records, format: Literal["channel", "contract"], **options: Unpack[Reading]
) -> CheckersColumns: ...
@overload
def decode(
    records: Records, format: Literal["gbxx"], **options: Unpack[Reading]
) -> TileColumns: ...
@overload
def decode(records: Records, format: str, **options: Unpack[Reading]) -> Decoded: ...
def decode(records: Records, format: str, **options: Unpack[Reading]) -> Decoded:
    """The positions of many records, as the column set of their game.

    Where `error` is not 0 the record holds none; `codes(format)` names its bits. Records without a
    fixed length need `offsets`, and hold games.
    """
    found: Decoded = ask(_of_format(format).decode, records, format, **options)
    return found


def encode(
    positions: Columns | GoGames, format: str, **options: Unpack[Cores]
) -> RecordColumns | RaggedRecords:
    """The records of many positions: the inverse of `decode`, for all that a position holds."""
    module = _of_format(format)
    game = getattr(positions, "game", type(positions).__name__)
    if game != FORMATS[format]:
        raise ColumnError(f"{format} holds {FORMATS[format]}, not {game}")
    found: RecordColumns | RaggedRecords = ask(module.encode, positions, format, **options)
    return found


def check(records: Records, format: str, **options: Unpack[Reading]) -> CheckColumns:
    """Everything that is wrong with many records: a bit for each code that `codes` names."""
    found: CheckColumns = ask(_of_format(format).check, records, format, **options)
    return found


def codes(format: str) -> tuple[str, ...]:
    """The codes of a format's problems: the first is bit 0 of `found` and `error`."""
    found: tuple[str, ...] = _of_format(format).FORMATS[format]
    return found


def names_of(bits: int, codes: Sequence[str]) -> tuple[str, ...]:
    """The codes whose bits are set."""
    from boardbytes.columns import results

    return results.names_of(bits, codes)


def view(records: Records, format: str) -> NDArray[np.void]:
    """Records by the names of their fields, as they are stored; nothing is copied."""
    from boardbytes.columns.rows import as_rows

    table = _of_format(format).layout(records, format)
    return as_rows(records, table.size).reshape(-1).view(table.dtype())


def legal_counts(positions: Positions, **options: Unpack[Playing]) -> CountColumns:
    """How many legal moves every position has."""
    found: CountColumns = ask(_of(positions, "legal_counts"), positions, **options)
    return found


def outcome(positions: Positions, **options: Unpack[Playing]) -> OutcomeColumns:
    """Who has won where a game is over, and why."""
    found: OutcomeColumns = ask(_of(positions, "outcome"), positions, **options)
    return found


def number(positions: MillColumns, **options: Unpack[Cores]) -> NumberColumns:
    """The number of every position: mill has numbers."""
    found: NumberColumns = ask(_of(positions, "number"), positions, **options)
    return found


def value(positions: Positions, **options: Unpack[Valuing]) -> ValueColumns:
    """What every position is worth to the side to move, where tables reach."""
    found: ValueColumns = ask(_of(positions, "value"), positions, **options)
    return found


@overload
def replay(
    moves: ArrayLike, offsets: ArrayLike, starts: MillColumns, **options: Unpack[Replaying]
) -> MillReplay: ...
@overload
def replay(
    moves: ArrayLike, offsets: ArrayLike, starts: CheckersColumns, **options: Unpack[Replaying]
) -> CheckersReplay: ...
@overload
def replay(
    moves: ArrayLike, offsets: ArrayLike, starts: GoColumns, **options: Unpack[Replaying]
) -> GoReplay: ...
@overload
def replay(
    moves: ArrayLike, offsets: ArrayLike, starts: Positions, **options: Unpack[Replaying]
) -> Replayed: ...
def replay(
    moves: ArrayLike, offsets: ArrayLike, starts: Positions, **options: Unpack[Replaying]
) -> Replayed:
    """Play games from their starts, every move checked: the last positions, or every one."""
    found: Replayed = ask(_of(starts, "replay"), moves, offsets, starts, **options)
    return found


@overload
def planes(positions: Positions, *, cores: int | None = None) -> NDArray[np.uint8]: ...
@overload
def planes(
    positions: Positions, dtype: type[Number], cores: int | None = None
) -> NDArray[Number]: ...
def planes(
    positions: Positions, dtype: type[np.generic] | None = None, cores: int | None = None
) -> NDArray[np.uint8] | NDArray[np.generic]:
    """Positions for learning, channels first; `uint8`, or `float32` if asked."""
    import numpy as np

    found: NDArray[np.generic] = _of(positions, "planes")(positions, dtype or np.uint8, cores)
    return found


def _of_format(format: str) -> Any:
    return import_module(f"{__name__}.{find('column format', format, FORMATS)}")


def _of(positions: Positions, name: str) -> Any:
    """A game's function of that name; ColumnError where it has none."""
    from boardbytes.columns.rows import Positions

    if not isinstance(positions, Positions):
        raise ColumnError(f"{name} takes columns of positions, not {type(positions).__name__}")
    function = getattr(import_module(f"{__name__}.{positions.game}"), name, None)
    if function is None:
        raise ColumnError(f"columns of {positions.game} have no {name}")
    return function
