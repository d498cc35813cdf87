"""The geometry of tile boards by its definition, slowly: what the kernel is held against."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from boardbytes.games.tiles import TileBoard, Wrap
from boardbytes.games.tiles.notation import Spot


def centre(x: int, y: int) -> tuple[float, float]:
    """Where the middle of a hexagon is: odd columns stand half a tile higher."""
    return x * math.sqrt(3) / 2, y + (x % 2) / 2


def touches(board: TileBoard, a: Spot, b: Spot) -> bool:
    """Whether two tiles share an edge: their middles, or those of a copy, are one apart."""
    wrap = board.modifiers.wrap
    shifts = {
        Wrap.WIDTH: [(-board.width, 0), (0, 0), (board.width, 0)],
        Wrap.LENGTH: [(0, -board.length), (0, 0), (0, board.length)],
    }.get(wrap, [(0, 0)])
    if a == b:
        return False
    for dx, dy in shifts:
        if not board.modifiers.hexagonal:
            apart = math.dist(a, (b[0] + dx, b[1] + dy))
        elif board.width % 2 and dx:
            # Across an odd seam the spec's rule for the tile's own column is all there is.
            row = b[1] - a[1]
            beside = (b[0] + dx - a[0]) in (-1, 1)
            apart = 1.0 if beside and row in (0, 1 if a[0] % 2 else -1) else 9.0
        else:
            apart = math.dist(centre(*a), centre(b[0] + dx, b[1] + dy))
        if abs(apart - 1) < 1e-6:
            return True
    return False


def all_places(board: TileBoard) -> list[Spot]:
    return [(x, y) for y in range(board.length) for x in range(board.width)]


def large_tiles(board: TileBoard) -> dict[Spot, frozenset[Spot]]:
    """Every tile with all tiles of its large tile, by merging until nothing changes."""
    spots = all_places(board)
    sets = {spot: frozenset([spot]) for spot in spots}
    if not board.modifiers.grouped:
        return sets
    groups = {spot: board.values("group")[board.number(*spot)] for spot in spots}
    changed = True
    while changed:
        changed = False
        for a, b in product(spots, spots):
            if groups[a] and groups[a] == groups[b] and touches(board, a, b) and b not in sets[a]:
                merged = sets[a] | sets[b]
                sets |= dict.fromkeys(merged, merged)
                changed = True
    return sets


def lead(board: TileBoard, tiles: frozenset[Spot]) -> Spot:
    return min(tiles, key=lambda spot: board.number(*spot))


def relax(nodes: set[Spot], edges: dict[Spot, set[Spot]], start: Spot) -> dict[Spot, int]:
    """Steps from a start: sets that grow by one step until they grow no more."""
    steps, rim, count = {start: 0}, {start}, 0
    while rim:
        count += 1
        rim = {b for a in rim for b in edges[a] if b in nodes and b not in steps}
        steps |= dict.fromkeys(rim, count)
    return steps


def reachable(board: TileBoard, start: Spot) -> dict[Spot, int]:
    """Steps over tiles or, from a level, over levels of tiles."""
    large = large_tiles(board)
    leads = {tiles: lead(board, tiles) for tiles in large.values()}
    name = "kind" if board.depth == 64 else "bounds"
    entered = {
        at for at in leads.values() if board.values(name)[board.number(*at)] >= 2
    }  # fmt: skip
    touching = {
        leads[one]: {
            leads[two]
            for two in leads
            if one != two and any(touches(board, a, b) for a in one for b in two)
        }
        for one in leads
    }
    nodes, edges = entered, touching
    begin = leads[large[start[:2]]]
    if len(start) == 3:
        count = {8: 2, 16: 6, 32: 6, 64: 8}[board.depth]
        heights = board.values("height")
        nodes = {
            (*at, level)
            for at in entered
            for level in range(count)
            if heights[board.number(*at)] >> level & 1
        }
        pairs = {(level, level + 1) for level in range(count - 1)}
        if board.modifiers.wrap is Wrap.HEIGHT:
            pairs.add((0, count - 1))
        pairs |= {(b, a) for a, b in pairs}
        edges = {
            (*at, level): {(*to, level) for to in touching[at]}
            | {(*at, up) for low, up in pairs if low == level}
            for at in touching
            for level in range(count)
        }
        begin = (*begin, start[2])
    if begin not in nodes:
        return {}
    if not board.modifiers.pathed:
        return dict.fromkeys(nodes, 1) | {begin: 0}
    return relax(nodes, edges, begin)


def copies(board: TileBoard, spot: Spot) -> list[Spot]:
    """A spot and those it is joined to by going round the board."""
    x, y = spot
    if board.modifiers.wrap is Wrap.WIDTH:
        return [(x + turn * board.width, y) for turn in (-1, 0, 1)]
    if board.modifiers.wrap is Wrap.LENGTH:
        return [(x, y + turn * board.length) for turn in (-1, 0, 1)]
    return [spot]


def square_lines(board: TileBoard, start: Spot, end: Spot) -> list[tuple[Spot, ...]]:
    """The squares that a line to a nearest copy of a tile crosses, in order, for each copy."""
    ends = copies(board, end)
    steps = min(abs(x - start[0]) + abs(y - start[1]) for x, y in ends)
    found: list[tuple[Spot, ...]] = []
    for to in ends:
        if abs(to[0] - start[0]) + abs(to[1] - start[1]) == steps:
            xs, ys = sorted((start[0], to[0])), sorted((start[1], to[1]))
            crossed: dict[Spot, Fraction] = {}
            for x, y in product(range(xs[0], xs[1] + 1), range(ys[0], ys[1] + 1)):
                part = part_inside(start, to, (x, y))
                if part is not None:
                    crossed[x % board.width, y % board.length] = part
            found.append(tuple(sorted(crossed, key=crossed.__getitem__)))
    return found


def part_inside(start: Spot, end: Spot, square: Spot) -> Fraction | None:
    """How far along a line it enters a square; None if it does not cross the inside of it."""
    first, last = Fraction(0), Fraction(1)
    for begin, to, middle in zip(start, end, square, strict=True):
        near, far = Fraction(2 * middle - 1, 2) - begin, Fraction(2 * middle + 1, 2) - begin
        if to == begin:
            if not near < 0 < far:
                return None
            continue
        enter, leave = sorted((near / (to - begin), far / (to - begin)))
        first, last = max(first, enter), min(last, leave)
    return first if first < last or start == end == square else None


def is_hex_line(board: TileBoard, tiles: tuple[Spot, ...]) -> bool:
    """Whether every tile, or a copy of it, is among the nearest to its part of one line."""
    steps = len(tiles) - 1
    begin = centre(*tiles[0])
    for end in copies(board, tiles[-1]):
        to = centre(*end)
        points = [
            tuple(a + (b - a) * step / max(steps, 1) for a, b in zip(begin, to, strict=True))
            for step in range(steps + 1)
        ]
        if all(
            min(math.dist(point, centre(*copy)) for copy in copies(board, tile))
            <= min(
                math.dist(point, centre(*copy))
                for other in all_places(board)
                for copy in copies(board, other)
            )
            + 1e-9
            for point, tile in zip(points, tiles, strict=True)
        ):
            return True
    return False
