"""Finding bytes among the bytes of a desk, and its lines."""

from __future__ import annotations

from boardbytes.studio import messages

_MOST_LINES = 200_000
"""More are not told: nobody reads them one by one."""


def find(
    data: bytes, wanted: bytes, start: int, back: bool = False, same_case: bool = True
) -> messages.Found:
    """Where `wanted` occurs from `start` on, or before it; beyond an end the search begins anew."""
    if not same_case:
        data, wanted = data.lower(), wanted.lower()
    if back:
        at = data.rfind(wanted, 0, max(0, start + len(wanted) - 1))
        at = at if at >= 0 else data.rfind(wanted)
    else:
        at = data.find(wanted, start)
        at = at if at >= 0 else data.find(wanted)
    if at < 0:
        return messages.Found(offset=None, number=0, total=0)
    before = data.count(wanted, 0, at)
    return messages.Found(offset=at, number=before + 1, total=before + data.count(wanted, at))


def lines(data: bytes) -> messages.LineStarts:
    """How long each line is with its end; the last may be empty."""
    if data.count(b"\n") >= _MOST_LINES:
        return messages.LineStarts(lengths=None)
    pieces = data.split(b"\n")
    ends = [*(len(piece) + 1 for piece in pieces[:-1]), len(pieces[-1])]
    return messages.LineStarts(lengths=ends)
