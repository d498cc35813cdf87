"""Columns of mill states and numbers."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from boardbytes.columns.mill import (
    ERRORS,
    INTERPRETED_ROWS,
    NO_PLIES,
    NumberColumns,
    StateColumns,
    ValueColumns,
    number_columns,
    position_columns,
    value_columns,
)
from boardbytes.cores import CHUNK
from boardbytes.errors import NoTableError, NumberingError, PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.numbering import mill
from boardbytes.numbering.mill import Symmetry, faults, kernel
from boardbytes.numbering.mill.tables import load
from boardbytes.solving.mill import probe
from boardbytes.solving.mill.files import BLOCK
from boardbytes.solving.mill.shelf import Shelf, default_folder
from tests.numbering.mill import muehle

Row = TypeVar("Row")

SIZES = [mill.layer_size(number) for number in range(200)]
SMALL_LAYERS = [number for number, size in enumerate(SIZES) if 0 < size <= 3_000_000]
LARGER_LAYERS = [number for number, size in enumerate(SIZES) if 3_000_000 < size <= 30_000_000]


def columns_of(positions: list[MillPosition]) -> tuple[list[int], ...]:
    own, opp, hand, opp_hand, _ = zip(*(each.kernel_values for each in positions), strict=True)
    return list(own), list(opp), list(hand), list(opp_hand)


def test_every_vector() -> None:
    rows = muehle.states()
    found = number_columns(*columns_of([muehle.position_of_row(row) for row in rows]))
    assert not found.faults.any()
    assert found.layer.tolist() == [int(row["layer"]) for row in rows]
    assert found.number.tolist() == [int(row["state"]) for row in rows]
    assert found.symmetry.tolist() == [int(row["symop"]) for row in rows]


@pytest.mark.parametrize("layer", SMALL_LAYERS)
def test_every_number_of_a_small_layer_leads_back_to_itself(layer: int) -> None:
    assert_every_number_leads_back_to_itself(layer)


@pytest.mark.slow
@pytest.mark.parametrize("layer", LARGER_LAYERS)
def test_every_number_of_a_larger_layer_leads_back_to_itself(layer: int) -> None:
    assert_every_number_leads_back_to_itself(layer)


def assert_every_number_leads_back_to_itself(layer: int) -> None:
    numbers = np.arange(SIZES[layer], dtype=np.uint32)
    layers = np.full(len(numbers), layer, dtype=np.uint8)
    states = position_columns(layers, numbers)
    valid = states.faults == 0
    found = number_columns(*(column[valid] for column in states[:4]))
    assert not found.faults.any()
    assert (found.layer == layer).all()
    assert (found.symmetry == Symmetry.SO_DO_NOTHING).all()
    assert np.array_equal(found.number, numbers[valid])


def random_numbers(count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    random = np.random.default_rng(seed)
    layers = random.integers(0, 200, count).astype(np.uint8)
    return layers, (random.random(count) * np.array(SIZES)[layers]).astype(np.uint32)


def test_images_have_the_numbers_of_their_class() -> None:
    """On layers too large to exhaust: all images of random states lead to at most 8 numbers."""
    layers, numbers = random_numbers(4 * CHUNK, seed=5)
    states = position_columns(layers, numbers)
    valid = states.faults == 0
    own, opp, hand, opp_hand = (column[valid] for column in states[:4])
    assert len(own) > 1000
    images = []
    for each in Symmetry:
        found = number_columns(image(each, own), image(each, opp), hand, opp_hand)
        assert not found.faults.any()
        assert np.array_equal(found.layer, layers[valid])
        images.append(found.number)
        if each is Symmetry.SO_DO_NOTHING:
            assert np.array_equal(found.number, numbers[valid])
    ordered = np.sort(images, axis=0)
    sizes = 1 + (np.diff(ordered, axis=0) != 0).sum(axis=0)
    assert set(sizes.tolist()) <= {1, 2, 4, 8}


def image(symmetry: Symmetry, masks: NDArray[np.uint32]) -> NDArray[np.uint32]:
    moved = np.zeros_like(masks)
    for point, source in enumerate(symmetry.sources):
        moved |= (masks >> source & 1) << point
    return moved


def assert_equal_to_scalar_numbers(
    rows: list[tuple[int, int, int, int]], found: NumberColumns
) -> None:
    for row, (own, opp, hand, opp_hand) in enumerate(rows):
        expected = kernel.find_faults(own, opp, hand, opp_hand)
        assert found.faults[row] == expected
        if not expected:
            state = mill.number(MillPosition(own, opp, hand, opp_hand))
            values = (found.layer[row], found.number[row], found.symmetry[row])
            assert values == (state.layer, state.number, state.symmetry)


def enough_to_compile(rows: list[Row]) -> list[Row]:
    """The rows over and over, until there are too many for the interpreter."""
    return rows * (1 + INTERPRETED_ROWS // len(rows))


any_mask = st.one_of(st.integers(0, 2**24 - 1), st.integers(0, 2**32 - 1))
sparse_mask = st.builds(int.__and__, any_mask, any_mask)
any_row = st.tuples(sparse_mask, sparse_mask, st.integers(0, 255), st.integers(0, 10))


@settings(max_examples=50)
@given(st.lists(any_row, min_size=1, max_size=50))
def test_any_states_are_numbered_as_one_by_one(rows: list[tuple[int, int, int, int]]) -> None:
    few = number_columns(*map(list, zip(*rows, strict=True)))
    rows = enough_to_compile(rows)
    found = number_columns(*map(list, zip(*rows, strict=True)))
    assert [each.tolist() for each in few] == [each[: len(few[0])].tolist() for each in found]
    assert_equal_to_scalar_numbers(rows, found)
    for row, (own, opp, hand, opp_hand) in enumerate(rows):
        try:
            valid = not mill.problems(MillPosition(own, opp, hand, opp_hand))
        except PositionError:
            valid = False
        assert (found.faults[row] == 0) == valid


def test_valid_states_are_numbered_as_one_by_one() -> None:
    states = position_columns(*random_numbers(4000, seed=1))
    rows = [tuple(map(int, row[:4])) for row in zip(*states, strict=True) if row[4] == 0]
    assert len(rows) > 500
    found = number_columns(*map(list, zip(*rows, strict=True)))
    assert_equal_to_scalar_numbers(rows, found)  # type: ignore[arg-type]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(-1, 255), st.integers(-1, 2**33)), min_size=1, max_size=50))
def test_any_numbers_are_turned_back_as_one_by_one(rows: list[tuple[int, int]]) -> None:
    few = position_columns(*map(list, zip(*rows, strict=True)))
    rows = enough_to_compile(rows)
    found = position_columns(*map(list, zip(*rows, strict=True)))
    assert [each.tolist() for each in few] == [each[: len(few[0])].tolist() for each in found]
    assert_equal_to_scalar_states(rows, found)


def test_valid_numbers_are_turned_back_as_one_by_one() -> None:
    layers, numbers = random_numbers(3000, seed=2)
    rows = list(zip(layers.tolist(), numbers.tolist(), strict=True))
    assert_equal_to_scalar_states(rows, position_columns(layers, numbers))


def assert_equal_to_scalar_states(rows: list[tuple[int, int]], found: StateColumns) -> None:
    for row, (layer, number) in enumerate(rows):
        values = tuple(int(column[row]) for column in found[:4])
        problems = faults.problems_of(int(found.faults[row]))
        try:
            position = mill.position(layer, number)
        except NumberingError as error:
            expected, reasons = (0, 0, 0, 0), error.problems
        else:
            expected, reasons = position.kernel_values[:4], ()
        assert values == expected
        assert [each.code for each in problems] == [each.code for each in reasons]


def test_the_row_kernels_run_interpreted_too() -> None:
    layers, numbers = random_numbers(300, seed=3)
    fast = position_columns(layers, numbers)
    own, opp, hand, opp_hand, found = slow = tuple([0] * len(layers) for _ in fast)
    kernel.decode_rows(layers.tolist(), numbers.tolist(), load(), *slow)
    assert list(slow) == [column.tolist() for column in fast]
    fast_back = number_columns(*fast[:4])
    layer, number, symmetry, found = slow_back = tuple([0] * len(layers) for _ in fast_back)
    kernel.number_rows(own, opp, hand, opp_hand, load(), layer, number, symmetry, found)
    assert list(slow_back) == [column.tolist() for column in fast_back]


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_cores_do_not_matter(cores: int) -> None:
    layers, numbers = random_numbers(3 * CHUNK + 7, seed=4)
    few = position_columns(layers, numbers, cores=cores)
    everything = position_columns(layers, numbers)
    for place in range(len(few)):
        assert np.array_equal(few[place], everything[place])


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.uint64, np.uint16])
def test_other_integers_and_strides_are_welcome(dtype: Any) -> None:
    layers, numbers = np.repeat([[32, 199]], 50, axis=0).ravel(), np.zeros(100, dtype=dtype)
    states = position_columns(layers.astype(dtype)[::2], numbers[::2])
    assert states.faults.tolist() == [0] * 50
    assert states.hand.tolist() == [0] * 50


def test_values_that_do_not_fit_are_faults_and_do_not_wrap_around() -> None:
    states = position_columns([199, 199 + 256, -1, 199, 199], [0, 0, 0, 2**32, -1])
    assert states.faults.tolist() == [
        *(0, faults.NO_LAYER, faults.NO_LAYER),
        *(faults.NO_NUMBER, faults.NO_NUMBER),
    ]
    numbers = number_columns([0, 2**32, 0, -1], [0, 0, 0, 0], [9, 9, 9 + 256, 9], [9, 9, 9, 9])
    assert numbers.faults.tolist() == [0, faults.BOARD, faults.STONES, faults.BOARD]


def test_few_rows_load_no_compiler() -> None:
    load()
    code = (
        "from boardbytes.columns.mill import number_columns, position_columns\n"
        "number_columns(*position_columns([32], [400268])[:4])\n"
        "import sys; print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_no_rows() -> None:
    assert [len(column) for column in number_columns([], [], [], [])] == [0] * 4
    assert [len(column) for column in position_columns([], [])] == [0] * 5


def test_columns_must_be_columns() -> None:
    with pytest.raises(ValueError, match="same length"):
        position_columns([1], [1, 2])
    with pytest.raises(TypeError, match="integers"):
        position_columns([1.5], [1])
    with pytest.raises(TypeError, match="one row"):
        position_columns([[1]], [1])


def scalar_value(own: int, opp: int, hand: int, opp_hand: int) -> tuple[int, int, int]:
    """A row as `probe` has it: value, plies, error."""
    try:
        position = MillPosition(own, opp, hand, opp_hand)
        known = probe(position)
    except PositionError:
        return 0, 0, 1
    except NoTableError:
        return 0, 0, 3 if 0 <= hand - opp_hand <= 1 else 2
    plies = NO_PLIES if known.plies is None else known.plies
    return {"won": 1, "drawn": 0, "lost": -1}[known.value], plies, 0


def as_tuples(found: ValueColumns) -> list[tuple[int, ...]]:
    return list(zip(*(column.tolist() for column in found), strict=True))


def test_values_are_those_of_single_positions() -> None:
    """Every number of stones from none to nine a side, half of them with tables."""
    chance = np.random.default_rng(1)
    rows = []
    for number in range(1000):
        own, opp = chance.integers(0, 10, 2) if number % 2 else chance.integers(2, 5, 2)
        points = chance.permutation(24)
        hand = int(chance.integers(0, 10 - max(own, opp))) if number % 5 == 0 else 0
        masks = (
            sum(1 << int(p) for p in points[:own]),
            sum(1 << int(p) for p in points[own:][:opp]),
        )
        rows.append((*masks, hand + (number % 3 == 0 and hand + own < 9), hand))
    expected = [scalar_value(*map(int, row)) for row in rows]
    assert {error for *_, error in expected} == {0, 3}
    assert {value for value, *_ in expected} == {-1, 0, 1}
    columns = list(map(list, zip(*rows, strict=True)))
    assert as_tuples(value_columns(*columns)) == expected
    few = value_columns(*(column[:INTERPRETED_ROWS] for column in columns))
    assert as_tuples(few) == expected[:INTERPRETED_ROWS]


@settings(max_examples=30)
@given(st.lists(any_row, min_size=1, max_size=50))
def test_any_states_are_valued_as_one_by_one(rows: list[tuple[int, int, int, int]]) -> None:
    few = value_columns(*map(list, zip(*rows, strict=True)))
    many = value_columns(*map(list, zip(*enough_to_compile(rows), strict=True)))
    assert as_tuples(few) == as_tuples(many)[: len(rows)]
    assert as_tuples(few) == [scalar_value(*row) for row in rows]
    assert all(ERRORS[error] for error in few.error if error)


def test_values_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """More blocks than fit at once: the same values, and none unpacked twice."""
    chance = np.random.default_rng(2)
    points = chance.random((5000, 24)).argsort(axis=1)
    own, opp = ((1 << points[:, part]).sum(axis=1) for part in (slice(3), slice(3, 7)))
    nothing = np.zeros(5000, np.uint8)
    expected = value_columns(own, opp, nothing, nothing)
    small = Shelf(default_folder(), builds=False, most_bytes=2 * BLOCK)
    monkeypatch.setattr("boardbytes.solving.mill.shelf.shelf", lambda _: small)
    found = value_columns(own, opp, nothing, nothing, cores=2)
    assert as_tuples(found) == as_tuples(expected)
    assert small.fetched == 15, "every block of 945,630 places, once"


def test_no_values() -> None:
    assert [len(column) for column in value_columns([], [], [], [])] == [0] * 3
