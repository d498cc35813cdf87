"""Edits of a tile board as the page asks for them, and the board as classes to be painted."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from boardbytes.drawing.themes import THEMES
from boardbytes.drawing.tile_looks import LOOKS, painting
from boardbytes.errors import PositionError
from boardbytes.games.tiles import TileBoard, depths, editing
from boardbytes.games.tiles.board import DEPTHS, format_value, part
from boardbytes.games.tiles.footer import TEXT_SIZES
from boardbytes.games.tiles.notation import Spot, format_spot, parse_spot
from boardbytes.games.tiles.rules import MODIFIERS, Occupancy, Wrap
from boardbytes.model.registry import find
from boardbytes.studio import messages


def paint(board: TileBoard, theme: str, by: str) -> messages.Tiles:
    """The board as one class for each tile, with the colours and words of those that occur."""
    look = find("way to colour tiles", by, LOOKS)(board)
    styles = THEMES[theme].styles
    classes = bytes(look.classes)
    if board.modifiers.grouped:
        classes = bytes(classes[lead] for lead in board.groups())
    return messages.Tiles(
        width=board.width,
        length=board.length,
        depth=board.depth,
        hexagonal=board.modifiers.hexagonal,
        looks=list(LOOKS),
        by=by,
        classes=base64.b64encode(classes).decode("ascii"),
        legend=[
            messages.Legend(
                **{"class": kind}, label=look.labels[kind], colour=styles[look.roles[kind]].fill
            )
            for kind in sorted(set(classes))
        ],
        palette=[
            messages.Swatch(
                label=look.labels[kind], colour=styles[look.roles[kind]].fill, parts=parts
            )
            for kind, parts in painting(board, by).items()
        ],
        background=THEMES[theme].background,
        line=styles["line"].stroke,
        parts=[
            messages.Part(
                name=bits.name, bits=bits.width, values=dict(bits.values) if bits.values else None
            )
            for bits in DEPTHS[board.depth].parts
        ],
        modifiers={name: _plain(getattr(board.modifiers, name)) for name in MODIFIERS},
        modifier_values={
            name: [_plain(value) for value in values.values()] for name, values in MODIFIERS.items()
        },
        footer={name: getattr(board.footer, name) for name in ("version", *TEXT_SIZES)},
    )


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def summary(board: TileBoard) -> list[str]:
    """A board in the words of those who play on it."""
    first, _, *texts = board.summary()
    modifiers = board.modifiers
    words = ["hexagonal" if modifiers.hexagonal else "square"]
    words += [
        "tokens go from tile to tile" if modifiers.pathed else "tokens go anywhere they may enter",
        f"{modifiers.occupancy.value} token on a tile"
        if modifiers.occupancy is Occupancy.ONE
        else f"tokens on a tile: {modifiers.occupancy.value}",
    ]
    if modifiers.level_flags:
        words.append("a height is a set of levels")
    if modifiers.grouped:
        words.append("tiles of a group are one")
    if modifiers.wrap is not Wrap.NONE:
        words.append(f"edges are joined by {modifiers.wrap.value}")
    return [first, "; ".join(words), *texts]


def copied(board: TileBoard, corner: str, opposite: str) -> messages.Piece:
    """The tiles between two corners, to be stamped elsewhere."""
    spots = editing.rectangle(board, _spot(corner), _spot(opposite))
    width = spots[-1][0] - spots[0][0] + 1
    return messages.Piece(
        depth=board.depth,
        width=width,
        tiles=[f"{board.tile(*spot):x}" for spot in spots],
        source=format_spot(spots[0]),
    )


def _stamp(board: TileBoard, edit: messages.TileEdit) -> TileBoard:
    piece = edit.piece
    if piece is None or piece.depth != board.depth:
        raise PositionError(f"only tiles of {board.depth} bits can be stamped here")
    tiles = [int(text, 16) for text in piece.tiles]
    return editing.stamp(board, tiles, piece.width, _spot(piece.source), _spot(edit.target))


def tile(board: TileBoard, spot: Spot) -> messages.Tile:
    """One tile with all its parts in words."""
    number = board.tile(*spot)
    return messages.Tile(
        tile=f"0x{number:0{board.depth // 4}X}",
        parts=[
            messages.PartValue(
                name=bits.name,
                value=str(bits.of(number)),
                says=format_value(bits, bits.of(number)),
            )
            for bits in DEPTHS[board.depth].parts
        ],
        neighbours=[format_spot(near) for near in board.neighbours(*spot)],
    )


def change(board: TileBoard, edit: messages.TileEdit) -> TileBoard:
    """The board after an edit."""
    return _EDITS[edit.edit](board, edit)


def _set(board: TileBoard, edit: messages.TileEdit) -> TileBoard:
    spots = _spots(board, edit.where)
    cleared = editing.set_tiles(board, spots, 0) if edit.clear else board
    values = {name: int(value) for name, value in edit.parts.items()}
    for name in values:
        part(board.depth, name)
    return editing.set_parts(cleared, spots, values)


def _spots(board: TileBoard, where: messages.Where) -> list[Spot]:
    if where.all:
        return editing.everywhere(board)
    if where.fill is not None:
        return editing.same_around(board, _spot(where.fill))
    if where.rectangle is not None:
        corner, opposite = map(_spot, where.rectangle)
        return editing.rectangle(board, corner, opposite)
    if where.circle is not None:
        return editing.circle(board, _spot(where.circle[0]), where.radius)
    return [_spot(text) for text in where.points]


def _spot(text: str) -> Spot:
    spot = parse_spot(text)
    if len(spot) != 2:
        raise PositionError(f"a tile must be named like 3,5 (found {text!r})")
    return spot


def _text(board: TileBoard, edit: messages.TileEdit) -> TileBoard:
    name = find("text of a board", edit.name, {name: name for name in ("version", *TEXT_SIZES)})
    if name == "version":
        if not edit.value.isdecimal() or len(edit.value) > 3:
            raise PositionError(f"version must be 0 to 255 (found {edit.value[:20]!r})")
        return editing.set_footer(board, version=int(edit.value))
    return editing.set_footer(board, **{name: edit.value})


def _modifier(board: TileBoard, edit: messages.TileEdit) -> TileBoard:
    values = find("modifier", edit.name, MODIFIERS)
    words = {str(_plain(value)).lower(): value for value in values.values()}
    found = find(f"value of {edit.name}", edit.value.lower(), words)
    return editing.set_modifiers(board, **{edit.name: found})


_EDITS: Mapping[str, Callable[[TileBoard, messages.TileEdit], TileBoard]] = {
    "set": _set,
    "stamp": _stamp,
    "grow": lambda board, edit: editing.grow(board, edit.edge, edit.count),
    "shrink": lambda board, edit: editing.shrink(board, edit.edge, edit.count),
    "shift": lambda board, edit: editing.shift(board, edit.right, edit.up, around=edit.around),
    "depth": lambda board, edit: depths.change_depth(board, edit.bits, lossy=edit.lossy),
    "text": _text,
    "modifier": _modifier,
}
