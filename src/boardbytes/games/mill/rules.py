"""The rules of mill as a value, and the rule sets that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# What the kernel is told of the rules, one bit each.
FLYING = 1
PLACE_TWO_MILLS = 2
TAKE_FROM_TWO_MILLS = 4


@dataclass(frozen=True)
class MillRules:
    """What differs between the ways in which mill is played."""

    name: str
    flying: bool = True
    """A side with three stones left moves to any empty point."""
    place_two_mills: bool = True
    """A stone may be set where it closes two mills at once."""
    take_from_two_mills: bool = True
    """When all opposing stones are in mills, one that is in two mills may be taken."""
    repetitions: int | None = None
    """So many occurrences of a position are a draw; None: never."""
    quiet_plies: int | None = None
    """So many plies of moving without a mill are a draw; None: never."""

    @property
    def flags(self) -> int:
        """These rules as the kernel takes them."""
        return (
            FLYING * self.flying
            | PLACE_TWO_MILLS * self.place_two_mills
            | TAKE_FROM_TWO_MILLS * self.take_from_two_mills
        )


PRESETS: Mapping[str, MillRules] = {
    rules.name: rules
    for rules in (
        # A position alone is never drawn, so the standard rules know no draw.
        MillRules("standard"),
        # Standard, as players play it: threefold repetition, fifty moves each without a mill.
        MillRules("match", repetitions=3, quiet_plies=100),
        # The rules of the program Muehle, whose numbering and databases we share.
        MillRules("muehle", place_two_mills=False, take_from_two_mills=False),
    )
}
