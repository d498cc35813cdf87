"""What a desk can be saved as, and what would be lost."""

from __future__ import annotations

from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS, dumps
from boardbytes.formats.format import Format
from boardbytes.formats.loss import dropped_bookkeeping, losses
from boardbytes.model import Document
from boardbytes.studio import messages
from boardbytes.studio.changes import document_of
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench

LARGE = 64 * 1024
"""Larger files are not tried out in other formats for their size: it would take too long."""


def targets(bench: Bench, desk: Desk) -> bytes:
    """Every format for what a desk holds; the one it is in first."""
    reading = bench.reading(desk.state, desk.name)
    document, is_small = reading.document, len(desk.state.data) <= LARGE
    found = [
        _target(document, format, try_it=is_small)
        for format in (FORMATS.values() if document else ())
        if document and format.game in (None, document.position.game)
    ]
    ordered = sorted(found, key=lambda target: target.name != reading.format)
    return b"[" + b",".join(target.json_bytes() for target in ordered) + b"]"


def _target(document: Document, format: Format, *, try_it: bool) -> messages.Target:
    own = document.in_format(format.name)
    size, refused = None, None
    if try_it:
        try:
            size = len(dumps(own, format.name, lossy=True))
        except BoardbytesError as error:
            refused = str(error)
    return messages.Target(
        name=format.name,
        title=format.title,
        suffix=format.suffixes[0] if format.suffixes else "",
        size=size,
        losses=losses(own, format),
        bookkeeping=dropped_bookkeeping(own, format),
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
