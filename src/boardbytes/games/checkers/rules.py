"""The rules of checkers as a value, and the rule sets that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# What the kernel is told of the rules, one bit each.
MUST_JUMP = 1
JUMP_ON = 2


@dataclass(frozen=True)
class CheckersRules:
    """What may differ from table to table in checkers."""

    name: str
    must_jump: bool = True
    """A jump must be made when there is one."""
    jump_on: bool = True
    """A jump goes on as long as the same piece can jump."""
    repetitions: int | None = None
    """How many occurrences of a position make a draw; None: there is no such draw."""
    quiet_plies: int | None = None
    """How many plies without a jump or a man's move make a draw; None: there is no such draw."""

    @property
    def flags(self) -> int:
        """These rules as the kernel takes them."""
        return MUST_JUMP * self.must_jump | JUMP_ON * self.jump_on


PRESETS: Mapping[str, CheckersRules] = {
    rules.name: rules
    for rules in (
        # A position alone is never drawn, so these have no draws. Standard means English.
        CheckersRules("standard"),
        CheckersRules("english"),
        # English, as players play it: threefold repetition, forty moves each without progress.
        CheckersRules("match", repetitions=3, quiet_plies=80),
        # What the state-channel contract allows and a player could mean: jumps one at a time, and
        # none of them compulsory. What it accepts beyond that needs piece numbers: see `channel`.
        CheckersRules("contract", must_jump=False, jump_on=False),
    )
}
