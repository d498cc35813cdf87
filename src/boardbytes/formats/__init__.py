"""Bytes to models and back, in any format that is registered here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from boardbytes.errors import FormatError, LossError, PositionError, UnknownNameError
from boardbytes.files import STANDARD_STREAM, read_limited, size_of, write_whole
from boardbytes.formats.format import Change, Format
from boardbytes.formats.loss import check_game, losses
from boardbytes.model import Document, Model, Place, Problem, Registry, Span
from boardbytes.model.document import as_document

FORMATS: Registry[Format] = Registry(
    "format",
    {
        "stackmill": "boardbytes.formats.stackmill.format:FORMAT",
        "millfen": "boardbytes.formats.mill_text.millfen:FORMAT",
        "mfen": "boardbytes.formats.mill_text.mfen:FORMAT",
        "channel": "boardbytes.formats.word.channel:FORMAT",
        "contract": "boardbytes.formats.word.contract:FORMAT",
        "transcript": "boardbytes.formats.transcript.format:FORMAT",
        "draughts-fen": "boardbytes.formats.pdn.fen:FORMAT",
        "pdn": "boardbytes.formats.pdn.format:FORMAT",
        "dgf-board": "boardbytes.formats.dgf.board:FORMAT",
        "dgf-packed2": "boardbytes.formats.dgf.packed2:FORMAT",
        "dgf-packed3": "boardbytes.formats.dgf.packed3:FORMAT",
        "dgf-move": "boardbytes.formats.dgf.move:FORMAT",
        "dgf-record": "boardbytes.formats.dgf.record:FORMAT",
        "dgf-game": "boardbytes.formats.dgf.game:FORMAT",
        "dgf-game-binary": "boardbytes.formats.dgf.game_binary:FORMAT",
        "sgf": "boardbytes.formats.sgf.format:FORMAT",
        "gbxx": "boardbytes.formats.gbxx.format:FORMAT",
        "tmj": "boardbytes.formats.tiled.tmj:FORMAT",
        "tmx": "boardbytes.formats.tiled.tmx:FORMAT",
        "json": "boardbytes.formats.json.format:FORMAT",
    },
)

LARGEST = 64 * 1024 * 1024
"""No file of any format is longer; written here so that no format need be loaded to know."""

CERTAIN, LIKELY, _SLIGHT = 1.0, 0.5, 0.1
"""Bytes that are certainly in one format are not tried as the others; bytes that are less than
likely to be in any format are not recognised."""


def list_formats() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(FORMATS)


def detect(data: bytes | str) -> str | None:
    """The name of the format that bytes look most like; None if there is none, or a tie."""
    names = _candidates(as_bytes(data))
    return names[0] if len(names) == 1 else None


def _candidates(data: bytes) -> list[str]:
    """The formats that bytes look most like: one, none, or several that tie."""
    best = LIKELY
    names: list[str] = []
    for format in FORMATS.values():
        likeness = format.likeness(data)
        if likeness == CERTAIN:
            return [format.name]
        if likeness > best:
            best, names = likeness, []
        if likeness == best:
            names.append(format.name)
    return names


def loads(data: bytes | str, format: str | None = None, **options: object) -> Document:
    """The document that bytes or a text hold.

    Options say what the bytes leave open: `size=9` is the board of a `dgf-move`.

    Raises FormatError, and nothing else, for bytes that hold none; it carries every problem.
    """
    data = as_bytes(data)
    return format_of(data, format).with_options(**options).decode(data)


def as_bytes(data: bytes | str) -> bytes:
    """Bytes as they are, a text in UTF-8; TypeError for anything else."""
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass")
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    raise TypeError(f"expected bytes or text, not {type(data).__name__}")


def load(path: str | os.PathLike[str], format: str | None = None, **options: object) -> Document:
    """The document that a file holds; `-` is standard input. Options are those of `loads`.

    Raises FormatError for files that hold none and OSError for those that cannot be read.
    """
    data = read(path, format)
    return format_of(data, format, path).with_options(**options).decode(data)


def read_games(
    path: str | os.PathLike[str], format: str | None = None
) -> Iterator[Document | FormatError]:
    """Every game of a file, one after the other; an error in place of one that cannot be read.

    Only one game is held at a time. Raises FormatError for bytes that look like no format and
    OSError for a file that cannot be read.
    """
    data = read(path, format)
    yield from format_of(data, format, path).games(data)


def read(path: str | os.PathLike[str], format: str | None = None) -> bytes:
    """The bytes of a file, unless it is longer than the format, or every format, allows."""
    limit = FORMATS.find(format).max_size if format else LARGEST
    size = size_of(path)
    if size is not None and size > limit:
        raise _too_long(limit, format, size)
    data = read_limited(path, limit)
    if len(data) > limit:
        raise _too_long(limit, format, len(data))
    return data


def _too_long(limit: int, format: str | None, size: int) -> FormatError:
    whose = f"a {format} file" if format else "a file of any format we know"
    message = f"{whose} must have at most {limit:,} bytes"
    return FormatError([Problem("length", message, Place(limit), found=f"{size:,}")], format)


def format_of(
    data: bytes, name: str | None = None, path: str | os.PathLike[str] | None = None
) -> Format:
    """The format of that name; without a name, the one that the bytes look like.

    Among several that fit equally well, the ending of the file's `path` decides. Raises FormatError
    for bytes that look like none, or like several.
    """
    names = [name] if name else _candidates(data)
    if len(names) > 1 and path is not None and (meant := format_for(path)) in names:
        names = [meant]
    if len(names) == 1:
        return FORMATS.find(names[0])
    if names:
        message = f"could be {' or '.join(names)}: name the format"
        readings = "; ".join(f"{name}: {_reading(data, name)}" for name in names)
        raise FormatError([Problem("ambiguous-format", message, Place(0), found=readings)])
    if not data:
        raise FormatError([Problem("empty", "there is nothing to read", Place(0))])
    message = f"looks like none of the {len(FORMATS)} formats we know{_nearest(data)}"
    found = f"{len(data):,} bytes that begin with {data[:4].hex(' ')}"
    raise FormatError([Problem("unknown-format", message, Place(0), found=found)])


def _nearest(data: bytes) -> str:
    """A hint naming the format that bytes look a little like, if there is one."""
    likeness, name = max((format.likeness(data), format.name) for format in FORMATS.values())
    return f"; the nearest is {name}" if likeness > _SLIGHT else ""


def _reading(data: bytes, name: str) -> str:
    """What bytes say in a format, in short."""
    try:
        document = FORMATS.find(name).decode(data)
    except FormatError as error:
        return str(error.problems[0])
    facts = [f"{fact} {value}" for fact, value in document.facts.items()]
    return ", ".join([f"{document.position.turn} to move", *facts])


def explain(
    data: bytes | str,
    format: str | None = None,
    start: int = 0,
    end: int | None = None,
    **options: object,
) -> list[Span]:
    """Every byte, or every word, of a file with its name and meaning, even if it has problems.

    With `start` and `end`, only the spans that have a byte between these offsets: quick even in
    a file that has very many. Raises FormatError for bytes that look like no format.
    """
    data = as_bytes(data)
    return format_of(data, format).with_options(**options).spans(data, start, end)


def repair(data: bytes, format: str | None = None) -> tuple[bytes, tuple[Change, ...]]:
    """The bytes with what their format stores twice made to agree, and what was changed.

    Raises FormatError when the format stores nothing twice, or when too much is broken.
    """
    return format_of(data, format).repair(data)


def dumps(model: Model, format: str | None = None, *, lossy: bool = False) -> bytes:
    """The bytes of a document, a record or a position; a document's own format by default.

    Raises LossError, before writing anything, when the format cannot hold everything, unless
    `lossy` allows it; PositionError for what it cannot hold at all.
    """
    document = as_document(model)
    name = format or document.format
    if name is None:
        raise UnknownNameError("format", "", tuple(FORMATS), ())
    target = FORMATS.find(name)
    check_game(document, target)
    if not lossy and (lost := losses(document, target)):
        raise LossError(target.name, lost)
    data = target.encode(document)
    if len(data) > target.max_size:
        message = f"a {target.name} file has at most {target.max_size:,} bytes, not {len(data):,}"
        raise PositionError(message)
    return data


def save(
    model: Model,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    lossy: bool = False,
) -> None:
    """Write a model to a file, whole or not at all.

    The format is the one named, else the one the file's ending means, else the document's own.
    """
    document = as_document(model)
    name = format or format_for(path) or document.format
    write(path, dumps(document, name, lossy=lossy), document, name)


def write(
    path: str | os.PathLike[str], data: bytes, document: Document, format: str | None
) -> list[str]:
    """Write the bytes of a document to a file, whole or not at all; what was written beside it.

    What belongs beside the file is written first, so that the file is never without it. Nothing is
    written beside standard output.
    """
    has_room = os.fspath(path) != STANDARD_STREAM
    companions = FORMATS.find(format).beside(document) if format and has_room else {}
    for name, piece in companions.items():
        write_whole(Path(os.path.realpath(path)).parent / name, piece)
    write_whole(path, data)
    return list(companions)


def format_for(path: str | os.PathLike[str]) -> str | None:
    """The format that a file's ending means, or None."""
    suffix = Path(path).suffix.lower()
    return next((format.name for format in FORMATS.values() if suffix in format.suffixes), None)
