"""`contract`: a checkers game in one 32-byte word, in the layout that the contract reads.

Does not hold a move that jumps more than one piece.
"""

from __future__ import annotations

from boardbytes.formats.word import channel
from boardbytes.formats.word.format import CARRIES, WordFormat, word_likeness
from boardbytes.formats.word.text import parse_written
from boardbytes.formats.word.word import PIECES_FIELD, WordLayout
from boardbytes.model import Field, Layout

LAYOUT = Layout(
    "contract",
    "State-channel checkers word, as the contract reads it",
    (
        Field("moved_piece", "number of the piece that moved, 1–24; 0 none"),
        Field("jumped_pieces", "number of the one piece jumped; 0 none"),
        Field("spare", "not read by the contract; written 0"),
        Field("turn", "the turn number, high byte first: how many moves were made", size=5),
        PIECES_FIELD,
    ),
    endian="big",
)

WORD = WordLayout(LAYOUT, jumps=1, turn_bytes=5)


def likeness(data: bytes) -> float:
    """As much as the fields fit; a little less where the word says the same in both layouts."""
    found = word_likeness(data, WORD)
    written = parse_written(data)
    same = written is not None and _plain(written.data) == _plain(written.data, of_channel=True)
    return found - 0.01 if found and same else found


def _plain(data: bytes, *, of_channel: bool = False) -> tuple[object, ...]:
    """What a word says that both layouts can say."""
    word = (channel.WORD if of_channel else WORD).read(data)
    jumped = tuple(number for number in word.jumped if number)
    return word.moved, jumped, word.turn, word.spare


class ContractFormat(WordFormat):
    """state-channel checkers word, as the contract reads it."""

    name = "contract"
    title = "state-channel checkers word, as the contract reads it"
    suffixes = (".contract",)
    holds = CARRIES | {"spare"}
    layout, word = LAYOUT, WORD

    likeness = staticmethod(likeness)


FORMAT = ContractFormat()
