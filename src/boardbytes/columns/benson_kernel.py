"""Stones that are dead for certain, on millions of padded boards.

What `boardbytes.games.go.benson` finds on one board by sets of points, found here with arrays. The
same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE


class Room(NamedTuple):
    """Arrays as long as a padded board, for one task."""

    groups: Any
    """By point: the number of its group, from 1; 0 elsewhere."""
    regions: Any
    order: Any
    """The points, one region after the other."""
    starts: Any
    """By region: where it begins in `order`."""
    alive: Any
    """By group: whether it may still live."""
    eyes: Any
    counts: Any
    """By group: how many empty points of the region at hand it touches."""
    seen: Any
    """By group: the region that touched it last."""
    last: Any
    """By group: the point that touched it last."""
    touched: Any
    """The groups that the region at hand touches."""
    dead: Any
    """By point: 1 for a stone that is dead for certain."""


def label(cells: Any, values: int, stride: int, labels: Any, order: Any, starts: Any) -> int:
    """Number the connected parts of points of some values; returns how many there are."""
    total = parts = 0
    for cell in range(len(cells)):
        labels[cell] = 0
    for cell in range(stride + 1, len(cells) - stride - 1):
        if values >> cells[cell] & 1 == 0 or labels[cell]:
            continue
        starts[parts] = total
        parts += 1
        labels[cell] = parts
        order[total] = cell
        at = total
        total += 1
        while at < total:
            for step in (-stride, -1, 1, stride):
                near = order[at] + step
                if values >> cells[near] & 1 and labels[near] == 0:
                    labels[near] = parts
                    order[total] = near
                    total += 1
            at += 1
    starts[parts] = total
    return parts


def is_vital(cells: Any, region: int, stride: int, mark: int, room: Room) -> bool:
    """Whether a region is vital to some group, and all groups around it are alive.

    Every group that it is vital to gets an eye. `mark` must be a new number each time.
    """
    free = count = 0
    fine, vital = True, False
    for place in range(room.starts[region], room.starts[region + 1]):
        cell = room.order[place]
        is_free = cells[cell] == EMPTY or cells[cell] == KO
        free += is_free
        for step in (-stride, -1, 1, stride):
            group = room.groups[cell + step]
            if group == 0:
                continue
            if room.seen[group] != mark:
                room.seen[group] = mark
                room.counts[group] = room.last[group] = 0
                room.touched[count] = group
                count += 1
                fine = fine and room.alive[group] == 1
            if is_free and room.last[group] != cell:
                room.last[group] = cell
                room.counts[group] += 1
    if not fine or free == 0:
        return False
    for place in range(count):
        group = room.touched[place]
        if room.counts[group] == free:
            room.eyes[group] += 1
            vital = True
    return vital


def mark_dead(cells: Any, colour: int, stride: int, room: Room) -> None:
    """Mark the enemy stones inside the regions that are vital to a side's living groups."""
    enemy = BLACK + WHITE - colour
    groups = label(cells, 1 << colour, stride, room.groups, room.order, room.starts)
    values = 1 << EMPTY | 1 << KO | 1 << enemy
    regions = label(cells, values, stride, room.regions, room.order, room.starts)
    for group in range(1, groups + 1):
        room.alive[group] = 1
        room.seen[group] = 0
    mark = 0
    changed = True
    while changed:
        changed = False
        for group in range(1, groups + 1):
            room.eyes[group] = 0
        for region in range(regions):
            mark += 1
            is_vital(cells, region, stride, mark, room)
        for group in range(1, groups + 1):
            if room.alive[group] and room.eyes[group] < 2:
                room.alive[group] = 0
                changed = True
    for region in range(regions):
        mark += 1
        if is_vital(cells, region, stride, mark, room):
            for place in range(room.starts[region], room.starts[region + 1]):
                cell = room.order[place]
                if cells[cell] == enemy:
                    room.dead[cell] = 1


def take_dead(cells: Any, stride: int, room: Room) -> int:
    """Take off stones that are dead for certain; returns how many more were white than black."""
    for cell in range(len(cells)):
        room.dead[cell] = 0
    mark_dead(cells, BLACK, stride, room)
    mark_dead(cells, WHITE, stride, room)
    lead = 0
    for cell in range(len(cells)):
        if room.dead[cell]:
            lead += 1 if cells[cell] == WHITE else -1
            cells[cell] = EMPTY
    return lead
