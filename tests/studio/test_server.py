"""The studio as a program: started, asked, killed, started again."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest

from tests.conftest import ROOT
from tests.needs import missing
from tests.studio.running import running
from tests.studio.seen import moves_of

ENDGAME = (ROOT / "examples" / "endgame.dat").read_bytes()


@pytest.mark.slow
def test_a_game_goes_on_after_being_killed(tmp_path: Path) -> None:
    with running(tmp_path) as studio:
        desk = studio.client.post("/api/desks/new", json={"game": "mill"}).json()["desk"]["id"]
        for move in ("d6", "f4", "d2", "b4"):
            before = studio.client.post(f"/api/desks/{desk}/moves", json={"move": move}).json()
        studio.end(signal.SIGKILL)
    with running(tmp_path) as studio:
        after = studio.client.get(f"/api/desks/{desk}").json()
        assert after == before
        gone_on = studio.client.post(f"/api/desks/{desk}/moves", json={"move": "a7"}).json()
        assert moves_of(gone_on) == ["d6", "f4", "d2", "b4", "a7"]
        undone = studio.client.post(f"/api/desks/{desk}/undo").json()
        assert undone["tree"] == before["tree"]


def test_it_ends_when_asked_to(tmp_path: Path) -> None:
    with running(tmp_path) as studio:
        assert studio.client.get("/").status_code == 200
        assert studio.end() in (0, -signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.3, 3.0])
def test_ctrl_c_ends_it_and_its_workers_quietly(tmp_path: Path, after: float) -> None:
    """Also while the workers are still starting."""
    command = [sys.executable, "-m", "boardbytes", "studio", "--port", "0", "--json"]
    where = ["--data", str(tmp_path / "studio.db")]
    with subprocess.Popen([*command, *where], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, start_new_session=True) as studio:  # fmt: skip
        assert studio.stdout is not None
        studio.stdout.readline()
        time.sleep(after)
        children = Path(f"/proc/{studio.pid}/task/{studio.pid}/children").read_text().split()
        os.killpg(studio.pid, signal.SIGINT)
        _, err = studio.communicate(timeout=20)
    assert (studio.returncode, err.strip()) == (130, "")
    assert len(children) >= 2  # one more where kernels are being compiled
    assert not any(Path(f"/proc/{child}").exists() for child in children)


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "boardbytes", "studio", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "in use" in done.stderr


@pytest.mark.measures
def test_a_gigabyte_is_refused_without_being_held(tmp_path: Path) -> None:
    """Both ways: with its length said beforehand, and in pieces without."""
    with running(tmp_path) as studio:
        studio.client.post("/api/desks", content=ENDGAME)
        before = studio.memory
        for head in ("content-length: 1073741824", "transfer-encoding: chunked"):
            allowed = f"authorization: Bearer {studio.token}\r\n{head}"
            status, sent = _send_a_gigabyte(studio.address, allowed)
            assert status == 413
            assert sent < 256 * 1024 * 1024
            assert studio.memory < before + 32 * 1024 * 1024
        assert studio.client.get("/api/about").status_code == 200


def _send_a_gigabyte(address: str, head: str) -> tuple[int, int]:
    """The status of the answer, and how many bytes the server took before it hung up."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    piece = bytes(1024 * 1024)
    if "chunked" in head:
        piece = b"100000\r\n" + piece + b"\r\n"
    sent = 0
    with socket.create_connection((host, port)) as connection:
        connection.settimeout(30)
        request = f"POST /api/desks HTTP/1.1\r\nhost: {host}:{port}\r\n{head}\r\n\r\n"
        connection.sendall(request.encode())
        try:
            for _ in range(1024):
                connection.sendall(piece)
                sent += len(piece)
        except OSError:
            pass  # It hung up, as it should.
        answer = connection.recv(65_536)
    return int(answer.split()[1]), sent


@pytest.mark.measures
def test_half_requests_lock_nobody_out(tmp_path: Path) -> None:
    """300 heads that never end, where a process may have 256 files open."""
    with running(tmp_path) as studio:
        resource.prlimit(studio.process.pid, resource.RLIMIT_NOFILE, (256, 256))
        address = urlsplit(studio.address).hostname, urlsplit(studio.address).port
        half = [socket.create_connection(address) for _ in range(300)]
        try:
            for connection in half:
                with suppress(OSError):
                    connection.sendall(b"GET /api/about HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ")
            begun = time.monotonic()
            assert studio.client.get("/api/about").status_code == 200
            assert time.monotonic() - begun < 5
        finally:
            for connection in half:
                connection.close()


@pytest.mark.measures
@pytest.mark.slow
def test_a_head_that_drips_is_hung_up_on(tmp_path: Path) -> None:
    """Each byte on its own, so that it never falls silent."""
    with running(tmp_path) as studio:
        address = urlsplit(studio.address).hostname, urlsplit(studio.address).port
        begun = time.monotonic()
        with socket.create_connection(address) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nx: ")
            with suppress(OSError):
                while time.monotonic() - begun < 30:
                    connection.sendall(b"y")
                    time.sleep(0.25)
        assert 9 < time.monotonic() - begun < 20


def test_open_to_others_it_says_so_and_knows_its_names(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0", "--name", "Proxy.Example") as studio:
        assert studio.process.stderr is not None
        assert "all who reach it and have the link" in studio.process.stderr.readline()
        name, port = socket.gethostname(), urlsplit(studio.address).port
        assert studio.link.startswith(f"http://{name}:{port}/?token=")
        outside = _outer_address()
        for at, host, status in (
            ("127.0.0.1", "127.0.0.1", 200),
            ("127.0.0.1", name, 200),
            ("127.0.0.1", "proxy.example", 200),
            ("127.0.0.1", "evil.example", 421),
            ("127.0.0.1", outside, 421),
            (outside, name, 200),
            (outside, outside, 200),
            (outside, "proxy.example", 200),
            (outside, "127.0.0.1", 421),
            (outside, "localhost", 421),
        ):
            headers = {**studio.headers, "host": f"{host}:{port}"}
            answer = httpx.get(f"http://{at}:{port}/api/about", headers=headers)
            assert (at, host, answer.status_code) == (at, host, status)


def _outer_address() -> str:
    """An address of this machine that others may reach it by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        return str(probe.getsockname()[0])


def test_a_store_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "studio.db").write_bytes(b"not a database" * 1000)
    command = [sys.executable, "-m", "boardbytes", "studio", "--port", "0"]
    where = ["--data", str(tmp_path / "studio.db")]
    done = subprocess.run([*command, *where], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "file is not a database" in done.stderr


def test_a_password_is_never_in_an_answer(tmp_path: Path) -> None:
    with running(tmp_path, "--db", "postgresql://bob:s3cret@127.0.0.1:1/x") as studio:
        answer = studio.client.get("/api/library")
        assert answer.status_code == 422
        assert "cannot be used" in answer.text
        assert "s3cret" not in answer.text


def malformed(count: int, seed: int) -> Iterator[bytes]:
    """Files that were cut, changed, mixed, doubled or made of nothing."""
    chance = random.Random(seed)
    good = [
        path.read_bytes()
        for path in sorted((ROOT / "tests" / "vectors").glob("*/*/*"))
        if path.suffix != ".findings" and path.stat().st_size < 5_000
    ]
    for _ in range(count):
        data = bytearray(chance.choice(good))
        kind = chance.randrange(5)
        if kind == 0:
            del data[chance.randrange(len(data) + 1) :]
        elif kind == 1:
            for _ in range(chance.randint(1, 8)):
                if data:
                    data[chance.randrange(len(data))] = chance.randrange(256)
        elif kind == 2:
            data += chance.choice(good)
        elif kind == 3:
            data = bytearray(chance.randbytes(chance.randrange(200)))
        else:
            start = chance.randrange(len(data) + 1)
            data[start:start] = chance.randbytes(chance.randrange(20))
        yield bytes(data)


def check_malformed(folder: Path, count: int) -> None:
    with running(folder) as studio:
        # Two at a time: the studio has a worker for each.
        with ThreadPoolExecutor(2) as pool:
            answers = pool.map(
                lambda data: studio.client.post("/api/desks", content=data),
                malformed(count, seed=1),
            )
            statuses = Counter(answer.status_code for answer in answers)
        assert statuses == {201: count}
        listed = studio.client.get("/api/desks").json()
        assert len(listed) == min(50, count)


@pytest.mark.slow
def test_malformed_uploads(tmp_path: Path) -> None:
    check_malformed(tmp_path, 60)


@pytest.mark.slow
def test_ten_thousand_malformed_uploads(tmp_path: Path) -> None:
    check_malformed(tmp_path, 10_000)


@pytest.mark.measures
@pytest.mark.slow
def test_two_hundred_at_once_for_a_minute(tmp_path: Path) -> None:
    """No error, and memory that does not grow."""
    wrk = shutil.which("wrk")
    if wrk is None:
        missing("install wrk (Debian's package wrk) to run this test")
    with running(tmp_path) as studio:
        desk = studio.client.post("/api/desks", content=ENDGAME).json()["desk"]["id"]
        url = f"{studio.address}api/desks/{desk}"
        _load(wrk, url, studio.token, 10)
        before = studio.memory
        report = _load(wrk, url, studio.token, 60)
        print(report, f"memory {before / 1e6:.0f} → {studio.memory / 1e6:.0f} MB")
        assert "Non-2xx" not in report
        assert "Socket errors" not in report
        assert studio.memory < before * 1.1 + 8_000_000
        assert studio.client.get("/api/about").status_code == 200


def _load(wrk: str, url: str, token: str, seconds: int) -> str:
    allowed = ["-H", f"authorization: Bearer {token}"]
    command = [wrk, "-t1", "-c200", f"-d{seconds}s", "--timeout", "10s", "--latency", *allowed, url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_player_nobody_waits_for_does_not_move(tmp_path: Path) -> None:
    with running(tmp_path) as studio:
        start = studio.client.post("/api/desks/new", json={"game": "checkers"}).json()
        desk = start["desk"]["id"]
        body = {"player": "search", "options": {"level": 8}}  # which thinks for two seconds
        studio.client.post(f"/api/desks/{desk}/reply", json=body)  # compiled, from here on
        before = studio.client.get(f"/api/desks/{desk}").json()
        with pytest.raises(httpx.ReadTimeout):
            studio.client.post(f"/api/desks/{desk}/reply", json=body, timeout=0.05)
        time.sleep(3)
        assert studio.client.get(f"/api/desks/{desk}").json() == before
