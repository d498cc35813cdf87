"""Being an engine: the answers of GTP, and whole games against another program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Record
from boardbytes.players.gtp import GtpPlayer
from boardbytes.players.gtp_engine import GtpEngine
from boardbytes.players.gtp_time import Clock
from boardbytes.solving.go.deciding import ENOUGH
from boardbytes.solving.limits import Limits
from tests.needs import need_gnugo

FEW = Limits(seconds=None, playouts=60)


def talk(*commands: str, rules: str = "chinese") -> list[str]:
    """The answers to commands, without their empty lines."""
    engine = GtpEngine(FEW, rules, version="1")
    return [answer.removesuffix("\n\n") for line in commands if (answer := engine.answer(line))]


@pytest.mark.parametrize(
    ("commands", "last"),
    [
        (["protocol_version"], "= 2"),
        (["name"], "= boardbytes"),
        (["version"], "= 1"),
        (["17 known_command genmove"], "=17 true"),
        (["known_command dance"], "= false"),
        (["dance"], "? unknown command"),
        (["3 dance"], "?3 unknown command"),
        (["boardsize 9", "play b\te5 # the centre"], "="),
        (["boardsize 26"], "? unacceptable size"),
        (["boardsize nine"], "? syntax error"),
        (["boardsize"], "? syntax error"),
        (["komi 6.5", "get_komi"], "= 6.5"),
        (["komi six"], "? syntax error"),
        (["komi 0.3"], "? komi must be a multiple of 0.5"),
        (["play b e5", "play w E5"], "? illegal move"),
        (["boardsize 5", "play b T19"], "? syntax error"),
        (["play red e5"], "? syntax error"),
        (["play b e"], "? syntax error"),
        (["undo"], "? cannot undo"),
        (["play b e5", "undo", "play w e5"], "="),
        (["play b pass", "play w pass", "play b e5"], "="),
        (["play b c3", "play b c4"], "="),
        (["boardsize 9", "fixed_handicap 3"], "= C7 G7 C3"),
        (["boardsize 9", "fixed_handicap 3", "fixed_handicap 3"], "? board not empty"),
        (["boardsize 9", "set_free_handicap C3 C3"], "? bad vertex list"),
        (["boardsize 9", "set_free_handicap C3 G7", "play w C3"], "? illegal"),
        (["kgs-rules dancing"], "? unknown rules"),
        (["time_settings 60 0"], "? syntax error"),
        (["time_settings 60 -5 1"], "? syntax error"),
        (["kgs-time_settings byoyomi 60 10 5"], "="),
        (["time_left b 10 0"], "="),
        (["final_status_list happy"], "? syntax error"),
        (["loadsgf nowhere.sgf"], "? cannot load file"),
        (["quit"], "="),
    ],
)
def test_answers(commands: list[str], last: str) -> None:
    assert talk(*commands)[-1].startswith(last)


def test_nothing_is_answered_by_nothing() -> None:
    assert talk("", "  ", "# only a remark", "12") == []


def test_moves_are_generated_played_and_taken_back() -> None:
    engine = GtpEngine(FEW)
    engine.answer("boardsize 7")
    answer = engine.answer("genmove b")
    assert answer is not None
    move = answer.split()[1]
    assert engine.position[move] is Colour.BLACK
    engine.answer("undo")
    assert engine.position == GoPosition(7)
    assert (engine.answer("reg_genmove w") or "").startswith("= ")
    assert engine.position == GoPosition(7)


def test_the_end_of_a_game_is_counted_without_dead_stones() -> None:
    setup = [f"play b {point}" for point in "A2 B2 C2 D2 E2 F2 G2".split()]
    setup += [f"play w {point}" for point in "A4 B4 C4 D4 E4 F4 G4 D6".split()]
    setup += ["play b D5", "play w A1"]
    answers = talk("boardsize 7", "komi 0.5", *setup, "final_status_list dead", "final_score")
    assert answers[-2:] == ["= D5 A1", "= W+14.5"]
    alive = talk("boardsize 7", *setup, "final_status_list alive")[-1]
    assert "A1" not in alive.split()
    assert len(alive.split()) == 16


def test_dead_stones_are_taken_when_that_is_asked_for() -> None:
    setup = [f"play b {point}" for point in "B1 B2 B3 A3".split()]
    setup += [f"play w {point}" for point in "A2 C1 C2 C3 C4 B4 A4 E5".split()]
    cleaned = talk("boardsize 5", *setup, "kgs-genmove_cleanup b")[-1]
    assert cleaned != "= resign"
    assert talk("boardsize 5", "kgs-genmove_cleanup b")[-1] == "= pass"


def test_games_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc];B[gg])")
    engine = GtpEngine(FEW)
    assert engine.answer(f"loadsgf {path} 3") == "=\n\n"
    assert (engine.position["C7"], engine.position["G3"]) == (Colour.WHITE, None)
    assert (engine.rules.name, engine.rules.komi) == ("japanese", 5.5)
    assert "B[ee];W[cc]" in (engine.answer("printsgf") or "")
    other = tmp_path / "other.sgf"
    assert engine.answer(f"printsgf {other}") == "=\n\n"
    assert b"W[cc]" in other.read_bytes()
    assert (engine.answer(f"printsgf {tmp_path}/no/where.sgf") or "").startswith("? ")
    assert "X" in (engine.answer("showboard") or "")


def hopeless(*, resigns: bool) -> GtpEngine:
    """An engine that black asks for a move where white owns all but a corner."""
    engine = GtpEngine(Limits(seconds=None, playouts=ENOUGH), resigns=resigns)
    for command in (
        "boardsize 5",
        *(f"play w {column}{row}" for row in (2, 4) for column in "ABDE"),
    ):
        assert engine.answer(command) == "=\n\n"
    return engine


def test_an_engine_resigns_unless_it_is_told_not_to() -> None:
    assert hopeless(resigns=True).answer("genmove b") == "= resign\n\n"
    assert hopeless(resigns=False).answer("genmove b") != "= resign\n\n"


def test_superko_is_kept_across_moves() -> None:
    fight = "play b B5,play b A4,play b B3,play w C5,play w B4,play w C3,play w D4".split(",")
    retake = ["play b C4", "play w pass", "play b pass", "play w B4"]
    assert talk("boardsize 5", *fight, *retake)[-1] == "="
    assert talk("boardsize 5", "kgs-rules aga", *fight, *retake)[-1] == "? illegal move"


def test_a_clock_is_shared_out() -> None:
    absolute = Clock(60.0)
    first = absolute.seconds(81, 0)
    assert first is not None
    assert 1 < first < 6
    later = absolute.spent(55).seconds(81, 40)
    assert later is not None
    assert later < 1
    assert Clock(period=1.0).seconds(81, 0) is None
    stones = Clock(0.0, 50.0, 5).seconds(81, 0)
    assert stones is not None
    assert 9 < stones < 10
    assert Clock(60.0, 10.0, 1).spent(61) == Clock(60.0, 10.0, 1, 10.0, 1)
    assert Clock(0.0, 50.0, 5).told(20.0, 2).spent(5) == Clock(0.0, 50.0, 5, 15.0, 1)
    assert (Clock(5.0).told(0.01, 0).seconds(81, 0) or 0) <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(9, 2), (13, 1)])
def test_whole_games_against_gnugo_without_a_disagreement(size: int, games: int) -> None:
    """Both are programs; our rules are the referee of every move, and both count the end."""
    gnugo = f"{need_gnugo()} --chinese-rules --positional-superko --never-resign"
    own = "-m boardbytes engine go --seed 1 --time 0.3 --never-resign"
    ours = f"{shlex.quote(sys.executable)} {own}"
    for number in range(games):
        commands = [gnugo, ours] if number % 2 else [ours, gnugo]
        with GtpPlayer(commands[0]) as black, GtpPlayer(commands[1]) as white:
            players = {Colour.BLACK: black, Colour.WHITE: white}
            record = Record(GoPosition(size), rules="chinese")
            while record.result is None:
                assert record.position.turn is not None
                record = record.play(players[record.position.turn].choose(record))
            for player in players.values():
                player.tell(record)
            scores = [player.ask("final_score") for player in players.values()]
            winners, margins = zip(*[(score[0], float(score[2:])) for score in scores], strict=True)
            assert (winners[0], margins[0]) == (winners[1], margins[1])
