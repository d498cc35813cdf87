"""Loops over rows of checkers words; compiled, they run on all cores."""

from __future__ import annotations

from typing import Any

from boardbytes.formats.word.step import (
    HEADER,
    IN_PLAY,
    PIECES,
    QUEEN,
    RED,
    contract_fault,
    english_fault,
    square_of,
    turn_of,
)

FINE, LIGHT_SQUARE, TWO_PIECES = 0, 1, 2


def english_rows(old: Any, new: Any, layout: int, faults: Any) -> None:
    """The first fault of every step by the rules."""
    for row in range(len(faults)):
        faults[row] = english_fault(old[row], new[row], layout)


def contract_rows(old: Any, new: Any, layout: int, faults: Any) -> None:
    """The first fault of every step for the contract, which knows only its own layout."""
    for row in range(len(faults)):
        faults[row] = contract_fault(old[row], new[row])


def word_rows(
    words: Any,
    layout: int,
    red: Any,
    white: Any,
    kings: Any,
    turns: Any,
    errors: Any,
) -> None:
    """The sets of squares and the turn number of every word, and what makes it no position."""
    for row in range(len(errors)):
        word = words[row]
        turns[row] = turn_of(word, layout)
        first = second = crowned = error = 0
        for index in range(PIECES):
            byte = int(word[HEADER + index])
            if byte >= IN_PLAY and error == FINE:
                square = square_of(byte)
                if square == 0:
                    error = LIGHT_SQUARE
                elif (first | second) & square:
                    error = TWO_PIECES
                if index < RED:
                    first |= square
                else:
                    second |= square
                if byte & QUEEN:
                    crowned |= square
        red[row], white[row], kings[row], errors[row] = first, second, crowned, error
