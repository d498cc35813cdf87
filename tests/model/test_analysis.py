"""One value for what anyone says of a position, whatever the game."""

from __future__ import annotations

import json

import pytest

from boardbytes.games.go import GoMove
from boardbytes.model import Colour
from boardbytes.model.analysis import Analysis, Line, Score

WIN = Score("won", 3, proven=True, unit="stones")
SCORES = [
    Score("lost", 2, proven=True),
    Score("lost", 8, proven=True),
    Score(lead=-1.5),
    Score(win_rate=0.4, lead=-0.5),
    Score("drawn", proven=True, lead=0.0),
    Score(win_rate=0.6, lead=2.0),
    Score("won", 9, proven=True),
    WIN,
]


def test_scores_are_sorted_from_bad_to_good() -> None:
    assert sorted([*SCORES[4:], *SCORES[:4]], key=lambda score: score.order) == SCORES


@pytest.mark.parametrize("score", SCORES)
def test_what_is_good_for_one_side_is_bad_for_the_other(score: Score) -> None:
    assert score.turned.turned == score
    assert score.turned.expectation == pytest.approx(1 - score.expectation)


def test_a_move_to_a_loss_wins_a_ply_later() -> None:
    assert Score("lost", 2, proven=True, unit="stones").before == WIN


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (WIN, "won in 3"),
        (Score("drawn", proven=True), "drawn"),
        (Score(win_rate=0.62, lead=3.25), "wins 62%, ahead by 3.2 points"),
        (Score(lead=-1.0, unit="men"), "behind by 1.0 men"),
        (Score(lead=0.01), "even"),
        (Score("won"), "won, not proven"),
    ],
)
def test_scores_in_words(score: Score, text: str) -> None:
    assert str(score) == text


def test_an_analysis_is_plain_values() -> None:
    line = Line((GoMove(4, 4), GoMove(16, 16)), Score(win_rate=0.5, lead=0.0), 80)
    found = Analysis(
        Colour.BLACK,
        line.score,
        (line,),
        "playouts",
        playouts=100,
        nodes=5000,
        seconds=0.5,
        ownership=(1.0, -0.25),
    )
    plain = json.loads(json.dumps(found.plain()))
    assert plain["lines"][0]["moves"] == ["D4", "Q16"]
    assert plain["nodes_a_second"] == 10_000
    assert plain["ownership"] == [1.0, -0.25]
    assert (
        str(found) == "black to move: wins 50%, even (playouts, 100 playouts, 10,000 positions/s)"
    )
    assert found.best == GoMove(4, 4)
    assert found.score_of(GoMove(4, 4)) == line.score
    assert found.score_of(GoMove(3, 3)) is None
