"""`score`: area and territory of a Go board, dead stones taken off."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardbytes.cli import main

Out = pytest.CaptureFixture[str]
# Black has the two left columns, white the two right ones; a white stone stands in black's area.
BOARD = "(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa])"
# Black lives for certain: two eyes in the corner.
ALIVE = "(;SZ[5]AB[ab][bb][cb][db][ba][da]AW[ee])"


def score(capsys: Out, *args: str) -> dict[str, Any]:
    assert main(["score", *args, "--json"]) == 0
    plain: dict[str, Any] = json.loads(capsys.readouterr().out)
    return plain


def test_a_dead_stone_changes_both_counts(capsys: Out) -> None:
    # Counted by hand. As it stands, nothing is surrounded by black alone: its area is five stones;
    # white has six stones, five points and komi.
    plain = score(capsys, BOARD)
    assert plain["area"] == {"black": 5, "white": 11.5, "winner": "white", "margin": 6.5}
    # Without the dead stone black has ten points of area; territory 5 and a prisoner.
    plain = score(capsys, BOARD, "--dead", "A5")
    assert plain["area"] == {"black": 10, "white": 10.5, "winner": "white", "margin": 0.5}
    assert plain["territory"] == {"black": 6, "white": 5.5, "winner": "black", "margin": 0.5}


def test_rules_and_komi_decide(capsys: Out) -> None:
    plain = score(capsys, BOARD, "--dead", "A5", "--rules", "japanese")
    assert plain["result"]["text"] == "black by 0.5"
    plain = score(capsys, BOARD, "--dead", "A5", "--rules", "japanese", "--komi", "3")
    assert plain["result"]["text"] == "white by 2"
    assert (plain["komi"], plain["prisoners"]) == (3, {"black": 0, "white": 0})


def test_stones_that_live_for_certain_are_not_dead(capsys: Out) -> None:
    assert main(["score", ALIVE, "--dead", "B4"]) == 1
    assert "cannot be dead: it lives whatever happens" in capsys.readouterr().err
    assert main(["score", ALIVE, "--dead", "C1"]) == 1
    assert "there is no stone on C1" in capsys.readouterr().err


def test_the_table(capsys: Out) -> None:
    assert main(["score", BOARD, "--dead", "A5"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["komi", "0", "0.5"] in lines
    assert ["area,", "with", "komi", "10", "10.5", "white", "by", "0.5"] in lines
    assert ["dead:", "A5"] in lines
    assert lines[-1] == ["white", "by", "0.5", "(standard", "rules)"]


def test_only_go_is_scored(capsys: Out) -> None:
    assert main(["score", "examples/endgame.dat"]) == 2
    assert "only Go is scored" in capsys.readouterr().err
