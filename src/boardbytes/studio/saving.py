"""What a desk can be saved as, and what would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS, dumps
from boardbytes.formats.format import Format
from boardbytes.formats.loss import dropped_bookkeeping, losses, unread
from boardbytes.model import Document
from boardbytes.model.words import counted
from boardbytes.studio import file_games, messages
from boardbytes.studio.changes import document_of
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench

LARGE = 64 * 1024
"""Larger files are not tried out in other formats for their size: it would take too long."""


def targets(bench: Bench, desk: Desk) -> bytes:
    """Every format for what a desk holds; the one it is in first."""
    reading = bench.reading(desk.state, desk.name)
    document = reading.document
    formats = [
        format
        for format in (FORMATS.values() if document else ())
        if document and format.game in (None, document.position.game)
    ]
    ordered = sorted(formats, key=lambda format: format.name != reading.format)
    found = [
        _stored(desk, document, format)
        if format.name == reading.format
        else _target(bench, desk, document, format)
        for format in ordered
        if document
    ]
    return b"[" + b",".join(target.json_bytes() for target in found) + b"]"


def _stored(desk: Desk, document: Document, format: Format) -> messages.Target:
    """The file as it lies on the desk: it lacks only what the desk keeps beside it."""
    lost = losses(document.in_format(format.name), format) if desk.state.game else []
    return _named(format, size=len(desk.state.data), losses=lost)


def _target(bench: Bench, desk: Desk, document: Document, format: Format) -> messages.Target:
    """Another format: what it cannot hold is lost, and what was not read in the first place."""
    own = document.in_format(format.name)
    size, refused = None, None
    if len(desk.state.data) <= LARGE:
        try:
            size = len(dumps(own, format.name, lossy=True))
        except BoardbytesError as error:
            refused = str(error)
    others = file_games.others(bench, desk.state)
    left_behind = [f"the {counted(others, 'other game')} of this file"] if others else []
    return _named(
        format,
        size=size,
        losses=[*losses(own, format), *unread(document), *left_behind],
        bookkeeping=dropped_bookkeeping(own, format),
        refused=refused,
    )


def _named(
    format: Format,
    *,
    size: int | None,
    losses: list[str],
    bookkeeping: Sequence[str] = (),
    refused: str | None = None,
) -> messages.Target:
    return messages.Target(
        name=format.name,
        title=format.title,
        suffix=format.suffixes[0] if format.suffixes else "",
        size=size,
        losses=losses,
        bookkeeping=list(bookkeeping),
        refused=refused,
    )


def file(bench: Bench, desk: Desk, format: str) -> bytes:
    """The bytes of a desk in a format."""
    reading = bench.reading(desk.state, desk.name)
    if format == reading.format:
        return desk.state.data
    return dumps(document_of(reading).in_format(None), format, lossy=True)


def suffix(format: str | None) -> str:
    if format is None:
        return ".bin"
    suffixes = FORMATS.find(format).suffixes
    return suffixes[0] if suffixes else ".txt"
