"""The grammar of SGF on arrays: one game split into nodes, properties and values, with offsets.

Nothing is refused: what breaks the grammar is stepped over, and noted as a fault with its place.
Nothing is copied or interpreted either: the result is only places in the bytes.

The same source runs interpreted and compiled: no exceptions, no allocation, no recursion, and no
object but the tuple that holds the arrays. Their lengths are not checked: a game has at most as
many nodes, properties, values and parentheses as bytes; `lexing.room_for` has closer bounds.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeAlias

Array: TypeAlias = MutableSequence[int]
Bytes: TypeAlias = Sequence[int]

JUNK, SPACE, LETTER, DIGIT, SEMICOLON, OPEN, CLOSE, BRACKET, LEAD, ESCAPE, END = range(11)
"""What a byte is. From LEAD on it means something inside a value too.

A LEAD begins a character of two bytes: the second is text even if it looks like a bracket. A DIGIT
belongs to a name that a letter began.
"""

(
    UNCLOSED,
    NO_SGF,
    NO_VALUE,
    NO_PROPERTY,
    OPEN_VALUE,
    NO_NODE,
    EMPTY_BRANCH,
    LATE_NODE,
) = range(8)
"""Faults: a `)` is missing at the end; bytes that are not SGF; a property without a value; a value
without a property; a value that never ends; a property outside a node, which gets one; parentheses
without a node; a node that follows variations instead of preceding them."""

NONE = -1

TRAIL = 0x40
"""The lowest second byte of a character: before a lower one, the first is a broken character."""

NODES, PROPERTIES, VALUES, FAULTS, STOP = range(5)
"""Where the counts stand in `Tables.counts`; the last is the place at which lexing stopped."""

LEVEL = 3
"""How many numbers are remembered for each open parenthesis."""


class Tables(NamedTuple):
    """The arrays that a game is written to, in the order of the file.

    After the last node and the last property stands one more `first_property` and `first_value`,
    so that a range of them always has an end.
    """

    node_start: Array
    """Where the `;` stands, or the first property where there is none."""
    node_end: Array
    """After the last value of the node."""
    parent: Array
    """The node before it; NONE for the root."""
    sub_start: Array
    """Where the node with all that follows it begins: at the `(` that it is the first node of."""
    sub_end: Array
    first_property: Array
    property_node: Array
    name_start: Array
    name_end: Array
    first_value: Array
    value_start: Array
    """Inside the brackets."""
    value_end: Array
    fault_code: Array
    fault_place: Array
    """As many faults are kept as these two have room for; all are counted."""
    stack: Array
    """LEVEL numbers to an open parenthesis."""
    counts: Array


def find_game(data: Bytes, place: int, end: int, signs: Bytes) -> int:
    """Where the next game begins: `(` and `;` with nothing but white space between; else NONE."""
    while place < end:
        sign = signs[data[place]]
        place += 1
        if sign == OPEN:
            begin = place - 1
            while place < end and signs[data[place]] == SPACE:
                place += 1
            if place < end and signs[data[place]] == SEMICOLON:
                return begin
        elif sign == LEAD and place < end and data[place] >= TRAIL:
            place += 1
    return NONE


def begins_game(data: Bytes, place: int, end: int, signs: Bytes) -> bool:
    """Whether `(` at a place begins a game even inside another one: `(;GM[` or `(;FF[`.

    Only a root has these two. So a game that is not closed ends where the next one begins.
    """
    place += 1
    while place < end and signs[data[place]] == SPACE:
        place += 1
    if place + 4 > end or signs[data[place]] != SEMICOLON:
        return False
    place += 1
    while place < end and signs[data[place]] == SPACE:
        place += 1
    if place + 3 > end or signs[data[place + 2]] != BRACKET:
        return False
    first = data[place]
    second = data[place + 1]
    return (first == 71 and second == 77) or (first == 70 and second == 70)


def note_fault(tables: Tables, code: int, place: int) -> None:
    """Write a fault down, if there is room for it, and count it."""
    count = tables.counts[FAULTS]
    if count < len(tables.fault_code):
        tables.fault_code[count] = code
        tables.fault_place[count] = place
    tables.counts[FAULTS] = count + 1


def end_sequence(tables: Tables, last: int, head: int, tail: int, whole: int) -> None:
    """Write down where the subtrees of a sequence end, from its last node up to its first."""
    node = last
    while node != head:
        tables.sub_end[node] = tail
        node = tables.parent[node]
    tables.sub_end[head] = whole


def skip_value(data: Bytes, place: int, end: int, signs: Bytes) -> int:
    """Where the `]` stands that ends a value which begins at a place; the end if there is none."""
    while place < end:
        sign = signs[data[place]]
        place += 1
        if sign < LEAD:
            continue
        if sign == END:
            return place - 1
        if sign == ESCAPE and place < end:
            sign = signs[data[place]]
            place += 1
        if sign == LEAD and place < end and data[place] >= TRAIL:
            place += 1
    return end


def lex(data: Bytes, place: int, end: int, signs: Bytes, tables: Tables) -> int:
    """Write down the game whose `(` stands at a place; the result is where it ends.

    `signs` says what each of the 256 bytes is.
    """
    node_start, node_end, parent, sub_start = tables[:4]
    first_property = tables.first_property
    property_node, name_start, name_end, first_value = tables[6:10]
    value_start, value_end = tables.value_start, tables.value_end
    stack = tables.stack
    nodes = properties = values = depth = 0
    node = head = waiting = NONE
    opened = tail = place
    is_inside = is_late = is_junk = False
    tables.counts[FAULTS] = 0
    while place < end:
        sign = signs[data[place]]
        if sign == SPACE:
            place += 1
            continue
        if sign == BRACKET:
            start = place + 1
            place = skip_value(data, start, end, signs)
            if is_inside and properties > first_property[node]:
                value_start[values] = start
                value_end[values] = place
                values += 1
            else:
                note_fault(tables, NO_PROPERTY, start - 1)
            if place == end:
                note_fault(tables, OPEN_VALUE, start - 1)
            else:
                place += 1
            tail = place
            waiting = NONE
            is_junk = False
            continue
        if waiting != NONE:
            note_fault(tables, NO_VALUE, waiting)
            waiting = NONE
        if sign == SEMICOLON or (sign == LETTER and not is_inside):
            if is_inside:
                node_end[node] = tail
            if sign == LETTER:
                note_fault(tables, NO_NODE, place)
            elif is_late:
                note_fault(tables, LATE_NODE, place)
            node_start[nodes] = place
            parent[nodes] = node
            sub_start[nodes] = place
            if head == NONE:
                head = nodes
                # After a branch, the parenthesis is not the node's alone.
                sub_start[nodes] = place if is_late else opened
            first_property[nodes] = properties
            node = nodes
            nodes += 1
            is_inside = True
            is_late = is_junk = False
            if sign == SEMICOLON:
                place += 1
                tail = place
                continue
        if sign == LETTER:
            property_node[properties] = node
            name_start[properties] = waiting = place
            first_value[properties] = values
            place += 1
            while place < end and (signs[data[place]] == LETTER or signs[data[place]] == DIGIT):
                place += 1
            name_end[properties] = tail = place
            properties += 1
            is_junk = False
        elif sign == OPEN:
            if nodes > 0 and begins_game(data, place, end, signs):
                break
            if is_inside:
                node_end[node] = tail
            stack[LEVEL * depth] = node
            stack[LEVEL * depth + 1] = head
            stack[LEVEL * depth + 2] = opened
            depth += 1
            opened = place
            head = NONE
            is_inside = is_late = is_junk = False
            place += 1
            tail = place
        elif sign == CLOSE:
            if is_inside:
                node_end[node] = tail
            place += 1
            if head == NONE:
                note_fault(tables, EMPTY_BRANCH, opened)
            else:
                whole = place if sub_start[head] == opened else tail
                end_sequence(tables, node, head, tail, whole)
            tail = place
            depth -= 1
            node = stack[LEVEL * depth]
            head = stack[LEVEL * depth + 1]
            opened = stack[LEVEL * depth + 2]
            is_inside = is_junk = False
            is_late = True
            if depth == 0:
                break
        else:
            if not is_junk:
                note_fault(tables, NO_SGF, place)
            is_junk = True
            place += 1
            if sign == LEAD and place < end and data[place] >= TRAIL:
                place += 1
    if waiting != NONE:
        note_fault(tables, NO_VALUE, waiting)
    if depth > 0:
        note_fault(tables, UNCLOSED, tail)
        if is_inside:
            node_end[node] = tail
    while depth > 0:
        if head != NONE:
            end_sequence(tables, node, head, tail, tail)
        depth -= 1
        node = stack[LEVEL * depth]
        head = stack[LEVEL * depth + 1]
        opened = stack[LEVEL * depth + 2]
    first_property[nodes] = properties
    first_value[properties] = values
    tables.counts[NODES] = nodes
    tables.counts[PROPERTIES] = properties
    tables.counts[VALUES] = values
    tables.counts[STOP] = place
    return tail
