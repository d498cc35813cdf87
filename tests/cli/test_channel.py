"""`channel`: a signed game on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardbytes.channel.signing import address_of
from boardbytes.cli import main

KEYS = {"RED_KEY": "11" * 32, "WHITE_KEY": "0x" + "22" * 32}
RED, WHITE = (address_of(key) for key in KEYS.values())


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    path = str(tmp_path / "game.channel")
    assert main(["channel", "new", path, "--red", RED, "--white", WHITE, "--game-id", "5"]) == 0
    return path


def test_a_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    assert main(["channel", "move", game, "22-18", "--key-env", "WHITE_KEY"]) == 0
    assert main(["channel", "move", game, "--agree", "--key-env", "RED_KEY"]) == 0
    capsys.readouterr()
    assert main(["channel", "verify", game, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["ok"], verdict["moves"], verdict["forks"]) == (True, 2, [])
    assert verdict["agreed"].startswith("0x0f44")


def test_refusals(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, code, sentence in (
        (["11-15", "--key-env", "WHITE_KEY"], 1, "the key must be that of"),
        (["11-18", "--key-env", "RED_KEY"], 1, "is not legal"),
        (["11-15", "--key-env", "NO_SUCH_KEY"], 1, "NO_SUCH_KEY must hold a private key"),
        (["11-15"], 2, "give --keystore or --key-env"),
        (["--key-env", "RED_KEY"], 2, "give a MOVE or --agree"),
    ):
        before = Path(game).read_bytes()
        assert main(["channel", "move", game, *arguments]) == code
        error = capsys.readouterr().err
        assert sentence in error
        assert not any(key.removeprefix("0x") in error for key in KEYS.values())
        assert Path(game).read_bytes() == before


def test_a_keystore(
    game: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from eth_account import Account

    keystore = tmp_path / "key.json"
    encrypted = Account.encrypt(
        bytes.fromhex(KEYS["RED_KEY"]), "secret", kdf="pbkdf2", iterations=1000
    )
    keystore.write_text(json.dumps(encrypted))
    monkeypatch.setenv("BOARDBYTES_PASSWORD", "wrong")
    assert main(["channel", "move", game, "11-15", "--keystore", str(keystore)]) == 1
    assert "wrong password" in capsys.readouterr().err
    monkeypatch.setenv("BOARDBYTES_PASSWORD", "secret")
    assert main(["channel", "move", game, "11-15", "--keystore", str(keystore)]) == 0


def test_export(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"])
    capsys.readouterr()
    assert main(["channel", "export", game, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["v"] in (27, 28)
    assert len(plain["calldata"]) == 2 + 8 + 5 * 64
    assert plain["calldata"].endswith(plain["s"][2:])
    assert main(["channel", "export", game, "--move", "2"]) == 2


def test_a_changed_transcript_is_refused(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"])
    path = Path(game)
    path.write_bytes(path.read_bytes().replace(b'"0x0a33', b'"0x0a34'))
    assert main(["channel", "verify", game]) == 1
    assert "line 2: the check does not fit" in capsys.readouterr().err
