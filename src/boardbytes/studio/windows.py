"""The bytes of a desk in windows, every one with its name, its meaning and its points."""

from __future__ import annotations

from boardbytes.formats import FORMATS
from boardbytes.formats.format import spans_between
from boardbytes.model import Span
from boardbytes.studio import messages
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench


def window(bench: Bench, desk: Desk, start: int, end: int) -> bytes:
    """Some bytes, and every span that reaches into them."""
    data = desk.state.data
    start, end = min(start, len(data)), min(end, len(data))
    return messages.Window(
        size=len(data),
        start=start,
        hex=data[start:end].hex(),
        spans=[messages.ByteSpan.from_value(span) for span in _spans(bench, desk, start, end)],
    ).json_bytes()


def where(bench: Bench, desk: Desk, point: str | None, ply: int | None) -> bytes:
    """The bytes that speak of a point, or that hold a move."""
    found: list[Span] = []
    if point is not None:
        place = _place(bench, desk, point)
        found += [span for span in _spans(bench, desk, *place) if point in span.points]
    if ply is not None:
        found += [span for span in _spans(bench, desk, 0, len(desk.state.data)) if span.ply == ply]
    return messages.Ranges(ranges=[(span.offset, span.size) for span in found]).json_bytes()


def _place(bench: Bench, desk: Desk, point: str) -> tuple[int, int]:
    """The range within which all bytes that speak of a point lie."""
    data, name = desk.state.data, bench.reading(desk.state, desk.name).format
    if name is None:
        return 0, len(data)
    return FORMATS.find(name).place_of(data, point) or (0, 0)


def _spans(bench: Bench, desk: Desk, start: int, end: int) -> list[Span]:
    data, name = desk.state.data, bench.reading(desk.state, desk.name).format
    if name is None or start >= end:
        return []
    if FORMATS.find(name).explains_parts:
        return FORMATS.find(name).spans(data, start, end)
    # A file that can only be explained as a whole: kept while it is looked at.
    every = bench.recall((_spans, name, data), data, lambda: FORMATS.find(name).explain(data))
    return spans_between(every, start, end)
