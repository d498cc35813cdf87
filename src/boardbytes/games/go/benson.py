"""Stones that live whatever happens, and stones that are dead for certain.

David B. Benson, Life in the Game of Go, Information Sciences 10 (1976): a group lives, even if its
side never answers, if two regions that its side encloses are vital to it, that is, if every empty
point of them is a liberty of the group, and if all groups around those regions live that way, too.
Regions and groups that fail are struck off until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.games.go import kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.points import parts_of, set_of


@dataclass(frozen=True)
class Certain:
    """The points of stones that live whatever happens, and of those that are dead for certain."""

    alive: tuple[str, ...]
    dead: tuple[str, ...]


def certain_sets(stones: bytes, width: int) -> tuple[int, int]:
    """The stones of both sides that live whatever happens, and those that are dead for certain.

    That holds whoever moves, and however often. Stones are dead inside a region that is vital to a
    living group of the other side: all its empty points touch that group, so no eye can be made.
    """
    alive = dead = 0
    for colour in (BLACK, WHITE):
        living, regions = unconditional_life(stones, width, colour)
        alive |= living
        dead |= regions & set_of(stones, width, BLACK + WHITE - colour)
    return alive, dead


def unconditional_life(stones: bytes, width: int, colour: int) -> tuple[int, int]:
    """The stones of a side that live whatever happens, and the regions that are vital to them."""
    stride = width + 1
    own, empty = set_of(stones, width, colour), set_of(stones, width, EMPTY, KO)
    groups = list(parts_of(own, stride))
    around = [kernel.around(group, stride) for group in groups]
    other = set_of(stones, width, BLACK + WHITE - colour)
    # For every region: itself, the groups that it touches, and those that it is vital to.
    regions = []
    for region in parts_of(empty | other, stride):
        touching = {number for number, near in enumerate(around) if near & region}
        free = region & empty
        vital = {number for number in touching if free and not free & ~around[number]}
        regions.append((region, touching, vital))
    living = set(range(len(groups)))
    while True:
        eyes = dict.fromkeys(living, 0)
        for _, touching, vital in regions:
            if touching <= living:
                for number in vital:
                    eyes[number] += 1
        left = {number for number, count in eyes.items() if count >= 2}
        if left == living:
            break
        living = left
    alive = vital_points = 0
    for number in living:
        alive |= groups[number]
    for region, touching, vital in regions:
        if vital and touching <= living:
            vital_points |= region
    return alive, vital_points
