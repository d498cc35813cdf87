"""No key is told: neither by what relay, registry and studio print, nor by what they log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from boardbytes.channel.keys import KeyRing
from boardbytes.library.registry.store import Registry
from tests.channel.relay.test_seat import relaying
from tests.library.registry.conftest import serving
from tests.studio.test_relays import Player, begin, until


def forms_of(path: Path) -> list[str]:
    """A key that is kept in a file, as it might slip into a text."""
    key = bytes.fromhex(path.read_text())
    return [key.hex(), str(int.from_bytes(key, "big")), repr(key)[2:-1]]


def test_no_key_is_printed_or_logged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Everything is logged that can be, while keys are made and sign moves, boards and heads."""
    monkeypatch.setenv("BOARDBYTES_CACHE", str(tmp_path / "cache"))
    registry = Registry(str(tmp_path / "registry.db"), KeyRing(tmp_path / "registry-keys"))
    with relaying(tmp_path / "relay.db") as relay, serving(registry) as url:
        ann, bo = Player(tmp_path, "ann", registry=url), Player(tmp_path, "bo")
        for name in ("", *logging.root.manager.loggerDict):
            caplog.set_level(logging.DEBUG, name)
        begin(ann, bo, relay)
        ann.play("11-15")
        until(lambda: bo.moves() == ["11-15"])
        assert ann.page.post(f"/desks/{ann.desk}/moves", 422, move="22-18")["error"]
        board = ann.page.post("/desks/new", 201, game="tiles", width=4, length=4)["desk"]["id"]
        mine = ann.page.post("/registry", desk=board, key="new")["tiles"]["footer"]["code"]
        assert registry.board(mine)[0]
        stranger = ann.page.post("/keys", 201)["address"]
        assert "belongs to" in ann.page.post("/registry", 422, desk=board, key=stranger)["error"]
        ann.close()
        bo.close()
    told = "".join((*capfd.readouterr(), caplog.text))
    for made in ("POST /games", "POST /boards", "/api/desks/"):
        assert made in told
    keys = list(tmp_path.rglob("*.key"))
    assert len(keys) == 5
    for path in keys:
        for form in forms_of(path):
            assert form not in told
