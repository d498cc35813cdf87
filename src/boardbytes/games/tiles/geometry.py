"""Ways across a board: what can be reached from a spot, in how many steps, along which tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardbytes.games.tiles import kernel
from boardbytes.games.tiles.rules import PATHED


@dataclass(frozen=True)
class Ground:
    """A board as a walker sees it: which levels of which tiles are open.

    Tiles are numbers; a spot is a tile on a level, `tile + level × tiles`. Where tiles form a
    large one, only its lead is a spot: `leads` and `mates` are as the kernel makes them.
    """

    width: int
    length: int
    modifiers: int
    levels: int
    open_levels: Sequence[int]
    """For every tile a bit for each level that can be entered; only those of leads count."""
    leads: Sequence[int]
    mates: Sequence[int]

    @property
    def tiles(self) -> int:
        return self.width * self.length

    def is_open(self, spot: int) -> bool:
        """Whether a spot can be entered."""
        level, tile = divmod(spot, self.tiles)
        return self.open_levels[self.leads[tile]] >> level & 1 == 1

    def spot(self, tile: int, level: int) -> int:
        """The spot of a tile, or of the large tile that it belongs to, on a level."""
        return self.leads[tile] + level * self.tiles


@dataclass(frozen=True)
class Walk:
    """All that can be reached from a start: spots nearest first, steps, and the spot before each.

    `steps` is -1 for spots that cannot be reached.
    """

    order: Sequence[int]
    steps: Sequence[int]
    before: Sequence[int]

    def path_to(self, spot: int) -> list[int] | None:
        """The spots of a shortest path, both ends included; None if there is none."""
        if self.steps[spot] < 0:
            return None
        path = [spot]
        while self.before[path[-1]] >= 0:
            path.append(self.before[path[-1]])
        return path[::-1]


def walk(ground: Ground, start: int) -> Walk:
    """Where one can go from a spot, whether that spot itself is open or not.

    With pathed routing, from neighbour to neighbour; with free routing, anywhere in one step.
    """
    count = ground.tiles * ground.levels
    steps, before = [-1] * count, [-1] * count
    if not ground.modifiers & PATHED:
        ends = {ground.spot(tile, level)
                for level in range(ground.levels) for tile in range(ground.tiles)}  # fmt: skip
        order = [start, *sorted(end for end in ends if end != start and ground.is_open(end))]
        for end in order:
            steps[end], before[end] = 1, start
        steps[start], before[start] = 0, -1
        return Walk(order, steps, before)
    queue, near = [0] * count, [0] * kernel.MAX_NEIGHBOURS
    reached = kernel.flood(
        start,
        ground.open_levels,
        ground.levels,
        ground.leads,
        ground.mates,
        ground.width,
        ground.length,
        ground.modifiers,
        near,
        steps,
        before,
        queue,
    )
    return Walk(queue[:reached], steps, before)


def line(start: int, end: int, width: int, length: int, modifiers: int) -> list[int]:
    """The tiles along the straight line from one tile to another, both included.

    From the other end they are the same tiles in reverse.
    """
    tiles = [0] * (width + length)
    count = kernel.line(min(start, end), max(start, end), width, length, modifiers, tiles)
    return tiles[:count] if start <= end else tiles[:count][::-1]


def distance(start: int, end: int, width: int, length: int, modifiers: int) -> int:
    """The fewest steps from one tile to another, whatever lies between them."""
    if not kernel.has_odd_seam(width, modifiers):
        return kernel.distance(start, end, width, length, modifiers)
    tiles = width * length
    free = Ground(
        width, length, modifiers | PATHED, 1, b"\1" * tiles, range(tiles), [-1] * tiles
    )  # fmt: skip
    return walk(free, start).steps[end]
