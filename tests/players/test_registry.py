"""The registry: every kind of player says what it plays and what it can be told."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.games import GAMES
from boardbytes.players import PLAYERS, Option, Player, create_player, players_of
from boardbytes.players.gtp import GtpPlayer


@pytest.mark.parametrize("name", list(PLAYERS))
def test_a_kind_tells_the_truth_about_itself(name: str) -> None:
    kind = PLAYERS.find(name)
    assert kind.name == name
    assert kind.title
    assert issubclass(kind.make, Player)  # type: ignore[arg-type]
    assert set(kind.games or ()) <= set(GAMES)
    for option in kind.options:
        assert option.says
        if option.default is not None:
            assert option.check(option.default) == option.default


def test_options_of_one_flag_are_one_option() -> None:
    """`--level` means the same for everyone who has it."""
    options = [option for kind in PLAYERS.values() for option in kind.options]
    for option in options:
        alike = [other for other in options if other.flag == option.flag]
        assert {(other.name, other.type, other.says) for other in alike} == {
            (option.name, option.type, option.says)
        }


@pytest.mark.slow
def test_an_engine_is_a_player_where_there_is_one() -> None:
    command = {"engine": {"command": "gnugo --mode gtp"}}
    assert GtpPlayer in {kind.make for kind in players_of("go")}
    assert GtpPlayer in {kind.make for kind in players_of("go", command)}
    assert GtpPlayer not in {kind.make for kind in players_of("go", {})}
    assert GtpPlayer not in {kind.make for kind in players_of("mill", command)}


@pytest.mark.parametrize(
    ("name", "game", "settings", "says"),
    [
        ("perfect", "go", {}, "perfect does not play go"),
        ("search", "mill", {"level": 11}, "level must be 1 to 10 .found 11"),
        ("search", "mill", {"level": 2.5}, "level must be a whole number"),
        ("search", "mill", {"level": True}, "level must be a whole number"),
        ("search", "mill", {"seconds": "long"}, "seconds must be a number"),
        ("search", "mill", {"command": "ls"}, "takes level, seconds, seed, not command"),
        ("engine", "go", {}, "engine needs a command"),
        ("engine", "go", {"command": 1}, "command must be text"),
        ("engine", "go", {"command": "x", "timeout": 0}, "timeout must be 0.1 or more"),
    ],
)
def test_what_a_player_cannot_be_told(
    name: str, game: str, settings: dict[str, int | float | str], says: str
) -> None:
    with pytest.raises(bb.PlayerError, match=says):
        create_player(name, game, settings)


def test_whole_numbers_with_a_range_are_choices() -> None:
    assert list(Option("level", int, "how well", least=1, most=3).choices) == [1, 2, 3]
    assert not Option("seed", int, "again").choices
    assert not Option("seconds", float, "how long", least=1, most=3).choices


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mill", "--white", "random", "--level", "3"], "--level is for search"),
        (["mill", "--black", "search", "--level", "30"], "level must be 1 to 10"),
        (["go", "--black", "engine"], "needs --engine COMMAND"),
        (["checkers", "--red", "perfect"], "perfect does not play checkers"),
    ],
)
def test_the_command_line_says_what_is_wrong(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    assert says in capsys.readouterr().err


def test_help_says_what_each_player_takes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "for search (1 to 10, by default 5)" in said
    assert "engine (0.1 or more, by default 60)" in said
