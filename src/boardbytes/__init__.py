"""Board games, down to the byte.

>>> import boardbytes as bb
>>> doc = bb.load("examples/endgame.dat")
>>> doc.format
'stackmill'
"""

from boardbytes.drawing import Drawing, draw
from boardbytes.errors import (
    AmbiguousMoveError,
    BoardbytesError,
    FormatError,
    IllegalMoveError,
    InvalidMoveError,
    LibraryError,
    LossError,
    MoveError,
    NoMoveError,
    NoTableError,
    NumberingError,
    PlayerError,
    PositionError,
    SignatureError,
    SolvingError,
    UnknownNameError,
)
from boardbytes.formats import detect, dumps, explain, formats, load, loads, repair, save
from boardbytes.model import Colour, Document, Outcome, Problem, Record, Severity, Span
from boardbytes.model.position import diff

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "BoardbytesError",
    "Colour",
    "Document",
    "Drawing",
    "FormatError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LibraryError",
    "LossError",
    "MoveError",
    "NoMoveError",
    "NoTableError",
    "NumberingError",
    "Outcome",
    "PlayerError",
    "PositionError",
    "Problem",
    "Record",
    "Severity",
    "SignatureError",
    "SolvingError",
    "Span",
    "UnknownNameError",
    "detect",
    "diff",
    "draw",
    "dumps",
    "explain",
    "formats",
    "load",
    "loads",
    "repair",
    "save",
]
