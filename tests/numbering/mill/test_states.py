"""Numbers of positions and positions of numbers."""

from __future__ import annotations

import doctest
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.errors import NumberingError, PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, ROW_ORDER, SIDES, mask_of
from boardbytes.games.mill.kernel import ALL
from boardbytes.model import Colour
from boardbytes.numbering import mill
from boardbytes.numbering.mill import Symmetry
from boardbytes.numbering.mill.faults import PROBLEMS
from boardbytes.numbering.mill.symmetry import IDENTITY
from tests.numbering.mill import muehle

CD_ROWS = (0, 2, 23, 21, 6, 8, 17, 15, 1, 7, 14, 12, 22, 16, 9, 11)
"""The digits of outer and inner ring as the specification lists them, in row numbers."""


def stones(position: MillPosition) -> tuple[int, int]:
    return position.stones(position.turn), position.stones(SIDES.other(position.turn))


def test_every_vector() -> None:
    classes: Counter[int] = Counter()
    for row in muehle.states():
        position = muehle.position_of_row(row)
        found = mill.number(position)
        expected = int(row["layer"]), int(row["state"]), int(row["symop"])
        assert (found.layer, found.number, found.symmetry.id) == expected
        numbers = mill.numbers_of_class(position)
        assert len(numbers) == int(row["n_sym_numbers"])
        assert found.number in numbers
        classes[len(numbers)] += 1
        assert_leads_back(position, found)
    assert sorted(classes) == [1, 2, 4, 8]


def assert_leads_back(position: MillPosition, found: mill.StateNumber) -> None:
    image = found.symmetry.apply(position)
    back = mill.position(found.layer, found.number)
    assert stones(back) == stones(image)
    assert back.hand(back.turn) == position.hand(position.turn)
    assert back.hand(SIDES.other(back.turn)) == position.hand(SIDES.other(position.turn))
    assert mill.number(back) == mill.StateNumber(found.layer, found.number, Symmetry.SO_DO_NOTHING)


def test_operations_in_plain_words() -> None:
    assert [each.words for each in (IDENTITY, Symmetry(1), Symmetry(4), Symmetry(14))] == [
        "nothing",
        "half a turn",
        "rings swapped",
        "half a turn, mirrored, rings swapped",
    ]
    assert len({each.words for each in Symmetry}) == 16


def test_worked_examples() -> None:
    moving = mill.number(muehle.position_of("o....o.......o.xxx.x...."))
    assert moving == mill.StateNumber(32, 400268, Symmetry(0))
    own, opp = stones(mill.position(32, 400268))
    assert muehle.field_of(own, opp) == "...oo...x...xx...x...o.."
    setting = mill.number(muehle.position_of("oox..xo.o...oxx.oo...xxx", missing=3))
    assert setting == mill.StateNumber(112, 1315916871, Symmetry(10))


def test_validity_is_that_of_muehle() -> None:
    kept: Counter[bool] = Counter()
    for row in muehle.integrity():
        missing = int(row["total_missing"])
        done = POINTS - row["field"].count(".") + missing
        valid = row["ok"] == "1"
        if (row["phase"] == "s" and done >= 18) or (row["phase"] == "m" and missing):
            # A position says neither: its hands tell the phase and what is missing.
            assert not valid
            continue
        try:
            position = muehle.position_of(row["field"], missing if row["phase"] == "s" else None)
        except PositionError:
            assert not valid
            continue
        assert (mill.problems(position) == ()) == valid, row
        kept[valid] += 1
    assert kept[True] > 900
    assert kept[False] > 900


def test_every_reason_that_a_position_can_have_occurs() -> None:
    seen = set()
    for row in muehle.integrity():
        for missing in (None, int(row["total_missing"])):
            try:
                position = muehle.position_of(row["field"], missing)
            except PositionError:
                continue
            seen |= {problem.code for problem in mill.problems(position)}
    # Only numbers and columns can lack a layer, a number, separate sides or a turn.
    never = {"no-layer", "no-number", "board", "stones", "turn", "removing"}
    assert seen == {problem.code for problem in PROBLEMS.values()} - never


def test_a_position_in_the_middle_of_a_move_has_no_number() -> None:
    position = MillPosition(0b111, 1 << 20 | 1 << 12 | 1 << 9, 0, 0, removing=True)
    with pytest.raises(NumberingError, match="in the middle of a move") as caught:
        mill.number(position)
    assert [problem.code for problem in caught.value.problems] == ["removing"]


def test_hands_that_do_not_fit_the_turn_have_no_number() -> None:
    with pytest.raises(NumberingError, match="has set as many stones as the other side"):
        mill.number(MillPosition(0, 0, 8, 9))


def test_all_reasons_are_given() -> None:
    with pytest.raises(NumberingError) as caught:
        mill.number(MillPosition(0b1, 0b10, 0, 0))
    codes = [problem.code for problem in caught.value.problems]
    assert codes == ["own-few", "opp-few"]
    assert "fewer than two stones" in str(caught.value)
    assert "fewer than three stones" in str(caught.value)


def test_colours_do_not_matter() -> None:
    position = muehle.position_of("o....o.......o.xxx.x....")
    turned = MillPosition(position.black, position.white, 0, 0, Colour.BLACK)
    assert mill.number(turned) == mill.number(position)


def test_white_starts() -> None:
    """After an odd number of stones set it is black's turn."""
    assert mill.position(199, 0) == MillPosition()
    first = MillPosition().play("d7")
    found = mill.number(first)
    back = mill.position(found.layer, found.number)
    assert back == found.symmetry.apply(first)
    assert back.turn is Colour.BLACK


@pytest.mark.parametrize(
    ("layer", "number", "message"),
    [
        (-1, 0, "number 0 of layer -1 is not a state: there are only the layers 0 to 199"),
        (200, 0, "only the layers 0 to 199"),
        (32, -1, "number -1 of layer 32 is not a state: the layer has the numbers 0 to 796385"),
        (32, 796_386, "the layer has the numbers 0 to 796385"),
        (0, 0, "the layer has no numbers"),
        (18, 0, "the other side has fewer than three stones in the moving phase"),
        (17, 0, "has no mill that took the third"),
        (199, 17, "a stone is missing in the setting phase, but there is no mill"),
    ],
)
def test_refused_numbers(layer: int, number: int, message: str) -> None:
    with pytest.raises(NumberingError, match=message):
        mill.position(layer, number)


@given(st.integers(), st.integers())
def test_any_integers_are_a_state_or_an_error(layer: int, number: int) -> None:
    try:
        position = mill.position(layer, number)
    except NumberingError:
        return
    assert mill.number(position).number == number


@given(st.integers(0, 199), st.data())
def test_numbers_lead_back_to_themselves(layer: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, max(0, mill.layer_size(layer) - 1)))
    try:
        position = mill.position(layer, number)
    except NumberingError:
        return
    assert mill.problems(position) == ()
    assert mill.number(position) == mill.StateNumber(layer, number, Symmetry.SO_DO_NOTHING)


masks = st.builds(int.__and__, st.integers(0, ALL), st.integers(0, ALL))


sides = st.sampled_from(list(SIDES))


@given(masks, masks, st.integers(0, 9), st.integers(0, 9), sides, st.booleans())
def test_any_values_are_numbered_or_refused(
    white: int, black: int, white_hand: int, black_hand: int, turn: Colour, removing: bool
) -> None:
    try:
        position = MillPosition(white, black & ~white, white_hand, black_hand, turn, removing)
        found = mill.number(position)
    except (PositionError, NumberingError):
        return
    assert_leads_back(position, found)


def digits(position: MillPosition) -> int:
    """`stateCD` as the specification has it."""
    own, opp = stones(position)
    value = 0
    for row in CD_ROWS:
        point = ROW_ORDER[row]
        value = 3 * value + 2 * (own >> point & 1) + (opp >> point & 1)
    return value


@given(st.permutations(range(POINTS)), st.integers(3, 9), st.integers(3, 9))
def test_the_symmetry_is_that_of_the_specification(points: list[int], own: int, opp: int) -> None:
    stones = mask_of(points[:own]), mask_of(points[own : own + opp])
    position = MillPosition(*stones, 0, 0)
    symmetry = mill.number(position).symmetry
    smallest = min((each.apply(position) for each in Symmetry), key=digits)
    if digits(smallest) == digits(position):
        assert symmetry is Symmetry.SO_DO_NOTHING
    else:
        leading = [s for s in Symmetry if digits(s.apply(smallest)) == digits(position)]
        assert symmetry is max(leading).inverse


@pytest.mark.parametrize("row", muehle.states()[::400], ids=lambda row: str(row["field"]))
def test_a_class_has_one_canonical_position_and_one_set_of_numbers(row: dict[str, str]) -> None:
    position = muehle.position_of_row(row)
    canonical, numbers = mill.canonical(position), mill.numbers_of_class(position)
    assert canonical in [each.apply(position) for each in Symmetry]
    assert mill.number(canonical).number == min(numbers)
    for each in Symmetry:
        image = each.apply(position)
        assert mill.canonical(image) == canonical
        assert mill.numbers_of_class(image) == numbers


def test_docstring_examples() -> None:
    results = doctest.testmod(mill)
    assert (results.failed, results.attempted) == (0, 4)
