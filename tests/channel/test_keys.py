"""Private keys: kept in a folder of their own, encrypted where there is a password."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from eth_keyfile.keyfile import KDFType, create_keyfile_json

from boardbytes.channel import KeyRing
from boardbytes.channel.keys import FOLDER_VARIABLE, PASSWORD_VARIABLE, keys_folder
from boardbytes.channel.signing import address_of
from boardbytes.errors import SignatureError
from tests.channel.games import RED, RED_KEY, WHITE, WHITE_KEY


def test_keys_are_there_after_a_restart(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    address = ring.make()
    assert ring.keep(RED_KEY) == RED
    for known in (ring, KeyRing(tmp_path)):
        assert known.holds(address)
        assert address_of(known.key(address)) == address
        assert known.key(RED) == RED_KEY
        assert not known.holds(WHITE)
        with pytest.raises(SignatureError, match="not kept here"):
            known.key(WHITE)
    assert ring.make() != address


def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "keys"
    KeyRing(folder).keep(RED_KEY)
    KeyRing(folder, "secret").keep(WHITE_KEY)
    for each in (folder, folder.parent):
        assert each.stat().st_mode & 0o077 == 0
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_with_a_password_they_are_encrypted(tmp_path: Path) -> None:
    KeyRing(tmp_path, "secret").keep(RED_KEY)
    (path,) = tmp_path.iterdir()
    assert RED_KEY.hex() not in path.read_text()
    keystore = json.loads(path.read_text())
    assert keystore["address"].lower() == RED[2:].lower()
    assert keystore["version"] == 3, "the usual kind, which other programs read"
    assert KeyRing(tmp_path, "secret").key(RED) == RED_KEY
    assert KeyRing(tmp_path).holds(RED)
    with pytest.raises(SignatureError, match="encrypted"):
        KeyRing(tmp_path).key(RED)
    with pytest.raises(SignatureError, match="wrong password") as caught:
        KeyRing(tmp_path, "guess").key(RED)
    assert "guess" not in str(caught.value)


def test_the_password_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD_VARIABLE, "secret")
    KeyRing(tmp_path).keep(RED_KEY)
    assert KeyRing(tmp_path, "secret").key(RED) == RED_KEY
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    KeyRing(tmp_path, "secret").keep(RED_KEY)
    KeyRing(tmp_path).keep(RED_KEY)
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / f"{RED}.key"
    path.write_text("nonsense")
    with pytest.raises(SignatureError, match="must hold a private key") as caught:
        KeyRing(tmp_path).key(RED)
    assert "nonsense" not in str(caught.value)
    path.write_text(WHITE_KEY.hex())
    with pytest.raises(SignatureError, match="holds another key"):
        KeyRing(tmp_path).key(RED)
    (tmp_path / f"{WHITE}.json").write_text("[" * 100_000)
    with pytest.raises(SignatureError, match="not a keystore"):
        KeyRing(tmp_path, "secret").key(WHITE)


def test_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "mine"))
    assert keys_folder() == tmp_path / "mine"
    KeyRing().keep(RED_KEY)
    assert KeyRing(tmp_path / "mine").holds(RED)
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert keys_folder().name == "keys"
    assert "boardbytes" in str(keys_folder())


@pytest.mark.parametrize(
    ("kdf", "asked"), [("scrypt", {"n": 1 << 30}), ("pbkdf2", {"c": 10**9}), ("scrypt", {"R": 99})]
)
def test_a_keyfile_cannot_ask_for_hours_or_gigabytes(
    tmp_path: Path, kdf: KDFType, asked: dict[str, int]
) -> None:
    keystore = create_keyfile_json(RED_KEY, b"secret", kdf=kdf, iterations=2)
    keystore["crypto"]["kdfparams"] |= asked
    (tmp_path / f"{RED}.json").write_text(json.dumps(keystore))
    with pytest.raises(SignatureError, match="more work than keyfiles need"):
        KeyRing(tmp_path, "secret").key(RED)
