"""The bytes of a desk in windows, every one with its name, its meaning and its points."""

from __future__ import annotations

from boardbytes.formats import FORMATS, explain
from boardbytes.model import Span
from boardbytes.studio import messages, signed
from boardbytes.studio.states import TRANSCRIPT, Reading, State


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
    if point is not None and reading.format not in (None, TRANSCRIPT):
        found = FORMATS.find(reading.format or "").spans_of(state.data, point)
    if ply is not None:
        found += [span for span in _spans(state, reading, 0, len(state.data)) if span.ply == ply]
    return messages.Ranges(ranges=[(span.offset, span.size) for span in found])


def _spans(state: State, reading: Reading, start: int, end: int) -> list[Span]:
    if reading.format is None:
        return []
    if reading.format == TRANSCRIPT:
        found = signed.explain(state.data)
        return [span for span in found if span.offset < end and span.offset + span.size > start]
    return explain(state.data, reading.format, start, end)


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
