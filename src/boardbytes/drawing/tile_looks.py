"""What the tiles of a board are coloured by, and the words of the legend: tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.board import DEPTHS, GROUPS, KINDS, part
from boardbytes.games.tiles.depths import KIND_OF_BOUNDS

SHADES = 8
"""How many heights are told apart."""


@dataclass(frozen=True)
class Look:
    """A class for every tile, and for each class its role and its words in the legend."""

    classes: Sequence[int]
    roles: Mapping[int, str]
    labels: Mapping[int, str]


def by_kind(board: TileBoard) -> Look:
    """What a tile is: not on the board, in bounds, a trap …"""
    found = board.values(DEPTHS[board.depth].entered)
    is_kind = DEPTHS[board.depth].entered == "kind"
    kinds = found if is_kind else [KIND_OF_BOUNDS[bounds] for bounds in found]
    return Look(kinds, {kind: f"kind-{kind}" for kind in KINDS}, KINDS)


def by_height(board: TileBoard) -> Look:
    """How high a tile is, in eight shades; its highest level where each has a flag."""
    heights = board.values("height")
    if board.modifiers.level_flags:
        names = ("no level", *(f"up to {name}" for name in DEPTHS[board.depth].levels))
        tops = [height.bit_length() for height in heights]
        return Look(tops, _hues("height", len(names)), dict(enumerate(names)))
    count = 1 << part(board.depth, "height").width
    step = max(1, count // SHADES)
    labels = {
        shade: f"height {shade * step}" + (f"–{shade * step + step - 1}" if step > 1 else "")
        for shade in range(min(count, SHADES))
    }
    return Look([height // step for height in heights], _hues("height", SHADES), labels)


def by_zone(board: TileBoard) -> Look:
    """Whose zone a tile is in, or its layer, whichever its depth has."""
    depth = DEPTHS[board.depth]
    if len(depth.zone_parts) == 1:
        classes: Sequence[int] = board.values(depth.zone_parts[0])
    else:
        classes = _first_zone(board)
    return Look(classes, _hues("hue", 8), depth.zones)


def _first_zone(board: TileBoard) -> list[int]:
    """The first flag that is up in each tile, over all parts that speak of zones; 0 if none is."""
    masks, shift = [0] * len(board.tiles), 0
    for name in DEPTHS[board.depth].zone_parts:
        values = board.values(name)
        masks = [mask | value << shift for mask, value in zip(masks, values, strict=True)]
        shift += part(board.depth, name).width
    return [(mask & -mask).bit_length() for mask in masks]


def by_group(board: TileBoard) -> Look:
    """The group that a tile is in."""
    labels = {group: f"group {name}" if group else "no group" for group, name in GROUPS.items()}
    return Look(board.values("group"), _hues("hue", 4), labels)


def _hues(name: str, count: int) -> dict[int, str]:
    return {number: f"{name}-{min(number, SHADES - 1)}" for number in range(count)}


LOOKS: Mapping[str, Callable[[TileBoard], Look]] = {
    "kind": by_kind,
    "height": by_height,
    "zone": by_zone,
    "group": by_group,
}


def painting(board: TileBoard, by: str) -> dict[int, dict[str, int]]:
    """For each class of a way to colour tiles: what to set so that a tile gets it.

    Leaves out classes that no single value means.
    """
    depth = DEPTHS[board.depth]
    if by == "kind":
        is_kind = depth.entered == "kind"
        values = part(board.depth, depth.entered).values or {}
        found = {value: value if is_kind else KIND_OF_BOUNDS[value] for value in values}
        return {kind: {depth.entered: value} for value, kind in found.items()}
    if by == "height" and board.modifiers.level_flags:
        return {top: {"height": (1 << top) - 1} for top in range(len(depth.levels) + 1)}
    if by == "height":
        count = 1 << part(board.depth, "height").width
        step = max(1, count // SHADES)
        return {shade: {"height": shade * step} for shade in range(min(count, SHADES))}
    if by == "group":
        return {group: {"group": group} for group in GROUPS}
    if len(depth.zone_parts) == 1:
        return {zone: {depth.zone_parts[0]: zone} for zone in depth.zones}
    return {}
