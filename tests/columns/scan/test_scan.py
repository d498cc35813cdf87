"""Whole scans: what is given is read once, also when the scan is killed on its way."""

from __future__ import annotations

import resource
import time
import zipfile
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes.columns.scan import Report, scan
from boardbytes.columns.scan import journal as journal_module
from boardbytes.columns.tables import documents
from boardbytes.errors import ScanError, UnknownNameError
from boardbytes.files import write_whole


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    found = ds.dataset(out / table).to_table().to_pylist()
    return sorted(found, key=lambda row: (row["source"], row.get("game") or 0))


def test_the_club(tmp_path: Path) -> None:
    told: list[Report] = []
    report = scan(
        ["examples/club.zip"],
        tmp_path / "out",
        cores=1,
        files_per_part=20,
        on_progress=told.append,
    )
    assert (report.parts, report.files, report.games, report.failed) == (3, 51, 50, 1)
    assert [each.files for each in told] == [20, 40, 51]
    with zipfile.ZipFile("examples/club.zip") as archive:
        names = sorted(f"examples/club.zip/{name}" for name in archive.namelist())
        assert [row["source"] for row in rows(tmp_path / "out", "files")] == names
        games = {row["source"]: row for row in rows(tmp_path / "out", "go")}
        for name in archive.namelist():
            if not name.endswith(".sgf"):
                continue
            document = bb.loads(archive.read(name))
            row = games[f"examples/club.zip/{name}"]
            assert document.tree is not None
            assert document.record is not None
            assert row["black"] == document.tree.headers.get("black")
            assert row["stones"] == document.position.stones
            assert row["moves"] == [move.number(9) for move in document.record.moves]  # type: ignore[attr-defined]


def test_others_read_it(tmp_path: Path) -> None:
    scan(["examples/club.zip"], tmp_path / "out", cores=1, files_per_part=20)
    pattern = f"{tmp_path}/out/go/*.parquet"
    question = f"SELECT count(*), sum(plies), sum(len(moves)) FROM '{pattern}'"
    (counted,) = duckdb.connect().execute(question).fetchall()
    found = pl.scan_parquet(pattern).select(
        pl.len(), pl.sum("plies"), pl.col("moves").list.len().sum().alias("moves")
    )
    assert found.collect().row(0) == counted
    back = list(documents(ds.dataset(tmp_path / "out" / "mill").to_table()))
    assert len(back) == 16


def test_all_that_is_given_is_read(tmp_path: Path) -> None:
    """Every file of the vectors has a row, and so has every game that reading them gives."""
    report = scan(["tests/vectors", "examples"], tmp_path / "out", cores=1)
    paths = [path for name in ("tests/vectors", "examples") for path in Path(name).rglob("*")]
    files = sorted(str(path) for path in paths if path.is_file())
    archived = [row["source"] for row in rows(tmp_path / "out", "files")]
    assert [name for name in archived if ".zip/" not in name] == [
        name for name in files if not name.endswith(".zip")
    ]
    assert report.files == len(archived)
    failed = {(row["source"], row["game"]) for row in rows(tmp_path / "out", "failures")}
    games = {
        (row["source"], row["game"]): row["error"]
        for table in ("go", "mill", "checkers", "tiles")
        for row in rows(tmp_path / "out", table)
    }
    assert not any(row["error"] == "internal" for row in rows(tmp_path / "out", "failures"))
    checked = 0
    for name in files[::5]:
        try:
            found = list(bb.read_games(name))
        except bb.FormatError:
            assert name.endswith(".zip") or (name, None) in failed
            continue
        for number, game in enumerate(found, 1):
            if isinstance(game, bb.FormatError):
                assert (name, number) in failed
            else:
                assert games[(name, number)] is None
            checked += 1
    assert checked > 80


def test_the_result_is_not_scanned(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(b"(;B[ee])")
    scan([tmp_path], tmp_path / "out", cores=1)
    assert [row["source"] for row in rows(tmp_path / "out", "files")] == [str(tmp_path / "a.sgf")]


class _Killed(BaseException):
    pass


@pytest.mark.parametrize("moment", range(7))
def test_killed_at_every_moment(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill before, between and after the files of a part, and before its line."""
    whole = scan(["examples/club.zip"], tmp_path / "whole", cores=1, files_per_part=15)
    writes = 0
    usual = write_whole

    def write(path: Any, data: bytes) -> None:
        nonlocal writes
        writes += 1
        if writes == 5 + moment:
            raise _Killed
        usual(path, data)

    monkeypatch.setattr(journal_module, "write_whole", write)
    with pytest.raises(_Killed):
        scan(["examples/club.zip"], tmp_path / "out", cores=1, files_per_part=15)
    monkeypatch.setattr(journal_module, "write_whole", usual)
    report = scan(["examples/club.zip"], tmp_path / "out", cores=1, files_per_part=15, resume=True)
    assert report.rows == whole.rows
    assert report.files == 51
    for table in report.rows:
        assert rows(tmp_path / "out", table) == rows(tmp_path / "whole", table)
    assert sorted(path.name for path in (tmp_path / "out" / "files").iterdir()) == sorted(
        path.name for path in (tmp_path / "whole" / "files").iterdir()
    )


def test_resuming_what_is_finished_reads_nothing(tmp_path: Path) -> None:
    first = scan(["examples/club.zip"], tmp_path / "out", cores=1)
    again = scan(["examples/club.zip"], tmp_path / "out", cores=1, resume=True)
    assert (again.rows, again.resumed_files) == (first.rows, 51)


def test_addresses(tmp_path: Path) -> None:
    import fsspec

    system = fsspec.filesystem("memory")
    system.pipe("/club/club.zip", Path("examples/club.zip").read_bytes())
    report = scan(["memory://club"], tmp_path / "out", cores=1)
    assert (report.files, report.games) == (51, 50)
    assert rows(tmp_path / "out", "files")[0]["source"].startswith("memory:///club/club.zip/")


def test_what_cannot_begin(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="no such file"):
        scan([tmp_path / "nowhere"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    (tmp_path / "file").touch()
    with pytest.raises(ScanError, match="this is a file"):
        scan(["examples"], tmp_path / "file")
    with pytest.raises(ScanError, match="rows_per_file must be 1 or more"):
        scan(["examples"], tmp_path / "out", rows_per_file=0)
    with pytest.raises(UnknownNameError, match="spark"):
        scan(["examples"], tmp_path / "out", engine="spark")
    with pytest.raises(ScanError, match="choose the engine ray"):
        scan(["examples"], tmp_path / "out", address="auto")


@pytest.mark.measures
@pytest.mark.slow
def test_a_zip_of_mixed_files_killed_twice_and_resumed(tmp_path: Path) -> None:
    """As the benchmark does with a million: under 1 GB, and every file counted once."""
    from benchmarks.archive import (
        count_once,
        killed_and_resumed,
        same_rows,
        scan_words,
        write_mixed,
    )
    from benchmarks.processes import run

    archive, count = tmp_path / "mixed.zip", 20_000
    write_mixed(archive, count)
    measured = killed_and_resumed(archive, tmp_path / "out", kills=2, part=2000)
    print(measured)
    assert measured.kills == 2
    assert measured.peak < 1e9
    tables = count_once(tmp_path / "out", archive, count)
    assert min(tables.values()) > 500
    run(scan_words(archive, tmp_path / "whole", part=2000))
    same_rows(tmp_path / "out", tmp_path / "whole")


def test_a_game_that_a_resumed_scan_has_lost_is_noticed(tmp_path: Path) -> None:
    """Fewer rows than games are right where some games are damaged: only their own tell."""
    from benchmarks.archive import count_once, same_rows, write_mixed

    archive, count = tmp_path / "mixed.zip", 200
    write_mixed(archive, count)
    for name in ("out", "whole"):
        scan([archive], tmp_path / name, cores=1)
    count_once(tmp_path / "out", archive, count)
    same_rows(tmp_path / "out", tmp_path / "whole")
    (path,) = (tmp_path / "out" / "go").iterdir()
    pq.write_table(pq.read_table(path).slice(1), path)
    count_once(tmp_path / "out", archive, count)
    with pytest.raises(RuntimeError, match="other rows"):
        same_rows(tmp_path / "out", tmp_path / "whole")


def processor_time() -> float:
    """What the children of this process have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.measures
@pytest.mark.slow
def test_sgf_games_at_ten_times_sgfmills_rate(tmp_path: Path) -> None:
    """A part of the benchmark's games on one core, from the command's start to its end.

    In time of the processor, which says the same on a machine that does other things as well.
    """
    from benchmarks.processes import run
    from benchmarks.scanning import peer_rate, write_games

    path, count = tmp_path / "games.sgf", 30_000
    write_games(path, count)
    run(["scan", str(path), "-o", str(tmp_path / "compiles"), "--cores", "1"])
    begun = processor_time()
    run(["scan", str(path), "-o", str(tmp_path / "out"), "--cores", "1"])
    rate = count / (processor_time() - begun)
    peer = peer_rate(path, time.process_time)
    print(f"{rate:.0f} games/s, sgfmill {peer:.0f}: {rate / peer:.1f} times")
    assert rate >= 10 * peer
    found = ds.dataset(tmp_path / "out" / "go").to_table(columns=["plies", "error", "problems"])
    assert found.num_rows == count
    assert found["error"].null_count == count
    assert sum(found["plies"].to_pylist()) > 190 * count


@pytest.mark.measures
@pytest.mark.slow
def test_two_cores_use_little_more_of_the_processor_than_one(tmp_path: Path) -> None:
    """So that they take little more than half the time, whoever else uses the machine."""
    from benchmarks.processes import run
    from benchmarks.scanning import write_games

    path, best = tmp_path / "games.sgf", {1: 1e9, 2: 1e9}
    write_games(path, 100_000)
    run(["scan", str(path), "-o", str(tmp_path / "compiles"), "--cores", "1"])
    for turn in range(3):
        for cores in best:
            begun, wall = processor_time(), time.perf_counter()
            run(["scan", str(path), "-o", str(tmp_path / f"{turn}-{cores}"), "--cores", f"{cores}"])
            best[cores] = min(best[cores], processor_time() - begun)
            print(f"{cores} cores: {best[cores]:.2f} s of it, {time.perf_counter() - wall:.2f} s")
    assert best[2] <= 1.2 * best[1]


@pytest.mark.measures
@pytest.mark.slow
def test_a_large_collection_takes_a_bounded_part_of_the_memory(tmp_path: Path) -> None:
    """Whatever its size: three times as much to read takes no more."""
    from benchmarks.processes import run
    from benchmarks.scanning import write_games

    path, peaks = tmp_path / "games.sgf", list[int]()
    write_games(path, 30_000)
    data = path.read_bytes()
    for times in (3, 9):
        with path.open("ab") as file:
            file.writelines([data] * times)
        _, peak = run(["scan", str(path), "-o", str(tmp_path / f"{times}"), "--cores", "2"])
        peaks.append(peak)
        print(f"{path.stat().st_size / 1e6:.0f} MB read with {peak / 1e6:.0f} MB of memory")
    assert max(peaks) < 600e6
    assert peaks[1] < 1.25 * peaks[0]
