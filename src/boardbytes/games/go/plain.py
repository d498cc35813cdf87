"""Go positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.go.board import Size
from boardbytes.games.go.notation import format_rows, parse_rows, plain_number
from boardbytes.games.go.position import GoPosition
from boardbytes.games.go.rules import GoRules
from boardbytes.model.colour import Colour
from boardbytes.model.plain import Path, Plain

OVER = "over"
TURNS = {"black": Colour.BLACK, "white": Colour.WHITE, OVER: None}
CAPTURES, POINTS = "captures", "points"
"""Older documents have points, which are captures plus komi."""

_MAX_POINTS = 10**6

MEANINGS: Mapping[Path, str] = {
    ("turn",): "the side to move; over when nobody is",
    ("points", "black"): "stones that black has captured, plus reverse komi",
    ("points", "white"): "stones that white has captured, plus komi",
    ("captures", "black"): "stones that black has captured",
    ("captures", "white"): "stones that white has captured",
}


def to_plain(position: GoPosition) -> dict[str, Any]:
    """The position as an object of plain values."""
    return {
        "rows": format_rows(position.stones, position.size),
        "turn": position.turn.value if position.turn else OVER,
        CAPTURES: {
            "black": plain_number(position.black_captures),
            "white": plain_number(position.white_captures),
        },
    }


def from_plain(plain: Plain) -> GoPosition:
    """The position of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object(["rows", "turn"], [CAPTURES, POINTS])
    name = POINTS if POINTS in plain.value else CAPTURES
    plain.object(["rows", "turn", name])
    captures = plain[name].object(["black", "white"])
    return GoPosition(
        *board_of(plain["rows"]),
        TURNS[plain["turn"].choice(list(TURNS))],
        points_of(captures["black"]),
        points_of(captures["white"]),
    )


def board_of(plain: Plain) -> tuple[Size, bytes]:
    """The size and the intersections of a list of rows."""
    rows = [row.text() for row in plain.items()]
    try:
        return parse_rows(rows)
    except PositionError as error:
        raise plain.fail(f"{plain.name}: {error}") from None


def points_of(plain: Plain) -> float:
    """A number of points: a multiple of a half."""
    value = plain.value
    if type(value) not in (int, float) or not 0 <= value <= _MAX_POINTS or value * 2 % 1:
        shown = str(value) if type(value) in (int, float) else None
        raise plain.fail(f"{plain.name} must be a multiple of 0.5 from 0 up", shown)
    return plain_number(value)


def split_komi(start: GoPosition, rules: GoRules) -> tuple[GoPosition, GoRules]:
    """The first board of a game without its points, and the rules with them as komi.

    That is for boards on which only one side has points: they are taken for komi, since nothing is
    captured before a game begins. Where both have points, nobody knows which part is komi, and they
    stay; so they do under rules that have komi already.
    """
    black, white = start.black_captures, start.white_captures
    if (black and white) or rules.komi:
        return start, rules
    bare = replace(start, black_captures=0, white_captures=0)
    return bare, replace(rules, komi=plain_number(white - black))


def join_komi(position: GoPosition, rules: GoRules) -> GoPosition:
    """The position with komi among its points, as DGF has it: undoes `split_komi`."""
    return replace(
        position,
        black_captures=position.black_captures + max(0, -rules.komi),
        white_captures=position.white_captures + max(0, rules.komi),
    )


def without_komi(position: GoPosition, rules: GoRules | str) -> GoPosition:
    """The position without the komi that is among its points: undoes `join_komi`."""
    komi = GoPosition.find_rules(rules).komi
    black, white = position.black_captures - max(0, -komi), position.white_captures - max(0, komi)
    if min(black, white) < 0:
        return position
    return replace(position, black_captures=plain_number(black), white_captures=plain_number(white))
