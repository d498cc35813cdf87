"""A game as a moving picture: an animated PNG, each frame only what has changed."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from boardbytes.drawing.png import render_png
from boardbytes.drawing.shapes import Anchor
from boardbytes.drawing.stage import Stage, stage, standing
from boardbytes.model import GameTree, Move, Node

WIDTH = 480
SECONDS = 0.8
LAST = 3.0
"""How long the last position stays, in seconds."""
MOST = 1_000
"""The most frames; a longer game is shown without its beginning."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class _Frame:
    """What stands where, and where the last move went."""

    pieces: Mapping[str, str]
    last: str | None


def film(
    tree: GameTree,
    node: Node | None = None,
    theme: str = "light",
    width: int = WIDTH,
    seconds: float = SECONDS,
) -> bytes:
    """The moves that lead to a node, or the whole main line, as an animated PNG.

    Does not show marks and comments. Browsers play it; other programs show the first position.
    """
    way = [tree.node(id) for id in tree.way(node or tree.last)][-MOST:]
    board = stage(way[0].position, theme)
    scale = width / board.width
    height = round(board.height * scale)
    frames = [_frame(each) for each in way]
    parts = list(_parts(frames, _Painter(board, scale, (width, height))))
    chunks = [_chunk(b"acTL", struct.pack(">II", len(parts), 0))]
    sequence = 0
    for number, (box, png, is_whole) in enumerate(parts):
        lasts = LAST if number == len(parts) - 1 else seconds if is_whole else 0
        chunks.append(_control(sequence, box, lasts))
        sequence += 1
        for data in _image_data(png):
            if number == 0:
                chunks.append(_chunk(b"IDAT", data))
            else:
                chunks.append(_chunk(b"fdAT", struct.pack(">I", sequence) + data))
                sequence += 1
    first = parts[0][1]
    header = _chunk(b"IHDR", dict(_chunks(first))[b"IHDR"])
    return b"".join([_SIGNATURE, header, *chunks, _chunk(b"IEND", b"")])


def _frame(node: Node) -> _Frame:
    pieces = standing(node.position)
    return _Frame(pieces, _target(node.move, pieces))


def _target(move: Move | None, pieces: Mapping[str, str]) -> str | None:
    """Where the piece that moved stands now."""
    points = move.points if move else ()
    return next((point for point in reversed(points) if point in pieces), None)


_Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


def _parts(frames: list[_Frame], painter: _Painter) -> Iterator[tuple[_Box, bytes, bool]]:
    """The first frame whole; of every other, the points that differ from the one before it.

    Each point is a part of its own, and the last part of a frame says that the frame is complete.
    """
    yield painter.whole, painter.paint(frames[0], painter.whole), True
    for before, after in pairwise(frames):
        boxes = [painter.box(name) for name in _changed(before, after)] or [(0, 0, 1, 1)]
        for box in boxes:
            yield box, painter.paint(after, box), box is boxes[-1]


def _changed(before: _Frame, after: _Frame) -> list[str]:
    """The points that look different, with the one where the last move went at the end."""
    names = {
        name
        for name in {*before.pieces, *after.pieces}
        if before.pieces.get(name) != after.pieces.get(name)
    } | {name for name in (before.last, after.last) if name}
    return sorted(names, key=lambda name: (name == after.last, name))


class _Painter:
    """Paints parts of frames on one board."""

    def __init__(self, board: Stage, scale: float, size: tuple[int, int]) -> None:
        self._board, self._scale = board, scale
        self.whole: _Box = (0, 0, *size)
        self._spots = {spot.name: spot for spot in board.spots}
        xs, ys = [spot.x for spot in board.spots], [spot.y for spot in board.spots]
        self._edges = (min(xs), max(xs)), (min(ys), max(ys))
        # As large as the whole board, whatever part of it is in sight.
        inside = board.ground.partition(">")[2].removesuffix("</svg>")
        large = f'width="{board.width}" height="{board.height}"'
        self._ground = inside.replace('width="100%" height="100%"', large)
        self._unlabelled = re.sub('<g class="label">.*?</g>', "", self._ground)

    def box(self, name: str) -> _Box:
        """The pixels around a point."""
        spot, reach = self._spots[name], self._board.reach * 1.1
        left, top = (max(0, floor((at - reach) * self._scale)) for at in (spot.x, spot.y))
        right = min(self.whole[2], ceil((spot.x + reach) * self._scale))
        bottom = min(self.whole[3], ceil((spot.y + reach) * self._scale))
        return left, top, right - left, bottom - top

    def paint(self, frame: _Frame, box: _Box) -> bytes:
        """The pixels of a box; inside the board no labels are drawn: they take longest."""
        left, top, width, height = (side / self._scale for side in box)
        reach = self._board.reach * 1.2
        near = [
            spot
            for name in frame.pieces
            if left - reach < (spot := self._spots[name]).x < left + width + reach
            and top - reach < spot.y < top + height + reach
        ]
        return render_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{box[2]}" height="{box[3]}"'
            f' viewBox="{left:.6f} {top:.6f} {width:.6f} {height:.6f}">'
            f"{self._unlabelled if self._is_inside(left, top, width, height) else self._ground}"
            f"{''.join(self._piece(spot, frame) for spot in near)}</svg>"
        )

    def _is_inside(self, left: float, top: float, width: float, height: float) -> bool:
        """Whether no outermost point is within: labels lie beyond those."""
        (first_x, last_x), (first_y, last_y) = self._edges
        return first_x < left and left + width < last_x and first_y < top and top + height < last_y

    def _piece(self, spot: Anchor, frame: _Frame) -> str:
        piece, reach = frame.pieces[spot.name], self._board.reach
        ring = (
            f'<circle r="{reach * 0.3}" fill="none" stroke="{_ink(piece)}"'
            f' stroke-width="{reach * 0.12}"/>'
            if spot.name == frame.last
            else ""
        )
        drawn = self._board.pieces[piece]
        return f'<g transform="translate({spot.x} {spot.y})">{drawn}{ring}</g>'


def _ink(piece: str) -> str:
    return "#17171a" if piece.startswith("white") else "#ffffff"


def _control(sequence: int, box: _Box, seconds: float) -> bytes:
    left, top, width, height = box
    delay = round(seconds * 1000)
    packed = struct.pack(">IIIIIHHBB", sequence, width, height, left, top, delay, 1000, 0, 0)
    return _chunk(b"fcTL", packed)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _image_data(png: bytes) -> Iterator[bytes]:
    return (data for kind, data in _chunks(png) if kind == b"IDAT")
