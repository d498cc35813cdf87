"""Positions: counts and their equations, outcomes, refusals, differences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.games.mill import MillMove, MillPhase, MillPosition
from boardbytes.games.mill.board import POINTS, SIDES, mask_of
from boardbytes.games.mill.notation import parse_diagram, parse_point
from boardbytes.model import Colour, Reason


def stones(names: str) -> int:
    return mask_of(map(parse_point, names.split()))


def place(
    white: str, black: str, hands: tuple[int, int] = (0, 0), turn: Colour = Colour.WHITE,
    removing: bool = False,
) -> MillPosition:  # fmt: skip
    return MillPosition(stones(white), stones(black), *hands, turn, removing)


@st.composite
def positions(draw: st.DrawFn) -> MillPosition:
    """Any position that can be represented, reachable or not."""
    points = draw(st.permutations(range(POINTS)))
    white, black = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return MillPosition(
        mask_of(points[:white]),
        mask_of(points[white : white + black]),
        draw(st.integers(0, 9 - white)),
        draw(st.integers(0, 9 - black)),
        draw(st.sampled_from(list(SIDES))),
        draw(st.booleans()),
    )


@given(positions())
def test_counts_obey_their_equations(position: MillPosition) -> None:
    white, black = position.counts(Colour.WHITE), position.counts(Colour.BLACK)
    total = position.counts()
    for counts in (white, black, total):
        assert counts.s == counts.f + counts.m
    assert total.s == white.s + black.s
    assert 0 <= total.m <= 18 - total.f
    hands = position.white_hand + position.black_hand
    if hands:
        assert total.m < 18 - total.f
    assert total.s == 18 - hands
    well = not position.removing and not any(p.code == "turn" for p in position.problems())
    if hands and well:
        assert (white.s, black.s) == ((total.s + 1) // 2, total.s // 2)
        assert (position.turn is Colour.WHITE) == (total.s % 2 == 0)


def test_one_white_stone_then_black_to_move() -> None:
    """The source's table has this the wrong way round; white starts."""
    assert place("d6", "", (8, 9), Colour.BLACK).problems() == ()
    assert [p.code for p in place("d6", "", (8, 9), Colour.WHITE).problems()] == ["turn"]
    assert [p.code for p in place("", "d6", (9, 8), Colour.BLACK).problems()] == ["turn"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((1, 1, 0, 0), "two separate sets"),
        ((1 << 24, 0, 0, 0), "two separate sets"),
        ((0, 0, 10, 0), "white has 0 stones on the board and 10 in hand"),
        ((1, 0, 9, 0), "white has 1 stone on the board and 9 in hand"),
        ((0, 0, 0, -1), "black has 0 stones on the board and -1 in hand"),
    ],
)
def test_what_makes_no_position(values: tuple[int, int, int, int], sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        MillPosition(*values)


def test_phases() -> None:
    position = place("a7 d7 g7 g4", "a1 d1 g1", (0, 0))
    assert position.phase(Colour.WHITE) is MillPhase.MOVE
    assert position.phase(Colour.BLACK) is MillPhase.FLY
    assert place("a7 d7 g7", "a1", (1, 1)).phase(Colour.WHITE) is MillPhase.SET


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        (place("a7 d7", "a1 d1 g1"), Colour.BLACK, Reason.FEW_STONES),
        (place("a7 d7 g7", "a1 d1"), Colour.WHITE, Reason.FEW_STONES),
        (place("a7 d7 a4 g7", "b4 a1 d6 g4"), Colour.BLACK, Reason.NO_MOVE),
        (place("a7 d7", "a1 d1", (1, 1)), None, None),
        (place("a7 d7 g7", "b4 a1 d6"), None, None),
    ],
)
def test_outcomes(position: MillPosition, winner: Colour | None, reason: Reason | None) -> None:
    outcome = position.outcome()
    assert (outcome and outcome.winner, outcome and outcome.reason) == (winner, reason)
    assert bool(outcome) == (not position.legal_moves())


def test_an_outcome_tells_why_and_by_which_rules() -> None:
    text = str(place("a7 d7 a4 g7", "b4 a1 d6 g4").outcome())
    assert text == "black wins: white has no legal move (standard rules)"


DOUBLE = place("a7 g7 d6 d5", "a1 d1 g1 f2", (5, 5))


def test_two_mills_at_once_take_one_stone() -> None:
    takings = [move for move in DOUBLE.legal_moves() if move.target == parse_point("d7")]
    assert [str(move) for move in takings] == ["d7xf2"]
    assert not any(m.target == parse_point("d7") for m in DOUBLE.legal_moves("muehle"))


def test_all_in_mills_any_may_be_taken() -> None:
    position = place("a7 d7 g4", "a1 d1 g1 d2 d3", (6, 4))
    taken = {str(m) for m in position.legal_moves() if m.taken is not None}
    assert taken == {"g7xa1", "g7xd1", "g7xg1", "g7xd2", "g7xd3"}
    muehle = {str(m) for m in position.legal_moves("muehle") if m.taken is not None}
    assert muehle == taken - {"g7xd1"}, "d1 stands in two mills"


def test_a_mill_against_an_empty_board_takes_nothing() -> None:
    position = place("a7 d7", "", (7, 7))
    assert "g7" in {str(move) for move in position.legal_moves()}


def test_in_the_middle_of_a_move_only_takings_are_legal() -> None:
    position = place("a7 d7 g7", "a1 d1", (6, 7), removing=True)
    assert [str(move) for move in position.legal_moves()] == ["xd1", "xa1"]
    after = position.play("xa1")
    assert (after.turn, after.removing) == (Colour.BLACK, False)
    assert after.counts(Colour.BLACK).m == 1


REFUSALS = [
    (place("a7 d7", "a1 d1 g1"), "a7-a4", "the game is over, black wins"),
    (place("a7 d7 g7", "a1", (6, 8), removing=True), "d6", "has closed a mill and must take"),
    (place("a7 d7", "a1 d1", (7, 7)), "xa1", "has closed no mill and must move first"),
    (place("a7 d7", "a1 d1", (7, 7)), "a7-a4", "must set a stone, with 7 in hand"),
    (place("a7 d7 g4 b4", "a1 d1 g1"), "d6", "has set all stones and must move"),
    (place("a7 d7 g4 b4", "a1 d1 g1"), "d6-d5", "there is no white stone on d6"),
    (place("a7 d7 g4 b4", "a1 d1 g1"), "a1-a4", "there is no white stone on a1"),
    (place("a7 d7 g4 b4", "a1 d1 g1"), "a7-d7", "d7 is occupied"),
    (place("a7 d7 g4 b4", "a1 d1 g1"), "a7-c5", "a7 and c5 are not neighbours"),
    (place("a7 d7", "a1 d1", (7, 7)), "a4xa1", "it closes no mill, so it takes nothing"),
    (place("a7 d7", "a1 d1", (7, 7)), "g7xg1", "there is no black stone on g1"),
    (place("a7 d7", "a1 d1 g1 f2", (7, 5)), "g7xa1", "in a mill and other black stones are not"),
]


@pytest.mark.parametrize(("position", "move", "sentence"), REFUSALS)
def test_refusals_say_why(position: MillPosition, move: str, sentence: str) -> None:
    with pytest.raises(bb.IllegalMoveError, match="is not legal") as caught:
        position.play(move)
    assert sentence in str(caught.value)


def test_refusals_of_the_muehle_rules() -> None:
    with pytest.raises(bb.IllegalMoveError, match="muehle rules forbid setting a stone that"):
        DOUBLE.play("d7xf2", "muehle")
    position = place("a7 d7 g4", "a1 d1 g1 d2 d3", (6, 4))
    with pytest.raises(bb.IllegalMoveError, match="muehle rules protect d1"):
        position.play("g7xd1", "muehle")


@given(positions(), st.builds(MillMove, *[st.none() | st.integers(0, 23)] * 3))
def test_every_move_is_played_or_refused_with_a_sentence(
    position: MillPosition, move: MillMove
) -> None:
    for rules in ("standard", "muehle"):
        try:
            position.play(move, rules)
        except bb.MoveError as error:
            assert len(str(error)) > 10  # noqa: PT017 (either is fine)


def test_a_taking_left_out_is_ambiguous_unless_there_is_one() -> None:
    with pytest.raises(bb.AmbiguousMoveError) as caught:
        place("a7 d7", "a1 d1", (7, 7)).play("g7")
    assert caught.value.candidates == ("g7xd1", "g7xa1")
    assert place("a7 d7", "a1", (7, 8)).play("g7").black == 0


def test_text_that_is_no_move() -> None:
    with pytest.raises(bb.InvalidMoveError):
        MillPosition().play("hello")


def test_unknown_rules_get_a_hint() -> None:
    with pytest.raises(bb.UnknownNameError, match="did you mean muehle"):
        MillPosition().legal_moves("muele")


def test_diff_in_the_middle_of_a_move() -> None:
    before = place("a7 d7", "a1 d1", (7, 7))
    closed = place("a7 d7 g7", "a1 d1", (6, 7), removing=True)
    assert str(bb.diff(before, closed)) == "g7"
    assert str(bb.diff(closed, closed.play("xd1"))) == "xd1"


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        (place("d6", "", (7, 9), Colour.BLACK), "white's hand went from 9 to 7"),
        (place("d6 d5", "", (7, 9), Colour.BLACK), "white gained d6 d5"),
        (MillPosition(turn=Colour.BLACK), "it is white's turn in one and black's in the other"),
        (place("", "d6", (9, 8)), "it is white's turn in both"),
    ],
)
def test_diff_says_what_differs(after: MillPosition, sentence: str) -> None:
    with pytest.raises(bb.NoMoveError) as caught:
        bb.diff(MillPosition(), after)
    assert any(sentence in difference for difference in caught.value.differences)


@given(positions())
def test_text_shows_every_stone(position: MillPosition) -> None:
    assert parse_diagram(str(position)) == (position.white, position.black)
    assert str(position.turn) in repr(position)
