"""Which names a studio answers to, by where a request arrived."""

from __future__ import annotations

import socket

import pytest

from boardbytes.serving import is_loopback
from boardbytes.studio.names import Names, is_everywhere, own_names

MACHINE = Names(frozenset({"board.example", "board"}))


@pytest.mark.parametrize(
    ("host", "arrived_at"),
    [
        ("127.0.0.1:8420", "127.0.0.1"),
        ("localhost", "127.0.0.1"),
        ("LOCALHOST.:8420", "127.0.0.1"),
        ("[::1]:8420", "::1"),
        ("127.0.0.2:8420", "127.0.0.2"),
        ("192.0.2.7:8420", "192.0.2.7"),
        ("192.0.2.7:8420", "::ffff:192.0.2.7"),
        ("[2001:db8::1]:8420", "2001:db8:0::1"),
        ("board:8420", "192.0.2.7"),
        ("board.example", "127.0.1.1"),
        ("Board.Example:80", "192.0.2.7"),
    ],
)
def test_names_that_lead_here(host: str, arrived_at: str) -> None:
    assert MACHINE.fit(host, arrived_at)


@pytest.mark.parametrize(
    ("host", "arrived_at"),
    [
        ("127.0.0.1", "192.0.2.7"),
        ("localhost:8420", "192.0.2.7"),
        ("[::1]", "2001:db8::1"),
        ("192.0.2.8", "192.0.2.7"),
        ("192.0.2.7", "127.0.0.1"),
        ("0.0.0.0:8420", "192.0.2.7"),
        ("evil.example", "192.0.2.7"),
        ("evil.example", "127.0.0.1"),
        ("board.example.evil.example", "192.0.2.7"),
        ("", "127.0.0.1"),
        ("", "192.0.2.7"),
        ("[", "192.0.2.7"),
    ],
)
def test_forged_names(host: str, arrived_at: str) -> None:
    assert not MACHINE.fit(host, arrived_at)


def test_the_machine_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert socket.gethostname().lower() in own_names()
    # As in many containers.
    monkeypatch.setattr(socket, "gethostname", lambda: "board")
    monkeypatch.setattr(socket, "getfqdn", lambda: "localhost.localdomain")
    assert own_names() == {"board", "board.local"}


def test_who_is_reached() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0")] == [
        *[True] * 3,
        False,
    ]
    assert [is_everywhere(host) for host in ("0.0.0.0", "::", "192.0.2.7", "board")] == [
        *[True] * 2,
        *[False] * 2,
    ]
