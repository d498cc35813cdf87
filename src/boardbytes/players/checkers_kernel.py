"""Alpha-beta search for checkers, as a machine that can be stopped and taken up again.

Where it stands is kept in arrays: `states` has a row for every ply, `moves` a row of codes,
`control` what belongs to the whole search. So a caller can give it a little work at a time and
look at the clock in between. Does not call itself: compiled functions that do cannot be cached.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.checkers.kernel import (
    BOTTOM,
    JUMPS_SHIFT,
    TOP,
    list_moves,
    play_unchecked,
    popcount,
)
from boardbytes.solving.checkers_kernel import ENGLISH, place_of

MAX_PLY = 96
WIN = 30_000
"""The score of a win at once; a win in n plies scores n less."""
SURE = WIN - 1_000
"""Scores beyond this are wins that were seen to the end."""
INFINITE = 32_000

# Columns of `states`.
OWN, OPP, QUEENS, ALPHA, BETA, BEST, BEST_CODE, NEXT, COUNT, DEPTH, KEY = range(11)
STATE_SIZE = 11

# Places in `control`.
PLY, ENTERING, VALUE, DONE, DOWN, PIECES = range(6)
CONTROL_SIZE = 6

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
_LOW = (1 << 62) - 1

MAN_VALUE, QUEEN_VALUE = 100, 140
CENTRE = 0x00666600
TOP_GUARD, BOTTOM_GUARD = 0b0101, 0b1010 << 28
"""The squares of the home row from which two men keep queens out."""


def key_of(own: int, opp: int, queens: int, down: bool) -> int:
    """A number that tells positions apart, nearly always."""
    key = (own * 0x2545F4914F6CDD1D + opp * 0x1B03738712FAD5C9) & _LOW
    key ^= key >> 29
    key = (key * 0x1F83D9ABFB41BD6B + queens * 0x3C6EF372FE94F82B + down) & _LOW
    return key ^ key >> 32


def side_value(pieces: int, queens: int, down: bool) -> int:
    """What a side's pieces are worth: material, advance, the centre, the home row."""
    men, crowned = pieces & ~queens, pieces & queens
    value = MAN_VALUE * popcount(men) + QUEEN_VALUE * popcount(crowned)
    value += 3 * popcount(pieces & CENTRE) + 4 * popcount(crowned & CENTRE)
    for row in range(8):
        advance = row if down else 7 - row
        value += 2 * advance * popcount(men & 0xF << 4 * row)
    guard = TOP_GUARD if down else BOTTOM_GUARD
    if men & guard == guard:
        value += 12
    return value


def evaluate(own: int, opp: int, queens: int, down: bool) -> int:
    """How much better the side to move stands; with fewer pieces left a lead counts more."""
    mine, theirs = side_value(own, queens, down), side_value(opp, queens, not down)
    return mine - theirs + 240 * (mine - theirs) // (mine + theirs + 1)


def table_score(value: int, ply: int) -> int:
    """The score of an ending's value in the table."""
    if value == 0:
        return 0
    score = WIN - ply - (value - 1)
    return score if value & 1 == 0 else -score


def is_repeated(states: Any, ply: int) -> bool:
    """Whether the position at a ply stood on the board before on this line."""
    found = False
    for before in range(ply - 4, -1, -2):
        found |= states[before, KEY] == states[ply, KEY]
    return found


def start(
    own: int, opp: int, queens: int, down: bool, depth: int, control: Any, states: Any
) -> None:
    """Set up a search of a position to some depth."""
    control[PLY], control[ENTERING], control[VALUE], control[DONE] = 0, 1, 0, 0
    control[DOWN] = down
    first = states[0]
    first[OWN], first[OPP], first[QUEENS] = own, opp, queens
    first[ALPHA], first[BETA], first[DEPTH] = -INFINITE, INFINITE, depth
    first[KEY] = key_of(own, opp, queens, down)


def enter(
    ply: int,
    down: bool,
    control: Any,
    states: Any,
    moves: Any,
    keys: Any,
    entries: Any,
    endings: Any,
    starts: Any,
    played: Any,
) -> bool:
    """Look at a new position: True if its moves must be searched, else its value is known."""
    state = states[ply]
    own, opp, queens = int(state[OWN]), int(state[OPP]), int(state[QUEENS])
    state[BEST], state[NEXT], state[BEST_CODE] = -INFINITE, 0, -1
    count = list_moves(own, opp, queens, down, ENGLISH, moves[ply])
    state[COUNT] = count
    if count == 0:
        control[VALUE] = ply - WIN
        return False
    if ply == 0:
        order_first(moves[0], count, keys, entries, int(state[KEY]))
        return True
    if is_repeated(states, ply):
        control[VALUE] = 0
        return False
    if ply == 1:
        for index in range(len(played)):
            if played[index] == state[KEY]:
                control[VALUE] = 0
                return False
    if (
        opp
        and popcount(own | opp) <= control[PIECES]
        and not own & ~queens & (BOTTOM if down else TOP)
    ):
        control[VALUE] = table_score(int(endings[place_of(own, opp, queens, down, starts)]), ply)
        return False
    can_jump = moves[ply, 0] >> JUMPS_SHIFT & 15 > 0
    if ply == MAX_PLY - 1 or (state[DEPTH] <= 0 and not can_jump):
        control[VALUE] = evaluate(own, opp, queens, down)
        return False
    place = int(state[KEY]) % len(keys)
    if keys[place] == state[KEY]:
        score, depth, bound, _ = unpack(int(entries[place]), ply)
        if depth >= state[DEPTH] and (
            bound == EXACT
            or (bound == AT_LEAST and score >= state[BETA])
            or (bound == AT_MOST and score <= state[ALPHA])
        ):
            control[VALUE] = score
            return False
    order_first(moves[ply], count, keys, entries, int(state[KEY]))
    return True


def pack(score: int, depth: int, bound: int, code: int, ply: int) -> int:
    """An entry of the transposition table; sure wins are counted from the position itself."""
    if score > SURE:
        score += ply
    elif score < -SURE:
        score -= ply
    return (code + 1) << 32 | (score + 32_768) << 16 | (depth + 64 & 0xFF) << 2 | bound


def unpack(entry: int, ply: int) -> tuple[int, int, int, int]:
    """Score, depth, bound and code of an entry: the inverse of `pack`."""
    score = (entry >> 16 & 0xFFFF) - 32_768
    if score > SURE:
        score -= ply
    elif score < -SURE:
        score += ply
    return score, (entry >> 2 & 0xFF) - 64, entry & 3, (entry >> 32) - 1


def order_first(row: Any, count: int, keys: Any, entries: Any, key: int) -> None:
    """Put the move that was best before in front."""
    place = key % len(keys)
    if keys[place] != key:
        return
    code = (int(entries[place]) >> 32) - 1
    for index in range(1, count):
        if row[index] == code:
            row[index] = row[0]
            row[0] = code
            return


def leave(ply: int, control: Any, states: Any, keys: Any, entries: Any) -> None:
    """Note what was found out about a position."""
    state = states[ply]
    best = int(state[BEST])
    bound = EXACT
    if best >= state[BETA]:
        bound = AT_LEAST
    elif best <= state[ALPHA]:
        bound = AT_MOST
    place = int(state[KEY]) % len(keys)
    keys[place] = state[KEY]
    entries[place] = pack(best, int(state[DEPTH]), bound, int(state[BEST_CODE]), ply)
    control[VALUE] = best


def run(
    nodes: int,
    control: Any,
    states: Any,
    moves: Any,
    keys: Any,
    entries: Any,
    endings: Any,
    starts: Any,
    played: Any,
) -> int:
    """Search on for so many positions at most; how many were looked at.

    When `control[DONE]` is 1, `states[0]` holds the best move and its score. `endings` and
    `starts` are a table of endings for up to `control[PIECES]` pieces; `played` are the keys of
    positions that a player would only repeat.
    """
    looked = 0
    ply = int(control[PLY])
    while looked < nodes and control[DONE] == 0:
        down = (control[DOWN] == 1) == (ply & 1 == 0)
        state = states[ply]
        if control[ENTERING]:
            looked += 1
            control[ENTERING] = 0
            if not enter(
                ply, down, control, states, moves, keys, entries, endings, starts, played
            ):  # fmt: skip
                if ply == 0:
                    control[DONE] = 1
                else:
                    ply -= 1
                    take(states[ply], moves[ply], -int(control[VALUE]))
                continue
        lower = max(state[ALPHA], state[BEST])
        if state[NEXT] == state[COUNT] or lower >= state[BETA]:
            leave(ply, control, states, keys, entries)
            if ply == 0:
                control[DONE] = 1
            else:
                ply -= 1
                take(states[ply], moves[ply], -int(control[VALUE]))
            continue
        code = int(moves[ply, state[NEXT]])
        state[NEXT] += 1
        moved, left, crowned = play_unchecked(
            int(state[OWN]), int(state[OPP]), int(state[QUEENS]), down, code
        )
        after = states[ply + 1]
        after[OWN], after[OPP], after[QUEENS] = left, moved, crowned
        after[ALPHA], after[BETA] = -state[BETA], -lower
        # A forced move costs no depth.
        after[DEPTH] = state[DEPTH] - (state[COUNT] > 1)
        after[KEY] = key_of(left, moved, crowned, not down)
        ply += 1
        control[ENTERING] = 1
    control[PLY] = ply
    return looked


def take(state: Any, row: Any, score: int) -> None:
    """Hand the score of the move just searched to the position it was played in."""
    if score > state[BEST]:
        state[BEST] = score
        state[BEST_CODE] = row[state[NEXT] - 1]
