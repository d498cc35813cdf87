"""The bytes of a desk in windows, every one with its name, its meaning and its points."""

from __future__ import annotations

from functools import lru_cache

from boardbytes.formats import FORMATS
from boardbytes.formats.format import spans_between
from boardbytes.model import Span
from boardbytes.studio import messages
from boardbytes.studio.states import Reading, State


def window(state: State, reading: Reading, start: int, end: int) -> messages.Window:
    """Some bytes, and every span that reaches into them."""
    data = state.data
    start, end = min(start, len(data)), min(end, len(data))
    return messages.Window(
        size=len(data),
        start=start,
        hex=data[start:end].hex(),
        spans=[_plain(span) for span in _spans(state, reading, start, end)],
    )


def where(state: State, reading: Reading, point: str | None, ply: int | None) -> messages.Ranges:
    """The bytes that speak of a point, or that hold a move."""
    found: list[Span] = []
    if point is not None:
        place = _place(state, reading, point)
        found += [span for span in _spans(state, reading, *place) if point in span.points]
    if ply is not None:
        found += [span for span in _spans(state, reading, 0, len(state.data)) if span.ply == ply]
    return messages.Ranges(ranges=[(span.offset, span.size) for span in found])


def _place(state: State, reading: Reading, point: str) -> tuple[int, int]:
    """Between which places all bytes are that speak of a point."""
    name = reading.format
    if name is None:
        return 0, len(state.data)
    return FORMATS.find(name).place_of(state.data, point) or (0, 0)


def _spans(state: State, reading: Reading, start: int, end: int) -> list[Span]:
    name = reading.format
    if name is None or start >= end:
        return []
    if FORMATS.find(name).explains_parts:
        return FORMATS.find(name).spans(state.data, start, end)
    return spans_between(_all_spans(state.data, name), start, end)


@lru_cache(8)
def _all_spans(data: bytes, format: str) -> list[Span]:
    """Every span of a file that can only be explained as a whole, kept while it is looked at."""
    return FORMATS.find(format).explain(data)


def _plain(span: Span) -> messages.ByteSpan:
    return messages.ByteSpan(
        offset=span.offset,
        size=span.size,
        name=span.name,
        value=span.value,
        meaning=span.meaning,
        points=list(span.points),
        ply=span.ply,
    )
