"""Whether an SGF game is sound through and through, asked of many games without reading them.

Sound is what no reader has a word to say about: properties that anybody knows with values of their
type, moves that are legal whatever the rules, text in UTF-8. Anything else is left to the reader
of one game, which says what it is. So it does no harm to find too little sound; too much would.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boardbytes.formats.sgf.kernel import (
    FAULTS,
    NODES,
    NONE,
    PROPERTIES,
    STOP,
    Array,
    Bytes,
    Tables,
    find_game,
    lex,
)
from boardbytes.games.go.board import BLACK, EMPTY, WHITE
from boardbytes.games.go.kernel import EDGE, LEGAL, State, judge, place, play_unchecked

SOUND, ODD_ROOT, FOREIGN, ODD = range(4)
"""Verdicts, the worse the larger: nothing to say; nothing, unless about the root by itself; the
same if no letter is foreign; something, or something that is not known here."""

(
    UNKNOWN,
    BLACK_MOVE,
    WHITE_MOVE,
    ADD_BLACK,
    ADD_WHITE,
    TURN,
    SIZE,
    HANDICAP,
    KOMI,
    WORD,
    CHARSET,
    ROOT_TEXT,
    TEXT,
    POINTS,
    LABELS,
    LINES,
    NUMBER,
    DOUBLE,
    STRANGE,
) = range(19)
"""What kind of property a name is. A WORD is one of a few; DOUBLE is 1, 2 or nothing; what is
STRANGE is never sound."""

NAMES = 26 * 27
"""So many names of one or two capital letters there are."""
SIMPLE_KO = NAMES
"""Not a name: the words of RU for rules under which a board may come back."""

LETTERS = 52
"""The largest board that two letters can name the points of."""

SLOTS = 256
"""So many branches can be open at a time."""

BUCKETS = 4096
USUAL_SIZE = 19
KOMI_LIMIT = 60
"""Komi beyond that is written in other units, or is no komi."""


class Knowledge(NamedTuple):
    """What is known of names and words."""

    kinds: Bytes
    """The kind of each name, by `name_code`."""
    words: Bytes
    """The values that a WORD may have, in capital letters."""
    word_starts: Sequence[int]
    word_ends: Sequence[int]
    word_names: Sequence[int]
    """Whose value it is."""
    weights: Sequence[int]
    """A random number for each colour on each point."""


class Scratch(NamedTuple):
    """Arrays for one thread; what they hold is of no interest afterwards."""

    board: Array
    head: Array
    link: Array
    sizes: Array
    libs: Array
    seen: Array
    """For each name, the last node that had it: how a property that stands twice is noticed."""
    moves: Array
    """For each node the value that is its move: as it is of black, below NONE of white."""
    branching: Array
    """For each node, whether several follow it."""
    marks: Array
    """A number for each board on the way to the node."""
    buckets: Array
    """In which game a board with such a number was last seen."""
    boards: Sequence[Array]
    heads: Sequence[Array]
    links: Sequence[Array]
    sizeses: Sequence[Array]
    libses: Sequence[Array]
    """One row to an open branch: the board there."""
    kept: Sequence[Array]
    """And what else is to be known of it."""


def name_code(data: Bytes, start: int, end: int) -> int:
    """The number of a name of one or two capital letters; NONE of any other."""
    if end - start > 2 or not 65 <= data[start] <= 90:
        return NONE
    if end - start == 1:
        return (data[start] - 65) * 27
    if not 65 <= data[start + 1] <= 90:
        return NONE
    return (data[start] - 65) * 27 + data[start + 1] - 64


def is_capital(data: Bytes, start: int, end: int) -> bool:
    """Whether a name consists of capital letters and digits, and is not our own property."""
    for index in range(start, end):
        if 97 <= data[index] <= 122:
            return False
    is_own = end - start == 3 and data[start] == 68 and data[start + 1] == 71
    return not (is_own and data[start + 2] == 70)


def line_of(letter: int, size: int) -> int:
    """Which line of the board a letter names, from 0; NONE if it is none."""
    line = NONE
    if 97 <= letter <= 122:
        line = letter - 97
    elif 65 <= letter <= 90:
        line = letter - 65 + 26
    return line if line < size else NONE


def point_at(data: Bytes, start: int, size: int) -> int:
    """The point, on the padded board, that two letters name; NONE if it is none."""
    column = line_of(data[start], size)
    row = line_of(data[start + 1], size)
    if column == NONE or row == NONE:
        return NONE
    return (row + 1) * (size + 1) + column + 1


def is_points(data: Bytes, start: int, end: int, size: int) -> bool:
    """Whether a value is a point, or two corners of a rectangle, the upper left one first."""
    if end - start == 2:
        return point_at(data, start, size) != NONE
    if end - start != 5 or data[start + 2] != 58:
        return False
    first = point_at(data, start, size)
    last = point_at(data, start + 3, size)
    if first == NONE or last == NONE:
        return False
    return first < last and (first - 1) % (size + 1) <= (last - 1) % (size + 1)


def is_number(data: Bytes, start: int, end: int) -> bool:
    """Whether a value is a number of a few digits, with or without a fraction."""
    if start < end and (data[start] == 45 or data[start] == 43):
        start += 1
    if start == end or end - start > 12 or not 48 <= data[start] <= 57:
        return False
    points = 0
    for index in range(start, end):
        if data[index] == 46:
            points += 1
        elif not 48 <= data[index] <= 57:
            return False
    return points == 0 or (points == 1 and data[end - 1] != 46)


def is_komi(data: Bytes, start: int, end: int) -> bool:
    """Whether a value is a usual komi: not large, and a multiple of a half."""
    if not is_number(data, start, end):
        return False
    if data[start] == 45 or data[start] == 43:
        start += 1
    whole = 0
    while start < end and data[start] != 46:
        whole = 10 * whole + data[start] - 48
        start += 1
    for index in range(start + 1, end):
        if data[index] != 48 and not (index == start + 1 and data[index] == 53):
            return False
    return whole <= KOMI_LIMIT


def small_number(data: Bytes, start: int, end: int) -> int:
    """The number that one or two digits are; NONE if they are none."""
    if not 1 <= end - start <= 2:
        return NONE
    number = 0
    for index in range(start, end):
        if not 48 <= data[index] <= 57:
            return NONE
        number = 10 * number + data[index] - 48
    return number


def is_word(data: Bytes, start: int, end: int, name: int, known: Knowledge) -> bool:
    """Whether a value is one of the words that a property may have, whatever its letters' case."""
    for word in range(len(known.word_names)):
        first = known.word_starts[word]
        if known.word_names[word] != name or known.word_ends[word] - first != end - start:
            continue
        index = 0
        while index < end - start:
            letter = data[start + index]
            if 97 <= letter <= 122:
                letter -= 32
            if letter != known.words[first + index]:
                break
            index += 1
        if index == end - start:
            return True
    return False


def is_ascii(data: Bytes, start: int, end: int) -> bool:
    """Whether no byte is above 127."""
    high = 0
    for index in range(start, end):
        high |= data[index]
    return high < 128


def is_utf8(data: Bytes, start: int, end: int) -> bool:
    """Whether bytes are UTF-8, by the table of RFC 3629."""
    place = start
    while place < end:
        byte = data[place]
        place += 1
        if byte < 128:
            continue
        more = 0
        low = 0x80
        high = 0xBF
        if 0xC2 <= byte <= 0xDF:
            more = 1
        elif 0xE0 <= byte <= 0xEF:
            more = 2
            if byte == 0xE0:
                low = 0xA0
            elif byte == 0xED:
                high = 0x9F
        elif 0xF0 <= byte <= 0xF4:
            more = 3
            if byte == 0xF0:
                low = 0x90
            elif byte == 0xF4:
                high = 0x8F
        if more == 0 or place + more > end:
            return False
        for _ in range(more):
            if not low <= data[place] <= high:
                return False
            low = 0x80
            high = 0xBF
            place += 1
    return True


def clear_board(board: Array, size: int) -> None:
    """Make a padded board empty."""
    stride = size + 1
    for point in range(stride * (size + 2) + 1):
        board[point] = EDGE
    for row in range(1, size + 1):
        for point in range(row * stride + 1, row * stride + stride):
            board[point] = EMPTY


def board_mark(board: Array, size: int, weights: Sequence[int]) -> int:
    """A number for the stones of a board: with other numbers come other boards."""
    mark = 0
    for point in range(size + 2, (size + 1) * (size + 1)):
        if board[point] == BLACK or board[point] == WHITE:
            mark ^= weights[2 * point + board[point]]
    return mark


def has_breathless(state: State, size: int) -> bool:
    """Whether a stone on the board has no liberty."""
    for point in range(size + 2, (size + 1) * (size + 1)):
        value = state.board[point]
        if value in (BLACK, WHITE) and state.libs[state.head[point]] == 0:
            return True
    return False


def add_stones(data: Bytes, start: int, end: int, size: int, colour: int, state: State) -> int:
    """Set up the points of a value; how many, or NONE where something is odd about it."""
    if not is_points(data, start, end, size):
        return NONE
    first = point_at(data, start, size)
    last = point_at(data, end - 2, size)
    width = (last - first) % (size + 1)
    count = 0
    while first <= last:
        for point in range(first, first + width + 1):
            if state.board[point] != EMPTY:
                return NONE
            place(state, point, colour)
            count += 1
        first += size + 1
    return count


def root_size(data: Bytes, tables: Tables) -> int:
    """The size that the root gives the board; NONE where it is odd."""
    size = USUAL_SIZE
    for index in range(tables.first_property[0], tables.first_property[1]):
        start = tables.name_start[index]
        if tables.name_end[index] - start == 2 and data[start] == 83 and data[start + 1] == 90:
            value = tables.first_value[index]
            size = small_number(data, tables.value_start[value], tables.value_end[value])
    return size if 1 <= size <= LETTERS else NONE


def may_repeat(data: Bytes, tables: Tables, known: Knowledge) -> bool:
    """Whether the rules that the root names let a board come back later; True if it names none."""
    for index in range(tables.first_property[0], tables.first_property[1]):
        start = tables.name_start[index]
        if tables.name_end[index] - start == 2 and data[start] == 82 and data[start + 1] == 85:
            value = tables.first_value[index]
            start = tables.value_start[value]
            return is_word(data, start, tables.value_end[value], SIMPLE_KO, known)
    return True


def judge_value(data: Bytes, start: int, end: int, kind: int, size: int) -> int:
    """The verdict on a value that has nothing to do with stones and is no word."""
    is_fine = True
    if kind == POINTS:
        is_fine = is_points(data, start, end, size)
    elif kind == LABELS:
        is_fine = end - start >= 3 and data[start + 2] == 58 and point_at(data, start, size) != NONE
    elif kind == LINES:
        is_fine = end - start == 5 and data[start + 2] == 58
        is_fine = is_fine and point_at(data, start, size) != NONE
        is_fine = is_fine and point_at(data, start + 3, size) != NONE
    elif kind == NUMBER:
        is_fine = is_number(data, start, end)
    elif kind == DOUBLE:
        is_fine = start == end or (end - start == 1 and 49 <= data[start] <= 50)
    elif kind == KOMI:
        return SOUND if is_komi(data, start, end) else ODD_ROOT
    return SOUND if is_fine else ODD


def judge_root(
    data: Bytes, tables: Tables, size: int, known: Knowledge, state: State, turns: Array
) -> int:
    """The verdict on the setup of the root, SOUND or ODD; its stones are then on the board.

    `turns` gets who must begin, as far as it is said: BLACK, WHITE, or 0 where either may.
    """
    blacks = whites = handicap = 0
    said = 0
    for index in range(tables.first_property[0], tables.first_property[1]):
        name = name_code(data, tables.name_start[index], tables.name_end[index])
        kind = known.kinds[name] if name != NONE else UNKNOWN
        first = tables.first_value[index]
        start = tables.value_start[first]
        end = tables.value_end[first]
        if kind in (ADD_BLACK, ADD_WHITE):
            colour = BLACK if kind == ADD_BLACK else WHITE
            for value in range(first, tables.first_value[index + 1]):
                start = tables.value_start[value]
                end = tables.value_end[value]
                count = add_stones(data, start, end, size, colour, state)
                if count == NONE:
                    return ODD
                blacks += count if colour == BLACK else 0
                whites += count if colour == WHITE else 0
        elif kind == TURN:
            if end - start != 1 or (data[start] != 66 and data[start] != 87):
                return ODD
            said = BLACK if data[start] == 66 else WHITE
        elif kind == HANDICAP:
            handicap = small_number(data, start, end)
            if handicap == NONE:
                return ODD
    if handicap > 1 and (handicap != blacks or whites > 0):
        return ODD
    if blacks + whites > 0 and has_breathless(state, size):
        return ODD
    turns[0] = said if said or blacks + whites > 0 else BLACK
    return SOUND


def judge_properties(
    data: Bytes, tables: Tables, size: int, known: Knowledge, scratch: Scratch
) -> int:
    """The verdict on all properties of a game, apart from moves and setup.

    The move of each node, a number of a value, is written down, or NONE.
    """
    first_value, value_start, value_end = tables[9:12]
    name_start, name_end, property_node = tables.name_start, tables.name_end, tables.property_node
    kinds, seen, moves = known.kinds, scratch.seen, scratch.moves
    for name in range(NAMES):
        seen[name] = NONE
    for node in range(tables.counts[NODES]):
        moves[node] = NONE
    verdict = SOUND
    for index in range(tables.counts[PROPERTIES]):
        start, end = name_start[index], name_end[index]
        first, last = first_value[index], first_value[index + 1]
        node = property_node[index]
        name = name_code(data, start, end)
        if name == NONE:
            if not is_capital(data, start, end):
                return ODD
            continue
        kind = kinds[name]
        if kind == STRANGE or seen[name] == node:
            return ODD
        seen[name] = node
        if kind == BLACK_MOVE or kind == WHITE_MOVE:  # noqa: SIM109 (faster)
            if moves[node] != NONE or node == 0 or last - first > 1:
                return ODD
            moves[node] = first if kind == BLACK_MOVE else ~first - 1
            continue
        if ADD_BLACK <= kind <= ROOT_TEXT and node > 0:
            return ODD
        if kind == UNKNOWN or kind == ADD_BLACK or kind == ADD_WHITE:  # noqa: SIM109
            continue
        if last - first > 1 and (kind < POINTS or kind > LINES):
            return ODD
        if WORD <= kind <= CHARSET:
            if not is_word(data, value_start[first], value_end[first], name, known):
                verdict = max(verdict, ODD_ROOT if kind == WORD else FOREIGN)
            continue
        for value in range(first, last):
            verdict = max(
                verdict, judge_value(data, value_start[value], value_end[value], kind, size)
            )
    return verdict


def copy_board(source: State, target: State, cells: int) -> None:
    """Copy a state over another."""
    for point in range(cells):
        target.board[point] = source.board[point]
        target.head[point] = source.head[point]
        target.link[point] = source.link[point]
        target.sizes[point] = source.sizes[point]
        target.libs[point] = source.libs[point]


def comes_back(marks: Array, plies: int, mark: int) -> bool:
    """Whether a board was there before."""
    # A generator, as the linter would have it, is no integer or array.
    for ply in range(plies):  # noqa: SIM110
        if marks[ply] == mark:
            return True
    return False


def judge_moves(
    data: Bytes,
    tables: Tables,
    size: int,
    scratch: Scratch,
    known: Knowledge,
    turn: int,
    game: int,
) -> int:
    """The verdict on the moves of all nodes, variations too, from the board that is set up.

    No suicide is sound, whatever the rules, and no board that was there before unless they are
    known to allow it.
    """
    is_simple = may_repeat(data, tables, known)
    state = State(scratch.board, scratch.head, scratch.link, scratch.sizes, scratch.libs, size + 1)
    nodes = tables.counts[NODES]
    branching = scratch.branching
    for node in range(nodes):
        branching[node] = 0
    for node in range(1, nodes):
        if tables.parent[node] != node - 1:
            branching[tables.parent[node]] = 1
    cells = (size + 1) * (size + 2) + 1
    marks = scratch.marks
    mark = board_mark(scratch.board, size, known.weights)
    marks[0] = mark
    scratch.buckets[mark & (BUCKETS - 1)] = game
    plies = 1
    slots = ko = passes = 0
    for node in range(nodes):
        if node > 0 and tables.parent[node] != node - 1:
            while scratch.kept[slots - 1][0] != tables.parent[node]:
                slots -= 1
            kept = scratch.kept[slots - 1]
            ko, passes, turn, plies, mark = kept[1], kept[2], kept[3], kept[4], kept[5]
            copy_board(slot(scratch, slots - 1, size), state, cells)
        value = scratch.moves[node]
        if value != NONE:
            colour = BLACK if value >= 0 else WHITE
            value = value if value >= 0 else ~(value + 1)
            if (turn != 0 and colour != turn) or passes >= 2:
                return ODD
            start = tables.value_start[value]
            length = tables.value_end[value] - start
            turn = BLACK + WHITE - colour
            point = NONE
            if length == 0 or (
                length == 2 and size <= 19 and data[start] == 116 and data[start + 1] == 116
            ):
                passes += 1
            else:
                passes = 0
                if length == 2:
                    point = point_at(data, start, size)
                if point == NONE or judge(state, point, colour, False) != LEGAL:
                    return ODD
            if ko:
                state.board[ko] = EMPTY
            ko = 0
            if point != NONE:
                taken, _, ko = play_unchecked(state, point, colour)
                mark ^= known.weights[2 * point + colour]
                if taken > 0 and not is_simple:
                    mark = board_mark(state.board, size, known.weights)
                bucket = mark & (BUCKETS - 1)
                is_near = scratch.buckets[bucket] == game and not is_simple
                if is_near and comes_back(marks, plies, mark):
                    return ODD
                scratch.buckets[bucket] = game
                marks[plies] = mark
                plies += 1
        if branching[node]:
            if slots == SLOTS:
                return ODD
            kept = scratch.kept[slots]
            kept[0], kept[1], kept[2], kept[3], kept[4], kept[5] = (
                node,
                ko,
                passes,
                turn,
                plies,
                mark,
            )
            copy_board(state, slot(scratch, slots, size), cells)
            slots += 1
    return SOUND


def slot(scratch: Scratch, number: int, size: int) -> State:
    """The arrays in which the board at an open branch is kept."""
    return State(
        scratch.boards[number],
        scratch.heads[number],
        scratch.links[number],
        scratch.sizeses[number],
        scratch.libses[number],
        size + 1,
    )


def judge_game(
    data: Bytes,
    start: int,
    end: int,
    tables: Tables,
    known: Knowledge,
    scratch: Scratch,
    game: int,
    turns: Array,
) -> int:
    """The verdict on a game that is lexed."""
    if tables.counts[FAULTS] > 0:
        return ODD
    size = root_size(data, tables)
    if size == NONE:
        return ODD
    verdict = judge_properties(data, tables, size, known, scratch)
    if verdict == ODD:
        return ODD
    if not is_ascii(data, start, end) and (verdict == FOREIGN or not is_utf8(data, start, end)):
        return ODD
    clear_board(scratch.board, size)
    state = State(scratch.board, scratch.head, scratch.link, scratch.sizes, scratch.libs, size + 1)
    if judge_root(data, tables, size, known, state, turns) == ODD:
        return ODD
    if judge_moves(data, tables, size, scratch, known, turns[0], game) == ODD:
        return ODD
    return verdict


def split_games(
    data: Bytes,
    begin: int,
    stop: int,
    end: int,
    room: int,
    signs: Bytes,
    tables: Tables,
    starts: Array,
    ends: Array,
) -> tuple[int, int]:
    """Where the games stand that begin before `stop`: how many, and where to go on.

    Stops early when the arrays are full, and at a game of more than `room` bytes.
    """
    count = 0
    while count < len(starts):
        start = find_game(data, begin, end, signs)
        if start == NONE:
            return count, end
        if start >= stop:
            return count, start
        limit = min(end, start + room)
        begin = lex(data, start, limit, signs, tables)
        if tables.counts[STOP] == limit and limit < end:
            return count, start
        starts[count] = start
        ends[count] = begin
        count += 1
    return count, begin


def judge_games(
    data: Bytes,
    starts: Sequence[int],
    ends: Sequence[int],
    signs: Bytes,
    tables: Tables,
    known: Knowledge,
    scratch: Scratch,
    turns: Array,
    verdicts: Array,
    roots: Array,
) -> None:
    """The verdict on each of some games, and where its root ends."""
    for bucket in range(BUCKETS):
        scratch.buckets[bucket] = NONE
    for game in range(len(starts)):
        lex(data, starts[game], ends[game], signs, tables)
        roots[game] = tables.node_end[0]
        verdicts[game] = judge_game(
            data, starts[game], ends[game], tables, known, scratch, game, turns
        )
