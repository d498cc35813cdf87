"""Findings of a game moved to where its bytes stand in the whole file."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import FormatError
from boardbytes.formats.sgf.bulk import moved
from boardbytes.model import Document


def moved_game(game: Document | FormatError, shift: int) -> Document | FormatError:
    """A game whose first byte is the one at `shift`."""
    problems = tuple(moved(problem, shift) for problem in game.problems)
    if not shift or not problems:
        return game
    if isinstance(game, FormatError):
        return FormatError(problems, game.format, game.readable)
    known = game.__dict__.get("record")
    game = replace(game, problems=problems)
    if known is not None:
        game.__dict__["record"] = known
    return game
