"""Small endings of checkers as numbers, and their values, from those that moves lead to.

The side to move always goes down the page: when it does not, the board is turned round. A class of
endings is told by how many men and kings each side has; within it, each kind's squares are a
number. The same source runs interpreted and compiled.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.checkers.kernel import ALL, BOTTOM, TOP, list_moves, play_unchecked, popcount

ENGLISH = 3
"""The flags of the rules by which endings are solved: jumps must be made, and go on."""

BROKEN = 255
"""Stands for numbers that are no position: two pieces on a square, a man on its far row."""


def choose(n: int, k: int) -> int:
    """How many ways there are to choose `k` of `n` squares, for `k` up to three."""
    if k == 0:
        return 1
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    return n * (n - 1) * (n - 2) // 6


def rank(mask: int) -> int:
    """The number of a set among all sets of its size."""
    number = 0
    k = 1
    while mask:
        bit = mask & -mask
        mask ^= bit
        number += choose(popcount(bit - 1), k)
        k += 1
    return number


def unrank(number: int, k: int) -> int:
    """The set of `k` squares with that number: the inverse of `rank`."""
    mask = 0
    square = 31
    while k > 0:
        while choose(square, k) > number:
            square -= 1
        number -= choose(square, k)
        mask |= 1 << square
        k -= 1
    return mask


def turned(mask: int) -> int:
    """The set on the board turned round."""
    mask = (mask & 0x55555555) << 1 | (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) << 2 | (mask >> 2) & 0x33333333
    mask = (mask & 0x0F0F0F0F) << 4 | (mask >> 4) & 0x0F0F0F0F
    mask = (mask & 0x00FF00FF) << 8 | (mask >> 8) & 0x00FF00FF
    return (mask << 16 | mask >> 16) & ALL


def class_of(own: int, opp: int, kings: int) -> int:
    """The class of a position: four counts of at most three, two bits each."""
    own_kings, opp_kings = popcount(own & kings), popcount(opp & kings)
    own_men, opp_men = popcount(own) - own_kings, popcount(opp) - opp_kings
    return own_men << 6 | own_kings << 4 | opp_men << 2 | opp_kings


def number_of(own: int, opp: int, kings: int) -> int:
    """The number of a position within its class."""
    own_kings, opp_kings = own & kings, opp & kings
    number = rank(own & ~kings)
    number = number * choose(32, popcount(own_kings)) + rank(own_kings)
    number = number * choose(32, popcount(opp & ~kings)) + rank(opp & ~kings)
    return number * choose(32, popcount(opp_kings)) + rank(opp_kings)


def position_of(kind: int, number: int) -> tuple[int, int, int]:
    """The position of a class with that number; no pieces at all if the number is broken."""
    size = choose(32, kind & 3)
    opp_kings = unrank(number % size, kind & 3)
    number //= size
    size = choose(32, kind >> 2 & 3)
    opp_men = unrank(number % size, kind >> 2 & 3)
    number //= size
    size = choose(32, kind >> 4 & 3)
    own_kings = unrank(number % size, kind >> 4 & 3)
    own_men = unrank(number // size, kind >> 6 & 3)
    together = popcount(own_men | own_kings | opp_men | opp_kings)
    apart = popcount(own_men) + popcount(own_kings) + popcount(opp_men) + popcount(opp_kings)
    if together != apart or own_men & BOTTOM or opp_men & TOP:
        return 0, 0, 0
    return own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings


def place_of(own: int, opp: int, kings: int, down: bool, starts: Any) -> int:
    """Where the value of a position stands in the table."""
    if not down:
        own, opp, kings = turned(own), turned(opp), turned(kings)
    return int(starts[class_of(own, opp, kings)]) + number_of(own, opp, kings)


def mark_rows(
    first: int, stop: int, kind: int, plies: int, table: Any, starts: Any, moves: Any
) -> int:
    """Decide the positions of a class that are `plies` from the end; returns how many."""
    base = int(starts[kind])
    found = 0
    for number in range(first, stop):
        if table[base + number] != 0:
            continue
        own, opp, kings = position_of(kind, number)
        if own == 0:
            table[base + number] = BROKEN
        elif is_decided(own, opp, kings, plies, table, starts, moves):
            table[base + number] = plies + 1
            found += 1
    return found


def is_decided(
    own: int, opp: int, kings: int, plies: int, table: Any, starts: Any, moves: Any
) -> bool:
    """Whether a position is won (odd) or lost (even) in so many plies and no fewer."""
    count = list_moves(own, opp, kings, True, ENGLISH, moves)
    wants_loss = plies & 1 == 1
    longest = 0
    for index in range(count):
        moved, left, crowned = play_unchecked(own, opp, kings, True, moves[index])
        # A side that has lost its last piece has no move, and has lost.
        value = 1
        if left:
            value = int(table[place_of(left, moved, crowned, False, starts)])
        if wants_loss and value == plies:
            return True
        if not wants_loss and (value == 0 or value & 1 == 1):
            return False
        longest = max(longest, value)
    return not wants_loss and longest == plies
