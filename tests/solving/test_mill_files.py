"""Tables of both phases in files: written, resumed, verified, asked for single positions."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest
import zstandard

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.solving.mill import probe, solve_to_files, verify
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import (
    BLOCK,
    ENTRY,
    HEADER,
    Packed,
    TableFile,
    pack_blocks,
    path_of,
    tables_in,
    write_blocks,
    write_table,
)
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.member import find_member
from boardbytes.solving.mill.packing import DISTANCES, FIVES, Packing
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values
from boardbytes.solving.mill.task import Progress, Task

STONES = 7


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both phases with up to seven stones."""
    path = tmp_path_factory.mktemp("both-phases")
    for _ in solve_to_files(STONES, path, Cores(), phase="both"):
        pass
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def summary(values: Values) -> Summary:
    return Summary(Subspace(3, 3), len(values), 0, 0, 25, None)


def test_tables_read_back(tmp_path: Path) -> None:
    values = np.random.default_rng(1).integers(0, 256, tables().size(3, 3), dtype=np.uint8)
    write_table(tmp_path, values, summary(values))
    table = TableFile(tmp_path, Subspace(3, 3))
    table.verify()
    assert table.summary == summary(values)
    assert np.array_equal(table.read(), values)
    assert np.array_equal(np.concatenate([*map(table.unpack, range(4))]), values)


def test_the_page_shows_the_header() -> None:
    page = Path("docs/solving.md").read_text()
    for field in HEADER.fields:
        size = "1" if field.size == 1 else f"1 × {field.size}"
        row = f"| 0x{HEADER.offsets[field.name]:02X} | {size} | {field.name} | {field.meaning} |"
        assert row in page


def test_what_is_solved_is_not_solved_again(folder: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    task = Task(STONES, folder, Cores(), phase="both")
    assert not task.missing
    found = list(task.run())
    assert [each.subspace for each in found] == [
        subspace for step in find_member().steps(STONES) for subspace in step
    ]
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_counts_in_the_header_are_those_of_the_table(folder: Path) -> None:
    machine = Cores()
    for subspace in tables_in(folder):
        table = TableFile(folder, subspace)
        assert machine.summarise(machine.known(subspace, table.read())) == table.summary


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other", "list", "header"])
def test_damaged_tables_are_noticed_and_solved_again(
    folder: Path, tmp_path: Path, damage: str
) -> None:
    path = path_of(tmp_path, Subspace(3, 3))
    data = bytearray(path_of(folder, Subspace(3, 3)).read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    elif damage == "flipped":
        data[len(data) // 2] ^= 1
    elif damage == "empty":
        data.clear()
    elif damage == "other":
        data[HEADER.offsets["own"]] = 4
    elif damage == "list":
        data[HEADER.size] ^= 1
    else:
        data[HEADER.offsets["won"]] ^= 1
    path.write_bytes(data)
    with pytest.raises(bb.SolvingError, match="is damaged"):
        TableFile(tmp_path, Subspace(3, 3)).verify()
    problems = list(verify(tmp_path))
    assert len(problems) == 1
    assert "is damaged" in str(problems[0])
    list(solve_to_files(6, tmp_path, Cores()))
    assert path.read_bytes() == path_of(folder, Subspace(3, 3)).read_bytes()


def test_every_value_of_every_table_follows_from_its_successors(folder: Path) -> None:
    seen: list[Subspace] = []
    assert not list(verify(folder, deep=True, watch=seen.append))
    assert len(seen) == len(list(folder.iterdir())) == 87


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mill-moving-4-3", "mill-setting-17-2-3", "mill-setting-13-1-1"])
def test_a_wrong_value_is_noticed(folder: Path, tmp_path: Path, name: str) -> None:
    """One place changed, with a checksum that fits."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    subspace = next(each for each in tables_in(copy) if path_of(copy, each).stem == name)
    table = TableFile(copy, subspace)
    values, place = table.read(), random.Random(name).randrange(10) * 4
    values[place] = 3 if values[place] == DRAWN else DRAWN
    write_table(copy, values, table.summary)
    assert not list(verify(copy))
    problems = [str(problem) for problem in verify(copy, deep=True)]
    wrong = f"{name}.table is wrong: the values of 1 place do"
    assert any(wrong in problem for problem in problems), problems


def test_a_missing_successor_is_said(folder: Path, tmp_path: Path) -> None:
    shutil.copy(path_of(folder, Subspace(4, 3)), tmp_path)
    problems = [str(problem) for problem in verify(tmp_path, deep=True)]
    assert len(problems) == 1
    assert "there is no table" in problems[0]


@pytest.mark.slow
def test_values_without_distances_agree(folder: Path, tmp_path: Path) -> None:
    found = list(solve_to_files(STONES, tmp_path, Cores(distances=False), phase="both"))
    assert not any(each.has_distances or each.longest_win for each in found)
    for subspace in tables_in(folder):
        exact, plain = TableFile(folder, subspace), TableFile(tmp_path, subspace)
        values = exact.read()
        assert np.array_equal(plain.read(), np.where(values == DRAWN, DRAWN, values % 2))
        for name in ("won", "drawn", "lost"):
            assert getattr(plain.summary, name) == getattr(exact.summary, name)
    assert not list(verify(tmp_path, deep=True))
    won = MillPosition(0b1011, 0b111000000000, 0, 0)
    assert (str(probe(won, folder)), str(probe(won, tmp_path))) == ("won in 1", "won")
    # Distances answer whoever asks for values only, but not the other way round.
    assert not Task(6, folder, Cores(distances=False)).missing
    assert len(Task(6, tmp_path, Cores()).missing) == 1


def test_what_a_killed_run_left_is_cleared(tmp_path: Path) -> None:
    old, new = tmp_path / ".mill-moving-3-3.table.old", tmp_path / ".mill-moving-3-3.table.new"
    for path in (old, new):
        path.write_bytes(b"half a table")
    os.utime(old, (0, 0))
    list(solve_to_files(6, tmp_path, Cores()))
    assert sorted(path.name for path in tmp_path.iterdir()) == [new.name, "mill-moving-3-3.table"]


def test_the_setting_phase_alone_needs_the_moving_phase(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(bb.SolvingError, match="follows from the moving phase"):
        list(solve_to_files(6, tmp_path, Cores(), phase="setting"))
    list(solve_to_files(6, tmp_path, Cores()))
    list(solve_to_files(6, tmp_path, Cores(), phase="setting"))
    both = contents(folder)
    assert all(both[name] == data for name, data in contents(tmp_path).items())
    assert len(contents(tmp_path)) == 1 + len(list(find_member().steps(6, "setting")))


def test_memory_is_known_beforehand(tmp_path: Path) -> None:
    class Small(Cores):
        def free_bytes(self) -> int:
            places = sum(tables().size(*pair) for pair in ((3, 3), (3, 4), (4, 3)))
            return places + int(tables().array.nbytes)

    assert Task(7, tmp_path, Small()).check_memory() > 10_000_000
    with pytest.raises(
        bb.SolvingError, match=r"3 against 5 stones need .* MB of memory; .* MB are"
    ):
        list(solve_to_files(8, tmp_path, Small()))
    assert not list(tmp_path.iterdir())


@pytest.mark.measures
@pytest.mark.parametrize("stones", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_memory_is_little_more_than_the_tables_in_work(stones: int, tmp_path: Path) -> None:
    """Little over 1.5 times the tables of the pair in work and those its captures lead to.

    What is packed of the pair waits in memory until its file is written whole: a quarter more.
    """
    machine = Cores()
    for _ in solve_to_files(stones, tmp_path, machine):
        pass  # compiled, and what is looked up is in memory
    pairs = [step for step in find_member().steps(stones, "moving") if sum(step[0][:2]) == stones]
    for pair in pairs:
        for subspace in pair:
            path_of(tmp_path, subspace).unlink()
        task = Task(stones, tmp_path, machine)
        assert task.missing == [pair]
        tracemalloc.start()
        try:
            for _ in task.run():
                pass
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        known = tables()
        parts = {part for each in pair for part in (each, each.taking)}
        places = sum(known.size(*part[:2]) for part in parts if min(part[:2]) >= 3)
        allowed = 1.75 * places + (1 << 20)
        assert sum(known.size(*each[:2]) for each in pair) < peak < allowed


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[Progress] = []
    list(solve_to_files(7, tmp_path, Cores(), watch=told.append))
    assert told[0] == Progress(Subspace(3, 3), None, 0, told[0].total)
    assert told[0].total == sum(tables().size(*pair) for pair in ((3, 3), (3, 4), (4, 3)))
    assert {each.level for each in told if each.subspace == Subspace(3, 4)} >= {None, *range(34)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "what"),
    [("nine", ("--stones", "8")), ("lasker", ("--stones", "7", "--phase", "both"))],
)
def test_killed_ten_times(rules: str, what: tuple[str, ...], tmp_path: Path) -> None:
    """Whoever kills the command at any moment loses no table and gets none that is not whole."""
    chance, member = random.Random(10), find_member(rules)
    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"

    def start(folder: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "boardbytes", "solve", "mill", "--rules", rules, *what]
        return subprocess.Popen([*command, "--tables", folder], stdout=subprocess.DEVNULL)

    def count() -> int:
        return len(list(disturbed.glob("*.table")))

    assert start(undisturbed).wait() == 0
    kills, counts = 0, set[int]()
    while kills < 10:
        wanted = count() + chance.randrange(3)
        process = start(disturbed)
        # A moment after some table was written, however busy this machine is.
        while process.poll() is None and count() < wanted:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        assert not list(verify(disturbed, member=member))
        counts.add(count())
        if count() > 3:
            for path in chance.sample(sorted(disturbed.glob("*.table")), 2):
                path.unlink()
    assert len(counts) > 2
    assert start(disturbed).wait() == 0
    names = sorted(path.name for path in undisturbed.glob("*.table"))
    assert names == sorted(path.name for path in disturbed.glob("*.table"))
    for name in names:
        assert (disturbed / name).read_bytes() == (undisturbed / name).read_bytes()


@pytest.mark.parametrize("packing", [DISTANCES, FIVES], ids=lambda packing: packing.title)
@pytest.mark.parametrize("size", [1, 5, BLOCK, BLOCK + 1, 40 * BLOCK + 7])
def test_blocks_are_unpacked_as_they_were(packing: Packing, size: int) -> None:
    codes = np.random.default_rng(size).integers(0, 3, size, dtype=np.uint8)
    values = np.where(codes == 2, DRAWN, codes).astype(np.uint8)
    found, unpack = pack_blocks(values, packing), zstandard.ZstdDecompressor().decompress
    assert len(found.blocks) == -(-size // BLOCK)
    for number, block in enumerate(found.blocks):
        expected = values[number * BLOCK :][:BLOCK]
        data = np.frombuffer(unpack(block), np.uint8)
        assert len(data) == packing.length(len(expected))
        assert np.array_equal(packing.decode(data, len(expected)), expected)


@pytest.mark.parametrize(
    "block",
    [
        zstandard.ZstdCompressor().compress(bytes(3)),
        zstandard.ZstdCompressor(write_content_size=False).compress(bytes(3)),
        b"\x28\xb5\x2f\xfd\xe0" + (1 << 40).to_bytes(8, "little") + bytes(9),
    ],
    ids=["short", "short without a length", "a terabyte"],
)
def test_a_block_of_another_length_is_damage(tmp_path: Path, block: bytes) -> None:
    """Its checksums fit: somebody made it."""
    subspace, member = Subspace(3, 3), find_member()
    size = member.size(subspace)
    told = Summary(subspace, 0, size, 0, None, None, has_distances=False)
    listed = np.array([(len(block), zlib.crc32(block))], ENTRY).tobytes()
    parts = [Packed([memoryview(block)], listed)] * -(-size // BLOCK)
    write_blocks(tmp_path, member, size, told, parts)
    with pytest.raises(bb.SolvingError, match="block 0 cannot be unpacked"):
        TableFile(tmp_path, subspace).read()
