"""Whether an SGF game is sound through and through, asked of many games without reading them.

A game is sound if a reader has nothing to report about it: known properties with values of their
type, moves that are legal whatever the rules, text in UTF-8. Anything else is left to the reader
of one game, which says what it is. So calling a sound game odd does no harm; the reverse would.

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
from boardbytes.formats.sgf.moves_kernel import (
    BUCKETS,
    Scratch,
    add_stones,
    are_moves_sound,
    clear_board,
    has_breathless,
)
from boardbytes.formats.sgf.value_kernel import (
    is_ascii,
    is_capital,
    is_komi,
    is_number,
    is_points,
    is_utf8,
    name_code,
    point_at,
    small_number,
)
from boardbytes.games.go.board import BLACK, WHITE
from boardbytes.games.go.kernel import State

SOUND, ODD_ROOT, FOREIGN, ODD = range(4)
"""Verdicts, the larger the worse: nothing to report; nothing, except perhaps about the root alone;
the same, if all text is ASCII; something, or something that is not known here."""

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
    SMALL_NUMBER,
    DOUBLE,
    STRANGE,
) = range(20)
"""What kind of property a name is. A WORD is one of a few; DOUBLE is 1, 2 or nothing; what is
STRANGE is never sound."""

NAMES = 26 * 27
"""How many names of one or two capital letters there are."""
SIMPLE_KO = NAMES
"""Not a name: the words of RU for rules under which a board may come back."""

LETTERS = 52
"""The largest board whose points two letters can name."""

USUAL_SIZE = 19


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
    elif kind == SMALL_NUMBER:
        is_fine = small_number(data, start, end) != NONE
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

    The move of each node is written down as the number of its value, or NONE.
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
    """The verdict on a game that has been lexed."""
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
    is_simple = may_repeat(data, tables, known)
    if not are_moves_sound(data, tables, size, scratch, known.weights, turns[0], game, is_simple):
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
    data: Bytes, starts: Sequence[int], ends: Sequence[int], signs: Bytes,
    tables: Tables, known: Knowledge, scratch: Scratch, turns: Array,
    verdicts: Array, roots: Array,
) -> None:  # fmt: skip
    """The verdict on each of some games, and where its root ends."""
    for bucket in range(BUCKETS):
        scratch.buckets[bucket] = NONE
    for game in range(len(starts)):
        lex(data, starts[game], ends[game], signs, tables)
        roots[game] = tables.node_end[0]
        verdicts[game] = judge_game(
            data, starts[game], ends[game], tables, known, scratch, game, turns
        )
