"""A part read: every file has its row, every game its own, whatever the file is."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import boardbytes as bb
from boardbytes.columns.scan import reading
from boardbytes.columns.scan.parts import Loaded, Part
from boardbytes.columns.scan.reading import Done, games_of, read_part
from boardbytes.formats import FORMATS

PDN = b'[Event "a"]\n1. 11-15 11-16 *\n\n[Event "b"]\n1. 11-15 *\n'
FILES = {
    "a.sgf": b"(;SZ[9];B[ee])(;SZ[9];B[cc];W[cc])",
    "b.pdn": PDN,
    "c.dat": bb.dumps(bb.MillPosition(), "stackmill"),
    "d.gb08": bb.dumps(bb.TileBoard(8, 2, 2, b"abcd"), "gbxx"),
    "e.txt": b"nothing we know",
    "f": b"",
    "g.sgf": b"(;SZ[99];B[ee])",
}


def part_of(files: dict[str, bytes], number: int = 0) -> Part:
    pieces = tuple(Loaded(name, data) for name, data in files.items())
    return Part(number, pieces, len(files), sum(map(len, files.values())), "digest")


def tables_of(done: Done) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for output in done.outputs:
        rows = pq.read_table(io.BytesIO(output.data)).to_pylist()
        found.setdefault(output.name.partition("/")[0], []).extend(rows)
    return found


def test_rows_of_everything() -> None:
    done = read_part(part_of(FILES, 7), 1000)
    found = tables_of(done)
    assert {output.name for output in done.outputs} == {
        f"{table}/part-000007-00.parquet" for table in found
    }
    assert done.rows == {table: len(rows) for table, rows in found.items()}
    files = {row["source"]: row for row in found["files"]}
    assert list(files) == ["b.pdn", "c.dat", "d.gb08", "e.txt", "f", "a.sgf", "g.sgf"]
    counts = {name: (row["format"], row["games"], row["failed"]) for name, row in files.items()}
    assert counts["a.sgf"] == ("sgf", 2, 0)
    assert counts["b.pdn"] == ("pdn", 2, 1)
    assert counts["c.dat"] == ("stackmill", 1, 0)
    assert counts["e.txt"] == (None, 0, 1)
    assert counts["f"] == (None, 0, 1)
    assert {row["source"]: row["bytes"] for row in found["files"]} == {
        name: len(data) for name, data in FILES.items()
    }
    failures = {(row["source"], row["game"]): row["error"] for row in found["failures"]}
    assert failures[("f", None)] == "empty"
    assert failures[("e.txt", None)] == "unknown-format"
    assert ("b.pdn", 1) in failures
    assert [(row["source"], row["game"]) for row in found["checkers"]] == [
        ("b.pdn", 1),
        ("b.pdn", 2),
    ]
    assert found["checkers"][0]["error"] == failures[("b.pdn", 1)]
    assert games_of(done.rows) == sum(
        len(found[name]) for name in ("go", "mill", "checkers", "tiles")
    )


def test_an_archive_in_an_archive_is_said_to_be_one() -> None:
    files = {"inner.zip": Path("examples/club.zip").read_bytes()}
    files |= {"game.sgf.gz": gzip.compress(FILES["a.sgf"])}
    found = tables_of(read_part(part_of(files), 1000))
    assert [(row["error"], row["message"].partition(":")[0]) for row in found["failures"]] == [
        ("packed", f"it is packed ({name}) in what is packed itself") for name in ("zip", ".gz")
    ]
    assert [row["games"] for row in found["files"]] == [0, 0]


def test_files_of_so_many_rows() -> None:
    files = {f"{number}.sgf": b"(;SZ[9];B[ee])" for number in range(10)}
    done = read_part(part_of(files), 4)
    sizes = {
        output.name: pq.read_metadata(io.BytesIO(output.data)).num_rows for output in done.outputs
    }
    assert sizes == {
        f"{table}/part-000000-{place:02}.parquet": rows
        for table in ("go", "files")
        for place, rows in enumerate((4, 4, 2))
    }


def test_reading_one_by_one_gives_the_same() -> None:
    places: list[int] = []
    careful = tables_of(read_part(part_of(FILES), 1000, on_file=places.append))
    usual = tables_of(read_part(part_of(FILES), 1000))
    assert places == list(range(len(FILES)))
    for table, rows in usual.items():
        assert sorted(map(repr, rows)) == sorted(map(repr, careful[table]))


def test_a_deadly_file_is_left_out() -> None:
    found = tables_of(read_part(part_of(FILES), 1000, deadly=frozenset({0})))
    (failure,) = [row for row in found["failures"] if row["source"] == "a.sgf"]
    assert failure["error"] == "deadly"
    assert "go" not in found or all(row["source"] != "a.sgf" for row in found["go"])


@pytest.mark.parametrize("error", [ZeroDivisionError, RecursionError, MemoryError, KeyError])
def test_a_reader_that_fails_does_not_stop_the_scan(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def games(data: bytes) -> Any:
        yield FORMATS.find("pdn").decode(b"1. 11-15 *")
        raise error("no")

    monkeypatch.setattr(FORMATS.find("pdn"), "games", games, raising=False)
    found = tables_of(read_part(part_of(FILES), 1000))
    (row,) = [row for row in found["files"] if row["source"] == "b.pdn"]
    assert (row["games"], row["failed"]) == (2, 1)
    (failure,) = [row for row in found["failures"] if row["source"] == "b.pdn"]
    assert failure["error"] == "internal"
    assert error.__name__ in failure["message"]
    assert len(found["files"]) == len(FILES)


@pytest.mark.slow
def test_many_sgf_files_are_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"{number}.sgf": f"(;SZ[9]PB[{number}];B[ee])".encode() for number in range(30)}
    files |= {"bad.sgf": b"(;SZ[9];B[zz][aa])", "none.sgf": b"(;"} | FILES
    apart = tables_of(read_part(part_of(files), 1000))
    monkeypatch.setattr(reading, "MANY", 100)
    monkeypatch.setattr(reading, "BATCH_FILES", 7)
    together = tables_of(read_part(part_of(files), 1000))
    for table, rows in apart.items():
        assert sorted(map(repr, rows)) == sorted(map(repr, together[table]))


@pytest.mark.parametrize("error", [ZeroDivisionError, MemoryError])
def test_reading_together_that_fails_reads_one_by_one(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{number}.sgf": f"(;SZ[9]PB[{number}];B[ee])".encode() for number in range(30)}
    apart = tables_of(read_part(part_of(files), 1000))

    def fail(*_: Any) -> Any:
        raise error("no")

    monkeypatch.setattr(reading, "MANY", 100)
    monkeypatch.setattr("boardbytes.columns.tables.sgf.tabulate", fail)
    assert tables_of(read_part(part_of(files), 1000)) == apart


def test_examples(tmp_path: Path) -> None:
    data = {path.name: path.read_bytes() for path in Path("examples").glob("*.gb*")}
    found = tables_of(read_part(part_of(data), 1000))
    assert len(found["tiles"]) == len(data)
