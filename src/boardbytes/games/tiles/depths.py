"""A board with tiles of another depth, and what is lost on the way."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import LossError
from boardbytes.games.tiles.board import DEPTHS, Tile, check_depth, format_body, part, put
from boardbytes.games.tiles.position import TileBoard
from boardbytes.model.layout import Bits
from boardbytes.model.words import counted

BOUNDS_OF_KIND = {0: 0, 1: 1, 2: 3, 3: 2}
"""The bounds that say the same as a kind; the other kinds have none."""
_OWNERS = {"zone_owner": 16, "zone_players": 32}
"""The parts that say who a zone belongs to, and the depth that has each."""

KIND_OF_BOUNDS = {bounds: kind for kind, bounds in BOUNDS_OF_KIND.items()}


def change_depth(board: TileBoard, depth: int, *, lossy: bool = False) -> TileBoard:
    """The board with tiles of another depth; parts keep their values under the same name.

    Raises LossError, which lists what the new tiles cannot hold, unless `lossy` allows it: then
    heights become the nearest that fits, other kinds become in bounds, and the rest becomes 0.
    """
    check_depth(depth)
    lost: dict[str, int] = {}
    tiles = [_converted(tile, board, depth, lost) for tile in board.tiles]
    if lost and not lossy:
        names = [bits.name for bits in DEPTHS[board.depth].parts if bits.name in lost]
        losses = [f"the {name} of {counted(lost[name], 'tile')}" for name in names]
        raise LossError(f"a tile of {depth} bits", losses)
    return replace(board, depth=depth, body=format_body(depth, tiles))


def _converted(tile: Tile, board: TileBoard, depth: int, lost: dict[str, int]) -> Tile:
    """One tile at another depth; counts every part that did not survive."""
    new = 0
    for bits in DEPTHS[board.depth].parts:
        if bits.name in _OWNERS and depth in _OWNERS.values():
            target, value, is_kept = _carried_owner(tile, bits, depth)
        else:
            target, value, is_kept = _carried(bits, bits.of(tile), board, depth)
        if target:
            new = put(new, target, value)
        if not is_kept:
            lost[bits.name] = lost.get(bits.name, 0) + 1
    return new


def _carried_owner(tile: Tile, bits: Bits, depth: int) -> tuple[Bits | None, int, bool]:
    """Who a zone belongs to: a player by number at 16 bits, a flag for each at 32.

    At 16 bits a tile cannot say that it has no zone; player 1's of style `all`, with which every
    tile begins, stands for that.
    """
    if depth == _OWNERS[bits.name]:
        return part(depth, bits.name), bits.of(tile), True
    (other,) = (name for name in _OWNERS if name != bits.name)
    style, value = DEPTHS[_OWNERS[bits.name]].by_name["zone_style"].of(tile), bits.of(tile)
    if bits.name == "zone_owner":
        return part(depth, other), 1 << value if value or style else 0, True
    owner = max(0, value.bit_length() - 1)
    back = 1 << owner if owner or style else 0
    return part(depth, other), owner, value == back


def _carried(
    bits: Bits, value: int, board: TileBoard, depth: int
) -> tuple[Bits | None, int, bool]:  # fmt: skip
    """Where the value of a part goes: the part at the new depth, the value, whether it is kept."""
    if bits.name == DEPTHS[board.depth].entered != DEPTHS[depth].entered:
        table = BOUNDS_OF_KIND if bits.name == "kind" else KIND_OF_BOUNDS
        target = part(depth, DEPTHS[depth].entered)
        return target, table.get(value, DEPTHS[depth].in_bounds), value in table
    same = DEPTHS[depth].by_name.get(bits.name)
    if same is None:
        return None, 0, value == 0
    most = (1 << same.width) - 1
    if value <= most:
        return same, value, True
    if bits.name != "height":
        return same, 0, False
    return same, value & most if board.modifiers.level_flags else most, False
