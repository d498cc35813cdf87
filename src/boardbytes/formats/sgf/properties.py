"""The properties of SGF in one table, FF[1] to FF[4]: what each is, and where in a game it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from boardbytes.model import Colour
from boardbytes.model.notes import MarkKind, Verdict


class Kind(Enum):
    """What kind of thing a property says: that decides where in the model it goes."""

    MOVE = "a move"
    STONES = "stones set up"
    TURN = "whose turn it is"
    COMMENT = "the comment"
    NAME = "the name"
    MARK = "marks"
    LABEL = "labels"
    LETTERS = "labels that count a, b, c"
    LINK = "lines"
    TERRITORY = "territory"
    JUDGEMENT = "a judgement"
    TIME = "seconds left"
    MOVES_LEFT = "moves left"
    FIGURE = "a figure"
    ANY_FIGURE = "figures with their names"
    HEADER = "a header"
    ANY_HEADER = "headers with their names"
    ROOT = "how the file is to be read"
    VERBATIM = "kept as it is written"


@dataclass(frozen=True)
class Known:
    """A property: its meaning in words, its kind, and what it stands for among those.

    `canonical` is the name that it is written under; for some, old files have others.
    """

    meaning: str
    kind: Kind = Kind.VERBATIM
    what: Any = None
    canonical: str = ""
    has_points: bool = False


_BLACK, _WHITE = Colour.BLACK, Colour.WHITE


def _mark(meaning: str, kind: MarkKind, canonical: str = "") -> Known:
    return Known(meaning, Kind.MARK, kind, canonical, has_points=True)


def _header(meaning: str, name: str) -> Known:
    return Known(meaning, Kind.HEADER, name)


def _points(meaning: str) -> Known:
    return Known(meaning, has_points=True)


TABLE: Mapping[str, Known] = {
    # Moves.
    "B": Known("black plays", Kind.MOVE, _BLACK, has_points=True),
    "W": Known("white plays", Kind.MOVE, _WHITE, has_points=True),
    "KO": Known("play the move although it is illegal"),
    "MN": Known("number of the move"),
    # Setup.
    "AB": Known("black stones set up", Kind.STONES, "black", has_points=True),
    "AW": Known("white stones set up", Kind.STONES, "white", has_points=True),
    "AE": Known("points made empty", Kind.STONES, "empty", has_points=True),
    "PL": Known("who plays next", Kind.TURN),
    # Notes.
    "C": Known("comment", Kind.COMMENT),
    "N": Known("name of the node", Kind.NAME),
    "DM": Known("even position", Kind.JUDGEMENT, Verdict.EVEN),
    "GB": Known("good for black", Kind.JUDGEMENT, Verdict.BETTER_FOR_FIRST),
    "GW": Known("good for white", Kind.JUDGEMENT, Verdict.BETTER_FOR_SECOND),
    "HO": Known("hotspot", Kind.JUDGEMENT, Verdict.HOTSPOT),
    "UC": Known("unclear position", Kind.JUDGEMENT, Verdict.UNCLEAR),
    "BM": Known("bad move", Kind.JUDGEMENT, Verdict.BAD),
    "DO": Known("doubtful move", Kind.JUDGEMENT, Verdict.DOUBTFUL),
    "IT": Known("interesting move", Kind.JUDGEMENT, Verdict.INTERESTING),
    "TE": Known("good move", Kind.JUDGEMENT, Verdict.GOOD),
    "V": Known("value of the position", Kind.FIGURE, "value"),
    "XFIG": Known("a number with its name", Kind.ANY_FIGURE),
    # Marks.
    "CR": _mark("circles", MarkKind.CIRCLE),
    "DD": _mark("points dimmed", MarkKind.DIM),
    "MA": _mark("crosses", MarkKind.CROSS),
    "M": _mark("marks", MarkKind.CROSS, "MA"),
    "SL": _mark("selected points", MarkKind.SELECTED),
    "SQ": _mark("squares", MarkKind.SQUARE),
    "TR": _mark("triangles", MarkKind.TRIANGLE),
    "LB": Known("labels", Kind.LABEL),
    "L": Known("labels a, b, c", Kind.LETTERS, None, "LB", has_points=True),
    "AR": Known("arrows", Kind.LINK, True),
    "LN": Known("lines", Kind.LINK, False),
    "TB": Known("black territory", Kind.TERRITORY, _BLACK, has_points=True),
    "TW": Known("white territory", Kind.TERRITORY, _WHITE, has_points=True),
    # Times.
    "BL": Known("seconds left for black", Kind.TIME, _BLACK),
    "WL": Known("seconds left for white", Kind.TIME, _WHITE),
    "OB": Known("moves left for black", Kind.MOVES_LEFT, _BLACK),
    "OW": Known("moves left for white", Kind.MOVES_LEFT, _WHITE),
    # The game.
    "AN": _header("who annotated it", "annotator"),
    "AP": _header("program that wrote it", "program"),
    "BR": _header("black's rank", "black_rank"),
    "BT": _header("black's team", "black_team"),
    "CP": _header("copyright", "copyright"),
    "DT": _header("date", "date"),
    "EV": _header("event", "event"),
    "GC": _header("comment on the game", "about"),
    "GN": _header("name of the game", "title"),
    "HA": _header("handicap stones", "handicap"),
    "ID": _header("the game's id", "game_id"),
    "KM": _header("komi", "komi"),
    "ON": _header("opening", "opening"),
    "OT": _header("overtime", "overtime"),
    "PB": _header("who plays black", "black"),
    "PC": _header("place", "place"),
    "PW": _header("who plays white", "white"),
    "RE": _header("result", "result"),
    "RO": _header("round", "round"),
    "RU": _header("rules", "rules"),
    "SO": _header("source", "source"),
    "TM": _header("time limit in seconds", "time"),
    "US": _header("who entered it", "entered_by"),
    "WR": _header("white's rank", "white_rank"),
    "WT": _header("white's team", "white_team"),
    "XHD": Known("a header with its name", Kind.ANY_HEADER),
    # The file.
    "CA": Known("encoding of the text", Kind.ROOT),
    "FF": Known("version of the format", Kind.ROOT),
    "GM": Known("kind of game; 1 is Go", Kind.ROOT),
    "SZ": Known("lines of the board", Kind.ROOT),
    "ST": Known("how variations are shown"),
    "DGF": Known("what DGF says beyond SGF", Kind.ROOT),
    # What has no place in a game of ours.
    "AS": Known("who adds stones"),
    "BS": Known("kind of black player"),
    "WS": Known("kind of white player"),
    "CH": Known("check mark"),
    "EL": Known("move evaluated"),
    "EX": Known("move expected"),
    "FG": Known("figure for printing"),
    "IP": Known("first board shown"),
    "IY": Known("axes inverted"),
    "LT": Known("whether losing on time is enforced"),
    "OM": Known("moves per overtime"),
    "OP": Known("length of overtime"),
    "OV": Known("overhead of the clock"),
    "PM": Known("how move numbers are printed"),
    "RG": _points("regions of the board"),
    "SC": _points("secure stones"),
    "SE": _points("points tested"),
    "SI": Known("sigma of the value"),
    "SU": Known("kind of setup"),
    "TC": Known("territory count"),
    "VW": _points("part of the board shown"),
}
"""Every standard property by its name, and the three of ours: DGF, XFIG and XHD."""

UNKNOWN = Known("not a standard property, kept as it is")

HEADERS = {known.what: name for name, known in TABLE.items() if known.kind is Kind.HEADER}
"""The properties of our headers."""

MULTILINE_HEADERS = frozenset({"about"})

GAMES = {
    1: "Go", 2: "Othello", 3: "chess", 4: "Gomoku and Renju", 5: "Nine Men's Morris",
    6: "Backgammon", 7: "Chinese chess", 8: "Shogi", 9: "Lines of Action", 10: "Ataxx", 11: "Hex",
    12: "Jungle", 13: "Neutron", 14: "Philosopher's Football", 15: "Quadrature", 16: "Trax",
    17: "Tantrix", 18: "Amazons", 19: "Octi", 20: "Gess", 21: "Twixt", 22: "Zertz", 23: "Plateau",
    24: "Yinsh", 25: "Punct", 26: "Gobblet", 27: "Hive", 28: "Exxit", 29: "Hnefatafl",
    30: "Kuba", 31: "Tripples", 32: "Chase", 33: "Tumbling Down", 34: "Sahara", 35: "Byte",
    36: "Focus", 37: "Dvonn", 38: "Tamsk", 39: "Gipf", 40: "Kropki",
}  # fmt: skip
"""The games that have a number in SGF."""


def known(name: str) -> Known:
    """What a property is; one that is not standard is kept as it is."""
    return TABLE.get(name, UNKNOWN)


def canonical(name: str) -> str:
    """The name that we write for a property."""
    return known(name).canonical or name


_BY_KIND: Mapping[tuple[Kind, Any], str] = {
    (entry.kind, entry.what): name for name, entry in TABLE.items() if not entry.canonical
}


def name_for(kind: Kind, what: Any = None) -> str:
    """The property that stands for something: the inverse of the table."""
    return _BY_KIND[kind, what]
