"""`channel`: a signed game on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.channel import KeyRing
from boardbytes.channel.keys import keys_folder
from boardbytes.channel.signing import address_of
from boardbytes.cli import main
from boardbytes.files import locked_for
from boardbytes.formats.transcript.transcript import parse_transcript
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SIDES
from tests.channel.games import MOVES, words_of
from tests.channel.games import RED as RED_PLAYER
from tests.channel.games import WHITE as WHITE_PLAYER

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


def test_random_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = set()
    for name in ("one", "two"):
        arguments = [str(tmp_path / name), "--red", RED, "--white", WHITE, "--json"]
        assert main(["channel", "new", *arguments]) == 0
        ids.add(json.loads(capsys.readouterr().out)["game_id"])
    assert len(ids) == 2
    assert min(map(len, ids)) == 66


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--game-id", "-7"], 2, "from 0 to 2^256 - 1"),
        (["--game-id", str(1 << 256)], 2, "from 0 to 2^256 - 1"),
        (["--game-id", "1" * 5000], 2, "from 0 to 2^256 - 1"),
        (["--game-id", "seven"], 2, "from 0 to 2^256 - 1"),
        (["--white", RED], 1, "different players"),
        (["--layout", "channel", "--preset", "contract"], 1, "must have the layout contract"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_games_that_cannot_begin(
    tmp_path: Path,
    arguments: list[str],
    code: int,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "game.channel"
    both = ["--red", RED, "--white", WHITE]
    assert main(["channel", "new", str(path), *both, *arguments]) == code
    assert sentence in capsys.readouterr().err
    assert not path.exists()
    assert not keys_folder().exists(), "no keys are made for it either"


def test_a_game_is_not_begun_twice(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(game).read_bytes()
    assert main(["channel", "new", game, "--red", RED, "--white", WHITE]) == 2
    assert "already exists" in capsys.readouterr().err
    assert Path(game).read_bytes() == before


def test_ids_may_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for given, number in (("0", 0), ("0xff", 255), (str((1 << 256) - 1), (1 << 256) - 1)):
        path = str(tmp_path / given[:5])
        players = ["--red", RED, "--white", WHITE]
        assert main(["channel", "new", path, *players, "--game-id", given, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["game_id"] == f"0x{number:064x}"


def test_the_preset_chooses_the_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.channel")
    players = ["--red", "new", "--white", "new"]
    assert main(["channel", "new", path, *players, "--preset", "contract"]) == 0
    assert main(["channel", "move", path, "11-15"]) == 0
    assert main(["channel", "verify", path]) == 0
    assert "verified: 1 move, not over" in capsys.readouterr().out


def test_keys_that_are_kept_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.channel")
    assert main(["channel", "new", path, "--red", "new", "--white", WHITE, "--json"]) == 0
    assert KeyRing().holds(json.loads(capsys.readouterr().out)["red"])
    assert main(["channel", "move", path, "11-15"]) == 0
    assert main(["channel", "move", path, "22-18"]) == 2
    assert f"the key of {WHITE} is not kept here" in capsys.readouterr().err


def test_no_key_signs_twice(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(game).read_bytes()
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    first = Path(game).read_bytes()
    Path(game).write_bytes(before)
    assert main(["channel", "move", game, "9-13", "--key-env", "RED_KEY"]) == 1
    assert "11-15 was signed for this turn" in capsys.readouterr().err
    assert Path(game).read_bytes() == before
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    older = Path(game).with_name("older.channel")
    older.write_bytes(first)
    assert main(["channel", "verify", game, str(older)]) == 0


def test_without_a_line_feed_the_last_line_counts(game: str) -> None:
    path = Path(game)
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert main(["channel", "verify", game]) == 0
    assert main(["channel", "move", game, "9-13", "--key-env", "RED_KEY"]) == 1
    assert main(["channel", "move", game, "22-18", "--key-env", "WHITE_KEY"]) == 0
    assert path.read_bytes().startswith(whole)


def test_a_torn_line_is_not_moved_over(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(game)
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    path.write_bytes(path.read_bytes()[:-30])
    torn = path.read_bytes()
    for arguments in (["9-13", "--key-env", "RED_KEY"], ["--agree", "--key-env", "WHITE_KEY"]):
        assert main(["channel", "move", game, *arguments]) == 1
        assert "cut off" in capsys.readouterr().err
    assert path.read_bytes() == torn
    assert main(["channel", "verify", game]) == 1
    assert "warning: line 2: the line was cut off" in capsys.readouterr().out


def at_once(commands: list[list[str]]) -> list[int]:
    """Several commands at the same time; their exit codes."""
    each = [
        subprocess.Popen([sys.executable, "-m", "boardbytes", *command], stderr=subprocess.PIPE)
        for command in commands
    ]
    for process in each:
        process.communicate()
    return [process.returncode for process in each]


def test_two_moves_at_once(game: str) -> None:
    """One is played, the other is refused; neither is lost."""
    moves = [["channel", "move", game, move, "--key-env", "RED_KEY"] for move in ("11-15", "9-13")]
    assert sorted(at_once(moves)) == [0, 1]
    written, _ = parse_transcript(Path(game).read_bytes())
    assert len(written.words) == 1
    assert list(KeyRing().ledger.words(RED, 5).values()) == [written.last]


def test_a_move_and_consent_at_once(game: str) -> None:
    """Both may be had, or one is refused; consent is never lost."""
    assert main(["channel", "move", game, "11-15", "--key-env", "RED_KEY"]) == 0
    move = ["channel", "move", game, "22-18", "--key-env", "WHITE_KEY"]
    consent = ["channel", "move", game, "--agree", "--key-env", "WHITE_KEY"]
    moved, agreed = at_once([move, consent])
    assert moved == 0
    written, _ = parse_transcript(Path(game).read_bytes())
    assert len(written.words) == 2
    assert (written.words[0].countersignature is not None) == (agreed == 0)


def test_a_lock_is_waited_for(game: str) -> None:
    move = [sys.executable, "-m", "boardbytes", "channel", "move", game, "11-15"]
    before = Path(game).read_bytes()
    with locked_for(game):
        process = subprocess.Popen([*move, "--key-env", "RED_KEY"], stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        assert Path(game).read_bytes() == before
    assert process.wait(30) == 0


def transcript_of(name: str) -> str:
    (path,) = Path("tests/vectors/transcript").glob(f"*/{name}.channel")
    return str(path)


@pytest.mark.parametrize(
    ("name", "winner"),
    [
        ("red-takes-all", RED_PLAYER),
        ("white-shuts-in", WHITE_PLAYER),
        ("drawn-by-repetition", None),
        ("contract-white-wins", WHITE_PLAYER),
    ],
)
def test_the_winner_is_named_by_key(
    name: str, winner: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = transcript_of(name)
    side = dict(zip((RED_PLAYER, WHITE_PLAYER, None), (*SIDES, None), strict=True))[winner]
    assert main(["channel", "verify", path]) == 0
    assert (f"{path}: {winner} ({side}) has won" in capsys.readouterr().out) == bool(winner)
    assert main(["channel", "verify", path, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["winner"] == winner
    assert plain["outcome"]["winner"] == (side.value if side else None)
    assert main(["channel", "export", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == winner
    assert main(["channel", "export", path]) == 0
    told = capsys.readouterr()
    assert (f"{winner} ({side}) has won" in told.err) == bool(winner)
    assert told.out.startswith("0x")
    assert len(told.out) == 2 + 8 + 5 * 64 + 1


def test_an_export_of_an_invalid_game_warns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["channel", "export", "tests/vectors/transcript/bad/fork.channel"]) == 0
    told = capsys.readouterr().err
    assert "the transcript is not valid" in told
    assert "does not read the layout channel" in told


class TestJudge:
    old, new = (f"0x{word.hex()}" for word in words_of(MOVES)[:2])

    def plain(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
        code = main(["channel", "judge", *arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)

    def test_a_step(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["channel", "judge", self.old, self.new]) == 0
        assert capsys.readouterr().out == "allowed by english rules; neither side has won\n"
        code, plain = self.plain(capsys, self.old, self.new)
        assert code == 0
        assert (plain["ok"], plain["layout"], plain["winner"]) == (True, "channel", None)
        assert plain["p1Won"] is None

    def test_no_step(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["channel", "judge", self.old, self.old, "--layout", "channel"]) == 1
        told = capsys.readouterr().out
        assert "not allowed: the turn number must be one more than before" in told
        code, plain = self.plain(capsys, self.old, self.old, "--rules", "contract")
        assert (code, plain["ok"], plain["reasons"]) == (1, False, ["improper nonce"])

    def test_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "old").write_text(self.old + "\n")
        (tmp_path / "new").write_bytes(bytes.fromhex(self.new[2:]))
        code, _ = self.plain(capsys, str(tmp_path / "old"), str(tmp_path / "new"))
        assert code == 0
        (tmp_path / "new").write_bytes(b"no word")
        assert main(["channel", "judge", self.old, str(tmp_path / "new")]) == 2
        assert main(["channel", "judge", self.old, "0x12"]) == 2
        assert "32 bytes" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("name", "rules", "won"),
        [
            ("red-takes-all", "english", True),
            ("red-shuts-in", "english", True),
            ("white-takes-all", "english", False),
            ("white-shuts-in", "english", False),
            ("contract-red-wins", "contract", True),
            ("contract-white-wins", "contract", False),
            ("opening", "english", None),
        ],
    )
    def test_who_has_won(
        self, name: str, rules: str, won: bool | None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        data = Path(transcript_of(name)).read_bytes()
        old, new = (line.word.hex() for line in parse_transcript(data)[0].words[-2:])
        code, plain = self.plain(capsys, f"0x{old}", f"0x{new}", "--rules", rules)
        assert (code, plain["p1Won"]) == (0, won)
        side = {True: SIDES.first, False: SIDES.second, None: None}[won]
        assert plain["winner"] == (side.value if side else None)
        main(["channel", "judge", f"0x{old}", f"0x{new}", "--rules", rules])
        told = capsys.readouterr().out
        assert told.endswith(f"{side} has won\n" if side else "neither side has won\n")

    def test_the_contract_accepts_more(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = words_of(MOVES[:2], "contract")
        record = bb.Record.replay(CheckersPosition(), [*MOVES[:2], "8-11"], "contract")
        words.append(bb.dumps(record, "contract", lossy=True))
        texts = [f"0x{word.hex()}" for word in words[-2:]]
        assert main(["channel", "judge", *texts, "--rules", "contract"]) == 0
        assert "warning: the contract accepts this" in capsys.readouterr().out
        assert main(["channel", "judge", *texts]) == 1


def test_names_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a file is called: no message carries its escapes on."""
    name = str(tmp_path / "a\x1b[31mred\x07\x9b.channel")
    for arguments in (
        ["channel", "new", name, "--red", RED, "--white", WHITE],
        ["channel", "new", name, "--red", RED, "--white", WHITE],
        ["channel", "verify", name],
        ["channel", "export", name],
        ["show", name],
        ["check", name],
        ["explain", name],
        ["convert", name, name + ".json"],
        ["convert", name, name + ".pdn"],
        ["check", name + ".missing"],
        ["show", name + ".missing"],
        ["draw", name, name + ".nonsense"],
    ):
        main(arguments)
        told = capsys.readouterr()
        text = told.out + told.err
        assert text, arguments
        assert text.replace("\n", "").isprintable(), arguments


def test_deep_files_are_refused(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    deep = Path(game).with_name("deep.channel")
    deep.write_bytes(b"[" * 90_000)
    assert main(["channel", "verify", game, str(deep)]) == 1
    assert "nested at most 64 deep" in capsys.readouterr().err
