"""Parts read by processes of their own, some of which die."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from boardbytes.children import start_python
from boardbytes.columns.scan import local, worker
from boardbytes.columns.scan.local import Child, read_parts
from boardbytes.columns.scan.parts import Part
from boardbytes.columns.scan.reading import read_part
from boardbytes.forks import Forks
from tests.columns.scan.test_reading import FILES, part_of, tables_of

# A file that no process survives: the reader of its format is put in the child by its environment.
_SITE = """
import os
from boardbytes.columns.scan import reading
usual = reading.format_of
def format_of(data, *rest):
    if data == b"deadly":
        os.kill(os.getpid(), 9)
    return usual(data, *rest)
reading.format_of = format_of
"""


def test_processes_give_what_this_one_gives() -> None:
    parts = [part_of(FILES, number) for number in range(3)]
    here = {done.number: done for done in read_parts(iter(parts), 1000, 1)}
    there = {done.number: done for done in read_parts(iter(parts), 1000, 2)}
    assert here == there
    assert list(here) == [0, 1, 2]


@pytest.mark.parametrize("is_forked", [False, True])
def test_a_file_that_kills_is_left_out(
    is_forked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadly_reader.py").write_text(_SITE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(local, "_CODE", f"import deadly_reader; {local._CODE}")
    forks = Forks(f"import deadly_reader; {local._FORKS.format(False)}") if is_forked else None
    child = Child(forks)
    try:
        done = child.read(part_of({"x": b"deadly"} | FILES), 1000)
    finally:
        child.close()
        if forks:
            forks.close()
    found = tables_of(done)
    (failure,) = [row for row in found["failures"] if row["source"] == "x"]
    assert failure["error"] == "deadly"
    assert len(found["files"]) == len(FILES) + 1
    del found["files"], found["failures"]
    assert sum(map(len, found.values())) == sum(
        len(rows)
        for table, rows in tables_of(read_part(part_of(FILES), 1000)).items()
        if table in found
    )


def test_however_many_files_of_a_part_kill_the_others_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process for each death is slow; this one dies as often, and is the same."""
    files = {f"deadly{number}": b"deadly" for number in range(40)} | FILES
    answers: list[object] = []

    def send(_: object, asked: tuple[Part, int, frozenset[int], bool]) -> None:
        part, rows_per_file, deadly, is_careful = asked
        first = next((place for place in range(40) if place not in deadly), None)
        if first is None:
            answers.append(read_part(part, rows_per_file, deadly))
        elif is_careful:
            answers.append(first)

    def receive(_: object) -> object:
        if not answers:
            raise EOFError
        return answers.pop(0)

    monkeypatch.setattr(local, "send", send)
    monkeypatch.setattr(local, "receive", receive)
    monkeypatch.setattr(Child, "start", lambda self, is_large: (None, None))
    done = Child().read(part_of(files), 1000)
    found = tables_of(done)
    assert [row["error"] for row in found["failures"]].count("deadly") == 40
    assert len(found["files"]) == len(files)


@pytest.mark.parametrize("is_forked", [False, True])
def test_a_process_that_is_killed_once_costs_nothing(is_forked: bool) -> None:
    forks = Forks(local._FORKS.format(True)) if is_forked else None
    child = Child(forks)
    slow = Part(0, part_of(FILES).pieces * 500, 3500, 0, "digest")
    try:
        child.read(part_of(FILES), 1000)
        assert child.process is not None
        process = child.process.pid

        def kill() -> None:
            time.sleep(0.1)
            os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        done = child.read(slow, 100_000)
        killer.join()
        assert child.process.pid != process
    finally:
        child.close()
        if forks:
            forks.close()
    assert done.rows == {
        table: 500 * count for table, count in read_part(part_of(FILES), 9).rows.items()
    }


@pytest.mark.measures
def test_whoever_stops_early_leaves_nothing_running() -> None:
    """As an interrupt from the keyboard does: the part that is being read is not waited for."""
    quick, slow = part_of(FILES, 0), Part(1, part_of(FILES).pieces * 20_000, 0, 0, "digest")
    reading = read_parts(iter([quick, slow, slow]), 1000, 2)
    assert next(reading).number == 0
    begun = time.monotonic()
    reading.close()  # type: ignore[attr-defined]
    assert time.monotonic() - begun < 10
    from benchmarks.processes import family

    started = [Path(f"/proc/{process}/cmdline") for process in family(os.getpid())[1:]]
    assert not any(b"scan.worker" in path.read_bytes() for path in started if path.exists())


def test_a_worker_knows_whether_it_is_waited_for() -> None:
    """With nothing to read yet there is time to load what a large part needs."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as asked, os.fdopen(writing, "wb") as asking:
        assert worker._is_left_waiting(asked)
        worker.send(asking, 1)
        assert not worker._is_left_waiting(asked)
        assert worker.receive(asked) == 1
    worker.load()


def test_a_worker_that_has_loaded_kept_kernels_has_loaded_no_more() -> None:
    """SciPy, and what only a compiler needs, would be half of its start, for nothing."""
    code = (
        "from boardbytes.columns.scan import worker; worker.load(); import sys;"
        " sys.exit(any(name in sys.modules for name in ('scipy.linalg', 'numba.np.npyimpl')))"
    )
    start_python(code).wait()  # It may have had to compile.
    assert start_python(code).wait() == 0


def test_whoever_forks_has_one_thread_and_all_is_gone_at_the_end() -> None:
    """Also when the process that forks is killed while its children live."""
    part = part_of(FILES)
    for is_killed in (False, True):
        forks = Forks(local._FORKS.format(True))
        children = [Child(forks) for _ in range(2)]
        for child in children:
            child.start(is_large=True)
            assert child.read(part, 1000) == read_part(part, 1000)
        numbers = [child.process.pid for child in children if child.process is not None]
        assert len(set(numbers)) == 2
        status = Path(f"/proc/{forks.process.pid}/status").read_text()
        assert "Threads:\t1\n" in status
        if is_killed:
            forks.process.kill()
            forks.process.wait()
            # What it forked ends with it; a child that is needed then is started by itself.
            assert children[0].read(part, 1000).rows == read_part(part, 1000).rows
        forks.close()
        for child in children:
            child.close()
        for number in numbers:
            wait_until_gone(number)


def wait_until_gone(process: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        status = Path(f"/proc/{process}/status")
        try:
            if "State:\tZ" in status.read_text():  # nobody may reap it here
                return
        except OSError:
            return
        time.sleep(0.05)
    raise AssertionError(f"process {process} is still there")
