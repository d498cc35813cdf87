"""Matches of the benchmarks: what is counted, and how their games are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from benchmarks import mill_truth
from benchmarks.match_games import Match, Played, Tally, ballot, by_both, go_opening

from boardbytes.errors import PlayerError
from boardbytes.model import Move, Record
from boardbytes.players import Player
from boardbytes.players.random import RandomPlayer

WON = Played("a match", 0, 1.0, True, 40, 2.0, 4.0, "we won")
RESIGNED = replace(WON, agreed=None)
DISPUTED = replace(WON, points=0.0, agreed=False)
BROKEN = replace(WON, points=0.0, agreed=None, broke_off=True)


class Refusing(Player):
    """Plays no move at all."""

    def choose(self, record: Record) -> Move:
        raise PlayerError("the engine refused 'play black E5': illegal move")


def match(theirs: Callable[[int], Player]) -> Match:
    return Match("a match", 2, ballot, lambda _: RandomPlayer(1), theirs)


def test_only_counted_games_are_games_on_which_referees_agree() -> None:
    tally = Tally((WON, RESIGNED, DISPUTED, BROKEN))
    assert tally.counted == [True, False]
    assert "agree on 1 of 2 counted games; 1 broke off" in str(tally)
    assert str(tally).startswith("2 won, 0 drawn, 1 lost of 4: 50.0% ± ")


def test_a_refused_move_ends_a_game_that_nobody_wins() -> None:
    played = match(lambda _: Refusing()).play(0)
    assert (played.points, played.agreed, played.broke_off) == (0.0, None, True)
    assert "illegal move" in played.outcome


def test_every_opening_is_played_with_both_colours() -> None:
    games = [match(lambda number: RandomPlayer(number)).play(number) for number in range(2)]
    assert [game.outcome.split(";")[0] for game in games] == ["we were red", "we were white"]


def test_a_game_that_was_kept_is_counted_again_and_a_miss_is_shown() -> None:
    kept = replace(WON, line="C3 pass pass", their_score="white by 7.5", their_dead="C3")
    match_of_go = replace(match(lambda _: Refusing()), start=go_opening(5), judge=by_both)
    miss = match_of_go.count_again(kept)
    assert miss.agreed is False
    assert "3 . . X . ." in miss.dispute
    assert "they say white by 7.5 without C3\nwe say black by 17.5 without dead" in miss.dispute
    again = match_of_go.count_again(replace(miss, their_score="black by 17.5", their_dead=""))
    assert (again.agreed, again.dispute) == (True, "")


def test_nothing_is_measured_where_the_truth_is_not_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("BOARDBYTES_CACHE", str(tmp_path))
    monkeypatch.setattr(mill_truth, "_known_positions", _unknown)
    with pytest.raises(SystemExit, match="--stones 10"):
        list(mill_truth.rows())


def _unknown(count: int) -> list[object]:
    from boardbytes.errors import NoTableError

    raise NoTableError("no table reaches 5 against 5 stones")
