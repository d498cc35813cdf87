"""The bytes of a GameBoardXX file by name: header and footer as layouts, the tiles between."""

from __future__ import annotations

from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE
from boardbytes.games.tiles.footer import ENCODING, TEXT_SIZES
from boardbytes.games.tiles.notation import is_tile, parse_spot
from boardbytes.games.tiles.rules import MODIFIER_BITS
from boardbytes.model import Field, Layout, Span
from boardbytes.model.words import counted

MAGIC = b"GB"


def depth_code(depth: int) -> bytes:
    """A depth as the header has it: two digits."""
    return b"%02d" % depth


def _as_number(text: bytes) -> int:
    return int.from_bytes(text, "little")


DEPTH_CODES = {_as_number(depth_code(depth)): depth for depth in DEPTHS}
_SIDES = {side: counted(side, "tile") for side in range(1, MAX_SIDE + 1)}

HEADER = Layout(
    "gbxx_header",
    "GameBoardXX header",
    (
        Field("magic", "the letters `GB`", size=2, values={_as_number(MAGIC): "GB"}),
        Field(
            "depth",
            "bits per tile as two digits: `08`, `16`, `32`, `64`",
            size=2,
            values={code: f"{depth} bits per tile" for code, depth in DEPTH_CODES.items()},
        ),
        Field("width", "tiles in a row, 1–255", values=_SIDES),
        Field("board_length", "rows of tiles, 1–255", values=_SIDES),
        Field("modifiers", "how the board is read", bits=MODIFIER_BITS),
        Field("reserved", "written 0; anything else is kept and reported"),
    ),
)

FOOTER = Layout(
    "gbxx_footer",
    "GameBoardXX footer",
    (
        Field("version", "version of the board; 0 unstable"),
        Field("editor", "id of the editor, ISO 8859-1", count=TEXT_SIZES["editor"]),
        Field("code", "code of the board, ISO 8859-1", count=TEXT_SIZES["code"]),
        Field("title", "title, ISO 8859-1, zeros after it", count=TEXT_SIZES["title"]),
        Field("unused", "written 0, kept as read"),
        Field("author", "author, ISO 8859-1, zeros after it", count=TEXT_SIZES["author"]),
    ),
)

ENDS = HEADER.size + FOOTER.size
"""The bytes of a file that are not tiles."""

MIN_SIZE = ENDS + 1
MAX_SIZE = ENDS + MAX_SIDE * MAX_SIDE * max(DEPTHS) // 8


def size_of(width: int, length: int, depth: int) -> int:
    """How long the file of such a board is."""
    return ENDS + width * length * depth // 8


def shape_of(data: bytes) -> tuple[int, int, int] | None:
    """Width, length and depth as the header has them; None if it has no such shape."""
    if len(data) < HEADER.size:
        return None
    header = HEADER.decode(data[: HEADER.size])
    (code,), (width,), (length,) = (header[name] for name in ("depth", "width", "board_length"))
    if code not in DEPTH_CODES or not width or not length:
        return None
    return width, length, DEPTH_CODES[code]


def explain(data: bytes) -> list[Span]:
    """The header by its fields, each tile, and the footer by its texts, whatever the data."""
    return explain_part(data, 0, len(data))


def explain_part(data: bytes, start: int, end: int) -> list[Span]:
    """The spans that have a byte between two places, without making those of all other tiles."""
    shape = shape_of(data)
    ends = HEADER.explain(data[: HEADER.size])
    tiles: list[Span] = []
    if shape:
        tiles_end = size_of(*shape) - FOOTER.size
        tiles = _tile_spans(data[:tiles_end], *shape, start, end)
        ends += _footer_spans(data, tiles_end)
    elif len(data) > HEADER.size:
        rest = len(data) - HEADER.size
        meaning = "unknown without depth, width and length"
        ends.append(Span(HEADER.size, rest, "rest", counted(rest, "byte"), meaning))
    near = [span for span in ends if span.offset < end and span.offset + span.size > start]
    before = [span for span in near if span.offset < HEADER.size]
    return before + tiles + near[len(before) :]


def place_of(data: bytes, point: str) -> tuple[int, int] | None:
    """Where the bytes of a tile begin and end; None if there is no such tile."""
    shape = shape_of(data)
    if shape is None or not is_tile(point):
        return None
    width, length, depth = shape
    x, y = parse_spot(point)
    start = HEADER.size + (x + y * width) * depth // 8
    return (start, start + depth // 8) if x < width and y < length else None


def _tile_spans(
    data: bytes, width: int, length: int, depth: int, start: int, end: int
) -> list[Span]:
    """The tiles that have a byte between two places of the file."""
    (row,), size = DEPTHS[depth].layout.fields, depth // 8
    end = min(len(data), end, HEADER.size + width * length * size)
    first, last = (start - HEADER.size) // size, (end - HEADER.size - 1) // size
    spans = []
    for number in range(max(0, first), last + 1):
        offset = HEADER.size + number * size
        piece = data[offset : offset + size]
        point = f"{number % width},{number // width}"
        tile = int.from_bytes(piece, "little")
        meaning = row.says(tile) if len(piece) == size else "the beginning of a tile"
        value = f"0x{tile:0{depth // 4}X}"
        spans.append(Span(offset, len(piece), f"tile {point}", value, meaning, (point,)))
    return spans


def _footer_spans(data: bytes, start: int) -> list[Span]:
    spans = []
    for row in FOOTER.fields:
        piece = data[start : start + row.length]
        if piece:
            value = f"{piece[0]}" if row.count == 1 else shown_text(piece)
            spans.append(Span(start, len(piece), row.title, value, row.meaning))
        start += row.length
    if start < len(data):
        rest = len(data) - start
        spans.append(Span(start, rest, "surplus", counted(rest, "byte"), "after the end"))
    return spans


def shown_text(piece: bytes) -> str:
    """A text field for people: in quotes, without the zeros at its end, nothing unprintable."""
    return repr(piece.rstrip(b"\0").decode(ENCODING))
