"""How many moves have been played, as mill's text formats count them."""

from __future__ import annotations

from boardbytes.formats.mill_text.positions import mill_position
from boardbytes.games.mill import MillPosition
from boardbytes.model import Document

MAX_COUNT = 2**53 - 1
"""The largest number that every program reads the same."""


def least_plies(position: MillPosition) -> int:
    """The fewest moves that lead here, one that is begun included: one per stone set."""
    return position.counts().s


def plies(document: Document) -> int:
    """How many moves have been played in all: those the file counted and those in the record."""
    start = mill_position(document.start, "the record")
    moves = len(document.record.moves) if document.record else 0
    # A taking that completes a move begun in the file is not another move.
    begun = start.removing and moves > 0
    return document.facts.integer("plies", least_plies(start)) + moves - begun


def quiet_plies(document: Document) -> int:
    """How many moves in a row were played without progress."""
    if document.record is None:
        return document.facts.integer("quiet", 0)
    quiet = document.record.quiet_plies
    if quiet < len(document.record.moves):
        return quiet
    return quiet + document.facts.integer("quiet", 0)
