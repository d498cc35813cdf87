"""Rows shared between cores."""

from __future__ import annotations

import pytest

from boardbytes.cores import CHUNK, core_count, share_rows


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
