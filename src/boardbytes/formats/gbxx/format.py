"""GameBoardXX, `.gb08` to `.gb64`: a header, the tiles, and a footer of 128 bytes."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Change, Format
from boardbytes.formats.gbxx.layout import (
    DEPTH_CODES,
    ENDS,
    FOOTER,
    HEADER,
    MAGIC,
    MIN_SIZE,
    depth_code,
    explain,
    explain_part,
    place_of,
    shape_of,
    shown_text,
    size_of,
)
from boardbytes.games.tiles import Footer, Modifiers, TileBoard, Wrap
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE, part
from boardbytes.games.tiles.footer import ENCODING, TEXT_SIZES
from boardbytes.model import Document, Place, Problem
from boardbytes.model.words import any_of, counted


def old_size(width: int, length: int, depth: int) -> int:
    """How long the file is in an old editor's form, which gave a tile a byte for every bit."""
    return ENDS + width * length * depth


def decode(data: bytes) -> Document:
    """The board of a file; it keeps every byte."""
    findings = Findings("gbxx", HEADER)
    _check_header(data, findings)
    _check_size(data, findings)
    findings.raise_errors()
    board = _board(data)
    _check_dialect(board, findings)
    for problem in board.problems():
        findings.extend([replace(problem, place=HEADER.place_at(_offset(problem.code, board)))])
    return Document("gbxx", board, problems=findings.problems)


def _check_dialect(board: TileBoard, findings: Findings) -> None:
    """Warnings: what means nothing as we read it, but something by the format's other document."""
    offset, modifiers = HEADER.offset("modifiers"), board.modifiers
    hint = (
        "by the document of 2023-09-23 it means something else;"
        " --dialect 2023-09-23 reads it that way"
    )
    if modifiers.wrap is Wrap.HEIGHT and not modifiers.level_flags:
        message = f"wrapping by height means nothing where heights are numbers; {hint}"
        findings.warning("dialect", message, offset)
    lacks_groups = board.depth == 64 and modifiers.grouped and not max(board.values("group"))
    if lacks_groups and max(board.values("height")) > _SIX_LEVELS:
        message = f"tiles are grouped, but none has a group; {hint}"
        findings.warning("dialect", message, offset)


_SIX_LEVELS = 63
"""The other document has groups in the two bits above six levels."""


def repair(data: bytes) -> tuple[bytes, tuple[Change, ...]]:
    """The file of an old editor with tiles as long as they should be, and what was changed.

    Raises FormatError for a file that is damaged in another way, and for one in which the bytes
    to be dropped are not all 0.
    """
    shape = shape_of(data)
    if shape is None or len(data) != old_size(*shape):
        FORMAT.decode(data)
        return data, ()
    depth = shape[-1]
    body, size = data[HEADER.size : -FOOTER.size], depth // 8
    cells = [body[at : at + depth] for at in range(0, len(body), depth)]
    surplus = next((at for at, cell in enumerate(cells) if any(cell[size:])), None)
    if surplus is not None:
        place = Place(HEADER.size + surplus * depth + size)
        message = f"the last {depth - size} bytes of a tile's {depth} must be 0 to be dropped"
        raise FormatError([Problem("old-editor", message, place)], "gbxx")
    tiles = b"".join(cell[:size] for cell in cells)
    repaired = data[: HEADER.size] + tiles + data[-FOOTER.size :]
    reason = f"a tile of {depth} bits has {counted(size, 'byte')}"
    return repaired, (Change(HEADER.size, len(data), len(repaired), reason, is_length=True),)


def _check_header(data: bytes, findings: Findings) -> None:
    """Errors: other letters, an unknown depth, a side of 0."""
    head = data[: HEADER.size]
    if data[:2] != MAGIC:
        findings.error("magic", "the file must begin with GB", 0, shown_text(data[:2]))
    code = data[2:4]
    if code not in map(depth_code, DEPTHS):
        known = any_of([depth_code(depth).decode() for depth in DEPTHS])
        findings.error("depth", f"depth must be {known}", min(2, len(data)), shown_text(code))
    sides = ("width", "board-length")
    findings.extend([problem for problem in HEADER.problems(head) if problem.code in sides])


def _check_size(data: bytes, findings: Findings) -> None:
    """Errors: a file that is shorter or longer than its header says."""
    shape, found = shape_of(data), f"{len(data):,}"
    if shape is None:
        if len(data) < MIN_SIZE:
            message = f"length must be at least {MIN_SIZE} bytes"
            findings.error("length", message, len(data), found)
        return
    expected = size_of(*shape)
    if len(data) == expected:
        return
    width, length, depth = shape
    message = f"length must be {expected:,} bytes for {width} × {length} tiles of {depth} bits"
    if len(data) == old_size(*shape):
        message += f"; --repair mends it: an old editor wrote {depth} bits as {depth} bytes"
        findings.error("old-editor", message, expected, found)
    else:
        findings.error("length", message, min(len(data), expected), found)


def _board(data: bytes) -> TileBoard:
    """The board of a file in which there is no error."""
    header = HEADER.decode(data[: HEADER.size])
    footer = FOOTER.decode(data[-FOOTER.size :])
    texts = {name: bytes(footer[name]).decode(ENCODING) for name in TEXT_SIZES}
    return TileBoard(
        DEPTH_CODES[header["depth"][0]],
        header["width"][0],
        header["board_length"][0],
        data[HEADER.size : -FOOTER.size],
        Modifiers.from_byte(header["modifiers"][0]),
        Footer(**texts, version=footer["version"][0], unused=footer["unused"][0]),
        header["reserved"][0],
    )


def salvage(data: bytes) -> TileBoard | None:
    """The tiles that are there; those that are missing are empty."""
    shape = shape_of(data)
    if shape is None:
        return None
    if len(data) == old_size(*shape):
        return _board(repair(data)[0])
    size = size_of(*shape)
    return _board(data[:size].ljust(size, b"\0"))


def _offset(code: str, board: TileBoard) -> int:
    """Where in the file the cause of one of a board's problems is."""
    if code == "reserved":
        return HEADER.offset("reserved")
    if code == "odd-wrap":
        return HEADER.offset("width")
    if code == "groups-off":
        first = next(number for number, group in enumerate(board.values("group")) if group)
        byte = part(board.depth, "group").shift // 8
        return HEADER.size + first * board.tile_size + byte
    name = code.removesuffix("-after-zero")
    text = getattr(board.footer, name)
    hidden = next(at for at, letter in enumerate(text) if letter != "\0" and "\0" in text[:at])
    return HEADER.size + len(board.body) + FOOTER.offset(name, hidden)


def encode(document: Document) -> bytes:
    """The file of a board: what was read is written back byte for byte."""
    board = document.position
    if not isinstance(board, TileBoard):
        raise PositionError(f"a GameBoardXX file holds a tile board, not {board.game}")
    header = {
        "magic": (int.from_bytes(MAGIC, "little"),),
        "depth": (int.from_bytes(depth_code(board.depth), "little"),),
        "width": (board.width,),
        "board_length": (board.length,),
        "modifiers": (board.modifiers.byte,),
        "reserved": (board.reserved,),
    }
    footer = {
        name: tuple(getattr(board.footer, name).encode(ENCODING).ljust(size, b"\0"))
        for name, size in TEXT_SIZES.items()
    } | {name: (getattr(board.footer, name),) for name in ("version", "unused")}
    return HEADER.encode(header) + board.body + FOOTER.encode(footer)


def likeness(data: bytes) -> float:
    """Beyond doubt with the letters, a depth and the right length; the fewer of these, the less."""
    shape = shape_of(data)
    fits = shape is not None and size_of(*shape) == len(data)
    if data[:2] == MAGIC:
        return 1.0 if fits else 0.9 if data[2:4] in map(depth_code, DEPTHS) else 0.6
    return 0.7 if fits else 0.0


class GbxxFormat(Format):
    """GameBoardXX file."""

    name = "gbxx"
    title = "GameBoardXX file, as documented on 2023-09-26"
    game = "tiles"
    suffixes = (".gbxx", *(f".gb{depth:02}" for depth in DEPTHS))
    max_size = old_size(MAX_SIDE, MAX_SIDE, max(DEPTHS))

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    repair = staticmethod(repair)
    salvage = staticmethod(salvage)
    explain_part = staticmethod(explain_part)
    place_of = staticmethod(place_of)


FORMAT = GbxxFormat()
