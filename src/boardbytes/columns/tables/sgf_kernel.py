"""Sound SGF games turned into columns: main line, boards, headers, the canonical number.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boardbytes.formats.sgf.bulk_kernel import (
    ADD_BLACK,
    ADD_WHITE,
    FOREIGN,
    LETTERS,
    ODD,
    Knowledge,
    judge_game,
    judge_root,
    root_size,
)
from boardbytes.formats.sgf.kernel import NODES, NONE, STOP, Array, Bytes, Tables, find_game, lex
from boardbytes.formats.sgf.moves_kernel import BUCKETS, Scratch, clear_board
from boardbytes.formats.sgf.value_kernel import name_code, point_at
from boardbytes.games.go.board import BLACK, EMPTY, WHITE
from boardbytes.games.go.kernel import State, play_unchecked

BACKSLASH, SPACE = 92, 32
SIZE, BEGINS, PLIES, TURN, BLACK_TAKEN, WHITE_TAKEN, BLACKS, WHITES = range(8)
"""What `Found.numbers` tells of a game; the last two are the stones of its first board."""
POINTS = LETTERS * LETTERS


class Found(NamedTuple):
    """The columns that are filled, a row for each game."""

    verdicts: Array
    roots: Array
    """Where each root ends."""
    numbers: Sequence[Array]
    canonical: Array
    images: Array
    """The numbers of one board's eight images; of no use afterwards."""
    moves: Array
    """The moves of all games, one after the other, as DGF numbers them."""
    move_ends: Array
    starts: Array
    """The first boards of the games that begin with stones, one after the other."""
    start_ends: Array
    stones: Array
    """The last boards, one after the other."""
    stone_ends: Array
    header_starts: Sequence[Array]
    """Where each header stands, NONE where there is none; a row for each header."""
    header_ends: Sequence[Array]
    plain: Sequence[Array]
    """Whether a header is written as it reads."""


def split_files(
    data: Bytes,
    file_starts: Sequence[int],
    file_ends: Sequence[int],
    signs: Bytes,
    tables: Tables,
    starts: Array,
    ends: Array,
    counts: Array,
) -> int:
    """Note where the games of some files stand and how many each has; returns how many in all."""
    count = 0
    for file in range(len(file_starts)):
        begin, end = file_starts[file], file_ends[file]
        before = count
        while True:
            start = find_game(data, begin, end, signs)
            if start == NONE:
                break
            begin = lex(data, start, end, signs, tables)
            starts[count] = start
            ends[count] = begin
            count += 1
        counts[file] = count - before
    return count


def run_of_games(
    data: Bytes, begin: int, end: int, room: int, every: int, signs: Bytes, tables: Tables
) -> tuple[int, int]:
    """Where a run of whole games of `every` bytes, or a little more, ends; and its games' number.

    If it is 0 before the end of the data, the first game has more than `room` bytes.
    """
    games, place = 0, begin
    while True:
        start = find_game(data, place, end, signs)
        if start == NONE:
            return end, games
        if games > 0 and start >= begin + every:
            return start, games
        limit = min(end, start + room)
        place = lex(data, start, limit, signs, tables)
        if tables.counts[STOP] == limit and limit < end:
            return start, games
        games += 1


def put_headers(data: Bytes, tables: Tables, codes: Sequence[int], found: Found, game: int) -> None:
    """Note where the headers of a root stand, without the spaces around them."""
    for header in range(len(codes)):
        found.header_starts[header][game] = NONE
        found.plain[header][game] = 1
    for index in range(tables.first_property[0], tables.first_property[1]):
        name = name_code(data, tables.name_start[index], tables.name_end[index])
        for header in range(len(codes)):
            if codes[header] == name:
                value = tables.first_value[index]
                start, end = tables.value_start[value], tables.value_end[value]
                while start < end and data[start] == SPACE:
                    start += 1
                while start < end and data[end - 1] == SPACE:
                    end -= 1
                if start < end:
                    found.header_starts[header][game] = start
                    found.header_ends[header][game] = end
                for place in range(start, end):
                    if data[place] < SPACE or data[place] == BACKSLASH:
                        found.plain[header][game] = 0


def main_line_end(tables: Tables) -> int:
    """The last node of the main line: the one before the first that does not follow it."""
    last = 0
    while last + 1 < tables.counts[NODES] and tables.parent[last + 1] == last:
        last += 1
    return last


def put_board(board: Array, size: int, target: Array, place: int) -> int:
    """Copy a board without its edges; returns where the next one goes."""
    for row in range(1, size + 1):
        for point in range(row * (size + 1) + 1, row * (size + 1) + size + 1):
            target[place] = board[point]
            place += 1
    return place


def count_stones(board: Array, size: int, colour: int) -> int:
    """How many stones of a colour are on a board."""
    count = 0
    for point in range(size + 2, (size + 1) * (size + 1)):
        if board[point] == colour:
            count += 1
    return count


def canonical_board(
    stones: Bytes, first: int, size: int, weights: Sequence[int], images: Array
) -> int:
    """The least of the numbers of a board's eight images, without the weight of its shape."""
    for image in range(8):
        images[image] = 0
    for row in range(size):
        for column in range(size):
            colour = stones[first + row * size + column]
            if colour != BLACK and colour != WHITE:
                continue
            for image in range(8):
                x = size - 1 - column if image & 1 else column
                y = size - 1 - row if image & 2 else row
                point = x * size + y if image & 4 else y * size + x
                images[image] ^= weights[2 * point + colour]
    best = images[0]
    for image in range(1, 8):
        best = min(best, images[image])
    return best


def has_setup(data: Bytes, tables: Tables, known: Knowledge) -> bool:
    """Whether the root sets up stones."""
    for index in range(tables.first_property[0], tables.first_property[1]):
        name = name_code(data, tables.name_start[index], tables.name_end[index])
        if name != NONE and ADD_BLACK <= known.kinds[name] <= ADD_WHITE:
            return True
    return False


def put_line(
    data: Bytes,
    tables: Tables,
    known: Knowledge,
    scratch: Scratch,
    turns: Array,
    found: Found,
    game: int,
    size: int,
    weights: Sequence[int],
) -> None:
    """Fill the columns of a sound game; the scratch board is as the last node left it.

    Where there are variations or a setup, the main line is played once more, from the root.
    """
    state = State(scratch.board, scratch.head, scratch.link, scratch.sizes, scratch.libs, size + 1)
    last = main_line_end(tables)
    again = last + 1 < tables.counts[NODES] or has_setup(data, tables, known)
    blacks = whites = 0
    place = found.start_ends[game]
    if again:
        clear_board(scratch.board, size)
        judge_root(data, tables, size, known, state, turns)
        blacks = count_stones(scratch.board, size, BLACK)
        whites = count_stones(scratch.board, size, WHITE)
        if blacks + whites > 0:
            place = put_board(scratch.board, size, found.starts, place)
    found.start_ends[game + 1] = place
    numbers = found.numbers[game]
    numbers[SIZE], numbers[BLACKS], numbers[WHITES] = size, blacks, whites
    place = found.move_ends[game]
    begins = turn = turns[0]
    ko = passes = 0
    for node in range(last + 1):
        value = scratch.moves[node]
        if value == NONE:
            continue
        colour = BLACK if value >= 0 else WHITE
        value = value if value >= 0 else ~(value + 1)
        if place == found.move_ends[game]:
            begins = colour
        start = tables.value_start[value]
        point = NONE
        if tables.value_end[value] - start == 2:
            point = point_at(data, start, size)
        turn = BLACK + WHITE - colour
        passes = passes + 1 if point == NONE else 0
        number = 0
        if point != NONE:
            blacks += 1 if colour == BLACK else 0
            whites += 1 if colour == WHITE else 0
            number = (point // (size + 1) - 1) * size + point % (size + 1)
        if again:
            if ko:
                state.board[ko] = EMPTY
            ko = 0
            if point != NONE:
                _, _, ko = play_unchecked(state, point, colour)
        found.moves[place] = number
        place += 1
    numbers[PLIES] = place - found.move_ends[game]
    found.move_ends[game + 1] = place
    numbers[BEGINS] = begins
    numbers[TURN] = 0 if passes >= 2 else turn
    # What was set and is not there has been taken.
    numbers[BLACK_TAKEN] = whites - count_stones(scratch.board, size, WHITE)
    numbers[WHITE_TAKEN] = blacks - count_stones(scratch.board, size, BLACK)
    first = found.stone_ends[game]
    found.stone_ends[game + 1] = put_board(scratch.board, size, found.stones, first)
    found.canonical[game] = canonical_board(found.stones, first, size, weights, found.images)


def column_games(
    data: Bytes, starts: Sequence[int], ends: Sequence[int], signs: Bytes,
    tables: Tables, known: Knowledge, scratch: Scratch, turns: Array,
    codes: Sequence[int], weights: Sequence[int], found: Found,
) -> None:  # fmt: skip
    """Fill the columns of some games; of those that are ODD only the verdict."""
    for bucket in range(BUCKETS):
        scratch.buckets[bucket] = NONE
    for game in range(len(starts)):
        start, end = starts[game], ends[game]
        lex(data, start, end, signs, tables)
        found.roots[game] = tables.node_end[0]
        turns[0] = 0
        verdict = judge_game(data, start, end, tables, known, scratch, game, turns)
        if verdict <= FOREIGN and turns[0] == 0 and scratch.moves[main_line_end(tables)] == NONE:
            verdict = ODD  # Who is to move is not for us to say.
        found.verdicts[game] = verdict
        for ends_so_far in (found.move_ends, found.start_ends, found.stone_ends):
            ends_so_far[game + 1] = ends_so_far[game]
        if verdict > FOREIGN:
            continue
        put_headers(data, tables, codes, found, game)
        put_line(data, tables, known, scratch, turns, found, game, root_size(data, tables), weights)


def gather(data: Bytes, starts: Sequence[int], ends: Sequence[int], out: Array) -> None:
    """Put pieces of bytes one after the other."""
    place = 0
    for row in range(len(starts)):
        if starts[row] == NONE:
            continue
        for index in range(starts[row], ends[row]):
            out[place] = data[index]
            place += 1
