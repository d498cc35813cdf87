"""The properties of SGF in one table, FF[1] to FF[4]: what each is, and where in a game it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


class Type(Enum):
    """What the values of a property must be; the text finishes "must be"."""

    NONE = "empty"
    NUMBER = "a whole number"
    STYLE = "a number from 0 to 3"
    REAL = "a number"
    DOUBLE = "1 or 2"
    COLOUR = "B or W"
    LINE = "a line of text"
    TEXT = "text"
    MOVE = "a point of the board or empty"
    POINTS = "points of the board"
    LINKS = "pairs of points"
    LABELS = "points with texts"
    NAMED = "names with texts"
    FIGURE = "empty, or a number and a text"
    SIZE = "one number or two"
    OWN = "what boardbytes writes"


_TYPES = {
    Kind.MOVE: Type.MOVE,
    Kind.TURN: Type.COLOUR,
    Kind.COMMENT: Type.TEXT,
    Kind.LABEL: Type.LABELS,
    Kind.LINK: Type.LINKS,
    Kind.JUDGEMENT: Type.DOUBLE,
    Kind.TIME: Type.REAL,
    Kind.MOVES_LEFT: Type.NUMBER,
    Kind.FIGURE: Type.REAL,
    Kind.ANY_FIGURE: Type.NAMED,
    Kind.ANY_HEADER: Type.NAMED,
    **dict.fromkeys((Kind.STONES, Kind.MARK, Kind.LETTERS, Kind.TERRITORY), Type.POINTS),
}
"""The type that goes with a kind; elsewhere it is a line of text."""


@dataclass(frozen=True)
class Known:
    """A property: its meaning in words, its kind, and what it stands for among those.

    `canonical` is the name that it is written under; for some, old files have others. `own_type` is
    its type where the kind does not tell; `words` says what single values mean.
    """

    meaning: str
    kind: Kind = Kind.VERBATIM
    what: Any = None
    canonical: str = ""
    has_points: bool = False
    own_type: Type | None = None
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def type(self) -> Type:
        return self.own_type or _TYPES.get(self.kind, Type.LINE)


_BLACK, _WHITE = Colour.BLACK, Colour.WHITE


def _mark(meaning: str, kind: MarkKind, canonical: str = "") -> Known:
    return Known(meaning, Kind.MARK, kind, canonical, has_points=True)


def _header(meaning: str, name: str, type: Type | None = None) -> Known:
    return Known(meaning, Kind.HEADER, name, own_type=type)


def _kept(meaning: str, type: Type, words: Sequence[str] = ()) -> Known:
    """A property that no command needs: checked, and kept as it is written.

    `words` say what its values from 0 on mean.
    """
    has_points = type in (Type.POINTS, Type.MOVE)
    told = {f"{value}": said for value, said in enumerate(words)}
    return Known(meaning, has_points=has_points, own_type=type, words=told)


TABLE: Mapping[str, Known] = {
    # Moves.
    "B": Known("black plays", Kind.MOVE, _BLACK, has_points=True),
    "W": Known("white plays", Kind.MOVE, _WHITE, has_points=True),
    "KO": _kept("play the move although it is illegal", Type.NONE),
    "MN": _kept("number of the move", Type.NUMBER),
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
    "DO": Known("doubtful move", Kind.JUDGEMENT, Verdict.DOUBTFUL, own_type=Type.NONE),
    "IT": Known("interesting move", Kind.JUDGEMENT, Verdict.INTERESTING, own_type=Type.NONE),
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
    "GC": _header("comment on the game", "about", Type.TEXT),
    "GN": _header("name of the game", "title"),
    "HA": _header("handicap stones", "handicap", Type.NUMBER),
    "ID": _header("the game's id", "game_id"),
    "KM": _header("komi", "komi", Type.REAL),
    "ON": _header("opening", "opening"),
    "OT": _header("overtime", "overtime"),
    "PB": _header("who plays black", "black"),
    "PC": _header("place", "place"),
    "PW": _header("who plays white", "white"),
    "RE": _header("result", "result"),
    "RO": _header("round", "round"),
    "RU": _header("rules", "rules"),
    "SO": _header("source", "source"),
    "TM": _header("time limit in seconds", "time", Type.REAL),
    "US": _header("who entered it", "entered_by"),
    "WR": _header("white's rank", "white_rank"),
    "WT": _header("white's team", "white_team"),
    "XHD": Known("a header with its name", Kind.ANY_HEADER),
    # The file.
    "CA": Known("encoding of the text", Kind.ROOT),
    "FF": Known("version of the format", Kind.ROOT, own_type=Type.NUMBER),
    "GM": Known("kind of game; 1 is Go", Kind.ROOT, own_type=Type.NUMBER),
    "SZ": Known("lines of the board", Kind.ROOT, own_type=Type.SIZE),
    "ST": _kept(
        "how variations are shown",
        Type.STYLE,
        [
            "those of the next move, marked on the board",
            "those of this move, marked on the board",
            "those of the next move, not marked",
            "those of this move, not marked",
        ],
    ),
    "DGF": Known("what DGF says beyond SGF", Kind.ROOT, own_type=Type.OWN),
    # What has no place in a game of ours.
    "AS": _kept("who adds stones", Type.LINE),
    "BS": _kept("kind of black player", Type.NUMBER),
    "WS": _kept("kind of white player", Type.NUMBER),
    "CH": _kept("check mark", Type.DOUBLE),
    "EL": _kept("move evaluated", Type.NUMBER),
    "EX": _kept("move expected", Type.MOVE),
    "FG": _kept("figure for printing", Type.FIGURE),
    "IP": _kept("first board shown", Type.LINE),
    "IY": _kept("axes inverted", Type.LINE),
    "LT": _kept("whether losing on time is enforced", Type.LINE),
    "OM": _kept("moves per overtime", Type.NUMBER),
    "OP": _kept("length of overtime", Type.REAL),
    "OV": _kept("overhead of the clock", Type.REAL),
    "PM": _kept(
        "how move numbers are printed",
        Type.NUMBER,
        ["not at all", "as they are", "the last two digits"],
    ),
    "RG": _kept("regions of the board", Type.POINTS),
    "SC": _kept("secure stones", Type.POINTS),
    "SE": _kept("points tested", Type.POINTS),
    "SI": _kept("sigma of the value", Type.DOUBLE),
    "SU": _kept("kind of setup", Type.LINE),
    "TC": _kept("territory count", Type.NUMBER),
    "VW": _kept("part of the board shown", Type.POINTS),
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
