"""What strangers may send to a relay, a registry and a scan: `docs/trust.md` lists it."""

from __future__ import annotations

import io
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet
import pytest
from fastapi.testclient import TestClient

from boardbytes.channel import KeyRing
from boardbytes.channel.relay.limits import Limits as RelayLimits
from boardbytes.channel.relay.server import create_app as relay_app
from boardbytes.channel.relay.store import Store
from boardbytes.cli import main
from boardbytes.library.registry.server import create_app as registry_app
from boardbytes.library.registry.store import Registry
from tests.channel.games import GAME_ID, MOVES, signed, words_of
from tests.channel.relay.test_server import LINES, begin, lines_of, send, timed
from tests.library.registry.conftest import PLENTY

OFTEN = RelayLimits(per_address=10**6)

BODIES = {
    "deep lists": b"[" * 90_000,
    "deep objects": b'{"a":' * 18_000,
    "a long number": b"9" * 90_000,
    "a number beyond all": b'{"version": 1e999, "code": 1, "key": [], "signature": {}}',
    "not a number": b'{"version": NaN, "code": "0A1Z9", "key": "0x", "signature": "0x"}',
    "zeros": bytes(1000),
    "a line break and a header": b"a\r\nset-cookie: b=c\r\n\r\nd",
    "no text": b"\xff\xfe",
    "nothing": b"",
    "20 MB": bytes(20_000_000),
}
NAME = "0" * 32
POSTS = ("/games", f"/games/{NAME}/lines?number=2", "/boards", "/withdrawals")
GETS = (
    "/boards/%2e%2e%2f", "/boards/%00", "/boards/ééééé", "/boards/0A1Z9?version=999999999999999999",
    "/files/..%2f..%2fetc%2fpasswd", "/files/%00" + "a" * 63, "/files/" + "ﬀ" * 64,
    "/log?after=-1", "/log?after=9007199254740993", "/log?after=1e5",
    "/search?words=%00", "/search?words=%25_%27%22", "/search?words=" + "a" * 5000,
    "/codes/new?count=1000000", "/games/%00", "/games/..%2f..%2fetc", f"/games/{NAME}/events",
    f"/games/{NAME}?after=" + "9" * 30,
)  # fmt: skip


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, TestClient]]:
    folder = tmp_path_factory.mktemp("servers")
    registry = Registry(str(folder / "registry.db"), KeyRing(folder / "keys"))
    with (
        TestClient(relay_app(Store(folder / "relay.db"), OFTEN)) as relay,
        TestClient(registry_app(registry, PLENTY)) as web,
    ):
        yield relay, web


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("path", POSTS)
def test_bodies_are_refused_in_words(
    path: str, body: str, servers: tuple[TestClient, TestClient]
) -> None:
    server = servers[not path.startswith("/games")]
    begun = time.process_time()
    answer = server.post(path, content=BODIES[body])
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["message"]
    assert "set-cookie" not in answer.headers
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("path", GETS)
def test_paths_lead_nowhere_else(path: str, servers: tuple[TestClient, TestClient]) -> None:
    for server in servers:
        answer = server.get(path)
        assert answer.status_code < 500, answer.text
        assert "root:" not in answer.text


def test_lines_of_one_game_are_not_taken_by_another(tmp_path: Path) -> None:
    """The same players and moves under another id: each signature is for one game only."""
    other = lines_of(timed(signed(words_of(MOVES), game_id=GAME_ID + 1)))
    with TestClient(relay_app(Store(tmp_path / "relay.db"), OFTEN)) as relay:
        first, second = begin(relay), begin(relay, other[0])
        assert first != second
        assert send(relay, first, 2, other[1]).status_code == 422
        assert send(relay, second, 2, LINES[1]).status_code == 422
        assert send(relay, second, 2, LINES[1] + b"\n" + LINES[2]).status_code >= 400
        assert send(relay, second, 2, other[1]).status_code == 201


def hostile_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("../../up.sgf", "/tmp/root.sgf", "a\\..\\b.sgf", "x\n;.sgf", "=cmd().sgf"):
            archive.writestr(name, b"(;SZ[9];B[aa])")
        archive.writestr("bomb.sgf", bytes(300_000_000))


def hostile_tar(path: Path) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, kind, target in (
            ("link.sgf", tarfile.SYMTYPE, "/etc/passwd"),
            ("hard.sgf", tarfile.LNKTYPE, "../../etc/passwd"),
            ("pipe.sgf", tarfile.FIFOTYPE, ""),
            ("zero.sgf", tarfile.CHRTYPE, ""),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
        info = tarfile.TarInfo("../" * 9 + "up.sgf")
        info.size = 14
        archive.addfile(info, io.BytesIO(b"(;SZ[9];B[aa])"))


@pytest.mark.slow
@pytest.mark.parametrize("make", [hostile_zip, hostile_tar])
def test_what_an_archive_says_is_only_read(make: Callable[[Path], None], tmp_path: Path) -> None:
    inside, out = tmp_path / "deep" / "er", tmp_path / "deep" / "out"
    inside.mkdir(parents=True)
    make(inside / "archive")
    tracemalloc.start()
    assert main(["scan", str(inside), "-o", str(out), "--cores", "1"]) in (0, 1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000_000
    assert {path.name for path in (tmp_path / "deep").iterdir()} == {"er", "out"}
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert all(b"root:x:" not in path.read_bytes() for path in out.rglob("*") if path.is_file())
    (games,) = (out / "go").iterdir()
    assert pyarrow.parquet.read_table(games).num_rows == (5 if make is hostile_zip else 1)


def test_a_link_as_the_folder_for_tables(tmp_path: Path) -> None:
    """What it leads to stays as it is."""
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "mine").write_text("mine")
    (tmp_path / "out").symlink_to(kept)
    assert main(["scan", "examples/endgame.dat", "-o", str(tmp_path / "out")]) == 2
    assert [path.name for path in kept.iterdir()] == ["mine"]
