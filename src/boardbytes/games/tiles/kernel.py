"""How tiles touch: plain functions on integers and arrays, run interpreted or compiled.

A tile is its number `x + y × width`. A spot is a tile on a level: `tile + level × tiles`.
`modifiers` is the header's byte. Arrays that a caller brings to be filled come last.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.tiles.rules import HEXAGONAL, WRAP_SHIFT

MAX_NEIGHBOURS = 6

WRAP_WIDTH, WRAP_LENGTH, WRAP_HEIGHT = 1, 2, 3

SQUARE_X, SQUARE_Y = (1, 0, -1, 0), (0, 1, 0, -1)
HEX_X = (1, 1, 0, -1, -1, 0)
EVEN_Y = (-1, 0, 1, 0, -1, -1)
ODD_Y = (0, 1, 1, 1, 0, -1)
"""Odd columns stand half a tile higher, so they touch one row further up beside them."""


def wrap_of(modifiers: int) -> int:
    return modifiers >> WRAP_SHIFT & 3


def neighbours(tile: int, width: int, length: int, modifiers: int, near: Any) -> int:
    """Fill in the tiles that a tile touches, each once and never itself; gives their number."""
    x, y, wrap = tile % width, tile // width, wrap_of(modifiers)
    hexagonal = modifiers & HEXAGONAL != 0
    count = 0
    for way in range(6 if hexagonal else 4):
        if hexagonal:
            to_x, to_y = x + HEX_X[way], y + (ODD_Y[way] if x & 1 else EVEN_Y[way])
        else:
            to_x, to_y = x + SQUARE_X[way], y + SQUARE_Y[way]
        if wrap == WRAP_WIDTH:
            to_x %= width
        if wrap == WRAP_LENGTH:
            to_y %= length
        if to_x < 0 or to_x >= width or to_y < 0 or to_y >= length:
            continue
        other = to_x + to_y * width
        # On a board that wraps and is only one or two tiles wide, two ways lead to one tile.
        known = other == tile
        for index in range(count):
            known = known or near[index] == other
        if not known:
            near[count] = other
            count += 1
    return count


def all_neighbours(width: int, length: int, modifiers: int, table: Any, counts: Any) -> None:
    """Fill in the neighbours of every tile, a row each, and how many there are."""
    for tile in range(width * length):
        counts[tile] = neighbours(tile, width, length, modifiers, table[tile])


def has_odd_seam(width: int, modifiers: int) -> bool:
    """Whether two columns of the same parity meet where a hexagonal board wraps."""
    wraps = wrap_of(modifiers) == WRAP_WIDTH
    return modifiers & HEXAGONAL != 0 and wraps and width & 1 != 0


def turns(modifiers: int) -> int:
    """How many times round the board to look for the nearest copy of a tile: 0 or 1."""
    return 1 if wrap_of(modifiers) == WRAP_WIDTH or wrap_of(modifiers) == WRAP_LENGTH else 0


def offset(
    start: int, end: int, turn: int, width: int, length: int, modifiers: int
) -> tuple[int, int]:
    """Columns and rows from one tile to another, `turn` times round the board.

    Rows of hexagons are slanted: every second column, the row number falls behind by one.
    """
    x, wrap = start % width, wrap_of(modifiers)
    across = end % width + (turn * width if wrap == WRAP_WIDTH else 0) - x
    along = end // width + (turn * length if wrap == WRAP_LENGTH else 0) - start // width
    if modifiers & HEXAGONAL:
        along -= ((x + across) >> 1) - (x >> 1)
    return across, along


def steps_of(across: int, along: int, modifiers: int) -> int:
    """How many steps it takes to go so many columns and rows."""
    if modifiers & HEXAGONAL:
        return max(abs(across), abs(along), abs(across + along))
    return abs(across) + abs(along)


def distance(start: int, end: int, width: int, length: int, modifiers: int) -> int:
    """The fewest steps between two tiles, whatever lies between them.

    Does not work for boards with an odd seam: across it, columns do not meet as they do elsewhere.
    """
    best = width + length
    for turn in range(-turns(modifiers), turns(modifiers) + 1):
        across, along = offset(start, end, turn, width, length, modifiers)
        best = min(best, steps_of(across, along, modifiers))
    return best


def line(start: int, end: int, width: int, length: int, modifiers: int, tiles: Any) -> int:
    """Fill in the tiles along the straight line to the nearest copy of a tile; gives their number.

    Both ends are among them. Does not look across an odd seam.
    """
    across, along = offset(start, end, 0, width, length, modifiers)
    if not has_odd_seam(width, modifiers):
        for turn in range(-turns(modifiers), turns(modifiers) + 1):
            to_x, to_y = offset(start, end, turn, width, length, modifiers)
            if steps_of(to_x, to_y, modifiers) < steps_of(across, along, modifiers):
                across, along = to_x, to_y
    if not modifiers & HEXAGONAL:
        return square_line(start, across, along, width, length, tiles)
    count = hex_line(start, across, along, 1, width, length, modifiers, tiles)
    if count < 0:
        count = hex_line(start, across, along, -1, width, length, modifiers, tiles)
    return count


def square_line(start: int, across: int, along: int, width: int, length: int, tiles: Any) -> int:
    """The squares that the line really crosses; through a corner it goes on diagonally."""
    x, y = start % width, start // width
    right, up = abs(across), abs(along)
    gone_right = gone_up = count = 0
    tiles[count] = start
    while gone_right < right or gone_up < up:
        # Which edge of the square comes first on the way; both do at a corner.
        to_side, to_top = (2 * gone_right + 1) * up, (2 * gone_up + 1) * right
        if to_side <= to_top:
            gone_right += 1
            x += 1 if across > 0 else -1
        if to_top <= to_side:
            gone_up += 1
            y += 1 if along > 0 else -1
        count += 1
        tiles[count] = x % width + y % length * width
    return count + 1


FINE = 1 << 16
"""How many times larger a hexagon is than the nudge that a line between two of them gets."""


def nearest(numerator: int, denominator: int) -> int:
    """The whole number that a fraction is nearest to."""
    return (2 * numerator + denominator) // (2 * denominator)


def hex_line(
    start: int,
    across: int,
    along: int,
    side: int,
    width: int,
    length: int,
    modifiers: int,
    tiles: Any,
) -> int:
    """As many hexagons as a shortest path has, each the nearest to its part of the line.

    Where a line runs between two hexagons it is moved a little to one `side` or the other; -1 if
    it then leaves the board.
    """
    x, row = start % width, start // width - (start % width >> 1)
    steps = steps_of(across, along, modifiers)
    size = steps * FINE
    for step in range(steps + 1):
        to_x, to_row = 0, 0
        if steps:
            exact_x, exact_row = across * step * FINE + side, along * step * FINE + 2 * side
            exact_rest = -exact_x - exact_row
            to_x, to_row = nearest(exact_x, size), nearest(exact_row, size)
            rest = nearest(exact_rest, size)
            # The three must add up to 0: what was rounded most follows from the others.
            off_x, off_row = abs(to_x * size - exact_x), abs(to_row * size - exact_row)
            off_rest = abs(rest * size - exact_rest)
            if off_x > off_row and off_x > off_rest:
                to_x = -to_row - rest
            elif off_row > off_rest:
                to_row = -to_x - rest
        column = x + to_x
        y = row + to_row + (column >> 1)
        if wrap_of(modifiers) == WRAP_WIDTH:
            column %= width
        if wrap_of(modifiers) == WRAP_LENGTH:
            y %= length
        if column < 0 or column >= width or y < 0 or y >= length:
            return -1
        tiles[step] = column + y * width
    return steps + 1


def lead_of(tile: int, leads: Any) -> int:
    """The lowest-numbered tile that a tile is known to be joined to; shortens the way there."""
    while leads[tile] != tile:
        leads[tile] = leads[leads[tile]]
        tile = leads[tile]
    return tile


def join_groups(
    groups: Any, width: int, length: int, modifiers: int, near: Any, leads: Any, mates: Any
) -> None:
    """Join touching tiles of one group; group 0 is none.

    `leads` becomes the lowest-numbered tile of every tile's large tile, `mates` the next tile of
    the same large tile, -1 after the last.
    """
    tiles = width * length
    for tile in range(tiles):
        leads[tile] = tile
        mates[tile] = -1
    for tile in range(tiles):
        if groups[tile] == 0:
            continue
        for index in range(neighbours(tile, width, length, modifiers, near)):
            if groups[near[index]] == groups[tile]:
                one, other = lead_of(tile, leads), lead_of(near[index], leads)
                leads[max(one, other)] = min(one, other)
    for tile in range(tiles):
        leads[tile] = lead_of(tile, leads)
    for tile in range(tiles - 1, -1, -1):
        lead = leads[tile]
        if lead != tile:
            mates[tile] = mates[lead]
            mates[lead] = tile


def visit(spot: int, came_from: int, count: int, steps: Any, before: Any, queue: Any) -> int:
    """Note a spot if it is reached for the first time; gives how many there are now."""
    if steps[spot] >= 0:
        return count
    steps[spot] = steps[came_from] + 1
    before[spot] = came_from
    queue[count] = spot
    return count + 1


def flood(
    start: int,
    open_levels: Any,
    levels: int,
    leads: Any,
    mates: Any,
    width: int,
    length: int,
    modifiers: int,
    near: Any,
    steps: Any,
    before: Any,
    queue: Any,
) -> int:
    """Go from a spot to all that can be reached, nearest first; gives their number.

    A step leads to a neighbour on the same level, or to the next level of the same tile. A large
    tile is one spot, named by its lead. `open_levels` has, for each lead, a bit for every level
    that can be entered. `steps` must be -1 everywhere; `queue` lists what was reached.
    """
    tiles = width * length
    steps[start], before[start], queue[0] = 0, -1, start
    count, done = 1, 0
    while done < count:
        spot = queue[done]
        done += 1
        level, lead = spot // tiles, spot % tiles
        member = lead
        while member >= 0:
            for index in range(neighbours(member, width, length, modifiers, near)):
                other = leads[near[index]]
                if open_levels[other] >> level & 1:
                    count = visit(level * tiles + other, spot, count, steps, before, queue)
            member = mates[member]
        for way in range(-1, 2, 2):
            other = level + way
            if wrap_of(modifiers) == WRAP_HEIGHT:
                other %= levels
            if 0 <= other < levels and open_levels[lead] >> other & 1:
                count = visit(other * tiles + lead, spot, count, steps, before, queue)
    return count
