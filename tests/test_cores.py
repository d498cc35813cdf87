"""Rows shared between cores."""

from __future__ import annotations

import pytest

from boardbytes.cores import (
    CHUNK,
    LEAST_BYTES,
    TASK_BYTES,
    TASKS_PER_CORE,
    core_count,
    rows_per_task,
    share_rows,
)


@pytest.mark.parametrize("rows", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK + 3])
@pytest.mark.parametrize("cores", [1, 3, None])
def test_every_row_is_worked_on_once(rows: int, cores: int | None) -> None:
    done: list[int] = []
    share_rows(rows, lambda chunk: done.extend(range(rows)[chunk]), cores)
    assert sorted(done) == list(range(rows))


def test_an_error_in_a_thread_is_not_lost() -> None:
    def fail(chunk: slice) -> None:
        raise MemoryError(chunk)

    with pytest.raises(MemoryError):
        share_rows(3 * CHUNK, fail, cores=2)


def test_there_is_a_core() -> None:
    assert core_count() >= 1


@pytest.mark.parametrize("rows", [101, 10_000, 3_000_000])
@pytest.mark.parametrize("size", [1, 46, 600, 40_000, 5_000_000])
def test_a_task_is_neither_too_large_nor_too_small(rows: int, size: int) -> None:
    cores = 3
    count = rows_per_task(rows, size, cores)
    assert 1 <= count <= CHUNK
    assert count == 1 or count * size <= TASK_BYTES
    has_many = -(-rows // count) >= TASKS_PER_CORE * cores
    assert has_many or (count - 1) * size < LEAST_BYTES
    assert rows_per_task(rows, size) >= 1
