"""A persistent vector behaves like a list that is copied before every change."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.model.vector import Vector


@given(st.integers(0, 3000), st.lists(st.integers(0, 10**9), max_size=60), st.randoms())
def test_like_a_list(length: int, edits: list[int], rng: random.Random) -> None:
    items = list(range(length))
    vector = Vector(items)
    versions = [(vector, list(items))]
    for edit in edits:
        if items and rng.random() < 0.5:
            place = edit % len(items)
            items[place] = -edit
            vector = vector.set(place, -edit)
        else:
            items.append(edit)
            vector = vector.append(edit)
        versions.append((vector, list(items)))
    for version, expected in versions[-3:] + versions[:1]:
        assert list(version) == expected
        assert len(version) == len(expected)


def test_grown_one_by_one_over_several_levels() -> None:
    vector: Vector[int] = Vector()
    for item in range(40_000):
        vector = vector.append(item)
    assert all(vector[place] == place for place in range(0, 40_000, 7))
    assert vector.set(33_000, -1)[33_000] == -1
    assert vector[33_000] == 33_000


@pytest.mark.parametrize("place", [-1, 3])
def test_there_is_nothing_beyond_the_ends(place: int) -> None:
    with pytest.raises(IndexError):
        Vector([1, 2, 3])[place]
    with pytest.raises(IndexError):
        Vector([1, 2, 3]).set(place, 0)
