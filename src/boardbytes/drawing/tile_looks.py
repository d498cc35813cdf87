"""What the tiles of a board are coloured by, and the words of the legend: tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.board import ENTERED, GROUPS, KINDS, LAYERS, LEVELS, part
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
    found = board.values(ENTERED[board.depth])
    kinds = found if board.depth == 64 else [KIND_OF_BOUNDS[bounds] for bounds in found]
    return Look(kinds, {kind: f"kind-{kind}" for kind in KINDS}, KINDS)


def by_height(board: TileBoard) -> Look:
    """How high a tile is, in eight shades; its highest level where each has a flag."""
    heights = board.values("height")
    if board.modifiers.level_flags:
        names = ("no level", *(f"up to {name}" for name in LEVELS[board.depth]))
        tops = [height.bit_length() for height in heights]
        return Look(tops, _hues("height", len(names)), dict(enumerate(names)))
    count = 1 << part(board.depth, "height").width
    step = max(1, count // SHADES)
    labels = {
        shade: f"height {shade * step}" + (f"–{shade * step + step - 1}" if step > 1 else "")
        for shade in range(min(count, SHADES))
    }
    return Look([height // step for height in heights], _hues("height", SHADES), labels)


_ZONE_PARTS = {8: "zone", 16: "zone_owner", 64: "layer"}
_ZONE_LABELS: Mapping[int, Mapping[int, str]] = {
    8: {0: "no zone", 1: "zone"},
    16: {owner: f"zone of player {owner + 1}" for owner in range(4)},
    32: {0: "no zone"}
    | {player: f"zone of player {player}" for player in range(1, 5)}
    | {4 + team: f"zone of team {team}" for team in range(1, 4)},
    64: {layer: f"layer {name}" if layer else "no layer" for layer, name in LAYERS.items()},
}


def by_zone(board: TileBoard) -> Look:
    """Whose zone a tile is in, or its layer, whichever its depth has."""
    name = _ZONE_PARTS.get(board.depth)
    classes = board.values(name) if name else _first_zone(board)
    return Look(classes, _hues("hue", 8), _ZONE_LABELS[board.depth])


def _first_zone(board: TileBoard) -> list[int]:
    """The first player or team whose zone each tile is in, teams after players; 0 if none."""
    pairs = zip(board.values("zone_players"), board.values("zone_teams"), strict=True)
    masks = (players | teams << 4 for players, teams in pairs)
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
