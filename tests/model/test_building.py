"""A tree built node by node, however deep and wherever lines branch off."""

from __future__ import annotations

import random

from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Step, building
from boardbytes.model.building import TreeBuilder


def test_lines_branch_off_anywhere() -> None:
    """What was let go of is played again: the tree is the same as one that is grown by edits."""
    chance = random.Random(3)
    for _ in range(20):
        builder = TreeBuilder(GoPosition(9))
        way = [0]
        for _ in range(60):
            if chance.random() < 0.3:
                del way[chance.randint(1, len(way)) :]
            here = builder.reached(way[-1])
            moves = here.position.legal_moves()
            builder.add(way[-1], Step(chance.choice(moves[:-1])))
            way.append(len(builder) - 1)
        tree = builder.build()
        for node in tree.nodes():
            assert tree.reached(node).error is None


def test_few_positions_are_held_however_long_a_line_is(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(building, "_HELD", 8)
    builder = TreeBuilder(GoPosition(9))
    points = [f"{letter}{row}" for letter in "ABCDEFGHJ" for row in range(1, 9)]
    for index, point in enumerate(points):
        colour = (Colour.BLACK, Colour.WHITE)[index % 2]
        builder.add(index, Step(point, colour), as_written=True)  # type: ignore[arg-type]
    assert len(builder._held) <= 8 + len(points) // 8 + 2
    whole = builder.build().record()
    # Back to every node of the line, from the last to the first.
    for index in range(len(points) - 1, -1, -1):
        assert builder.reached(index).position == whole.positions[index]
