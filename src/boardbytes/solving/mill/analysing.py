"""Analyses of mill: by the tables, and beyond them by a search."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.model import Record
from boardbytes.model.analysis import Analysis, Score
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill.choosing import best_moves
from boardbytes.solving.mill.member import member_of
from boardbytes.solving.mill.probing import holds_for, probe
from boardbytes.solving.mill.searching import made_ready, search
from boardbytes.solving.search_analysis import by_search

UNIT = "stones"


def analyses(record: Record, limits: Limits) -> Iterator[Analysis]:
    """Ever deeper analyses of the end of a record of mill."""
    position = record.position
    assert isinstance(position, MillPosition)
    rules = position.find_rules(record.rules)
    folder, member = limits.tables, member_of(rules)
    if not made_ready(position, folder, member, limits.stop):
        return
    looking = search(folder, member=member)

    def known(position: MillPosition) -> Score | None:
        if not holds_for(member, rules):
            return None
        try:
            found = probe(position, folder, rules)
        except NoTableError:
            return None
        lead = 0.0 if found.value == "drawn" else None
        return Score(found.value, found.plies, proven=True, lead=lead, unit=UNIT)

    def following(position: MillPosition) -> MillMove | None:
        choices = best_moves(position, folder, rules) if holds_for(member, rules) else []
        found: MillMove | None = choices[0].move if choices else looking.remembered(position)
        return found

    yield from by_search(looking, record, limits, UNIT, known, following)
