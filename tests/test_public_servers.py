"""Relay and registry as strangers meet them: whoever stalls locks nobody out, and they say so."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from boardbytes.serving import HEAD_SECONDS

SERVERS = {
    "relay": ("channel", "relay", "--json", "--data"),
    "registry": ("library", "--json", "--db"),
}
ANSWERS = {"relay": f"games/{'0' * 32}", "registry": "head"}


@contextmanager
def running(kind: str, folder: Path, *options: str, files: int = 1024) -> Iterator[tuple[str, str]]:
    """A server's address and what it says at its start; it may have so many files open."""
    last = ("serve",) if kind == "registry" else ()
    command = [*SERVERS[kind], str(folder / f"{kind}.db"), *last, "--port", "0", *options]
    with subprocess.Popen(
        [sys.executable, "-m", "boardbytes", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if "--host" in options else None,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
    ) as process:
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            yield address, process.stderr.readline() if process.stderr else ""
        finally:
            process.kill()


def status(address: str, kind: str) -> int:
    try:
        with urllib.request.urlopen(address + ANSWERS[kind], timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.slow
@pytest.mark.measures
@pytest.mark.parametrize("kind", SERVERS)
def test_half_requests_lock_nobody_out(kind: str, tmp_path: Path) -> None:
    """300 heads that never end, where a process may have 256 files open."""
    with running(kind, tmp_path, files=256) as (address, _), ExitStack() as half:
        place = urlsplit(address).hostname, urlsplit(address).port
        for _ in range(300):
            connection = half.enter_context(socket.create_connection(place))
            with suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ")
        begun = time.monotonic()
        assert status(address, kind) == {"relay": 404, "registry": 200}[kind]
        assert time.monotonic() - begun < HEAD_SECONDS / 2


@pytest.mark.slow
@pytest.mark.measures
def test_a_head_that_drips_is_hung_up_on(tmp_path: Path) -> None:
    """Each byte on its own, so that it never falls silent; both servers at once."""
    with ExitStack() as stack:
        dripping = {}
        for kind in SERVERS:
            address, _ = stack.enter_context(running(kind, tmp_path))
            place = urlsplit(address).hostname, urlsplit(address).port
            dripping[kind] = stack.enter_context(socket.create_connection(place))
            dripping[kind].sendall(b"GET / HTTP/1.1\r\nx: ")
        lasted: dict[str, float] = {}
        begun = time.monotonic()
        while len(lasted) < len(dripping) and time.monotonic() - begun < 3 * HEAD_SECONDS:
            time.sleep(0.25)
            for kind in dripping.keys() - lasted.keys():
                try:
                    dripping[kind].sendall(b"y")
                except OSError:
                    lasted[kind] = time.monotonic() - begun
        assert set(lasted) == set(SERVERS)
        assert all(0.5 * HEAD_SECONDS < each < 2 * HEAD_SECONDS for each in lasted.values())


@pytest.mark.slow
@pytest.mark.parametrize("kind", SERVERS)
def test_open_to_others_it_says_so(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path, "--host", "0.0.0.0") as (_, said):
        assert "all who reach it can" in said
        assert "not encrypted" in said
