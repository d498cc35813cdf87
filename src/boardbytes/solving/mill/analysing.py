"""Analyses of mill: by the tables, and beyond them by a search."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.rules import MillRules
from boardbytes.model import Record
from boardbytes.model.analysis import Analysis, Score
from boardbytes.solving.limits import SECONDS, Limits
from boardbytes.solving.mill.choosing import best_moves
from boardbytes.solving.mill.member import member_of
from boardbytes.solving.mill.probing import Probe, holds_for, probe, probe_moves
from boardbytes.solving.mill.searching import made_ready, search
from boardbytes.solving.search_analysis import by_search

UNIT = "stones"
LINE = 20
"""About how many moves a line has, which share the time."""


def analyses(record: Record, limits: Limits) -> Iterator[Analysis]:
    """Ever deeper analyses of the end of a record of mill."""
    position = record.position
    assert isinstance(position, MillPosition)
    rules = position.find_rules(record.rules)
    folder, member = limits.tables, member_of(rules)
    if not made_ready(position, folder, member, limits.stop):
        return
    looking = search(folder, member=member)
    # Where tables say only who wins, a search for the plies takes its share.
    seconds = min(SECONDS, SECONDS if limits.seconds is None else limits.seconds) / 2
    timed = _after_moves(position, rules, limits, seconds)

    def known(position: MillPosition) -> Score | None:
        found = timed.get(position)
        if found is None:
            if not holds_for(member, rules):
                return None
            try:
                found = probe(position, folder, rules)
            except NoTableError:
                return None
        lead = 0.0 if found.value == "drawn" else None
        return Score(found.value, found.plies, proven=True, lead=lead, unit=UNIT)

    def following(position: MillPosition) -> MillMove | None:
        share = 0.0 if limits.stop.is_set() else seconds / (LINE * limits.lines)
        is_known = holds_for(member, rules)
        choices = best_moves(position, folder, rules, share) if is_known else []
        found: MillMove | None = choices[0].move if choices else looking.remembered(position)
        return found

    yield from by_search(looking, record, limits, UNIT, known, following)


def _after_moves(
    position: MillPosition, rules: MillRules, limits: Limits, seconds: float
) -> dict[MillPosition, Probe]:
    """What the positions after all moves are worth, if tables know them all."""
    try:
        found = probe_moves(position, limits.tables, rules, seconds, limits.stop)
    except NoTableError:
        return {}
    return {position.play(move, rules): value.after for move, value in found.items()}
