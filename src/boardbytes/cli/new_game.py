"""How a new game begins: its board, komi, handicap and players, its date and its id."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from datetime import date
from typing import Any, TypeAlias

import click

from boardbytes.errors import PositionError
from boardbytes.games.checkers.ballot import OPENINGS
from boardbytes.games.checkers.ballot import opening as after_opening
from boardbytes.model import Colour, Document, Game, GameTree, Headers, Position

Size: TypeAlias = int | tuple[int, int]
"""The lines of a square Go board, or columns and rows."""


def go_size(text: str) -> Size:
    """The size of a Go board as people type it: `9`, `13x9`."""
    found = re.fullmatch(r"(\d{1,3})(?:[x×](\d{1,3}))?", text)
    if found is None:
        raise click.UsageError(f"a size is written like 9 or 13x9, not {text!r}")
    width, height = int(found[1]), int(found[2] or found[1])
    return width if width == height else (width, height)


def new_game_options(function: Any) -> Any:
    """The options for a new game, and for the players' names."""
    options = [
        click.option(f"--{colour}-name", metavar="TEXT", help=f"What {colour} is called.")
        for colour in Colour
    ]
    options += [
        click.option(
            "--size", metavar="N|WxH", type=go_size, help="Lines of a new Go board; 19 by default."
        ),
        click.option("--komi", type=float, help="Points that white gets in a new game of Go."),
        click.option("--handicap", type=int, help="Black stones on a new Go board."),
        click.option(
            "--opening",
            metavar="random|NUMBER",
            help=f"Checkers: begin after an opening of the ballot, 1 to {len(OPENINGS)}.",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def new_game(
    game: Game,
    rules: str | None,
    size: Size | None,
    komi: float | None,
    handicap: int | None,
    opening: str | None = None,
) -> Document:
    """A game that begins today, with an id of its own; UsageError for one that cannot begin."""
    start = game.start.under(rules or game.match_rules)
    value = start.find_rules(rules or game.match_rules)
    if game.name != "go" and (size is not None or handicap or komi is not None):
        raise click.UsageError("--size, --komi and --handicap are for go")
    if game.name != "checkers" and opening:
        raise click.UsageError("--opening is for checkers")
    try:
        start = _go_board(size, handicap) if game.name == "go" else start
        value = value if komi is None else replace(value, komi=komi)
    except PositionError as error:
        raise click.UsageError(str(error)) from None
    headers = Headers({"game_id": secrets.token_hex(8), "date": date.today().isoformat()})
    if opening is None:
        return Document.of(None, GameTree(start, value, headers))
    return Document.of(None, _after_opening(_ballot_number(opening), value.name, headers))


def _ballot_number(text: str) -> int:
    """An opening as people type it: a number from 1 on, or one drawn by lot."""
    if text == "random":
        return 1 + secrets.randbelow(len(OPENINGS))
    if not text.isdecimal() or not 1 <= int(text) <= len(OPENINGS):
        raise click.UsageError(
            f"an opening is random or a number from 1 to {len(OPENINGS)}, not {text!r}"
        )
    return int(text)


def _after_opening(number: int, rules: str, headers: Headers) -> GameTree:
    """A game of checkers in which an opening of the ballot has been played."""
    played = after_opening(number - 1, rules)
    moves = " ".join(map(str, played.moves))
    return GameTree.of(played, headers.changed(opening=f"ballot {number}: {moves}"))


def _go_board(size: Size | None, handicap: int | None) -> Position:
    from boardbytes.games.go import GoPosition
    from boardbytes.games.go.board import USUAL_SIZE
    from boardbytes.games.go.handicap import with_handicap

    lines = USUAL_SIZE if size is None else size
    return with_handicap(lines, handicap) if handicap else GoPosition(lines)
