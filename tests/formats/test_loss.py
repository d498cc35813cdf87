"""What a format cannot hold is refused: nothing is changed silently."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.transcript.transcript import format_transcript
from boardbytes.games import GAMES
from boardbytes.games.checkers import CheckersRules
from boardbytes.games.go import GoRules, Scoring
from boardbytes.games.mill import MillRules
from boardbytes.model import GameTree, Setup
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


BESIDE = [
    ("sgf", b"hello (;SZ[9];B[aa])", ["the text before the game (at byte 0)"]),
    ("sgf", b"(;SZ[9];B[aa]) bye", ["the text after the game (at byte 15)"]),
    ("sgf", b"(;SZ[9];B[aa] 1+1; 2)", ["2 pieces of text that are not SGF (first at byte 14)"]),
    ("sgf", b"(;SZ[9];B[aa] hello ;W[bb])", ["1 property without a value (at byte 14)"]),
    ("sgf", b"(;SZ[9];[x])", ["1 value without a property (at byte 8)"]),
    ("sgf", b"(;SZ[9]SZ[13];B[aa])", ["1 second word about the file (at byte 9)"]),
    ("sgf", b"\xef\xbb\xbf (;SZ[9];B[aa]))\r\n\x1a", []),
    ("pdn", b'[Event "x"]\n[Event "y"]\n\n1. 11-15 *', ["1 tag given twice (at byte 12)"]),
    ("pdn", b'[Event "x"]\n[Event "x"]\n\n1. 11-15 *', []),
    ("pdn", b"1. 11-15 so it is *", ["3 words that mean nothing (first at byte 9)"]),
    ("pdn", b"% a line\n1. 11-15 *", ["1 escaped line (at byte 0)"]),
]


@pytest.mark.parametrize(("name", "data", "lost"), BESIDE)
def test_what_stands_beside_a_game_is_lost_in_another_format(
    name: str, data: bytes, lost: list[str]
) -> None:
    document = bb.loads(data, name)
    assert bb.dumps(document) == data, "its own format writes it back"
    for model in (document, document.tree):
        assert model is not None
        if lost:
            with pytest.raises(bb.LossError) as caught:
                bb.dumps(model, "json")
            assert list(caught.value.losses) == lost
        else:
            bb.dumps(model, "json")
    assert bb.dumps(document.tree.annotate("", comment="x"), name)  # type: ignore[union-attr]


def test_tiles_that_were_not_read_are_lost_in_another_format() -> None:
    data = Path("tests/vectors/tmj/ok/warning-foreign-properties.tmj").read_bytes()
    document = bb.loads(data)
    assert document.problems
    with pytest.raises(bb.LossError) as caught:
        bb.dumps(document, "json")
    assert [problem.message for problem in document.problems] == list(caught.value.losses)


def test_what_stands_beside_a_game_is_lost_if_sgf_is_written_anew() -> None:
    """Another first board needs another root: then nothing of the file is kept."""
    tree = bb.loads(b"hello (;SZ[9];B[aa])", "sgf").tree
    assert tree is not None
    other = replace(tree, start=bb.GoPosition(9).set_up(Setup((("C3", "black"),))))
    with pytest.raises(bb.LossError, match=r"the text before the game \(at byte 0\)"):
        bb.dumps(other, "sgf")
    assert b"hello" not in bb.dumps(other, "sgf", lossy=True)
