"""The ledger: a key signs one word for a turn of a game, and no other, whatever happens."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from boardbytes.channel import Ledger
from boardbytes.errors import SignatureError
from tests.channel.games import GAME_ID, MOVES, RED, WHITE, words_of

WORDS = words_of(MOVES)
OTHER = words_of([*MOVES[:4], "9-13"])[5]


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "signed")


def test_remembers(ledger: Ledger, tmp_path: Path) -> None:
    assert ledger.words(RED, GAME_ID) == {}
    ledger.enter(RED, GAME_ID, [WORDS[1], WORDS[3]])
    ledger.enter(RED, GAME_ID, [WORDS[5]])
    for known in (ledger, Ledger(tmp_path / "signed")):
        assert known.words(RED, GAME_ID) == {1: WORDS[1], 3: WORDS[3], 5: WORDS[5]}
    assert ledger.words(WHITE, GAME_ID) == {}
    assert ledger.words(RED, GAME_ID + 1) == {}


def test_refuses_a_second_word(ledger: Ledger) -> None:
    ledger.enter(RED, GAME_ID, [WORDS[5]])
    ledger.enter(RED, GAME_ID, [WORDS[5]])
    with pytest.raises(SignatureError, match=f"another word for turn 5.*{WORDS[5].hex()}"):
        ledger.enter(RED, GAME_ID, [WORDS[1], OTHER])
    assert ledger.words(RED, GAME_ID) == {5: WORDS[5]}, "then nothing is noted"
    ledger.enter(RED, GAME_ID + 1, [OTHER])
    ledger.enter(WHITE, GAME_ID, [OTHER])


def test_refuses_two_at_once(ledger: Ledger) -> None:
    with pytest.raises(SignatureError, match="another word"):
        ledger.enter(RED, GAME_ID, [WORDS[5], OTHER])
    assert ledger.words(RED, GAME_ID) == {}


@pytest.mark.parametrize("damage", [b"rubbish\n", b"0x12\n", b"\xff\n", b"\0" * 66])
def test_a_damaged_one_signs_nothing(ledger: Ledger, tmp_path: Path, damage: bytes) -> None:
    ledger.enter(RED, GAME_ID, [WORDS[1]])
    (path,) = (tmp_path / "signed" / RED).iterdir()
    path.write_bytes(path.read_bytes() + damage)
    with pytest.raises(SignatureError, match="damaged"):
        ledger.enter(RED, GAME_ID, [WORDS[3]])
    with pytest.raises(SignatureError, match="damaged"):
        ledger.words(RED, GAME_ID)


def test_one_that_cannot_be_written_signs_nothing(tmp_path: Path) -> None:
    (tmp_path / "signed").write_text("a file where a folder should be")
    with pytest.raises(SignatureError, match="without a ledger nothing is signed"):
        Ledger(tmp_path / "signed").enter(RED, GAME_ID, [WORDS[1]])


def test_nobody_else_can_read_it(ledger: Ledger, tmp_path: Path) -> None:
    ledger.enter(RED, GAME_ID, [WORDS[1]])
    (path,) = (tmp_path / "signed" / RED).iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    for folder in (path.parent, path.parent.parent):
        assert folder.stat().st_mode & 0o077 == 0


def test_it_is_on_disk_before_anything_leaves(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is synced, renamed, and the folder is synced: in this order."""
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")  # noqa: PTH112
        sync(handle)

    def replace(self: Path, target: Path) -> Path:
        done.append("rename")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    ledger.enter(RED, GAME_ID, [WORDS[1]])
    assert done == ["file", "rename", "folder"]


def _enter(folder: str, word: bytes, answers: multiprocessing.Queue[bool]) -> None:
    try:
        Ledger(Path(folder)).enter(RED, GAME_ID, [word])
    except SignatureError:
        answers.put(False)
    else:
        answers.put(True)


def test_of_many_at_once_one_word_wins(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    words = [WORDS[5][:-1] + bytes([number]) for number in range(6)]
    each = [context.Process(target=_enter, args=(str(tmp_path), word, answers)) for word in words]
    for process in each:
        process.start()
    for process in each:
        process.join()
    assert sorted(answers.get() for _ in each) == [False] * 5 + [True]
    assert len(Ledger(tmp_path).words(RED, GAME_ID)) == 1


def test_two_words_for_one_turn_are_damage(ledger: Ledger, tmp_path: Path) -> None:
    ledger.enter(RED, GAME_ID, [WORDS[5]])
    (path,) = (tmp_path / "signed" / RED).iterdir()
    path.write_text(path.read_text() + f"0x{OTHER.hex()}\n")
    with pytest.raises(SignatureError, match="damaged"):
        ledger.words(RED, GAME_ID)
