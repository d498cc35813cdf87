"""Work on a Ray cluster of this machine, one of whose workers is killed."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from boardbytes.columns.cluster import on_ray
from boardbytes.columns.scan import scan
from boardbytes.errors import ClusterError, MissingExtraError
from tests.needs import need_ray

CORES = 3


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError) as caught:
        list(on_ray(len, [[1]]))
    assert str(caught.value) == (
        "clusters need Ray: run python -m pip install 'boardbytes[cluster]'"
    )


def test_a_cluster_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is told of in one sentence, whatever Ray raises."""
    ray: Any = ModuleType("ray")
    ray.is_initialized = lambda: False

    def init(**_: object) -> None:
        raise Exception("The current node timed out during startup.\nMore of it.")

    ray.init = init
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ModuleType("ray.exceptions"))
    with pytest.raises(ClusterError) as caught:
        list(on_ray(len, [[1]]))
    assert str(caught.value) == (
        "no Ray cluster on this machine: The current node timed out during startup."
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Ray cluster of several worker processes."""
    need_ray()
    import ray

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(
        num_cpus=CORES, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR
    )
    yield ray
    ray.shutdown()


def workers() -> list[int]:
    """The processes below this one in which Ray does something for us right now."""
    from benchmarks.processes import family

    found = []
    for process in family(os.getpid()):
        try:
            title = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::") and not title.startswith(b"ray::IDLE"):
            found.append(process)
    return found


class _Killer:
    """Kills one worker as soon as something is true."""

    def __init__(self, is_time: Any) -> None:
        self.is_time, self.killed = is_time, 0
        self.thread = threading.Thread(target=self._wait, daemon=True)
        self.thread.start()

    def _wait(self) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if self.is_time() and (found := workers()):
                os.kill(found[0], signal.SIGKILL)
                self.killed = found[0]
                return
            time.sleep(0.01)


@pytest.mark.slow
def test_results_come_in_order_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    def work(batch: pa.RecordBatch) -> tuple[int, int]:
        time.sleep(0.05)
        (tmp_path / f"{batch['n'][0]}").touch()
        return batch["n"][0].as_py(), batch.num_rows

    batches = [pa.record_batch({"n": [number] * 5}) for number in range(60)]
    killer = _Killer(lambda: len(list(tmp_path.iterdir())) > 20)
    assert list(on_ray(work, batches)) == [(number, 5) for number in range(60)]
    assert killer.killed


@pytest.mark.slow
def test_what_a_function_raises_is_raised(cluster: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        list(on_ray(lambda number: 1 // number, [1, 0]))


@pytest.mark.slow
def test_workers_that_keep_dying(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from boardbytes.columns import cluster as module

    monkeypatch.setattr(module, "RETRIES", 1)
    with pytest.raises(ClusterError, match="workers keep dying"):
        list(on_ray(lambda _: os.kill(os.getpid(), signal.SIGKILL), [1]))


@pytest.mark.slow
def test_a_scan_is_the_same_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    """The content of the local engine, row by row, one worker killed halfway."""
    from benchmarks.archive import count_once, write_mixed

    archive, count, part = tmp_path / "mixed.zip", 6000, 200
    write_mixed(archive, count)
    scan([archive], tmp_path / "here", files_per_part=part)
    out = tmp_path / "there"
    killer = _Killer(lambda: len(list(out.glob("files/part-*"))) > count // part // 2)
    report = scan([archive], out, engine="ray", files_per_part=part)
    assert killer.killed
    assert report.files == count
    count_once(out, archive, count)
    for table in report.rows:
        assert contents(out / table) == contents(tmp_path / "here" / table)


def contents(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of every file of a table, in their order."""
    return {path.name: ds.dataset(path).to_table().to_pylist() for path in folder.iterdir()}


@pytest.mark.slow
def test_no_cluster_there() -> None:
    need_ray()
    import ray

    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(ClusterError, match=r"no Ray cluster at 127.0.0.1:1"):
        list(on_ray(len, [[1]], address="127.0.0.1:1"))


def test_a_part_that_no_cluster_can_read_is_read_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process of this machine, and once."""
    from boardbytes.columns import cluster as module

    asked: list[int] = []

    def each(function: Any, parts: Any, **options: Any) -> Iterator[tuple[Any, Any]]:
        assert options == {"address": None, "cores": 2}
        for part in parts:
            asked.append(part.number)
            is_fatal = part.number == 1
            yield part, ClusterError("workers keep dying") if is_fatal else function(part)

    monkeypatch.setattr(module, "each_on_ray", each)
    words: dict[str, Any] = {"files_per_part": 20, "cores": 2}
    report = scan(["examples/club.zip"], tmp_path / "there", engine="ray", **words)
    assert asked == [0, 1, 2]
    scan(["examples/club.zip"], tmp_path / "here", files_per_part=20, cores=1)
    for table in report.rows:
        assert contents(tmp_path / "here" / table) == contents(tmp_path / "there" / table)


def command(archive: Path, out: Path, *words: str) -> subprocess.Popen[str]:
    """The command, as a user runs it."""
    told = ["scan", str(archive), "-o", str(out), "--engine", "ray", "--json", *words]
    pipe = subprocess.PIPE
    program = [sys.executable, "-m", "boardbytes", *told, "--files-per-part", "100"]
    return subprocess.Popen(program, stdout=pipe, stderr=pipe, text=True)


def check_against_here(archive: Path, there: Path, here: Path, said: str) -> None:
    """The command has told of all files, and its tables are those of the local engine."""
    report = scan([archive], here, files_per_part=100, cores=1)
    found = json.loads(said)
    assert {name: found[name] for name in ("files", "games", "failed", "rows")} == {
        "files": report.files,
        "games": report.games,
        "failed": report.failed,
        "rows": report.rows,
    }
    for table in report.rows:
        assert contents(there / table) == contents(here / table)


@pytest.mark.slow
def test_the_command_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    need_ray()
    from benchmarks.archive import write_mixed

    archive = tmp_path / "mixed.zip"
    write_mixed(archive, 500)
    process = command(archive, tmp_path / "there", "--cores", "2")
    said, complaint = process.communicate(timeout=240)
    assert (process.returncode, complaint) == (1, "")
    check_against_here(archive, tmp_path / "there", tmp_path / "here", said)


@pytest.mark.slow
def test_a_machine_of_an_existing_cluster_dies(tmp_path: Path) -> None:
    """Two machines, played by processes of this one, one of which is taken away halfway."""
    need_ray()
    import ray
    from benchmarks.archive import write_mixed
    from ray.cluster_utils import Cluster

    if ray.is_initialized():
        ray.shutdown()
    archive, out = tmp_path / "mixed.zip", tmp_path / "there"
    write_mixed(archive, 4000)
    machines: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        second = machines.add_node(num_cpus=1)
        process = command(archive, out, "--address", machines.address)
        until = time.monotonic() + 120
        while len(list(out.glob("files/part-*"))) < 10 and time.monotonic() < until:
            time.sleep(0.02)
        machines.remove_node(second, allow_graceful=False)
        done = len(list(out.glob("files/part-*")))
        said, complaint = process.communicate(timeout=240)
    finally:
        machines.shutdown()
    assert 10 <= done < 40
    assert process.returncode == 1, complaint
    check_against_here(archive, out, tmp_path / "here", said)
