"""`key new`, `list` and `export`: keys are made, listed and taken along, and never shown."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boardbytes.channel import KeyRing
from boardbytes.channel.keys import FOLDER_VARIABLE, open_keystore
from boardbytes.channel.signing import address_of
from boardbytes.cli.key import command
from tests.channel.games import RED, RED_KEY, WHITE


@pytest.fixture(autouse=True)
def _quick_keyfiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a keyfile takes a second by design; a test need not."""
    from boardbytes.formats.transcript.ethereum import account

    usual = account().encrypt
    monkeypatch.setattr(
        account(), "encrypt", lambda key, password: usual(key, password, iterations=2)
    )


def key(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments], input=typed)


def folder() -> Path:
    return Path(os.environ[FOLDER_VARIABLE])


def test_a_new_key_is_a_keyfile_with_a_password() -> None:
    done = key("new", typed="secret\nsecret\n")
    address = done.stdout.strip()
    assert "secret" not in done.output
    assert [path.name for path in folder().iterdir()] == [f"{address}.json"]
    assert address_of(open_keystore(folder() / f"{address}.json", "secret")) == address
    private = KeyRing(password="secret").key(address)
    assert private.hex() not in done.output
    assert KeyRing(ask=lambda asked: "secret" if asked == address else "").key(address) == private
    with pytest.raises(Exception, match="wrong password"):
        KeyRing(ask=lambda asked: "other").key(address)


def test_a_password_is_typed_twice_or_nothing_is_made() -> None:
    done = key("new", typed="secret\nsecert\n")
    assert done.exit_code != 0
    assert not folder().exists()


def test_without_a_password_only_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDBYTES_PASSWORD", "secret")
    made = json.loads(key("new", "--plain", "--json").stdout)
    assert made["encrypted"] is False
    assert [path.name for path in folder().iterdir()] == [f"{made['address']}.key"]
    assert json.loads(key("new", "--json").stdout)["encrypted"] is True


def test_the_list_says_what_each_has_signed() -> None:
    assert key("list").stdout == ""
    assert "no key is kept in" in key("list").stderr
    ring = KeyRing()
    ring.keep(RED_KEY)
    ring.ledger.enter(RED, 7, [bytes(31) + b"\x01", bytes(7) + b"\x03" + bytes(24)])
    ring.ledger.enter(RED, 8, [bytes(7) + b"\x05" + bytes(24)])
    assert key("list").stdout == f"{RED}  not encrypted  signed 3 words in 2 games\n"
    (row,) = json.loads(key("list", "--json").stdout)
    assert row == {"address": RED, "encrypted": False, "games": 2, "words": 3}
    assert RED_KEY.hex() not in key("list").output


def test_export(tmp_path: Path) -> None:
    KeyRing().keep(RED_KEY)
    out = tmp_path / "taken.json"
    done = key("export", RED.lower(), out, typed="secret\nsecret\n")
    assert done.exit_code == 0
    assert RED_KEY.hex() not in done.output + out.read_text()
    assert out.stat().st_mode & 0o777 == 0o600
    assert open_keystore(out, "secret") == RED_KEY
    assert json.loads(out.read_text())["version"] == 3
    assert "not kept here" in str(key("export", WHITE, out).exception)
    made = KeyRing(password="other")
    address = made.make()
    assert key("export", address, out).exit_code == 0  # Its own password stays.
    assert open_keystore(out, "other") == made.key(address)
    assert key("export", address, "-").stdout == out.read_text()
