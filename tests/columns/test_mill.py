"""Columns of mill states and numbers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from boardbytes.columns.mill import (
    NUMBER_CODES,
    VALUE_CODES,
    MillColumns,
    NumberColumns,
    number,
    position,
    value,
)
from boardbytes.columns.results import NO_PLIES, names_of
from boardbytes.columns.rows import INTERPRETED_ROWS, Columns
from boardbytes.cores import CHUNK
from boardbytes.errors import ColumnError, NoTableError, NumberingError, PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.model import Colour
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


def states(rows: Sequence[Sequence[int]]) -> MillColumns:
    """States as positions with white to move: own, opp, hand, opp_hand."""
    return MillColumns(*(np.array(column) for column in zip(*rows, strict=True)))


def own_first(found: MillColumns) -> list[tuple[int, ...]]:
    """Positions as the side to move sees them: own, opp, hand, opp_hand."""
    return [
        (black, white, other, hand) if turn == 2 else (white, black, hand, other)
        for white, black, hand, other, turn, *_ in rows_of(found)
    ]


def rows_of(found: Columns) -> list[tuple[int, ...]]:
    return list(zip(*(column.tolist() for column in found.arrays.values()), strict=True))


def test_every_vector() -> None:
    rows = muehle.states()
    found = number(states([muehle.position_of_row(row).kernel_values[:4] for row in rows]))
    assert not found.error.any()
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
    positions = position(layers, numbers)
    valid = positions.error == 0
    found = number(positions[valid])
    assert not found.error.any()
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
    positions = position(layers, numbers)
    valid = positions.error == 0
    here = positions[valid]
    assert len(here) > 1000
    images = []
    for each in Symmetry:
        found = number(replace(here, white=image(each, here.white), black=image(each, here.black)))
        assert not found.error.any()
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
        wrong = kernel.find_faults(own, opp, hand, opp_hand)
        assert found.error[row] == wrong
        if not wrong:
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
    few = number(states(rows))
    rows = enough_to_compile(rows)
    found = number(states(rows))
    assert rows_of(few) == rows_of(found)[: len(few)]
    assert_equal_to_scalar_numbers(rows, found)
    for row, (own, opp, hand, opp_hand) in enumerate(rows):
        try:
            valid = not mill.problems(MillPosition(own, opp, hand, opp_hand))
        except PositionError:
            valid = False
        assert (found.error[row] == 0) == valid


def test_valid_states_are_numbered_as_one_by_one() -> None:
    positions = position(*random_numbers(4000, seed=1))
    rows = own_first(positions[positions.error == 0])
    assert len(rows) > 500
    found = number(states(rows))
    assert_equal_to_scalar_numbers(rows, found)  # type: ignore[arg-type]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(-1, 255), st.integers(-1, 2**33)), min_size=1, max_size=50))
def test_any_numbers_are_turned_back_as_one_by_one(rows: list[tuple[int, int]]) -> None:
    few = position([row[0] for row in rows], [row[1] for row in rows])
    rows = enough_to_compile(rows)
    found = position([row[0] for row in rows], [row[1] for row in rows])
    assert rows_of(few) == rows_of(found)[: len(few)]
    assert_equal_to_scalar_states(rows, found)


def test_valid_numbers_are_turned_back_as_one_by_one() -> None:
    layers, numbers = random_numbers(3000, seed=2)
    rows = list(zip(layers.tolist(), numbers.tolist(), strict=True))
    assert_equal_to_scalar_states(rows, position(layers, numbers))


def assert_equal_to_scalar_states(rows: list[tuple[int, int]], found: MillColumns) -> None:
    for row, values, bits in zip(rows, rows_of(found), found.error.tolist(), strict=True):
        try:
            here = mill.position(*row)
        except NumberingError as error:
            expected: tuple[int, ...] = (0, 0, 0, 0, 0)
            reasons = [problem.code for problem in error.problems]
        else:
            turn = 1 if here.turn is Colour.WHITE else 2
            expected = (here.white, here.black, here.white_hand, here.black_hand, turn)
            reasons = []
        assert values[:5] == expected
        assert list(names_of(bits, NUMBER_CODES)) == reasons


def test_the_row_kernels_run_interpreted_too() -> None:
    layers, numbers = random_numbers(300, seed=3)
    fast = position(layers, numbers)
    own, opp, hand, opp_hand, found = slow = tuple([0] * len(layers) for _ in range(5))
    kernel.decode_rows(layers.tolist(), numbers.tolist(), load(), *slow)
    assert list(zip(own, opp, hand, opp_hand, strict=True)) == own_first(fast)
    assert found == fast.error.tolist()
    fast_back = number(states(own_first(fast)))
    layer, place, symmetry, found = slow_back = tuple([0] * len(layers) for _ in range(4))
    kernel.number_rows(own, opp, hand, opp_hand, load(), layer, place, symmetry, found)
    assert list(slow_back) == [column.tolist() for column in fast_back.arrays.values()]


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_cores_do_not_matter(cores: int) -> None:
    layers, numbers = random_numbers(3 * CHUNK + 7, seed=4)
    few = position(layers, numbers, cores=cores)
    everything = position(layers, numbers)
    for name, column in few.arrays.items():
        assert np.array_equal(column, everything.arrays[name])


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.uint64, np.uint16])
def test_other_integers_and_strides_are_welcome(dtype: Any) -> None:
    layers, numbers = np.repeat([[32, 199]], 50, axis=0).ravel(), np.zeros(100, dtype=dtype)
    found = position(layers.astype(dtype)[::2], numbers[::2])
    assert found.error.tolist() == [0] * 50
    assert found.white_hand.tolist() == [0] * 50


def test_values_that_do_not_fit_are_faults_and_do_not_wrap_around() -> None:
    found = position([199, 199 + 256, -1, 199, 199], [0, 0, 0, 2**32, -1])
    assert found.error.tolist() == [
        *(0, faults.NO_LAYER, faults.NO_LAYER),
        *(faults.NO_NUMBER, faults.NO_NUMBER),
    ]
    rows = [(0, 0, 9, 9), (2**32, 0, 9, 9), (0, 0, 9 + 256, 9), (-1, 0, 9, 9)]
    assert number(states(rows)).error.tolist() == [0, faults.BOARD, faults.STONES, faults.BOARD]


def test_few_rows_load_no_compiler() -> None:
    load()
    code = (
        "from boardbytes.columns.mill import number, position\n"
        "number(position([32], [400268]))\n"
        "import sys; print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_no_rows() -> None:
    none = position([], [])
    assert len(none) == len(number(none)) == len(value(none)) == 0


def test_columns_must_be_columns() -> None:
    with pytest.raises(ColumnError, match="same length"):
        position([1], [1, 2])
    with pytest.raises(ColumnError, match="whole numbers"):
        position([1.5], [1])
    with pytest.raises(ColumnError, match="two rows"):
        position([[1]], [1])
    with pytest.raises(ColumnError, match="same length"):
        MillColumns(np.zeros(2, np.uint32), np.zeros(3, np.uint32))


def scalar_value(own: int, opp: int, hand: int, opp_hand: int) -> tuple[int, int, int]:
    """A row as `probe` has it: value, plies, error."""
    try:
        known = probe(MillPosition(own, opp, hand, opp_hand))
    except PositionError:
        return 0, 0, 1
    except NoTableError:
        return 0, 0, 4 if 0 <= hand - opp_hand <= 1 else 2
    plies = NO_PLIES if known.plies is None else known.plies
    return {"won": 1, "drawn": 0, "lost": -1}[known.value], plies, 0


def test_values_are_those_of_single_positions() -> None:
    """Every number of stones from none to nine a side, half of them with tables."""
    chance = np.random.default_rng(1)
    rows = []
    for turn in range(1000):
        own, opp = chance.integers(0, 10, 2) if turn % 2 else chance.integers(2, 5, 2)
        points = chance.permutation(24)
        hand = int(chance.integers(0, 10 - max(own, opp))) if turn % 5 == 0 else 0
        masks = (
            sum(1 << int(p) for p in points[:own]),
            sum(1 << int(p) for p in points[own:][:opp]),
        )
        rows.append((*masks, hand + (turn % 3 == 0 and hand + own < 9), hand))
    expected = [scalar_value(*map(int, row)) for row in rows]
    assert {error for *_, error in expected} == {0, 4}
    assert {value for value, *_ in expected} == {-1, 0, 1}
    assert rows_of(value(states(rows))) == expected
    few = value(states(rows[:INTERPRETED_ROWS]))
    assert rows_of(few) == expected[:INTERPRETED_ROWS]


@settings(max_examples=30)
@given(st.lists(any_row, min_size=1, max_size=50))
def test_any_states_are_valued_as_one_by_one(rows: list[tuple[int, int, int, int]]) -> None:
    few = value(states(rows))
    repeated = enough_to_compile(rows)
    many = value(states(repeated))
    assert rows_of(few) == rows_of(many)[: len(rows)]
    assert rows_of(few) == [scalar_value(*row) for row in rows]
    assert all(names_of(error, VALUE_CODES) for error in few.error.tolist() if error)


def test_values_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """More blocks than fit at once: the same values, and none unpacked twice."""
    chance = np.random.default_rng(2)
    points = chance.random((5000, 24)).argsort(axis=1)
    own, opp = ((1 << points[:, part]).sum(axis=1) for part in (slice(3), slice(3, 7)))
    positions = MillColumns(own, opp)
    expected = value(positions)
    small = Shelf(default_folder(), builds=False, most_bytes=2 * BLOCK)
    monkeypatch.setattr("boardbytes.solving.mill.shelf.shelf", lambda _: small)
    found = value(positions, cores=2)
    assert rows_of(found) == rows_of(expected)
    assert small.fetched == 15, "every block of 945,630 places, once"
