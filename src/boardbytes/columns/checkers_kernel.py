"""Loops over rows of checkers: words read, checked and written, moves counted and played.

The same source runs interpreted and compiled: no exceptions, no allocation. Arrays with several
numbers to a row come flat.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.replay_kernel import fault_of
from boardbytes.columns.results import NO_POSITION
from boardbytes.formats.word.step import (
    CELL,
    CHANNEL,
    HEADER,
    IN_PLAY,
    PIECES,
    QUEEN,
    RED,
    contract_fault,
    english_fault,
    square_of,
    turn_of,
    with_piece,
)
from boardbytes.games.checkers.kernel import (
    ALL,
    BOTTOM,
    TOP,
    count_moves,
    list_moves,
    play_unchecked,
    popcount,
)
from boardbytes.games.checkers.rules import JUMP_ON, MUST_JUMP
from boardbytes.solving.checkers_kernel import place_of

WORD = 32

CODES = (
    *("light-square", "two-pieces"),
    *("taken-not-zero", "man-on-far-row", "spare", "moved-piece", "turn", "mover", "target"),
    *("jumped-piece", "missing"),
)
"""The problems of a word, errors first; the place of each is its bit."""

LIGHT_SQUARE, TWO_PIECES = 1 << 0, 1 << 1
NOT_ZERO, FAR_ROW, SPARE, MOVED, TURN = 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6
MOVER, TARGET, JUMPED, MISSING = 1 << 7, 1 << 8, 1 << 9, 1 << 10
ERROR_BITS = LIGHT_SQUARE | TWO_PIECES

NO_TABLE, UNCROWNED, NO_PLIES = 1 << 0, 1 << 1, 255

NO_PIECES, NO_MOVE = 2, 3
"""Places in REASONS."""


def english_rows(old: Any, new: Any, layout: int, faults: Any) -> None:
    """The first fault of every step by the rules."""
    for row in range(len(faults)):
        at = row * WORD
        faults[row] = english_fault(old[at : at + WORD], new[at : at + WORD], layout)


def contract_rows(old: Any, new: Any, layout: int, faults: Any) -> None:
    """The first fault of every step for the contract, which knows only its own layout."""
    for row in range(len(faults)):
        at = row * WORD
        faults[row] = contract_fault(old[at : at + WORD], new[at : at + WORD])


def read_pieces(word: Any) -> tuple[int, int, int, int]:
    """What is found in the pieces of a word, and the sets of squares that they make."""
    found = red = white = kings = 0
    for index in range(PIECES):
        byte = word[HEADER + index] + 0
        if byte < IN_PLAY:
            found |= NOT_ZERO * (byte != 0)
            continue
        square = square_of(byte)
        if square == 0:
            found |= LIGHT_SQUARE
        elif (red | white) & square:
            found |= TWO_PIECES
        elif square & (BOTTOM if index < RED else TOP) and not byte & QUEEN:
            found |= FAR_ROW
        red, white, kings = with_piece(red, white, kings, index, byte, square)
    return found, red, white, kings


def move_findings(word: Any, layout: int, turn: int) -> int:
    """What is odd about the move that a word tells of."""
    found = SPARE * (layout != CHANNEL and word[2] != 0)
    moved = word[0] + 0
    if moved > PIECES:
        return found | MOVED
    red_moved = turn & 1 == 1
    if moved > 0:
        found |= TURN * (turn == 0)
        byte = word[HEADER + moved - 1] + 0
        found |= MOVER * (turn > 0 and (moved <= RED) != red_moved)
        if byte < IN_PLAY:
            found |= MOVER
        elif layout == CHANNEL and word[1] != (byte & 0x38) << 1 | byte & 7:
            found |= TARGET
    else:
        found |= MOVED * (turn > 0)
    first, jumps = (2, 3) if layout == CHANNEL else (1, 1)
    for index in range(first, first + jumps):
        number = word[index] + 0
        if number > PIECES or (
            number > 0 and (word[HEADER + number - 1] >= IN_PLAY or (number <= RED) == red_moved)
        ):
            found |= JUMPED
    red_left = white_left = 0
    for index in range(RED):
        red_left += word[HEADER + index] >= IN_PLAY
        white_left += word[HEADER + RED + index] >= IN_PLAY
    if RED - red_left > jumps * (turn // 2) or RED - white_left > jumps * ((turn + 1) // 2):
        found |= MISSING
    return found


def check_rows(words: Any, layout: int, found: Any) -> None:
    """What is found in every word."""
    for row in range(len(found)):
        word = words[row * WORD : row * WORD + WORD]
        found[row] = read_pieces(word)[0] | move_findings(word, layout, turn_of(word, layout))


def decode_rows(
    words: Any, layout: int,
    red: Any, white: Any, kings: Any, turn: Any, plies: Any, error: Any,
) -> None:  # fmt: skip
    """The position and the turn number of every word; all zeros where there is an error."""
    for row in range(len(error)):
        word = words[row * WORD : row * WORD + WORD]
        found, first, second, crowned = read_pieces(word)
        number = turn_of(word, layout)
        error[row] = found & ERROR_BITS
        if found & ERROR_BITS:
            red[row] = white[row] = kings[row] = turn[row] = plies[row] = 0
        else:
            red[row], white[row], kings[row] = first, second, crowned
            turn[row], plies[row] = 1 + (number & 1), number


def error_rows(
    red: Any, white: Any, kings: Any, turn: Any, plies: Any, error: Any, faults: Any
) -> None:
    """The errors of the rows, and NO_POSITION where the values make none."""
    for row in range(len(faults)):
        first, second = red[row] & ALL, white[row] & ALL
        fine = first & second == 0 and kings[row] & ~(first | second) & ALL == 0
        fine = fine and popcount(first) <= RED and popcount(second) <= RED
        fine = fine and (turn[row] == 1 or turn[row] == 2)
        faults[row] = error[row] + 0 if fine or error[row] else NO_POSITION


def word_error_rows(turn: Any, plies: Any, error: Any, most: int, faults: Any) -> None:
    """The errors of the rows, and TURN where a word cannot hold the turn number."""
    for row in range(len(faults)):
        number = plies[row]
        fits = 0 <= number <= most and 1 + (number & 1) == turn[row]
        faults[row] = error[row] + 0 if fits or error[row] else TURN


def encode_rows(
    red: Any, white: Any, kings: Any, plies: Any, error: Any, layout: int, words: Any
) -> None:
    """The word of every position, its pieces by rows; all zeros where there is an error."""
    for row in range(len(error)):
        base = row * WORD
        for place in range(WORD):
            words[base + place] = 0
        if error[row]:
            continue
        number = plies[row] + 0
        for place in range(3 if layout == CHANNEL else 5):
            words[base + HEADER - 1 - place] = number >> 8 * place & 0xFF
        index = other = 0
        # Words count columns from the other side than squares do, so this goes by cells.
        for cell in range(CELL + 1):
            square = square_of(cell)
            byte = IN_PLAY | (QUEEN if kings[row] & square else 0) | cell
            if red[row] & square:
                words[base + HEADER + index] = byte
                index += 1
            elif white[row] & square:
                words[base + HEADER + RED + other] = byte
                other += 1


def count_rows(
    red: Any, white: Any, kings: Any, turn: Any, error: Any, flags: int, count: Any
) -> None:
    """How many legal moves every position has."""
    for row in range(len(count)):
        count[row] = 0
        if error[row] == 0:
            first, second, crowned = red[row] & ALL, white[row] & ALL, kings[row] & ALL
            if turn[row] == 1:
                count[row] = count_moves(first, second, crowned, True, flags)
            else:
                count[row] = count_moves(second, first, crowned, False, flags)


def outcome_rows(
    red: Any, white: Any, turn: Any, count: Any, error: Any,
    winner: Any, reason: Any,
) -> None:  # fmt: skip
    """Who has won every game, and why, from the number of legal moves."""
    for row in range(len(winner)):
        winner[row] = reason[row] = 0
        if error[row] == 0 and count[row] == 0:
            own = red[row] if turn[row] == 1 else white[row]
            winner[row], reason[row] = 3 - turn[row], NO_MOVE if own else NO_PIECES


def replay_games(
    first: int, last: int, moves: Any, offsets: Any,
    reds: Any, whites: Any, crowned: Any, turns: Any, numbers: Any, errors: Any,
    flags: int, every: bool, codes: Any,
    red: Any, white: Any, kings: Any, turn: Any, plies: Any, error: Any, ply: Any,
) -> None:  # fmt: skip
    """Play the moves of games, each checked: the last position, or the one after every move.

    At the first move that cannot be played a game stays where it is, with the error.
    """
    for game in range(first, last):
        start = game if len(reds) > 1 else 0
        mover, number = turns[start] + 0, numbers[start] + 0
        own, opp, royal = reds[start] & ALL, whites[start] & ALL, crowned[start] & ALL
        if mover == 2:
            own, opp = opp, own
        fault, wrong = errors[start] + 0, 0
        index, end = offsets[game] + 0, offsets[game + 1] + 0
        begin = index
        while True:
            if index < end and fault == 0:
                count = list_moves(own, opp, royal, mover == 1, flags, codes)
                fault = fault_of(moves[index], codes, count)
                if fault:
                    wrong = index - begin + 1
                else:
                    own, opp, royal = play_unchecked(own, opp, royal, mover == 1, moves[index] + 0)
                    own, opp, mover, number = opp, own, 3 - mover, number + 1
            if (every and index < end) or (not every and index >= end):
                row = index if every else game
                red[row], white[row] = (opp, own) if mover == 2 else (own, opp)
                kings[row], turn[row], plies[row] = royal, mover, number
                error[row], ply[row] = fault, wrong
            if index >= end:
                break
            index += 1


def plane_rows(
    red: Any, white: Any, kings: Any, turn: Any, error: Any, cells: Any, planes: Any
) -> None:
    """Five planes of 8 × 8 for every position, laid over zeros; `cells` tells where squares are."""
    plane = 64
    for row in range(len(error)):
        base = row * 5 * plane
        if error[row]:
            continue
        is_red = turn[row] == 1
        own, opp = (red[row], white[row]) if is_red else (white[row], red[row])
        for square in range(32):
            cell, king = base + cells[square], kings[row] >> square & 1
            planes[cell] = (own >> square & 1) & ~king
            planes[cell + plane] = (own >> square & 1) & king
            planes[cell + 2 * plane] = (opp >> square & 1) & ~king
            planes[cell + 3 * plane] = (opp >> square & 1) & king
        for place in range(plane):
            planes[base + 4 * plane + place] = is_red


def value_rows(
    red: Any, white: Any, kings: Any, turn: Any, error: Any, starts: Any, table: Any, most: int,
    value: Any, plies: Any, faults: Any,
) -> None:  # fmt: skip
    """What the table says of every ending; it holds those of up to `most` pieces."""
    for row in range(len(value)):
        value[row] = plies[row] = 0
        faults[row] = error[row] + 0
        if error[row]:
            continue
        down = turn[row] == 1
        own, opp, crowned = red[row] & ALL, white[row] & ALL, kings[row] & ALL
        men = (own & BOTTOM | opp & TOP) & ~crowned
        if not down:
            own, opp = opp, own
        if popcount(own | opp) > most:
            faults[row] = NO_TABLE
        elif men:
            faults[row] = UNCROWNED
        elif own == 0 or opp == 0:
            won = count_moves(own, opp, crowned, down, MUST_JUMP | JUMP_ON) > 0
            value[row], plies[row] = (1, 1) if won else (-1, 0)
        else:
            byte = table[place_of(own, opp, crowned, down, starts)] + 0
            value[row] = 0 if byte == 0 else 1 if byte % 2 == 0 else -1
            plies[row] = NO_PLIES if byte == 0 else byte - 1
