"""What a desk can be saved as, and what would be lost."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import BoardbytesError, FormatError
from boardbytes.formats import FORMATS, dumps
from boardbytes.formats.format import Format
from boardbytes.formats.loss import dropped_bookkeeping, losses
from boardbytes.model import Document
from boardbytes.studio import messages
from boardbytes.studio.states import Reading, State

LARGE = 64 * 1024
"""Of larger files the size in other formats is not tried out: it would take too long."""


def targets(state: State, reading: Reading) -> list[messages.Target]:
    """Every format for what a desk holds; the one it is in first."""
    document = reading.document
    if document is None:
        return []
    game = document.position.game
    found = [
        _target(document, format, try_it=len(state.data) <= LARGE)
        for format in FORMATS.values()
        if format.game in (None, game)
    ]
    return sorted(found, key=lambda target: target.name != reading.format)


def _target(document: Document, format: Format, *, try_it: bool) -> messages.Target:
    own = replace(document, format=format.name)
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
        trifles=dropped_bookkeeping(own, format),
        refused=refused,
    )


def file(state: State, reading: Reading, format: str | None) -> tuple[bytes, str]:
    """The bytes of a desk in a format, its own by default, and the ending of such a file."""
    if format is None or format == reading.format:
        return state.data, suffix(reading.format)
    if reading.document is None:
        raise FormatError(reading.problems, reading.format)
    document = replace(reading.document, format=None)
    return dumps(document, format, lossy=True), suffix(format)


def suffix(format: str | None) -> str:
    if format is None:
        return ".bin"
    suffixes = FORMATS.find(format).suffixes
    return suffixes[0] if suffixes else ".txt"
