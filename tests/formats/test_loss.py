"""What a format cannot hold is refused: nothing is changed silently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.transcript.transcript import format_transcript
from boardbytes.games import GAMES
from boardbytes.games.checkers import CheckersRules
from boardbytes.games.go import GoRules, Scoring
from boardbytes.games.mill import MillRules
from boardbytes.model import GameTree
from tests.channel.games import played

OWN: dict[str, list[Any]] = {
    # Rules that are no preset: a new name, or the name of a preset and other fields.
    "go": [
        GoRules("mine", suicide=True),
        GoRules("mine"),
        GoRules("mine", komi=6.5),
        GoRules("mine", scoring=Scoring.TERRITORY, repetitions=3),
        GoRules("chinese", suicide=True),
        GoRules("japanese", komi=6.5),
        GoRules("standard", agreement=False),
    ],
    "mill": [
        MillRules("mine", flying=False),
        MillRules("mine"),
        MillRules("muehle", no_return=True),
        MillRules("match", repetitions=2, quiet_plies=50),
    ],
    "checkers": [
        CheckersRules("mine", must_jump=False),
        CheckersRules("mine"),
        CheckersRules("match", repetitions=3),
        CheckersRules("contract", jump_on=False),
    ],
}
CASES = [
    (format.name, rules)
    for format in FORMATS.values()
    for game, all_rules in OWN.items()
    if format.game in (None, game) and format.name != "transcript"
    for rules in all_rules
]


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_rules_of_ones_own_are_kept_or_refused(name: str, rules: Any) -> None:
    game = next(game for game in OWN if rules in OWN[game])
    tree = GameTree(GAMES.find(game).start, rules)
    try:
        data = bb.dumps(tree, name)
    except (bb.LossError, bb.PositionError) as error:
        told = str(error)
        assert "rules" in told or name == "dgf-move"
        return
    read = bb.loads(data, name).tree
    assert read is not None
    assert read.rules == rules
    assert read == tree


@pytest.mark.parametrize("game", OWN)
def test_rules_with_a_name_are_kept_by_the_formats_that_know_names(game: str) -> None:
    start = GAMES.find(game).start
    for name in GAMES.find(game).rule_sets(start):
        tree = GameTree(start.under(name), name)
        for format in ("json", "sgf", "dgf-game") if game == "go" else ("json",):
            read = bb.loads(bb.dumps(tree, format), format).tree
            assert read is not None
            assert read.rules == tree.rules


def test_sgf_refuses_rules_that_their_name_does_not_tell() -> None:
    for rules in (GoRules("mine", suicide=True), GoRules("chinese", suicide=True)):
        with pytest.raises(bb.LossError, match="rules of its own"):
            bb.dumps(GameTree(bb.GoPosition(9), rules), "sgf")


def test_a_transcript_is_written_for_the_rules_that_it_was_signed_for() -> None:
    document = bb.loads(format_transcript(played(["11-15"])), "transcript")
    assert document.tree is not None
    other = replace(document, tree=document.tree.with_rules("contract"))
    with pytest.raises(bb.PositionError, match="rules"):
        bb.dumps(other, "transcript")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("sgf", b"(;SZ[9];B[aa])(;SZ[9];B[bb])"),
        ("pdn", b"1. 11-15 *\n1. 9-14 *\n"),
    ],
)
def test_the_first_game_of_a_file_is_not_written_for_all(name: str, data: bytes) -> None:
    first = bb.loads(data, name)
    for target in (name, "json"):
        with pytest.raises(bb.LossError, match="the other games of its file"):
            bb.dumps(first, target)
    assert first.tree is not None
    assert bb.dumps(first, name, lossy=True) == bb.dumps(first.tree, name)
    whole = b"".join(bb.dumps(game) for game in FORMATS.find(name).games(data))  # type: ignore[arg-type]
    assert whole == data
