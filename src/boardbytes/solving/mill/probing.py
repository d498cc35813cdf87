"""The value of positions from tables; small tables are made when first needed."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from boardbytes.compiling import interpreted
from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.kernel import play_unchecked, popcount
from boardbytes.games.mill.rules import MillRules
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.countdown import After, countdown
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

    None for a draw, and where a table says who wins only and no search was asked, or saw the end.
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
    def lacks_plies(self) -> bool:
        """Whether it is known who wins but not when."""
        return self.value != "drawn" and self.plies is None

    @property
    def before(self) -> Probe:
        """What a move that leads here is worth to the side that makes it."""
        return Probe(TURNED[self.value], None if self.plies is None else self.plies + 1)

    @property
    def after(self) -> Probe:
        """What a position is worth that a move of this value leads to."""
        return Probe(TURNED[self.value], None if self.plies is None else self.plies - 1)

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
    position: MillPosition,
    folder: Path | None = None,
    rules: MillRules | str = "standard",
    seconds: float = 0.0,
) -> Probe:
    """The value of a position under the rules of its member of the family.

    In the middle of a move it is that of the best taking. Where the table says only who wins, a
    search of that many seconds looks for the plies. Raises NoTableError where no table reaches:
    `boardbytes.solving.mill.judge` then searches.
    """
    *state, removing = position.kernel_values
    tables = tables_for(position, folder, rules)
    if not removing:
        found = _probe(tables, *state)
        if not seconds or not found.lacks_plies:
            return found
    after = list(_leads(position, tables, rules).values())
    if not after:
        return Probe("lost", 0)
    found = best_of([probe_of_value(each.value).before for each in after])
    if not seconds or not lack_plies(after):
        return found
    timed = time_moves(tables, position, after, Limits(seconds=seconds)).values()
    if found.value == "won":
        return Probe("won", min(timed, default=None))
    return Probe(found.value, max(timed) if len(timed) == len(after) else None)


def probe_moves(
    position: MillPosition,
    folder: Path | None = None,
    rules: MillRules | str = "standard",
    seconds: float = 0.0,
    stop: threading.Event | None = None,
) -> dict[MillMove, Probe]:
    """What each legal move leads to, for the side that makes it, the best first.

    Where tables say only who wins, a search of that many seconds looks for the plies: of the moves
    that win first, or, in a lost position, of all. Setting `stop` ends it.
    """
    tables = tables_for(position, folder, rules)
    leads = _leads(position, tables, rules)
    found = {move: probe_of_value(after.value).before for move, after in leads.items()}
    moves, after = list(found), list(leads.values())
    if seconds and lack_plies(after):
        value = best_of(list(found.values())).value
        limits = Limits(seconds=seconds, stop=stop or threading.Event())
        timed = time_moves(tables, position, after, limits)
        found |= {moves[number]: Probe(value, plies) for number, plies in timed.items()}
    return dict(sorted(found.items(), key=lambda item: -item[1].score))


def _leads(
    position: MillPosition, tables: Shelf, rules: MillRules | str
) -> dict[MillMove, After]:  # fmt: skip
    """What each legal move leads to; NoTableError where no table has it."""
    own, opp, hand, opp_hand, _ = position.kernel_values
    found = {}
    for move in position.legal_moves(rules):
        moved, left, kept = play_unchecked(own, opp, hand, move.code)
        state = left, moved, opp_hand, kept
        found[move] = After(state, _value_there(tables, *state))
    return found


def lack_plies(moves: list[After]) -> bool:
    """Whether it is known of one of them who wins but not when."""
    return any(after.value in (kernel.UNTIMED_LOST, kernel.UNTIMED_WON) for after in moves)


def time_moves(
    tables: Shelf, position: MillPosition, moves: list[After], limits: Limits
) -> dict[int, int]:
    """In how many plies moves win or lose, where a search within the limits sees the end.

    Of a won position only the moves that win first, of a lost one all; none of a drawn one.
    """
    before = stones_of(position)
    tables.open_all(sum(before))
    if any(after.value % 2 == 0 for after in moves):
        return countdown(tables).quickest(before, moves, limits)
    if any(after.value == DRAWN for after in moves):
        return {}
    return countdown(tables).slowest(before, moves, limits)


def stones_of(position: MillPosition) -> tuple[int, int]:
    """How many stones are on the board, and how many in hand."""
    own, opp, hand, opp_hand, _ = position.kernel_values
    return popcount(own | opp), hand + opp_hand


def best_of(moves: list[Probe]) -> Probe:
    """What a position is worth if these are all its moves."""
    return max(moves, key=lambda value: value.score)


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
    return probe_of_value(_value_there(tables, own, opp, hand, opp_hand))


def _value_there(tables: Shelf, own: int, opp: int, hand: int, opp_hand: int) -> int:
    value = _value(tables, own, opp, hand, opp_hand)
    if value == UNKNOWN:
        raise NoTableError(_no_table(tables, own, opp, hand, opp_hand))
    return value


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
