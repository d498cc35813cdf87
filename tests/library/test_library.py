"""The board library, in both databases: codes, history, search, damage, crowds and sudden death."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from benchmarks.postgresql import as_owner, new_database, running
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

import boardbytes as bb
from boardbytes.games.tiles import Footer, TileBoard, blank
from boardbytes.games.tiles.footer import is_code
from boardbytes.library import Library, export_folder, import_folder
from boardbytes.library.entry import words_of
from boardbytes.library.schema import connect
from tests.cli.test_commands import refused, run
from tests.needs import missing, need_postgresql


def board(title: str = "", author: str = "", code: str = "", version: int = 0) -> TileBoard:
    footer = Footer(title=title, author=author, code=code, version=version)
    return blank(3, 2, 16, footer=footer)


def test_a_board_without_a_code_gets_one(database: str) -> None:
    library = Library(database)
    entry = library.add(board("Crossing the Rhône", "Zoë"))
    assert is_code(entry.code)
    assert entry.number == 1
    kept = bb.loads(entry.data, "gbxx").position
    assert kept.code == entry.code
    assert kept.body == board().body
    assert library.get(entry.code) == entry
    assert library.verify() == []


def test_a_code_that_is_taken_is_not_given_again(database: str) -> None:
    library = Library(database)
    codes = itertools.chain(["AAAAA", "AAAAA", "AAAAA", "BBBBB"])
    first = library.add(board("one"), new_code=lambda: next(codes))
    second = library.add(board("two"), new_code=lambda: next(codes))
    assert (first.code, second.code) == ("AAAAA", "BBBBB")
    with pytest.raises(bb.LibraryError, match="no free code"):
        library.add(board("three"), new_code=lambda: "AAAAA")
    assert [entry.title for entry in library.latest()] == ["one", "two"]


def test_history(database: str) -> None:
    library = Library(database)
    for version in (1, 2, 2, 3):
        library.add(board("Isle", code="0A1Z9", version=version))
    entries = library.history("0A1Z9")
    assert [(entry.number, entry.version) for entry in entries] == [(1, 1), (2, 2), (3, 3)]
    assert library.get("0A1Z9").version == 3
    assert library.get("0A1Z9", 1).version == 1
    assert [entry.number for entry in library.latest()] == [3]
    with pytest.raises(bb.LibraryError, match="no board 0A1Z9 with number 4 in the library"):
        library.get("0A1Z9", 4)
    with pytest.raises(bb.LibraryError, match="no board XXXXX in the library"):
        library.get("XXXXX")


def test_the_exact_bytes_are_kept(database: str) -> None:
    """Reserved bytes, text after zeros and strange codes included."""
    library = Library(database)
    for path in sorted(Path("tests/vectors/gbxx/ok").glob("*.gb*")):
        document = bb.load(path)
        entry = library.add(document.position)
        if document.position.code:
            assert entry.data == path.read_bytes()
        assert library.get(entry.code, entry.number).data == entry.data
    assert library.verify() == []


def test_search(database: str) -> None:
    library = Library(database)
    for title, author in (("Crossing the Rhône", "Zoë Müller"), ("100%_x", "Ann"), ("Isle", "Zo")):
        library.add(board(title, author))

    def found(words: str) -> list[str]:
        return sorted(entry.title for entry in library.search(words))

    assert found("rhone") == ["Crossing the Rhône"]
    assert found("MULL cross") == ["Crossing the Rhône"]
    assert found("zo") == ["Crossing the Rhône", "Isle"]
    assert found("hone") == [], "only beginnings of words"
    assert found("%") == found("") == ["100%_x", "Crossing the Rhône", "Isle"]
    assert found("1") == ["100%_x"]
    assert found("'; DROP TABLE boards") == []


@given(st.text(st.characters(max_codepoint=255)))
def test_words_are_found_by_themselves(title: str) -> None:
    assert words_of(" ".join(words_of(title))) == words_of(title)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("UPDATE boards SET data = substr(data, 1, 100)", "bytes"),
        ("UPDATE boards SET sha256 = 'x'", "sha256"),
        ("UPDATE boards SET title = 'other'", "title"),
        ("UPDATE boards SET code = 'OTHER'", "code"),
        ("UPDATE boards SET number = 7", "number"),
        ("UPDATE boards SET words = ''", "words"),
        ("UPDATE boards SET words = ' isle isles'", "words"),
        ("UPDATE boards SET added = 'zzz'", "added"),
        ("UPDATE boards SET added = '2026-11-16T12:00:00'", "added"),
        ("UPDATE boards SET added = '2026-13-16T12:00:00+00:00'", "added"),
    ],
)
def test_damage_is_found(database: str, change: str, code: str) -> None:
    library = Library(database)
    library.add(board("Isle"))
    with connect(database).begin() as connection:
        connection.execute(text(change))
    assert [problem.code for problem in library.verify()] == [code]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ("data = 'text'", {"bytes"}),
        ("words = '', added = 'zzz'", {"words", "added"}),
        ("data = 5", {"bytes"}),
        ("title = CAST(x'ff4142' AS TEXT)", {"title"}),
        ("author = x'ff00'", {"author"}),
        ("title = 7", {"title"}),
        ("words = CAST(x'ff' AS TEXT)", {"words"}),
        ("sha256 = x'00'", {"sha256"}),
        ("added = 5", {"added"}),
        ("added = CAST(x'ff' AS TEXT)", {"added"}),
        ("version = 'one'", {"version"}),
        ("number = 'one'", {"number"}),
        ("number = -5", {"number"}),
        ("number = 1e300", {"number"}),
        ("code = CAST(x'ff' AS TEXT)", {"code"}),
    ],
)
def test_what_a_file_may_hold_instead(tmp_path: Path, change: str, codes: set[str]) -> None:
    """SQLite keeps anything anywhere: the rest can be listed, and the damage is named."""
    database = str(tmp_path / "library.db")
    library = Library(database)
    whole, broken = (
        library.add(board("Isle", code="0A1Z9")),
        library.add(board("Møn", code="7Z8Y0")),
    )
    with connect(database).begin() as connection:
        connection.execute(text(f"UPDATE boards SET {change} WHERE code = '{broken.code}'"))
    assert {problem.code for problem in library.verify()} == codes
    assert whole in library.latest()
    assert library.search("isle") == [whole]
    for action in ("list", "verify"):
        for option in ((), ("--json",)):
            status, out, err = run("library", "--db", database, *option, action)
            assert (status, err) == (int(action == "verify"), "")
            assert out
            assert all(sign.isprintable() or sign == "\n" for sign in out)


def test_a_code_belongs_to_the_first_board_that_has_it(database: str) -> None:
    library = Library(database)
    library.add(board("Isle", "Zoë", "0A1Z9"))
    for other in (board("Crossing", "Zoë", "0A1Z9"), board("Isle", "Ann", "0a1z9")):
        with pytest.raises(bb.LibraryError, match="0A1Z9 is already the code of another board"):
            library.add(other)
    with pytest.raises(bb.LibraryError, match="board, 'Isle' by Zoë; this is an untitled board"):
        library.add(board("", "", "0A1Z9", 9))
    assert [entry.title for entry in library.history("0A1Z9")] == ["Isle"]
    assert library.add(board("Crossing", "Zoë", "0A1Z9"), replace=True).number == 2
    assert [entry.title for entry in library.history("0A1Z9")] == ["Isle", "Crossing"]
    assert library.verify() == []


def test_a_board_without_a_name_needs_a_new_version(database: str) -> None:
    library = Library(database)
    first = blank(2, 2, footer=Footer(code="0A1Z9"))
    library.add(first)
    assert library.add(first).number == 1
    with pytest.raises(bb.LibraryError, match="board, an untitled board; this is an untitled"):
        library.add(blank(3, 3, footer=Footer(code="0A1Z9")))
    assert library.add(blank(3, 3, footer=Footer(code="0A1Z9", version=1))).number == 2


@pytest.mark.parametrize("spelling", ["0A1Z9", "0a1z9", "oaiz9", "OALZ9", "0AlZ9"])
def test_codes_are_read_as_people_write_them(database: str, spelling: str) -> None:
    """Capitals or not, and what looks like a digit is one; the bytes keep their own spelling."""
    library = Library(database)
    entry = library.add(board("Isle", code=spelling))
    assert entry.code == "0A1Z9"
    assert bb.loads(entry.data, "gbxx").position.code == spelling
    for other in ("0A1Z9", "0a1z9", "OAIZ9"):
        assert library.get(other) == entry
    assert library.verify() == []


@pytest.mark.parametrize("code", ["abc", "ab cd", "UUUUU", "uuuuu", "ÿ/..\\", "O", "a\0b"])
def test_other_codes_are_kept_to_the_letter(tmp_path: Path, code: str) -> None:
    library = Library(str(tmp_path / "library.db"))
    assert library.add(board("Isle", code=code)).code == code.partition("\0")[0]
    assert library.verify() == []


def test_signs_in_the_name_of_a_file(tmp_path: Path) -> None:
    for name in ("a?b.db", "a#b.db", "a%41.db", "a b.db", "a&x=y.db", "ü.db"):
        Library(str(tmp_path / name)).add(board("Isle"))
        assert (tmp_path / name).stat().st_size > 0
        assert Library(str(tmp_path / name)).latest()[0].title == "Isle"
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"number": -5}, "must run from 1 without a gap .found -5"),
        ({"number": 10**30}, "without a gap"),
        ({"number": 2}, "without a gap .found 2"),
        ({"number": 0}, "without a gap"),
        ({"number": "1"}, "number must be a whole number .found '1'"),
        ({"number": True}, "number must be a whole number"),
        ({"number": 1.0}, "number must be a whole number"),
        ({"added": "zzz"}, "added must be a time such as"),
        ({"added": None}, "added must be a time such as"),
        ({"sha256": "zzz"}, "must have the SHA-256 zzz"),
        ({"file": "../../none"}, "none"),
    ],
)
def test_a_catalogue_that_nobody_exported(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    library = Library(str(tmp_path / "library.db"))
    library.add(board("Isle", code="0A1Z9"))
    export_folder(library, tmp_path / "out")
    catalogue = tmp_path / "out" / "catalogue.json"
    catalogue.write_text(json.dumps([json.loads(catalogue.read_text())[0] | change]))
    other = Library(str(tmp_path / "other.db"))
    with pytest.raises((bb.LibraryError, FileNotFoundError), match=complaint):
        import_folder(other, tmp_path / "out")
    assert list(other.all()) == []


@pytest.mark.parametrize("written", [b"[" * 200_000, b"{}]", b"7", b"[7]", b"[{}]", b"\xff", b""])
def test_what_is_no_catalogue(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "catalogue.json").write_bytes(written)
    with pytest.raises(bb.LibraryError, match="is not a catalogue"):
        import_folder(Library(str(tmp_path / "library.db")), tmp_path)


def test_export_and_import(database: str, tmp_path: Path) -> None:
    library = Library(database)
    for version in (1, 2):
        library.add(board("Isle", code="ÿ/..\\", version=version))
    library.add(board("Crossing"))
    assert export_folder(library, tmp_path / "out") == 3
    other = Library(str(tmp_path / "other.db"))
    assert import_folder(other, tmp_path / "out") == (3, 0)
    assert import_folder(other, tmp_path / "out") == (0, 3)
    assert list(other.all()) == list(library.all())
    assert other.verify() == []
    third = Library(str(tmp_path / "third.db"))
    third.add(board("Another", code="ÿ/..\\", version=9))
    with pytest.raises(bb.LibraryError, match="another board is already number 1 of"):
        import_folder(third, tmp_path / "out")
    damaged = tmp_path / "out" / "000001.gb16"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"x")
    with pytest.raises(bb.LibraryError, match="must have the SHA-256"):
        import_folder(Library(str(tmp_path / "fourth.db")), tmp_path / "out")
    (tmp_path / "out" / "catalogue.json").write_text("{}]")
    with pytest.raises(bb.LibraryError, match="is not a catalogue"):
        import_folder(other, tmp_path / "out")


_ADD_MANY = """
import sys
from boardbytes.games.tiles import Footer, blank
from boardbytes.library import Library
library = Library(sys.argv[1])
for number in range(int(sys.argv[3])):
    footer = Footer(title=f"{sys.argv[2]} {number}")
    print(library.add(blank(2, 2, footer=footer)).code, flush=True)
"""


def start_adding(database: str, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _ADD_MANY, database, name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def add_in_a_crowd(database: str, processes: int, each: int) -> None:
    """Several processes add boards to a library that is not there yet; every code differs."""
    begun = time.perf_counter()
    running = [start_adding(database, f"process {n}", each) for n in range(processes)]
    outputs = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * processes
    codes = "".join(outputs).split()
    print(f"{len(codes)} boards in {time.perf_counter() - begun:.1f} s")
    assert len(set(codes)) == len(codes) == processes * each
    library = Library(database)
    assert {entry.code for entry in library.latest()} == set(codes)
    assert library.verify() == []


@pytest.mark.slow
def test_four_processes_at_once(database: str) -> None:
    add_in_a_crowd(database, 4, 50)


@pytest.mark.measures
@pytest.mark.slow
def test_ten_thousand_boards_from_four_processes(database: str) -> None:
    add_in_a_crowd(database, 4, 2500)


@pytest.mark.slow
def test_two_processes_under_one_code_lose_nothing(database: str) -> None:
    code = (
        "import sys\nfrom boardbytes.games.tiles import Footer, blank\n"
        "from boardbytes.library import Library\nlibrary = Library(sys.argv[1])\n"
        "for number in range(30):\n"
        "    footer = Footer(title=f'{sys.argv[2]} {number}', code='0A1Z9')\n"
        "    library.add(blank(2, 2, footer=footer), replace=True)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, database, name]) for name in "ab"]
    assert [process.wait() for process in running] == [0, 0]
    library = Library(database)
    assert len(library.history("0A1Z9")) == 60
    assert library.verify() == []


@pytest.mark.slow
def test_killed_in_the_middle_nothing_acknowledged_is_lost(database: str) -> None:
    Library(database)
    for attempt in range(3):
        process = start_adding(database, f"attempt {attempt}", 100_000)
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(5 + 20 * attempt)]
        os.kill(process.pid, signal.SIGKILL)
        told += process.stdout.readlines()
        process.wait()
        codes = {line.strip() for line in told if line.endswith("\n")}
        library = Library(database)
        assert codes <= {entry.code for entry in library.latest()}
        assert library.verify() == []


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, just some notes " * 100)
    for name, reason in (
        (str(tmp_path / "notes.txt"), "file is not a database"),
        (str(tmp_path / "no" / "folder"), "unable to open"),
        ("postgresql://nobody@/x?host=/nowhere", "cannot be used"),
        ("oracal://x", "neither a file nor a database"),
    ):
        with pytest.raises(bb.LibraryError, match=reason):
            Library(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    [
        "postgresql://bob:s3cret@127.0.0.1:1/x",
        "postgresql://bob:s3cret@[::1]:1/x",
        "postgresql://bob:s3@/cret@127.0.0.1:1/x",
        "postgresql://:s3cret@127.0.0.1:1/x",
        "postgresql://bob@127.0.0.1:1/x?password=s3cret&connect_timeout=1",
        "postgresql://bob@127.0.0.1:1/x?sslpassword=s3cret",
        "postgresql://bob:s3cret@127.0.0.1:port/x",
        "oracal://bob:s3cret@127.0.0.1/x",
        "://bob:s3cret@127.0.0.1/x",
    ],
)
def test_passwords_are_never_told(url: str) -> None:
    """Not when nobody answers, and not when the address means nothing."""
    with pytest.raises(bb.LibraryError) as found:
        Library(url)
    code, out, err = run("library", "--db", url, "list")
    assert code != 0
    for told in (str(found.value), out, err):
        assert "s3" not in told
        assert "cret" not in told


@pytest.mark.slow
def test_on_the_command_line(database: str, tmp_path: Path) -> None:
    def library(*args: str | Path) -> str:
        code, out, err = run("library", "--db", database, *args)
        assert (code, err) == (0, "")
        return out

    path, out = tmp_path / "isle.gb16", tmp_path / "again.gb16"
    bb.save(board("Isle of Møn", "Zoë"), path)
    code = library("add", path).split()[0]
    library("get", code, out)
    assert bb.load(out).position.title == "Isle of Møn"
    assert run("edit", out, "text", "version", "2")[0] == 0
    library("add", out)
    assert len(library("history", code).splitlines()) == 2
    assert "Isle of Møn by Zoë" in library("list")
    assert code in library("search", "mon")
    assert library("search", "nothing") == ""
    assert library("verify") == "fine: 2 boards\n"
    library("export", tmp_path / "out")
    assert "0 boards kept, 2 here already" in library("import", tmp_path / "out")
    rows = json.loads(run("library", "--db", database, "--json", "list")[1])
    assert [(row["code"], row["number"], row["bytes"]) for row in rows] == [(code, 2, 148)]
    assert "no board QQQQQ" in refused("library", "--db", database, "get", "QQQQQ", "-", code=1)
    with connect(database).begin() as connection:
        connection.execute(text("UPDATE boards SET title = 'other' WHERE number = 1"))
    status, found, _ = run("library", "--db", database, "verify")
    assert status == 1
    assert "title must be 'Isle of Møn', as in its bytes" in found


@pytest.mark.slow
def test_another_board_under_a_code_on_the_command_line(tmp_path: Path) -> None:
    database, first, second = (tmp_path / name for name in ("l.db", "one.gb16", "two.gb16"))
    bb.save(board("Isle", "Zoë", "0A1Z9"), first)
    bb.save(board("Crossing", "Ann", "oaiz9"), second)
    assert run("library", "--db", database, "add", first)[0] == 0
    complaint = refused("library", "--db", database, "add", second, code=1)
    assert f"{second}: 0A1Z9 is already the code of another board, 'Isle' by Zoë" in complaint
    assert run("library", "--db", database, "add", "--replace", second)[1].split()[:2] == [
        "0A1Z9",
        "2",
    ]


def test_only_boards_are_kept(tmp_path: Path) -> None:
    database = tmp_path / "library.db"
    complaint = refused("library", "--db", database, "add", "examples/endgame.dat", code=2)
    assert "holds no tile board" in complaint


@pytest.mark.slow
def test_a_postgresql_that_stops_in_the_middle_and_comes_back() -> None:
    """Whoever asks meanwhile is told so; what was acknowledged is there afterwards."""
    programs, owner = need_postgresql(), as_owner()
    if owner is None:
        missing("run this test as any user but root, or add a user called postgres")
    with running(programs, owner) as socket:
        control: list[str | Path] = [*owner, programs / "pg_ctl", "-D", socket / "data", "-w"]
        options: list[str | Path] = [
            "-o",
            f"-k {socket} -c listen_addresses=''",
            "-l",
            socket / "log",
        ]
        library = Library(new_database(socket, "stopped"))
        first = library.add(board("before"))
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, cwd=socket)
        for ask in (
            lambda: library.add(board("meanwhile")),
            lambda: library.get(first.code),
            lambda: library.latest(),
        ):
            with pytest.raises(bb.LibraryError) as told:
                ask()
            assert "Traceback" not in str(told.value)
        subprocess.run(
            [*control, *options, "start"], check=True, cwd=socket, stdout=subprocess.DEVNULL
        )
        assert library.get(first.code) == first
        second = library.add(board("after"))
        assert {entry.code for entry in library.latest()} == {first.code, second.code}
        assert library.verify() == []
