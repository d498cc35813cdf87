"""Pushing and pulling: checked, kept, used offline; whatever was tampered with is named."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from sqlalchemy import text

import boardbytes as bb
from boardbytes.channel.keys import KeyRing
from boardbytes.library.registry.client import Client
from boardbytes.library.registry.line import Line, format_line, hash_of, parse_line
from boardbytes.library.registry.mirror import mirror
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.transport import UnreachableError
from tests.library.registry.conftest import ANN, BOB, board, serving, submission


def test_push_and_pull(url: str, tmp_path: Path) -> None:
    client = Client(url, folder=tmp_path / "mine")
    pushed = client.push(board("Crossing", code=""), ANN)
    code = pushed.line.code
    assert len(code) == 5
    found = Client(url, folder=tmp_path / "yours").pull(code.lower())
    assert found.data == pushed.data
    assert bb.loads(found.data).position.code == code
    again = client.push(bb.loads(found.data).position, ANN)
    assert again.line == pushed.line
    with pytest.raises(bb.RegistryError, match=f"{code} belongs to"):
        client.push(bb.loads(found.data).position, BOB)
    assert [line.code for line in client.search("cross")] == [code]
    client.push(board("Crossing", code, version=7), ANN)
    assert client.pull(code).line.version == 7
    assert client.pull(code, 1).data == pushed.data
    client.withdraw(code, 7, ANN)
    assert client.pull(code).line.version == 1
    told: list[str] = []
    assert Client(url, folder=tmp_path / "mine", warn=told.append).pull(code, 7).line.version == 7
    assert told == [f"{code} version 7 was withdrawn by its author"]
    client.withdraw(code, 1, ANN)
    with pytest.raises(bb.RegistryError, match="every version"):
        client.pull(code)
    with pytest.raises(bb.RegistryError, match="there is no board QQQQQ"):
        client.pull("QQQQQ")
    assert list(client.verify()) == []


def test_a_code_that_someone_takes_meanwhile(
    url: str, small: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(url, folder=tmp_path)
    client.push(board(), ANN)
    offered = iter(["0A1Z9", "0A1ZA"])
    monkeypatch.setattr(small, "new_codes", lambda count: [next(offered)])
    assert client.push(board(code=""), BOB).line.code == "0A1ZA"


def test_offline(small: Registry, tmp_path: Path) -> None:
    told: list[str] = []
    with serving(small) as url:
        client = Client(url, folder=tmp_path, warn=told.append)
        for code in ("0A1Z9", "0A1ZA"):
            client.push(board(f"Isle {code}", code), ANN)
        pulled = client.pull("0A1Z9")
    assert told == []
    client = Client(url, folder=tmp_path, warn=told.append)
    assert client.pull("0A1Z9") == pulled
    assert [line.code for line in client.search("isle")] == ["0A1ZA", "0A1Z9"]
    assert "cannot be reached" in told[0]
    assert "using what was seen of it up to" in told[0]
    with pytest.raises(UnreachableError):
        client.pull("0A1ZA")  # Known, but never pulled.
    with pytest.raises(UnreachableError):
        Client(url, folder=tmp_path / "new").pull("0A1Z9")
    with pytest.raises(UnreachableError):
        list(client.verify())


def test_a_damaged_cache_is_fetched_again(url: str, small: Registry, tmp_path: Path) -> None:
    client = Client(url, folder=tmp_path)
    client.push(board(), ANN)
    pulled = client.pull("0A1Z9")
    folder = tmp_path / small.key
    for name, data in (
        (f"files/{hash_of(pulled.data)}", b"half"),
        ("log", (folder / "log").read_bytes()[:-20]),
        ("log", b'{"number": 1, "before": ""}\n'),
        ("head", b"{}"),
    ):
        (folder / name).write_bytes(data)
        assert client.pull("0A1Z9") == pulled
        assert (folder / name).read_bytes() != data


def test_two_clients_with_one_cache(url: str, tmp_path: Path) -> None:
    first, second = Client(url, folder=tmp_path), Client(url, folder=tmp_path)
    first.push(board(), ANN)
    early = second.sync()
    first.push(board(code="0A1ZA"), ANN)
    first.sync()
    first.push(board(code="0A1ZB"), ANN)
    third = Client(url, folder=tmp_path).sync()
    # `early` knows of one line, and the folder of three by now.
    early.extend(third.lines[1:], third.head) if third.head else None
    assert early.lines == third.lines == Client(url, folder=tmp_path).sync().lines


@pytest.fixture
def mirrored(small: Registry, tmp_path: Path) -> Path:
    """A mirror of three boards and a withdrawal."""
    folder = tmp_path / "mirror"
    with serving(small) as url:
        client = Client(url, folder=tmp_path / "cache")
        for number in range(3):
            client.push(board(f"Isle {number}", f"0000{number}"), ANN)
        client.withdraw("00002", 1, ANN)
        assert mirror(client, folder) == (4, 3)
        assert mirror(client, folder) == (4, 0)
    return folder


def test_a_client_that_was_given_only_a_mirror(mirrored: Path, tmp_path: Path) -> None:
    client = Client(str(mirrored), folder=tmp_path / "new")
    assert client.pull("00001").data == (mirrored / "boards" / "00001").read_bytes()
    assert [line.code for line in client.search("isle")] == ["00001", "00000"]
    assert not (mirrored / "boards" / "00002").exists()
    assert client.pull("00002", 1).line.code == "00002"
    assert list(client.verify()) == []
    with pytest.raises(bb.LibraryError, match="a mirror takes nothing"):
        client.push(board(), ANN)


def swap(old: bytes, new: bytes) -> Callable[[Path], None]:
    """Change some bytes of the log."""

    def change(folder: Path) -> None:
        log = folder / "log"
        assert old in log.read_bytes()
        log.write_bytes(log.read_bytes().replace(old, new, 1))

    return change


def empty_log(folder: Path) -> None:
    (folder / "log").write_bytes(b"")


def cut(name: str, size: int) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = next(folder.glob(name))
        path.write_bytes(path.read_bytes()[:size])

    return change


def drop_a_line(folder: Path) -> None:
    lines = (folder / "log").read_bytes().splitlines(keepends=True)
    (folder / "log").write_bytes(b"".join(lines[:1] + lines[2:]))


def drop_the_end(folder: Path) -> None:
    lines = (folder / "log").read_bytes().splitlines(keepends=True)
    (folder / "log").write_bytes(b"".join(lines[:3]))


def add_a_line(folder: Path) -> None:
    """A line of our own between two others, numbered and chained as it should be."""
    lines = (folder / "log").read_bytes().splitlines()
    own = format_line(replace(parse_line(lines[1]), version=9)).encode()
    (folder / "log").write_bytes(b"".join(line + b"\n" for line in (lines[0], own, *lines[1:])))


def swap_files(folder: Path) -> None:
    first, second = sorted((folder / "files").iterdir())[:2]
    first.write_bytes(second.read_bytes())


def give_another(folder: Path) -> None:
    shutil.copy(folder / "boards" / "00000", folder / "boards" / "00001")


def give_a_withdrawn_one(folder: Path) -> None:
    shutil.copy(folder / "boards" / "00000", folder / "boards" / "00002")


def give_none(folder: Path) -> None:
    (folder / "boards" / "00001").unlink()


TAMPERED: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "a file": (cut("files/*", -1), "file", "the bytes must have the SHA-256"),
    "a file for another": (swap_files, "file", "the bytes must have the SHA-256"),
    "a missing file": (lambda f: next(f.glob("files/*")).unlink(), "withheld", "its file"),
    "a code's board": (give_another, "file", "00001: {url} gives another board than version 1"),
    "half a code's board": (cut("boards/00001", 90), "file", "00001: {url} gives another board"),
    "a code's missing board": (give_none, "withheld", "00001: {url} withholds its board"),
    "a withdrawn code's board": (give_a_withdrawn_one, "file", "and every version was withdrawn"),
    "a title": (swap(b"Isle 1", b"Isle 7"), "rewritten", "line 3 of the log was changed"),
    "the last line": (swap(b'"withdraw"', b'"wITHDRAW"'), "rewritten", "does not lead to its head"),
    "a line more": (add_a_line, "rewritten", "line 3 of the log was changed"),
    "a line less": (drop_a_line, "rewritten", "line 2 of the log was changed"),
    "the end": (drop_the_end, "withheld", "withholds 1 of 4 lines"),
    "no log": (empty_log, "withheld", "withholds 4 of 4 lines"),
    "the head": (cut("head", 60), "head", "the head of the log is false"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_mirror_that_was_tampered_with(what: str, mirrored: Path, tmp_path: Path) -> None:
    change, code, message = TAMPERED[what]
    change(mirrored)
    problems = list(Client(str(mirrored), folder=tmp_path / "new").verify())
    assert [problem.code for problem in problems] == [code]
    assert message.format(url=mirrored) in problems[0].message


def test_boards_that_are_published_while_a_registry_is_verified(
    url: str, small: Registry, tmp_path: Path
) -> None:
    """A code gives its new version before the log that was read knows of it; that is no fault."""
    author, looking = Client(url, folder=tmp_path / "a"), Client(url, folder=tmp_path / "b")
    author.push(board(), ANN)
    author.push(board(code="0000A"), ANN)
    fetch = looking.fetch
    versions = iter(range(2, 9))

    def meanwhile(line: Line) -> bytes:
        author.push(board(version=next(versions)), ANN)
        if line.code == "0000A":
            author.withdraw("0000A", 1, ANN)
        return fetch(line)

    looking.fetch = meanwhile  # type: ignore[method-assign]
    assert list(looking.verify()) == []
    assert len(small.log()) == 5


def test_a_mirror_that_withholds_what_was_seen_elsewhere(
    mirrored: Path, small: Registry, tmp_path: Path
) -> None:
    told: list[str] = []
    with serving(small) as url:
        client = Client(url, folder=tmp_path / "c")
        client.push(board(code="0000A"), ANN)
        client.sync()
        late = Client(str(mirrored), small.key, tmp_path / "c", told.append)
        assert late.pull("00001").line.number == 2
        assert "withholds 1 of 5 lines" in told[0]
        problems = list(late.verify())
        assert [problem.code for problem in problems] == ["withheld"]
        mirror(client, mirrored)
        assert list(late.verify()) == []


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (9, "line 5 of the log was changed"),
        (4, "has a different log from the one seen before"),
        (2, "has a different log from the one seen before"),
    ],
)
def test_a_registry_that_rewrites_its_history(
    count: int, message: str, mirrored: Path, small: Registry, tmp_path: Path
) -> None:
    """Even the registry itself, which can sign, cannot change what was seen."""
    seen = Client(str(mirrored), folder=tmp_path / "c")
    seen.sync()
    with small._engine.begin() as connection:
        for table in ("log", "files"):
            connection.execute(text(f"DELETE FROM registry_{table}"))
    small.append([submission(board(f"New {n}", f"0000{n}")) for n in range(count)])
    with serving(small) as url:
        client = Client(url, small.key, tmp_path / "c")
        for ask in (client.pull, client.search):
            with pytest.raises(bb.RegistryError, match=message):
                ask("00001")
        assert [problem.code for problem in client.verify()] == ["rewritten"]


def test_a_mirror_of_another_registry(mirrored: Path, tmp_path: Path) -> None:
    seen = Client(str(mirrored), folder=tmp_path / "c")
    seen.sync()
    other = Registry(str(tmp_path / "other.db"), KeyRing())
    other.append([submission(board())])
    shutil.rmtree(mirrored)
    with serving(other) as url:
        mirror(Client(url, folder=tmp_path / "d"), mirrored)
    with pytest.raises(bb.RegistryError, match="is signed by"):
        Client(str(mirrored), folder=tmp_path / "c").pull("0A1Z9")
    with pytest.raises(bb.RegistryError, match="is signed by"):
        Client(str(mirrored), seen._key, tmp_path / "new").pull("0A1Z9")


@pytest.mark.parametrize("what", ["title", "made up", "no line"])
def test_a_registry_that_finds_what_is_not_in_its_log(
    what: str, small: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title is not signed by the author, so only the log vouches for it."""
    small.append([submission(board())])
    line = parse_line(small.log()[0].encode())
    assert line.about is not None
    told = {
        "title": format_line(replace(line, about=replace(line.about, title="Isle of wonders"))),
        "made up": format_line(replace(line, number=2, code="0A1ZA")),
        "no line": "hello",
    }[what]
    monkeypatch.setattr(small, "search", lambda _: [told])
    with serving(small) as url, pytest.raises(bb.RegistryError, match="finds what is not in its"):
        Client(url, folder=tmp_path).search("isle")


@contextmanager
def plain_server(folder: Path) -> Iterator[str]:
    """A web server that knows of files only, and of no query."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_mirror_on_a_plain_web_server(mirrored: Path, small: Registry, tmp_path: Path) -> None:
    with plain_server(mirrored) as url:
        client = Client(url, folder=tmp_path / "new")
        assert client.pull("00001").data == (mirrored / "boards" / "00001").read_bytes()
        # It cannot search and gives the whole log, whatever line is asked for.
        assert [line.code for line in client.search("isle")] == ["00001", "00000"]
        with serving(small) as registry:
            pushed = Client(registry, folder=tmp_path / "c").push(board(code="0000A"), ANN)
            mirror(Client(registry, folder=tmp_path / "c"), mirrored)
        assert client.pull("0000A").line == pushed.line
        assert list(client.verify()) == []
        next(mirrored.glob("files/*")).write_bytes(b"half")
        assert [problem.code for problem in client.verify()] == ["file"]
        (mirrored / "head").unlink()
        with pytest.raises(bb.RegistryError, match="there is no"):
            Client(url, folder=tmp_path / "other").sync()


def test_a_registry_that_lets_another_key_in(small: Registry, tmp_path: Path) -> None:
    """A log that is whole, signed by its registry, and against the rules all the same."""
    from boardbytes.library.registry import store

    small.append([submission(board())])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "refusal", lambda *_: None)
        small.append([submission(board("Stolen", version=2), BOB)])
    with serving(small) as url:
        client = Client(url, folder=tmp_path)
        with pytest.raises(bb.RegistryError, match="line 2 of the log is not allowed: 0A1Z9 bel"):
            client.pull("0A1Z9")
        assert [problem.code for problem in client.verify()] == ["line"]
    assert parse_line(small.log()[1].encode()).version == 2


def test_addresses_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(bb.LibraryError, match="must be http"):
        Client("ftp://example.org", folder=tmp_path)
    for url in (str(tmp_path / "nothing"), "http://127.0.0.1:1", "http://[", "file:///nothing"):
        with pytest.raises(UnreachableError, match="cannot be reached"):
            Client(url, folder=tmp_path).pull("0A1Z9")
