"""The value of positions from tables; small tables are made when first needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from boardbytes.compiling import interpreted
from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.kernel import play_unchecked, popcount
from boardbytes.games.mill.rules import MillRules
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.member import CUSTOM, NINE, Member, member_of
from boardbytes.solving.mill.shelf import Shelf, shelf
from boardbytes.solving.mill.summary import Summary
from boardbytes.solving.search_kernel import UNKNOWN, WIN

TURNED = {"won": "lost", "drawn": "drawn", "lost": "won"}
"""What a value is for the other side."""


@dataclass(frozen=True)
class Probe:
    """What a table says of a position: `won`, `drawn` or `lost` for the side to move."""

    value: str
    plies: int | None
    """How many plies to the end: the winner hurries, the loser delays.

    None for a draw, and where a table was solved for values only.
    """

    @property
    def proven(self) -> bool:
        return True

    @property
    def score(self) -> int:
        """Quick wins are worth most, then draws, then slow losses."""
        plies = kernel.UNTIMED_WON if self.plies is None else self.plies
        return {"won": WIN - plies, "drawn": 0, "lost": plies - WIN}[self.value]

    @property
    def before(self) -> Probe:
        """What a move that leads here is worth to the side that makes it."""
        return Probe(TURNED[self.value], None if self.plies is None else self.plies + 1)

    def __str__(self) -> str:
        return self.value if self.plies is None else f"{self.value} in {self.plies}"


def member_for(position: MillPosition, rules: MillRules | str = "standard") -> Member:
    """The member of the family that a position is of, under these rules."""
    return member_of(position.find_rules(rules))


def holds_for(member: Member, rules: MillRules) -> bool:
    """Whether what a member's tables say is true under these rules, draws by history aside."""
    return member.name != CUSTOM and rules.flags == member.rules.flags and not rules.no_return


def tables_for(
    position: MillPosition, folder: Path | None, rules: MillRules | str
) -> Shelf:  # fmt: skip
    """The tables for a position under these rules; NoTableError if they hold for other rules."""
    found = position.find_rules(rules)
    member = member_of(found)
    if not holds_for(member, found):
        raise NoTableError(f"there are no tables for {found.name} rules")
    return shelf(folder, member)


def probe(
    position: MillPosition, folder: Path | None = None, rules: MillRules | str = "standard"
) -> Probe:
    """The value of a position under the rules of its member of the family.

    In the middle of a move it is that of the best taking. Raises NoTableError where no table
    reaches: `boardbytes.solving.mill.judge` then searches.
    """
    *state, removing = position.kernel_values
    if removing:
        found = probe_moves(position, folder, rules)
        return next(iter(found.values())) if found else Probe("lost", 0)
    return _probe(tables_for(position, folder, rules), *state)


def probe_moves(
    position: MillPosition, folder: Path | None = None, rules: MillRules | str = "standard"
) -> dict[MillMove, Probe]:
    """What each legal move leads to, for the side that makes it, the best first."""
    tables = tables_for(position, folder, rules)
    own, opp, hand, opp_hand, _ = position.kernel_values
    found = {}
    for move in position.legal_moves(rules):
        moved, left, kept = play_unchecked(own, opp, hand, move.code)
        found[move] = _probe(tables, left, moved, opp_hand, kept).before
    return dict(sorted(found.items(), key=lambda item: -item[1].score))


def summary(
    position: MillPosition, folder: Path | None = None, rules: MillRules | str = "standard"
) -> Summary | None:
    """What the subspace of a position holds; None where no table reaches."""
    own, opp, hand, opp_hand, removing = position.kernel_values
    found, member = position.find_rules(rules), member_for(position, rules)
    space = kernel.space_of(own, opp, hand, opp_hand, found.flags)
    if removing or space < 0 or not holds_for(member, found):
        return None
    return shelf(folder, member).summary(space)


def probe_of_value(value: int) -> Probe:
    """What a table's byte means."""
    if value == DRAWN:
        return Probe("drawn", None)
    is_timed = value < kernel.UNTIMED_LOST
    return Probe("won" if value % 2 else "lost", value if is_timed else None)


def _probe(tables: Shelf, own: int, opp: int, hand: int, opp_hand: int) -> Probe:
    value = _value(tables, own, opp, hand, opp_hand)
    if value == UNKNOWN:
        raise NoTableError(_no_table(tables, own, opp, hand, opp_hand))
    return probe_of_value(value)


def _value(tables: Shelf, own: int, opp: int, hand: int, opp_hand: int) -> int:
    functions = interpreted(kernel.__name__, tables.member.board.filling)
    space = kernel.space_of(own, opp, hand, opp_hand, tables.member.rules.flags)
    if space >= 0:
        tables.open(space)
    with tables.lock:
        value: int = functions.value_of(own, opp, hand, opp_hand, *tables.arrays)
        if value < UNKNOWN:
            tables.fetch([-2 - value])
            value = functions.value_of(own, opp, hand, opp_hand, *tables.arrays)
    return value


def _no_table(tables: Shelf, own: int, opp: int, hand: int, opp_hand: int) -> str:
    """Why there is no value, and how to get one."""
    stones, member = popcount(own | opp), tables.member
    where = f"no table reaches {popcount(own)} against {popcount(opp)} stones"
    if hand or opp_hand:
        where += f" with {hand} and {opp_hand} in hand"
    if kernel.space_of(own, opp, hand, opp_hand, member.rules.flags) < 0:
        return f"{where}: stones are set in turn"
    command = "boardbytes solve mill"
    if member.name != NINE:
        command += f" --rules {member.name}"
    if hand or opp_hand:
        command += " --phase both"
    return f"{where} in {tables.folder}: {command} --stones {stones + hand + opp_hand} makes it"
