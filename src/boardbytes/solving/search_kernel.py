"""Principal-variation search of any game, as a machine that can be stopped and resumed.

Where it stands is kept in arrays: `states` has a row for every ply, `moves` a row of codes,
`control` what belongs to the whole search. So a caller can give it a little work at a time and
look at the clock in between. Does not call itself: compiled functions that do cannot be cached.

What differs between games is left open: the first names below have a type and no value, and
`compiled(…, filled_by=…)` puts a game's own functions there. A row of `states` has room for a
game's numbers from GAME on.
`values`, `starts`, `slots` and `index` are a game's tables of endings; only `ending` reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MAX_PLY = 96
WIN = 30_000
"""The score of a win at once; a win in n plies scores n less."""
SURE = WIN - 1_000
"""Scores beyond this are wins that were seen to the end."""
INFINITE = 32_000

# Columns of `states`.
ALPHA, BETA, BEST, BEST_CODE, NEXT, COUNT, FRONT, DEPTH, KEY, KILLER, GAME = range(11)
SCOUTING = GAME + 6
"""Behind the game's numbers: how the move that is looked at is asked about."""
STATE_SIZE = SCOUTING + 1

IN_FULL, WHETHER_BETTER, ONCE_MORE, LESS_DEEPLY = range(4)
"""The ways of asking, in SCOUTING: what is better than expected is looked at once more, in full."""

CALM = 1
"""A move that promises no more takes nothing and stops nothing."""

FIRST_LATE, LEAST_DEPTH = 4, 3
"""Calm moves behind so many others, at this depth or more, are first looked at less deeply."""

# Places in `control`.
PLY, ENTERING, VALUE, DONE, RULES, REACH, WANTED = range(7)
USES = 7
"""From here on: how often, and how deep, moves of a kind were the best."""
KINDS = 1 << 10
CONTROL_SIZE = USES + KINDS
MOST_USES = (1 << 20) - 1
"""What a move promises counts for more than how often others of its kind were the best."""

_CODE_BITS = 32

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# What `ending` says beside the plies to the end, which are odd for a win and even for a loss.
DRAWN = 255
UNKNOWN = -1
"""No table has this position. Less than this: `-2 - number` of what must be fetched first."""

_LOW = (1 << 62) - 1


list_moves: Callable[[Any, int, Any], int]
"""Open: write the codes of all legal moves into a row, promising ones first; their number."""

play: Callable[[Any, int, Any], None]
"""Open: write what a move leads to into the game's columns of the state after."""

key_of: Callable[[Any], int]
"""Open: a number of up to 62 bits that tells states apart."""

evaluate: Callable[[Any, int], int]
"""Open: how much better the side to move seems to stand, in hundredths of a piece."""

is_quiet: Callable[[Any, Any], bool]
"""Open: whether a state with these moves may be judged without looking further."""

is_forced: Callable[[Any], bool]
"""Open: whether there is little choice in a state, so that its moves cost no depth."""

promise: Callable[[Any, int], int]
"""Open: how much a move of a state promises by itself: what takes something comes early.

A calm move, which may be looked at less deeply first, promises CALM at most.
"""

kind_of: Callable[[Any, int], int]
"""Open: the kind of a move of a state, below KINDS: what was good elsewhere is looked at early.

-1 for a move that nothing is remembered of.
"""

ending: Callable[[Any, int, int, Any, Any, Any, Any], int]
"""Open: the plies to the end of the game from tables, or DRAWN, UNKNOWN or what is wanted.

It is told the state, the rules, how far tables reach, and the tables: values, starts, slots, index.
"""

winner_of: Callable[[Any, int], int]
"""Open: who has won in a state without moves: 1 the side to move, -1 the other, 0 nobody."""


def mixed(number: int) -> int:
    """A number of up to 62 bits with its bits spread; no two numbers become the same."""
    number = (number * 0x2545F4914F6CDD1D) & _LOW
    number ^= number >> 31
    number = (number * 0x1F83D9ABFB41BD6B) & _LOW
    return number ^ number >> 32


def table_score(value: int, ply: int) -> int:
    """The score of an ending, some plies from where the search began."""
    if value == DRAWN:
        return 0
    score = WIN - ply - value
    return score if value & 1 else -score


def is_repeated(states: Any, ply: int) -> bool:
    """Whether the position at a ply stood on the board earlier on this line."""
    found = False
    for before in range(ply - 4, -1, -2):
        found |= states[before, KEY] == states[ply, KEY]
    return found


def start(depth: int, rules: int, reach: int, control: Any, states: Any) -> None:
    """Set up a search, to some depth, of the position in the game's columns of the first row."""
    control[PLY], control[ENTERING], control[VALUE], control[DONE] = 0, 1, 0, 0
    control[RULES], control[REACH], control[WANTED] = rules, reach, -1
    for kind in range(KINDS):
        control[USES + kind] >>= 3
    first = states[0]
    first[ALPHA], first[BETA], first[DEPTH] = -INFINITE, INFINITE, depth
    first[KEY], first[BEST_CODE] = key_of(first), -1


def enter(
    ply: int, control: Any, states: Any, moves: Any, keys: Any, entries: Any,
    values: Any, starts: Any, slots: Any, index: Any,
    played: Any,
) -> bool:  # fmt: skip
    """Look at a new position: True if its moves must be searched, else its value is known.

    Unless something is wanted first: then `control[WANTED]` says what, and nothing is known.
    """
    state = states[ply]
    state[BEST], state[NEXT], state[BEST_CODE], state[SCOUTING] = -INFINITE, 0, -1, 0
    count = list_moves(state, int(control[RULES]), moves[ply])
    state[COUNT] = count
    if count == 0:
        # As tables count: a win is at least one ply away, a loss is none.
        winner = winner_of(state, int(control[RULES]))
        control[VALUE] = winner * (WIN - ply - (winner > 0))
        return False
    if ply == 0:
        order(state, moves[0], count, keys, entries)
        return True
    if is_repeated(states, ply):
        control[VALUE] = 0
        return False
    if ply == 1:
        for number in range(len(played)):
            if played[number] == state[KEY]:
                control[VALUE] = 0
                return False
    known = ending(state, int(control[RULES]), int(control[REACH]), values, starts, slots, index)
    if known < UNKNOWN:
        control[WANTED] = -2 - known
        return False
    if known != UNKNOWN:
        control[VALUE] = table_score(known, ply)
        return False
    if ply == MAX_PLY - 1 or (state[DEPTH] <= 0 and is_quiet(state, moves[ply])):
        control[VALUE] = evaluate(state, int(control[RULES]))
        return False
    place = int(state[KEY]) % len(keys)
    if keys[place] == state[KEY]:
        score, depth, bound, _ = unpack(int(entries[place]), ply)
        # A win or a loss that was seen to the end is one however deep the look was.
        if (depth >= state[DEPTH] or abs(score) > SURE) and (
            bound == EXACT
            or (bound == AT_LEAST and score >= state[BETA])
            or (bound == AT_MOST and score <= state[ALPHA])
        ):
            control[VALUE] = score
            return False
    order(state, moves[ply], count, keys, entries)
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


def order(state: Any, row: Any, count: int, keys: Any, entries: Any) -> None:
    """Put the move that was best here before in front, then one that was best nearby.

    The others are sorted once they are needed: they seldom are where these were good.
    """
    front = put(row, 0, count, int(state[KILLER]))
    place = int(state[KEY]) % len(keys)
    if keys[place] == state[KEY]:
        front = put(row, 0, count, (int(entries[place]) >> 32) - 1)
        front = put(row, front, count, int(state[KILLER]))
    state[FRONT] = front


def sort(state: Any, row: Any, control: Any) -> None:
    """Put the moves behind those in front in order, the most promising first."""
    first, count = int(state[FRONT]), int(state[COUNT])
    for number in range(first, count):
        worth = worth_of(state, int(row[number]), control)
        # The worth stands above the code while the row is sorted.
        entry = worth << _CODE_BITS | int(row[number])
        place = number
        while place > first and int(row[place - 1]) >> _CODE_BITS < worth:
            row[place] = row[place - 1]
            place -= 1
        row[place] = entry
    for number in range(first, count):
        row[number] &= (1 << _CODE_BITS) - 1


def worth_of(state: Any, code: int, control: Any) -> int:
    """What a move promises; among equals, how useful moves of its kind were."""
    worth = promise(state, code) * (MOST_USES + 1)
    kind = kind_of(state, code)
    if kind < 0:
        return worth
    return worth + min(int(control[USES + kind]), MOST_USES)


def put(row: Any, at: int, count: int, code: int) -> int:
    """Swap a move with the one at a place, if it comes later; returns the next place to fill."""
    for number in range(at, count):
        if row[number] == code:
            row[number] = row[at]
            row[at] = code
            return at + 1
    return at


def leave(ply: int, control: Any, states: Any, keys: Any, entries: Any) -> None:
    """Note what was found out about a position."""
    state = states[ply]
    best = int(state[BEST])
    bound = EXACT
    if best >= state[BETA]:
        bound = AT_LEAST
        state[KILLER] = state[BEST_CODE]
        kind = kind_of(state, int(state[BEST_CODE]))
        if kind >= 0 and state[DEPTH] > 0:
            control[USES + kind] += state[DEPTH] * state[DEPTH]
    elif best <= state[ALPHA]:
        bound = AT_MOST
    place = int(state[KEY]) % len(keys)
    keys[place] = state[KEY]
    entries[place] = pack(best, int(state[DEPTH]), bound, int(state[BEST_CODE]), ply)
    control[VALUE] = best


def run(
    nodes: int, control: Any, states: Any, moves: Any, keys: Any, entries: Any,
    values: Any, starts: Any, slots: Any, index: Any,
    played: Any,
) -> int:  # fmt: skip
    """Search on for at most so many positions; returns how many were looked at.

    When `control[DONE]` is 1, `states[0]` holds the best move and its score. It also stops where
    `control[WANTED]` is not negative: a part of a table that the caller must fetch. `played` are
    the keys of positions that a player would only repeat.
    """
    looked = 0
    ply = int(control[PLY])
    control[WANTED] = -1
    while looked < nodes and control[DONE] == 0:
        state, goes_on = states[ply], True
        if control[ENTERING]:
            looked += 1
            goes_on = enter(
                ply, control, states, moves, keys, entries, values, starts, slots, index, played
            )
            if control[WANTED] >= 0:
                break
            control[ENTERING] = 0
        lower = max(state[ALPHA], state[BEST])
        if goes_on and (state[NEXT] == state[COUNT] or lower >= state[BETA]):
            leave(ply, control, states, keys, entries)
            goes_on = False
        if not goes_on:
            if ply == 0:
                control[DONE] = 1
            else:
                ply -= 1
                take(states[ply], moves[ply], -int(control[VALUE]))
            continue
        if state[NEXT] == state[FRONT]:
            sort(state, moves[ply], control)
            state[FRONT] = -1
        code = int(moves[ply, state[NEXT]])
        state[NEXT] += 1
        after = states[ply + 1]
        play(state, code, after)
        after[ALPHA], after[BETA] = -state[BETA], -lower
        # The first move is likely the best: of the others ask only whether they are better.
        if state[NEXT] > 1 and state[SCOUTING] == IN_FULL and state[BETA] - lower > 1:
            after[ALPHA] = -lower - 1
            state[SCOUTING] = WHETHER_BETTER
        after[DEPTH] = state[DEPTH] - (not is_forced(state))
        late = ply > 0 and state[SCOUTING] != ONCE_MORE and is_late(state)
        if late and promise(state, code) <= CALM:
            after[DEPTH] -= 1 + (state[NEXT] > 3 * FIRST_LATE)
            state[SCOUTING] = LESS_DEEPLY
        after[KEY] = key_of(after)
        ply += 1
        control[ENTERING] = 1
    control[PLY] = ply
    return looked


def promising(control: Any, states: Any, moves: Any) -> int:
    """The first move's code that was better than the best and is being searched once more, or -1.

    It says which of the root's moves to play when a search is broken off right then.
    """
    first = states[0]
    if first[SCOUTING] != ONCE_MORE:
        return -1
    return int(moves[0, first[NEXT] - (control[PLY] > 0)])


def is_late(state: Any) -> bool:
    """Whether the move just taken from the list comes late enough to matter little."""
    return int(state[NEXT]) > FIRST_LATE and int(state[DEPTH]) >= LEAST_DEPTH


def take(state: Any, row: Any, score: int) -> None:
    """Hand the score of the move just searched to the position it was played in.

    A move of which it was only asked whether it is better, or that was looked at less deeply, is
    searched once more if it is better.
    """
    lower = max(state[ALPHA], state[BEST])
    asked = state[SCOUTING]
    if lower < score and (
        asked == LESS_DEEPLY or (asked == WHETHER_BETTER and score < state[BETA])
    ):
        state[SCOUTING] = ONCE_MORE
        state[NEXT] -= 1
        return
    state[SCOUTING] = IN_FULL
    if score > state[BEST]:
        state[BEST] = score
        state[BEST_CODE] = row[state[NEXT] - 1]
