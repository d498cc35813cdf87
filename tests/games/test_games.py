"""What every registered game must be able to do."""

from __future__ import annotations

import itertools
import random

import pytest

import boardbytes as bb
from boardbytes.drawing import SCENES
from boardbytes.games import GAMES
from boardbytes.model import Colour, Game, Position
from boardbytes.model.plain import Plain
from boardbytes.players import PLAYERS

ALL = list(GAMES.values())


@pytest.fixture(params=ALL, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def walk(game: Game, rules: str, seed: int, plies: int) -> list[Position]:
    """The positions of a random game."""
    chance = random.Random(seed)
    positions = [game.start.under(rules)]
    for _ in range(plies):
        moves = positions[-1].legal_moves(rules)
        if not moves:
            break
        positions.append(positions[-1].play(chance.choice(moves), rules))
    return positions


def test_names_itself(game: Game) -> None:
    assert GAMES.find(game.name) is game
    assert game.start.game == game.name
    assert game.match_rules in game.presets
    # A preset may have a second name, as mill's standard rules are also found as nine.
    assert all(game.presets[rules.name] is rules for rules in game.presets.values())


def test_starts_well(game: Game) -> None:
    assert game.start.problems() == ()
    assert game.start.outcome() is None
    assert isinstance(game.start.turn, Colour)


def test_no_moves_exactly_when_it_is_over(game: Game) -> None:
    for rules in game.presets:
        for seed in range(10):
            for position in walk(game, rules, seed, 120):
                over = position.outcome(rules) is not None
                assert over == (not position.legal_moves(rules))


def test_moves_are_distinct_and_their_text_reads_back(game: Game) -> None:
    for position in walk(game, "standard", 1, 80):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves)
        assert len({str(move) for move in moves}) == len(moves)
        for move in moves:
            assert position.parse_move(str(move)) == move
            named = "".join(move.points)
            assert named == str(move).replace("-", "").replace("x", "") or not named
            assert position.play(str(move)) == position.play(move)


def test_playing_leaves_the_position_alone(game: Game) -> None:
    before = game.start
    copy = game.from_plain(Plain(game.to_plain(before)))
    before.play(before.legal_moves()[0])
    assert before == copy
    assert hash(before) == hash(copy)


def test_plain_values_read_back(game: Game) -> None:
    for seed in range(5):
        for position in walk(game, "standard", seed, 100):
            assert game.from_plain(Plain(game.to_plain(position))) == position


def test_diff_finds_every_move(game: Game) -> None:
    positions = walk(game, "standard", 7, 60)
    for before, after in itertools.pairwise(positions):
        move = bb.diff(before, after)
        assert before.play(move) == after
    with pytest.raises(bb.NoMoveError, match="the same"):
        bb.diff(positions[3], positions[3])


def test_perft_counts_what_playing_finds(game: Game) -> None:
    for position in walk(game, "standard", 3, 60)[::12]:
        moves = position.legal_moves()
        assert game.perft(position, 0, "standard") == 1
        assert game.perft(position, 1, "standard") == len(moves)
        by_playing = sum(len(position.play(move).legal_moves()) for move in moves)
        assert game.perft(position, 2, "standard") == by_playing


def test_has_a_drawing_and_shows_itself(game: Game) -> None:
    assert game.name in SCENES
    picture = game.start._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")
    assert str(game.start)
    assert game.start.summary()


OTHERS = [name for name in PLAYERS if name != "random"]


@pytest.mark.parametrize(
    "player", ["random", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_players_finish_games(game: Game, player: str) -> None:
    kind = PLAYERS.find(player)
    if not kind.plays(game.name) or kind.missing({}) or not kind.is_here():
        return
    record = bb.Record(game.start, rules=game.match_rules)
    wanted = {"seed": 11, "seconds": 0.02}
    settings = {each.name: wanted[each.name] for each in kind.options if each.name in wanted}
    players = {colour: kind.create(settings) for colour in game.sides}
    while record.result is None:
        assert record.position.turn is not None
        record = record.play(players[record.position.turn].choose(record))
    assert record.result.rules == game.match_rules
    assert record == bb.Record.replay(game.start, map(str, record.moves), game.match_rules)
