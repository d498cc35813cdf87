"""Positions of checkers: what is legal, what is refused and why, how games end."""

import pytest

from boardbytes.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    NoMoveError,
    PositionError,
)
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.model import Colour, Reason, Record


def position(red: str, white: str, turn: Colour = Colour.RED) -> CheckersPosition:
    """The position of squares as players write them, kings with a K."""

    def squares(text: str) -> list[int]:
        return [int(word.lstrip("K")) - 1 for word in text.split()]

    kings = " ".join(word for word in f"{red} {white}".split() if word.startswith("K"))
    return CheckersPosition(
        mask_of(squares(red)), mask_of(squares(white)), mask_of(squares(kings)), turn
    )


def moves(found: CheckersPosition, rules: str = "english") -> list[str]:
    return [str(move) for move in found.legal_moves(rules)]


def test_start() -> None:
    assert moves(CheckersPosition()) == "9-13 9-14 10-14 10-15 11-15 11-16 12-16".split()


def test_a_jump_must_be_made_and_goes_on() -> None:
    found = position("1 12", "6 15 16 23")
    assert moves(found) == ["1x10x19x26", "12x19x26"]
    assert moves(found, "contract") == ["1x10", "12x19", "1-5"]
    assert found.play("1x26") == position("12 26", "16", Colour.WHITE)


def test_crowning_ends_the_move() -> None:
    found = position("22", "25 26")
    # From 29 a king could jump nothing; from 31 it could go on over 27 if it were a king.
    assert moves(found) == ["22x29", "22x31"]
    found = position("22", "26 27")
    assert moves(found) == ["22x31"]
    after = found.play("22x31")
    assert after == position("K31", "27", Colour.WHITE)


def test_men_jump_forwards_and_kings_both_ways() -> None:
    assert moves(position("18", "14 15")) == ["18-22", "18-23"]
    assert moves(position("K18", "14 15")) == ["18x9", "18x11"]


def test_a_king_may_end_where_it_began() -> None:
    found = position("K6", "9 10 17 18")
    assert moves(found) == ["6x13x22x15x6", "6x15x22x13x6"]
    assert found.play("6x13x22x15x6") == position("K6", "", Colour.WHITE)


def test_two_ways_between_the_same_squares_are_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        position("6", "9 10 17 18").play("6x22")
    assert caught.value.candidates == ("6x13x22", "6x15x22")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("9-12", "12 is occupied"),
        ("21-17", "the piece on 21 is white and red is to move"),
        ("15-18", "there is no red piece on 15"),
        ("11-18", "a man steps to a neighbouring square; 18 is not next to 11"),
        ("11x18", "a man on 11 has nothing to jump"),
    ],
)
def test_refusals(move: str, why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        CheckersPosition().play(move)


def test_refusals_of_rules() -> None:
    with pytest.raises(IllegalMoveError, match="red must jump"):
        position("1 12", "6").play("12-16")
    with pytest.raises(IllegalMoveError, match="cannot move backwards"):
        position("18", "32").play("18-14")
    with pytest.raises(IllegalMoveError, match="must be completed"):
        position("1", "6 15").play("1x10")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position("", "6").play("1-5")


def test_outcomes_have_reasons() -> None:
    assert CheckersPosition().outcome() is None
    bare = position("", "6").outcome()
    assert bare is not None
    assert (bare.winner, bare.reason) == (Colour.WHITE, Reason.NO_PIECES)
    assert str(bare) == "white wins: red has no pieces left (standard rules)"
    stuck = position("5", "9 14").outcome()
    assert stuck is not None
    assert stuck.reason is Reason.NO_MOVE


def test_draws_belong_to_matches() -> None:
    start = position("K1", "K32")
    back_and_forth = "1-5 32-28 5-1 28-32".split()
    assert Record.replay(start, back_and_forth * 2, "english").result is None
    drawn = Record.replay(start, back_and_forth * 2, "match").result
    assert drawn is not None
    assert drawn.reason is Reason.REPETITION


def test_a_mans_move_is_progress() -> None:
    record = Record.replay(position("K1 12", "K32"), ["1-5", "32-28", "12-16", "28-32"])
    assert record.quiet_plies == 1


def test_problems() -> None:
    assert not CheckersPosition().problems()
    (problem,) = position("29", "1").problems()[:1]
    assert problem.code == "man-on-far-row"


@pytest.mark.parametrize("values", [(1, 1, 0), (1 << 32, 0, 0), (0x1FFF, 0, 0), (1, 2, 4)], ids=str)
def test_values_that_make_no_position(values: tuple[int, int, int]) -> None:
    with pytest.raises(PositionError):
        CheckersPosition(*values)


def test_diff() -> None:
    start = CheckersPosition()
    assert str(start.move_to(start.play("11-15"))) == "11-15"
    with pytest.raises(NoMoveError, match="red lost 12; white gained 1"):
        position("12", "32").move_to(position("", "1 32", Colour.WHITE))


@pytest.mark.parametrize(
    "text", ["red 6; white 10 18 32; red to move", "red 6; white 32; red to move"]
)
def test_every_legal_move_is_named_by_its_squares_too(text: str) -> None:
    position = CheckersPosition.parse(text)
    for move in position.legal_moves():
        squares = tuple(map(int, move.points))
        assert position.step(squares) == position.step(move)
        assert position.is_legal(squares)


def test_squares_that_are_no_move() -> None:
    start = CheckersPosition()
    assert start.play((11, 15)) == start.play("11-15")
    with pytest.raises(IllegalMoveError, match="11x18 is not legal"):
        start.play((11, 18))
    for squares in ((), (11,), (0, 5), (11, 33), (11, 15.0), (True, 5), ("11", "15"), [11, 15]):
        with pytest.raises(InvalidMoveError, match="is not a move"):
            start.play(squares)  # type: ignore[arg-type]
