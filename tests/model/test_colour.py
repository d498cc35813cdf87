"""Sides: the names that a game gives them, and who plays against whom."""

from boardbytes.games import GAMES
from boardbytes.model import Colour, Outcome, Reason, Sides


def test_each_has_the_other() -> None:
    sides = Sides(Colour.RED, Colour.WHITE)
    assert [sides.other(side) for side in sides] == [Colour.WHITE, Colour.RED]
    assert sides.names == ("red", "white")


def test_games_name_their_sides_and_the_first_begins() -> None:
    named = {name: GAMES.find(name).sides.names for name in GAMES}
    assert named == {
        "mill": ("white", "black"),
        "go": ("black", "white"),
        "checkers": ("red", "white"),
    }
    for name in GAMES:
        game = GAMES.find(name)
        assert game.start.turn is game.sides.first
        assert game.start.sides is game.sides


def test_an_outcome_names_the_loser_of_its_game() -> None:
    outcome = Outcome(Colour.WHITE, Reason.RESIGNATION, "match", Colour.RED)
    assert str(outcome) == "white wins: red resigned (match rules)"
    unknown = Outcome(Colour.WHITE, Reason.RESIGNATION, "match")
    assert str(unknown) == "white wins: the other side resigned (match rules)"
    assert outcome == unknown
