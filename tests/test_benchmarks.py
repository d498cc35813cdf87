"""The benchmarks run and say what they measured."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import boardbytes as bb
from tests.conftest import ROOT
from tests.needs import need_module


@pytest.mark.slow
def test_mill_perft_reaches_its_figure() -> None:
    """A hundred million leaves a second on one core."""
    command = [sys.executable, "-m", "benchmarks", "mill", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)
    print(row)
    assert set(row) >= {"name", "ours", "peer", "ratio", "unit"}
    assert row["ours"] >= 100e6


@pytest.mark.slow
def test_go_selfcheck_passes_and_notices_a_wrong_state() -> None:
    import numpy as np
    from benchmarks import go_selfcheck

    from boardbytes.columns.go_games import new_state

    assert go_selfcheck.selfcheck(5, 20) > 20
    state = new_state(5)
    stack, seen = np.zeros(43, dtype=np.int64), np.zeros(43, dtype=np.uint8)
    go_selfcheck.setup(state, np.array([1, 1, 2, *[0] * 22], dtype=np.uint8))
    board = np.array(state.board)
    assert go_selfcheck._agrees(state, board, stack, seen)
    for array in (state.board, state.head, state.link, state.sizes, state.libs):
        head = state.head[7]
        array[head] += 1
        assert not go_selfcheck._agrees(state, board, stack, seen)
        array[head] -= 1


@pytest.mark.slow
def test_probing_reaches_its_figures() -> None:
    """Under 20 µs in a loop of compiled calls, under a millisecond from Python."""
    command = [sys.executable, "-m", "benchmarks", "probing", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures = {row["name"]: row["ours"] for row in json.loads(done.stdout)}
    print(figures)
    assert figures["mill probed: a loop of compiled calls, one core"] < 20
    assert figures["mill probed: one position from Python"] < 1000


@pytest.mark.slow
@pytest.mark.measures
def test_sgf_games_are_read_at_the_rates_we_promise() -> None:
    """Games of 200 moves on one core, beside the peers that are here, in processor time."""
    from benchmarks import best_rate, go

    files = [go._sgf_game(game) for game in go._games()]
    data, some = b"\n".join(files), files[:100]

    def rate(work: Callable[[], int], rounds: int = 3) -> float:
        return best_rate(work, rounds, time.process_time)

    go._parsed(data), go._sound(data)
    parsed, checked = rate(lambda: go._parsed(data)), rate(lambda: go._sound(data))
    print(f"parsed: {parsed:,.0f} games/s, every move checked: {checked:,.0f}")
    assert checked >= 25 * rate(lambda: go._sgfmill_loop(some))
    assert parsed >= 8 * rate(lambda: go._sgfmill_parsed(some))
    if importlib.util.find_spec("sente") is not None:
        assert parsed >= 3 * rate(lambda: go._sente_parsed(some))
        assert checked >= 10 * rate(lambda: go._sente(some))


@pytest.mark.slow
@pytest.mark.measures
def test_a_large_collection_is_checked_at_the_rate_we_promise(tmp_path: Path) -> None:
    """20 MB for each second of processor time, from the command's start to its end.

    So two cores are well above 20 MB/s, and a busy machine does not matter.
    """
    import resource

    from benchmarks.sgf_collection import SIZE, collection, run

    path = tmp_path / "large.sgf"
    path.write_bytes(collection(SIZE))
    run("check", "examples/opening.dat")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, peak = run("check", str(path))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    megabytes = path.stat().st_size / 1e6
    print(f"{megabytes / seconds:.1f} MB/s, {megabytes / spent:.1f} MB a second of work")
    assert megabytes / spent >= 20
    assert peak < 200_000_000


def test_the_corpus_is_counted_by_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import corpus

    monkeypatch.setattr(shutil, "which", lambda name: None)
    for kind in ("ok", "bad"):
        folder = tmp_path / "tmj" / kind
        folder.mkdir(parents=True)
        for name in ("small.tmj", "infinite.tmj", "width-256.tmj", "bomb.tmj"):
            source = ROOT / "tests/vectors/tmj" / kind / name
            if source.exists():
                shutil.copy(source, folder)
    corpus.report(tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "tmj/bad: 0 of 2 read",
        "  1 refused: layers[…].data must have 8 bytes",
        "  1 refused: width must be a whole number from 1 to 255",
        "tmj/ok: 2 of 2 read",
        "tmj/all: 2 of 4 maps are read (50.0%)",
    ]


def test_sgf_games_of_the_world_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import corpus_sgf

    # `whole` comes back; of `partly` the games that are read do; of `refused` two know better.
    files = {
        "whole.sgf": b"(;SZ[9];B[aa])\n(;SZ[9];B[bb])",
        "partly.sgf": b"(;SZ[9];B[aa]C[x])(;SZ[0];B[bb])\n(;SZ[9] ;B[cc])",
        "refused.sgf": b"no game",
        "other.sgf": b"(;GM[2]SZ[8])",
    }
    (tmp_path / "some").mkdir()
    for name, data in files.items():
        (tmp_path / "some" / name).write_bytes(data)
    opens = {"one": lambda path: path.name == "refused.sgf", "two": lambda path: True}
    monkeypatch.setattr(corpus_sgf, "readers", lambda: opens)
    corpus_sgf.report("sgf", {"some": sorted((tmp_path / "some").iterdir())})
    told = capsys.readouterr().out
    assert "sgf: compared with one, two" in told
    assert "sgf/some: 4 files, 1 of Go, 1 of them written back as they were" in told
    assert "1 with refused games among them, 1 of these with the others as they were" in told
    assert "refused.sgf game 1: an SGF game begins with (; at byte 0; opened by one, two" in told
    assert "1 that others open and we do not" in told


def test_any_layout_of_folders_is_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Loose files, other endings, none at all, folders within folders, and what nobody knows."""
    from benchmarks import corpus, corpus_sgf

    monkeypatch.setattr(corpus_sgf, "readers", dict)
    sgf, pdn = b"(;SZ[9];B[aa])", b"1. 11-15 22-18 *\n"
    files = {
        "loose.sgf": sgf,
        "sgf/loose.SGF": sgf,
        "sgf/one/deep/down/a.sgf": sgf,
        "sgf/one/broken.txt": b"no game",
        "archive/2020/game": sgf,
        "archive/2020/draughts.txt": pdn,
        "pdn/a.pdn": pdn,
        "pdn/b.pdn": b"1. 11-16 11-16 *\n",
        "docs/readme.txt": b"read me",
        "docs/picture.png": b"\x89PNG",
    }
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "docs" / "loop").symlink_to(tmp_path)
    (tmp_path / "nowhere.sgf").symlink_to(tmp_path / "missing")
    corpus.report(tmp_path)
    told = capsys.readouterr().out.splitlines()
    starts = [line.split(";")[0].split(", refused")[0] for line in told]
    of_go = "of Go, {0} of them written back as they were, 0 with refused games among them"
    none_kept = "0 of these with the others as they were"
    for source, count, go in ((".", 2, 2), ("archive", 1, 1), ("one", 2, 1), ("all", 5, 4)):
        line = f"sgf/{source}: {count} files, {go} {of_go.format(go)}, {none_kept}"
        assert line in starts
    assert any(line.startswith("pdn/archive: 1 files, 1 games opened, 0 refused") for line in told)
    assert any(line.startswith("pdn/all: 3 files, 2 games opened, 1 refused") for line in told)
    assert told[-1] == "docs: 2 files of no kind that we know: .png 1, .txt 1"


def test_one_odd_file_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import corpus, corpus_files, corpus_pdn, corpus_sgf

    monkeypatch.setattr(corpus_sgf, "readers", dict)
    for name in ("a.sgf", "b.sgf", "c.sgf"):
        (tmp_path / name).write_bytes(b"(;SZ[9];B[aa])")
    for name in ("a.pdn", "b.pdn"):
        (tmp_path / name).write_bytes(b"1. 11-15 *\n")
    compared = corpus_sgf._compared
    count = iter(range(5))

    def odd(*game: object) -> str:
        number = next(count)
        if number == 0:
            raise RuntimeError("whatever")
        if number == 1:
            while True:
                pass
        return compared(*game)  # type: ignore[arg-type]

    def broken(game: object, format: str) -> bytes:
        monkeypatch.setattr(corpus_pdn, "dumps", bb.dumps)
        raise KeyError("x")

    monkeypatch.setattr(corpus_files, "SECONDS", 1)
    monkeypatch.setattr(corpus_sgf, "_compared", odd)
    monkeypatch.setattr(corpus_pdn, "dumps", broken)
    corpus.report(tmp_path)
    told = capsys.readouterr().out
    assert "failed: a.sgf: RuntimeError: whatever" in told
    assert "failed: b.sgf: TooSlowError: more than 1 seconds of work" in told
    assert "1 that" not in told
    assert "same board 1; 0 that others open and we do not; 2 files could not" in told
    assert "failed: a.pdn: KeyError: 'x'" in told
    assert "pdn/all: 1 files, 1 games opened, 0 refused" in told


def test_the_page_keeps_what_is_not_measured_anew() -> None:
    from benchmarks import Row, page

    rows = [
        Row("saves, checked", 3e7, 6e6, "records/s", "OpenSpiel"),
        Row("one second", 0.5, None, "s"),
    ]
    mill = page.section("mill", rows)
    assert "| saves, checked | 30.0 million records/s | OpenSpiel" in mill
    assert "| 6.0 million | 5 |" in mill
    assert "| one second | 0.5 s |  |  |  |" in mill
    assert page.machine() in mill
    first = page.updated("", {"mill": mill, "go": "## go\n\nold\n"})
    second = page.updated(first, {"go": "## go\n\nnew\n"})
    assert second == first.replace("old", "new")
    assert second.index("## go") < second.index("## mill")
    assert page.updated(second, {}) == second


def test_only_what_was_measured_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import Row, __main__, archive, page, solving_gpu

    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    (tmp_path / "page.md").write_text(page.updated("", {"mill": "## mill\n\nold\n"}))
    monkeypatch.setattr(archive, "rows", lambda: iter([Row("files", 1000.0, None, "files/s")]))
    monkeypatch.setattr(solving_gpu, "rows", lambda: iter(()))
    __main__._write_page(["archive", "solving_gpu"])
    written = (tmp_path / "page.md").read_text()
    sections = [line for line in written.splitlines() if line.startswith("## ")]
    assert sections == ["## archive", "## mill"]
    assert "| files | 1.0 thousand files/s |" in written
    assert written.endswith("## mill\n\nold\n")


def test_the_page_has_only_sections_that_exist_and_none_is_empty() -> None:
    import re

    from benchmarks import __main__, page

    sections = re.split(r"^## ", page.PAGE.read_text(), flags=re.MULTILINE)[1:]
    assert sections
    for section in sections:
        assert section.split("\n", 1)[0] in __main__.MODULES
        assert re.search(r"^\| --- .*\n\| ", section, re.MULTILINE), section[:40]


def test_peers_are_named_with_their_versions() -> None:
    from importlib.metadata import version

    from benchmarks.page import with_version

    assert with_version("sgfmill's parser alone") == f"sgfmill {version('sgfmill')}'s parser alone"
    assert with_version("construct 2.10.70, unchecked") == "construct 2.10.70, unchecked"
    assert with_version("the file") == "the file"


@pytest.mark.measures
@pytest.mark.slow
def test_batches_reach_their_figures() -> None:
    """Ten times OpenSpiel from Python, and no slower than its loop in C++.

    Ten times it also step by step from Python, less in Go, which is bound by memory.
    """
    need_module("pyspiel", "open_spiel")
    command = [sys.executable, "-m", "benchmarks", "batches", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    rows = [row for row in found if "random play" in row["name"]]
    assert len(rows) == 6
    steps = [row for row in found if "step by step from Python" in row["name"]]
    assert len(steps) == 6
    rows += [row for row in steps if not row["name"].startswith("Go")]
    for row in rows:
        print(row)
        assert row["ratio"] >= (10 if "Python" in row["peer_name"] else 1)


@pytest.mark.measures
@pytest.mark.slow
def test_saves_are_checked_at_their_figure() -> None:
    """Fifteen million a second on two cores: half of that on one, whoever else uses the machine."""
    import time

    from benchmarks import best_rate
    from benchmarks.columns import _many, _mill_saves

    from boardbytes import columns

    saves = _many(_mill_saves(), 1_000_000)
    columns.check(saves[:1000], "stackmill")
    work = lambda: len(columns.check(saves, "stackmill", cores=1))  # noqa: E731
    rate = best_rate(work, clock=time.process_time)
    print(rate)
    assert rate >= 7.5e6


@pytest.mark.measures
@pytest.mark.slow
def test_ten_million_saves_take_less_than_twice_their_file() -> None:
    from benchmarks.columns import memory, saves_file

    with saves_file() as path:
        row = memory(path)
    print(row)
    assert row.peer == 460
    assert row.ours < 2 * row.peer


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("format", ["stackmill", "gbxx"])
def test_two_cores_do_the_work_of_one(format: str) -> None:
    """In the processor's time: sharing the rows costs next to nothing. The rates are printed."""
    import time

    from benchmarks.columns import _many, _mill_saves, _tiles

    from boardbytes import columns

    good = _mill_saves() if format == "stackmill" else _tiles(16, random.Random(1))
    rows = _many(good, 100_000_000 // len(good[0]))
    columns.check(rows[:1000], format)
    best = {1: 1e9, 2: 1e9}
    for _ in range(7):
        for cores in best:
            begun, wall = time.process_time(), time.perf_counter()
            columns.check(rows, format, cores=cores)
            used, wall = time.process_time() - begun, time.perf_counter() - wall
            print(f"{cores} cores: {len(rows) / wall:,.0f} rows/s, {used:.3f} s of the processor")
            best[cores] = min(best[cores], used)
    assert best[2] <= 1.2 * best[1]


def test_what_was_compared_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import Comparison, __main__, perft

    from tools import results

    seen = [Comparison("ours", "theirs", 1000, "games", 2, "they count otherwise")]
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(perft, "comparisons", lambda: iter(seen))
    assert [row.ours for row in __main__._keep(["perft"])] == [1000]
    kept = results.load("differences")["ours"]
    assert (kept["compared"], kept["differ"], kept["explained"]) == (1000, 2, seen[0].explained)
    assert kept["command"] == "python -m benchmarks --keep perft"


def test_what_servers_hold_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import Row, __main__, studio

    from tools import results

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(studio, "rows", lambda: iter([Row("pages", 200.0, None, "pages")]))
    list(__main__._keep(["studio"]))
    assert results.load("load")["studio"]["rows"][0]["ours"] == 200.0


def test_counts_of_sequences_are_those_of_others() -> None:
    from benchmarks.perft import comparisons

    found = list(comparisons())
    assert {each.ours.split(":")[0] for each in found} == {"mill", "go", "checkers"}
    assert all(each.compared > 4 and not each.differ for each in found)


def test_a_command_is_measured_beside_an_older_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run counts what it took itself, from its own tree, and the best one stands."""
    from benchmarks import start

    monkeypatch.setattr(start, "ROUNDS", 1)
    now, then = start.compared("shown", ("-m", "boardbytes", "show", start.SAVE), ROOT)
    assert (now.peer_name, then.peer_name) == ("python -c pass", "the older tree")
    assert now.ours == then.ours
    assert now.ratio is not None
    assert now.ratio > 1.5, "showing a save takes more than an empty program"
    with pytest.raises(subprocess.CalledProcessError):
        start.milliseconds(("-m", "boardbytes", "show", "no-such-file"), ROOT)
