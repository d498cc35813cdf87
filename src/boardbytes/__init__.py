"""Board games, down to the byte.

>>> import boardbytes as bb
>>> doc = bb.load("examples/endgame.dat")
>>> doc.format
'stackmill'
"""

from typing import TYPE_CHECKING, Any

from boardbytes.drawing import Drawing, draw
from boardbytes.errors import (
    AmbiguousMoveError,
    BoardbytesError,
    ColumnError,
    FormatError,
    IllegalMoveError,
    InvalidMoveError,
    LibraryError,
    LossError,
    MoveError,
    NoMoveError,
    NoTableError,
    NumberingError,
    PathError,
    PlayerError,
    PositionError,
    RegistryError,
    SignatureError,
    SolvingError,
    UnknownNameError,
)
from boardbytes.formats import (
    detect,
    dumps,
    explain,
    list_formats,
    load,
    loads,
    read_games,
    repair,
    save,
)
from boardbytes.model import (
    Colour,
    Document,
    GameTree,
    Node,
    Outcome,
    Place,
    Problem,
    Record,
    Severity,
    Span,
)
from boardbytes.model.position import diff

if TYPE_CHECKING:
    from boardbytes.games.checkers import CheckersPosition
    from boardbytes.games.go import GoPosition
    from boardbytes.games.mill import MillPosition
    from boardbytes.games.tiles import TileBoard

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "BoardbytesError",
    "CheckersPosition",
    "Colour",
    "ColumnError",
    "Document",
    "Drawing",
    "FormatError",
    "GameTree",
    "GoPosition",
    "IllegalMoveError",
    "InvalidMoveError",
    "LibraryError",
    "LossError",
    "MillPosition",
    "MoveError",
    "NoMoveError",
    "NoTableError",
    "Node",
    "NumberingError",
    "Outcome",
    "PathError",
    "Place",
    "PlayerError",
    "PositionError",
    "Problem",
    "Record",
    "RegistryError",
    "Severity",
    "SignatureError",
    "SolvingError",
    "Span",
    "TileBoard",
    "UnknownNameError",
    "detect",
    "diff",
    "draw",
    "dumps",
    "explain",
    "list_formats",
    "load",
    "loads",
    "read_games",
    "repair",
    "save",
]


_GAMES = {
    "CheckersPosition": "boardbytes.games.checkers",
    "GoPosition": "boardbytes.games.go",
    "MillPosition": "boardbytes.games.mill",
    "TileBoard": "boardbytes.games.tiles",
}


def __getattr__(name: str) -> Any:
    """The classes of positions, each loaded when it is first asked for."""
    if name not in _GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_GAMES[name]), name)
