"""Lines of play, step by step and at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boardbytes.errors import IllegalMoveError
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Record
from boardbytes.model.line import along, end_of
from boardbytes.model.step import Setup, Step


def random_line(chance: random.Random, plies: int) -> tuple[GoPosition, list[Step]]:
    """A start and legal steps: stones, passes also in a row, setups, a side that plays again."""
    start = GoPosition(5)
    position: Any = start
    steps: list[Step] = []
    for _ in range(plies):
        if chance.random() < 0.1:
            setup = Setup((("C3", chance.choice(["black", "white", "empty"])),))
            steps.append(Step(setup=setup))
        else:
            colour = chance.choice([Colour.BLACK, Colour.WHITE])
            moves = position.with_turn(colour).legal_moves()
            steps.append(Step(chance.choice(moves), colour))
        *_, here = along(start, steps, start.find_rules("standard"))
        position = here.position
    return start, steps


def refusal(start: GoPosition, steps: list[Step], rules: str) -> tuple[str, int | None] | None:
    """Why and where going step by step stops, if it does."""
    try:
        list(along(start, steps, start.find_rules(rules)))
    except IllegalMoveError as error:
        return str(error), error.ply
    return None


@pytest.mark.parametrize("seed", range(20))
def test_the_quick_way_ends_where_the_slow_one_does(seed: int) -> None:
    start, steps = random_line(random.Random(seed), 40)
    for name in ("standard", "chinese", "tromp-taylor"):
        rules = start.find_rules(name)
        refused = refusal(start, steps, name)
        if refused:
            with pytest.raises(IllegalMoveError) as caught:
                end_of(start, steps, rules)
            assert (str(caught.value), caught.value.ply) == refused
            continue
        *_, slow = along(start, steps, rules)
        quick = end_of(start, steps, rules)
        assert (quick.step, quick.position) == (slow.step, slow.position)
        for name in ("last_move", "last_colour", "quiet"):
            assert getattr(quick.history, name) == getattr(slow.history, name)
        assert quick.outcome(rules) == slow.outcome(rules)


def test_go_takes_the_quick_way_only_without_superko() -> None:
    record = Record.replay(GoPosition(9), ["E5", "C3"])
    start, steps = GoPosition(9), record.steps
    assert start.after_all(steps, "standard") == record.position
    under_superko = Record(start, steps, rules="tromp-taylor")
    key = under_superko.position.key(under_superko.rules)
    assert under_superko.end.history.occurrences(key) == 1
