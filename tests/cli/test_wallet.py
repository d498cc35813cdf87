"""`channel wallet`: a game and its end signed by wallets, which are given only what is printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from eth_account import Account
from eth_account.messages import encode_typed_data
from eth_utils.conversions import to_hex

from boardbytes.channel import KeyRing, verify
from boardbytes.channel.referee.calls import settle_call
from boardbytes.channel.signing import address_of
from boardbytes.cli import main
from boardbytes.formats.transcript.signature import Signature
from boardbytes.formats.transcript.transcript import parse_transcript
from tests.channel.games import DOMAIN, KEYS, RED, RED_KEY, WHITE, WHITE_KEY


class Wallets:
    """A game that is played with the command line only, and two wallets that sign what it says."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self._capsys = str(folder / "game.channel"), capsys
        contract = ("--contract", DOMAIN.contract, "--chain-id", "1", "--game-id", "7")
        assert self.run("new", self.file, "--red", RED, "--white", WHITE, *contract)[0] == 0

    def run(self, *arguments: str) -> tuple[int, str, str]:
        code = main(["channel", *arguments])
        told = self._capsys.readouterr()
        return code, told.out.strip(), told.err

    def shown(self, *what: str) -> Any:
        code, out, err = self.run("wallet", self.file, *what)
        assert code == 0, err
        return json.loads(out)

    def signed(self, key: bytes, *what: str) -> str:
        """What a wallet makes of what it is shown."""
        message = encode_typed_data(full_message=self.shown(*what))
        return to_hex(Account.sign_message(message, key).signature)

    def move(self, move: str, key: bytes) -> tuple[int, str, str]:
        return self.run("move", self.file, move, "--signature", self.signed(key, move))


@pytest.fixture
def wallets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Wallets:
    return Wallets(tmp_path, capsys)


def test_a_game_signed_by_wallets(wallets: Wallets) -> None:
    assert wallets.move("11-15", RED_KEY)[0] == 0
    agreed = wallets.signed(WHITE_KEY, "--agree")
    assert wallets.run("move", wallets.file, "--agree", "--signature", agreed)[0] == 0
    assert wallets.move("22-18", WHITE_KEY)[0] == 0
    game = parse_transcript(Path(wallets.file).read_bytes())[0]
    verdict = verify(game)
    assert (verdict.ok, verdict.problems, verdict.moves) == (True, (), 2)
    assert verdict.agreed == game.words[0].word
    # The ledger knows what wallets signed, too.
    assert set(KeyRing().ledger.words(RED, 7).values()) == {game.words[0].word}
    assert set(KeyRing().ledger.words(WHITE, 7).values()) == {line.word for line in game.words}
    made = [wallets.signed(key, "--settle", "draw") for key in KEYS]
    signatures = ("--red-signature", made[0], "--white-signature", made[1])
    call = ("referee", "call", wallets.file, "settle", "--result")
    code, out, _ = wallets.run(*call, "draw", *signatures)
    expected = settle_call(game, "draw", *map(Signature.of, made)).calldata
    assert (code, out) == (0, f"0x{expected.hex()}")
    code, _, err = wallets.run(*call, "red wins", *signatures)
    assert (code, "red's signature must be that of" in err) == (1, True)


def test_what_a_person_is_shown(wallets: Wallets) -> None:
    shown = wallets.shown("11-15")
    assert shown["primaryType"] == "Word"
    assert shown["message"]["turn"] == 1
    assert shown["domain"] == {
        "name": "boardbytes checkers",
        "version": "1",
        "chainId": 1,
        "verifyingContract": DOMAIN.contract,
        "salt": f"0x{7:064x}",
    }
    assert wallets.shown("11-15", "--json") == shown
    settlement = wallets.shown("--settle", "white wins")
    assert settlement["message"]["result"] == "white wins"
    assert Path(wallets.file).read_bytes().count(b"\n") == 1, "nothing is written"


def test_signatures_that_are_not_taken(wallets: Wallets) -> None:
    before = Path(wallets.file).read_bytes()
    good = wallets.signed(RED_KEY, "11-15")
    for arguments, code, sentence in (
        (["11-15", "--signature", wallets.signed(WHITE_KEY, "11-15")], 1, "must be that of"),
        (["11-16", "--signature", good], 1, "must be that of"),
        (["11-18", "--signature", good], 1, "is not legal"),
        (["11-15", "--signature", good[:-2]], 1, "65 bytes"),
        (["11-15", "--signature", good[:-2] + "00"], 1, "v must be 27 or 28"),
        (["11-15", "--signature", good, "--key-env", "KEY"], 2, "not both"),
        (["--agree", "--signature", good], 1, "no word yet"),
    ):
        found, _, err = wallets.run("move", wallets.file, *arguments)
        assert (found, sentence in err) == (code, True), err
        assert Path(wallets.file).read_bytes() == before
    assert KeyRing().ledger.words(RED, 7) == {}


def test_a_wallet_is_not_shown_a_second_word(wallets: Wallets) -> None:
    before = Path(wallets.file).read_bytes()
    other = wallets.signed(RED_KEY, "11-16")
    assert wallets.move("11-15", RED_KEY)[0] == 0
    Path(wallets.file).write_bytes(before)
    for command in (["wallet", wallets.file], ["move", wallets.file, "--signature", other]):
        code, _, err = wallets.run(*command, "11-16")
        assert (code, "11-15 was signed for this turn" in err) == (1, True)
    assert Path(wallets.file).read_bytes() == before


def test_what_cannot_be_shown(wallets: Wallets, tmp_path: Path) -> None:
    old = str(tmp_path / "old.channel")
    assert wallets.run("new", old, "--red", RED, "--white", address_of(WHITE_KEY))[0] == 0
    for file, what, code, sentence in (
        (old, ["11-15"], 1, "not typed data"),
        (old, ["--settle", "draw"], 1, "begun for a contract"),
        (wallets.file, ["11-18"], 1, "is not legal"),
        (wallets.file, ["--agree"], 1, "no word yet"),
        (wallets.file, [], 2, "give a MOVE, --agree or --settle"),
        (wallets.file, ["11-15", "--agree"], 2, "give a MOVE, --agree or --settle"),
    ):
        found, _, err = wallets.run("wallet", file, *what)
        assert (found, sentence in err) == (code, True), err
