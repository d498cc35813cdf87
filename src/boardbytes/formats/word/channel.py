"""`channel`: a checkers game in one 32-byte word, in the layout of the document that describes it.

Does not hold a move that jumps more than three pieces.
"""

from __future__ import annotations

from boardbytes.formats.word.format import CARRIES, WordFormat
from boardbytes.formats.word.word import PIECES_FIELD, WordLayout
from boardbytes.model import Bits, Field, Layout

LAYOUT = Layout(
    "channel",
    "State-channel checkers word",
    (
        Field("moved_piece", "number of the piece that moved, 1–24; 0 none"),
        Field(
            "target",
            "where it moved",
            bits=(Bits("row", 4, 4, "row from 0"), Bits("column", 0, 4, "column from 0")),
        ),
        Field("jumped_pieces", "numbers of the pieces jumped, in order; 0 none", count=3),
        Field("turn", "the turn number, high byte first: how many moves were made", size=3),
        PIECES_FIELD,
    ),
    endian="big",
)

WORD = WordLayout(LAYOUT, jumps=3, turn_bytes=3)


class ChannelFormat(WordFormat):
    """state-channel checkers word."""

    name = "channel"
    title = "state-channel checkers word"
    suffixes = (".word",)
    holds = CARRIES | {"target"}
    layout, word = LAYOUT, WORD


FORMAT = ChannelFormat()
