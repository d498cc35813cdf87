"""A member of the family of mill, as the solver takes it: its rules, its subspaces, its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from boardbytes.games.mill.board import MillBoard, find_board
from boardbytes.games.mill.rules import PRESETS, MillRules
from boardbytes.model.registry import find
from boardbytes.solving.mill.indexing import Tables, tables
from boardbytes.solving.mill.kernel import NEVER_LOST, Turn
from boardbytes.solving.mill.subspaces import (
    FEWEST,
    Step,
    Subspace,
    early_steps,
    moving_steps,
    setting_steps,
)

PHASES = ("moving", "setting", "both")

NINE = "nine"
CUSTOM = "custom"
"""The name of a member that no preset plays: it has no tables."""


@dataclass(frozen=True)
class Member:
    """One game of the family. Presets that differ in nothing that is solved are one member."""

    name: str
    """The first preset that has these rules, or CUSTOM."""
    rules: MillRules

    @property
    def board(self) -> MillBoard:
        return find_board(self.rules.board)

    @property
    def side(self) -> int:
        """How many stones each side has."""
        return self.rules.stones

    @property
    def most(self) -> int:
        """How many stones there are in all."""
        return 2 * self.side

    @property
    def tables(self) -> Tables:
        """What is looked up; made once per process in about a second."""
        return tables(self.board, self.side)

    def size(self, subspace: Subspace) -> int:
        """How many places a subspace has."""
        return self.tables.size(subspace.own, subspace.opp)

    def steps(self, stones: int, phase: str = "both") -> Iterator[Step]:
        """What there is to solve with up to that many stones, in order: fewer stones first.

        No move adds a stone to those on the board and in hand. So the setting phase need not wait
        for all of the moving phase: what is solved fast and packed slowly alternates with what is
        solved slowly and packed fast.
        """
        found: list[Step] = []
        if phase != "setting":
            found += moving_steps(self.side, stones)
        if phase != "moving":
            found += (early_steps if self.rules.moves_early else setting_steps)(self.side, stones)
        yield from sorted(found, key=lambda step: step[0].stones)

    def has_table(self, subspace: Subspace) -> bool:
        """Whether the states are still open: not where a side has too few stones to go on."""
        own, opp, hand, opp_hand = subspace
        if min(own, opp) < 0:
            return False
        if self.rules.moves_early or subspace.phase == "moving":
            return own + hand >= FEWEST and opp + opp_hand >= FEWEST
        return True

    def turn(self, subspace: Subspace) -> Turn:
        """What the side to move may do in a subspace."""
        own, opp, hand, _ = subspace
        is_full = own + opp == self.board.points
        return Turn(
            sets=hand > 0,
            moves=hand == 0 or self.rules.moves_early,
            flies=self.rules.flying and own + hand == FEWEST,
            mill_wins=self.rules.mill_wins,
            stuck=NEVER_LOST if is_full and self.rules.full_board_draws else 0,
        )

    def leads(self, subspace: Subspace) -> dict[str, Subspace]:
        """The subspaces that moves lead to, by kind of move; perhaps some that have ended."""
        turn = self.turn(subspace)
        found = {}
        if turn.moves:
            found["quiet"] = subspace.reverse
            if not turn.mill_wins:
                found["taking"] = subspace.taking
        if turn.sets:
            found["setting"] = subspace.setting
            if not turn.mill_wins:
                found["both"] = subspace.setting_taking
        return found

    def needs(self, step: Step) -> set[Subspace]:
        """The subspaces that must be solved before a step."""
        after = {lead for each in step for lead in self.leads(each).values()}
        return {each for each in after if self.has_table(each)} - set(step)

    def ended(self, subspace: Subspace) -> int:
        """What all states of a subspace that has ended are worth to the side to move there.

        A side with too few stones has lost: the side to move, or else the one that moved. The
        latter happens in no game; it counts as a win in one ply.
        """
        return 0 if subspace.own + subspace.hand < FEWEST else 1


def _solved(rules: MillRules) -> tuple[object, ...]:
    """What of the rules the tables depend on."""
    knobs = rules.flying, rules.moves_early, rules.full_board_draws, rules.mill_wins
    return (rules.board, rules.stones, *knobs)


@cache
def member_of(rules: MillRules) -> Member:
    """The member that these rules play, whatever they say of two mills and of draws by history."""
    for name, preset in PRESETS.items():
        if name != "standard" and _solved(preset) == _solved(rules):
            return Member(name, preset)
    return Member(CUSTOM, rules)


def find_member(name: str = NINE) -> Member:
    """The member of that name; UnknownNameError, with similar names, if there is none."""
    return member_of(find("mill rules", name, PRESETS))


def members() -> list[Member]:
    """Every member that has a name, each once."""
    return list(dict.fromkeys(map(member_of, PRESETS.values())))
