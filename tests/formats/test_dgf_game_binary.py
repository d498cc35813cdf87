"""Games as bytes, with names."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from boardbytes.model import Headers


def test_names_would_be_lost_in_a_record() -> None:
    document = bb.load("tests/vectors/dgf-game/ok/game.dgf")
    with pytest.raises(bb.LossError, match=r"the game's id or who plays black or .* or the date"):
        bb.dumps(document, "dgf-record")


def test_a_text_too_long_for_its_count() -> None:
    position = GoPosition(3)
    tree = bb.GameTree(position, headers=Headers({"black": "ö" * 40_000}))
    with pytest.raises(bb.PositionError, match="at most 65,535 bytes, not 80,000"):
        bb.dumps(tree, "dgf-game-binary")


def test_explains_texts_and_numbers() -> None:
    spans = bb.explain(
        bb.dumps(bb.load("tests/vectors/dgf-game/ok/finished.dgf"), "dgf-game-binary")
    )
    names = [span.name for span in spans]
    assert names[:4] == ["magic", "game id length", "game id", "black length"]
    assert names[-4:] == ["result", "move 1", "move 2", "move 3"]
