"""Text rewritten as UTF-8 before it is lexed, and where each place of it stood.

For encodings such as UTF-16 and ISO-2022, in which two bytes are not enough to tell whether a
bracket is one; those that the lexer's leads cover need not be rewritten.
"""

from __future__ import annotations

import codecs
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

_BLOCK = 4096
"""How many bytes a block has in which places are looked up."""


@dataclass(frozen=True, eq=False)
class Recoded:
    """Data in UTF-8 instead of another encoding; what could not be decoded is U+FFFD.

    >>> found = recoded("(;C[ä])".encode("utf-16-le"), "utf-16-le")
    >>> found.data, found.origin(6)
    (b'(;C[\\xc3\\xa4])', 10)
    """

    data: bytes
    source: bytes = field(repr=False)
    codec: str
    _starts: array[int] = field(repr=False)
    """Where in the new data each block begins."""
    _states: tuple[tuple[bytes, int], ...] = field(repr=False)

    def origin(self, place: int) -> int:
        """Where a place stood; inside a character, where that began."""
        block = bisect_right(self._starts, place) - 1
        places, origins = _boundaries(self, block)
        return origins[bisect_right(places, place) - 1]


def recoded(data: bytes, codec: str) -> Recoded:
    """The data in UTF-8, decoded piece by piece: it is never held as text.

    Does not take `utf-16` or `utf-32`: the order of the bytes must be given.
    """
    decoder = codecs.getincrementaldecoder(codec)("replace")
    parts, starts, states, size = [], array("q"), [], 0
    for start in range(0, max(1, len(data)), _BLOCK):
        starts.append(size)
        states.append(decoder.getstate())
        end = start + _BLOCK
        try:
            part = decoder.decode(data[start:end], end >= len(data))
        except UnicodeError:
            decoder.reset()
            part = data[start:end].decode("ascii", "replace")
        parts.append(part.encode("utf-8"))
        size += len(parts[-1])
    return Recoded(b"".join(parts), data, codec, starts, tuple(states))


@lru_cache(maxsize=16)
def _boundaries(text: Recoded, block: int) -> tuple[array[int], array[int]]:
    """Where the characters of a block begin, in the new data and in the old."""
    decoder = codecs.getincrementaldecoder(text.codec)("replace")
    decoder.setstate(text._states[block])
    first, last = block * _BLOCK, min(len(text.source), (block + 1) * _BLOCK)
    place = text._starts[block]
    places, origins = array("q", [place]), array("q", [first - len(text._states[block][0])])
    state, begun, is_stuck = decoder.getstate(), first, False
    for index in range(first, last):
        # A decoder that cannot hold so many bytes without a meaning gets them all at once.
        piece = text.source[begun if is_stuck else index : index + 1]
        try:
            new = decoder.decode(piece, index + 1 == len(text.source))
        except UnicodeError:
            new, is_stuck = "", True
        if new:
            place += len(new.encode("utf-8"))
            places.append(place)
            origins.append(index + 1 - len(decoder.getstate()[0]))
            state, begun, is_stuck = decoder.getstate(), index + 1, False
        elif is_stuck:
            decoder.setstate(state)
    return places, origins
