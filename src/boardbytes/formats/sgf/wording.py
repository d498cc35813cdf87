"""What a node says as properties: the inverse of `content_of`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from boardbytes.formats.sgf.content import NUMBER, TURNS, UNSTRESSED
from boardbytes.formats.sgf.points import BadPoint, Board
from boardbytes.formats.sgf.properties import Kind, known, name_for
from boardbytes.formats.sgf.texts import format_text, safe
from boardbytes.games.go import RESIGN
from boardbytes.model import Notes, Step
from boardbytes.model.tree import Property

Properties: TypeAlias = "dict[str, list[str]]"
"""The properties of a node as they are to be written."""

_TURN_LETTERS = {colour: letter for letter, colour in TURNS.items()}
_IDENTIFIER = re.compile(r"[A-Z][A-Z0-9_]*")


def properties_of(
    step: Step, notes: Notes, verbatim: Iterable[Property], board: Board
) -> Properties:
    """The properties of a node: the inverse of `content_of`."""
    found: Properties = {}

    def put(name: str, *values: str) -> None:
        found.setdefault(name, []).extend(values)

    if step.setup is not None:
        for point, word in step.setup.stones:
            put(name_for(Kind.STONES, word), *board.codes_of([point]))
        if step.setup.turn is not None:
            put("PL", _TURN_LETTERS[step.setup.turn])
    move: Any = step.move
    if move is not None and move != RESIGN:
        put(name_for(Kind.MOVE, step.colour), board.code(move))
    if notes:
        _put_notes(put, notes, board)
    for name, values in verbatim:
        if known(name).kind is Kind.MOVE and name not in found and _is_move(values, board):
            continue  # what is left of a removed move must not become a move
        put(_identifier(name), *map(safe, values or ("",)))
    return {name: values for name, values in found.items() if values}


def _is_move(values: Sequence[str], board: Board) -> bool:
    try:
        return bool(values) and bool(board.move(values[0]))
    except BadPoint:
        return False


def _put_notes(put: Callable[..., None], notes: Notes, board: Board) -> None:
    if notes.comment:
        put("C", format_text(notes.comment))
    if notes.name:
        put("N", format_text(notes.name))
    for mark in notes.marks:
        put(name_for(Kind.MARK, mark.kind), *board.codes_of([mark.point]))
    for label in notes.labels:
        for code in board.codes_of([label.point]):
            put("LB", f"{code}:{format_text(label.text)}")
    for link in notes.links:
        codes = board.codes_of([link.start, link.end])
        if len(codes) == 2:
            put(name_for(Kind.LINK, link.has_head), ":".join(codes))
    for owned in notes.territory:
        put(name_for(Kind.TERRITORY, owned.colour), *board.codes_of([owned.point]))
    for judgement in notes.judgements:
        value = "" if judgement.verdict in UNSTRESSED else "2" if judgement.is_strong else "1"
        put(name_for(Kind.JUDGEMENT, judgement.verdict), value)
    for clock in notes.clocks:
        if clock.seconds is not None:
            put(name_for(Kind.TIME, clock.colour), _decimal(clock.seconds))
        if clock.moves_left is not None:
            put(name_for(Kind.MOVES_LEFT, clock.colour), f"{clock.moves_left}")
    for figure in notes.figures:
        if figure.name == "value" and NUMBER.fullmatch(figure.value):
            put("V", figure.value)
        else:
            put("XFIG", composed(figure.name, figure.value))


def composed(first: str, second: str) -> str:
    """A value of two texts."""
    return f"{format_text(first).replace(':', chr(92) + ':')}:{format_text(second)}"


def _decimal(number: float) -> str:
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _identifier(name: str) -> str:
    """A name that SGF's grammar allows."""
    if _IDENTIFIER.fullmatch(name):
        return name
    word = re.sub(r"[^A-Z0-9_]", "", name.upper())
    return word if _IDENTIFIER.fullmatch(word) else f"X{word}"[:64]
