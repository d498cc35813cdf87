"""Desks are kept, within limits, and survive."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boardbytes.errors import StudioError
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import State
from boardbytes.studio.store import DeskChanged, DiskFull, NoDesk, Store
from boardbytes.studio.studio import Settings
from tests.studio.conftest import visitor


def state(text: str) -> State:
    return State("mfen", text.encode())


def test_desks_are_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "studio.db"
    first = Store(path, Limits())
    desk = first.push(first.create("a name", state("one")), state("two"))
    # Not closed: as if the process had been killed.
    second = Store(path, Limits())
    assert second.desk(desk.id) == desk
    assert second.step(desk, -1).state == state("one")


def test_nobody_else_can_read_the_desks(tmp_path: Path) -> None:
    Store(tmp_path / "studio.db", Limits())
    assert (tmp_path / "studio.db").stat().st_mode & 0o077 == 0


def test_undo_goes_back_as_far_as_steps_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits(revisions=3))
    desk = store.create("x", state("0"))
    for number in range(1, 6):
        desk = store.push(desk, state(str(number)))
    seen = [desk.state]
    while desk.can_undo:
        desk = store.step(desk, -1)
        seen.append(desk.state)
    assert seen == [state("5"), state("4"), state("3")]
    assert store.step(desk, -1) == desk


def test_large_states_leave_fewer_steps_but_never_none(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits(history=100))
    desk = store.create("x", state("a" * 60))
    desk = store.push(desk, state("b" * 60))
    assert not desk.can_undo
    desk = store.push(desk, state("c" * 200))
    assert desk.state == state("c" * 200)


def test_a_new_step_drops_what_was_undone(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits())
    desk = store.push(store.create("x", state("0")), state("1"))
    desk = store.push(store.step(desk, -1), state("2"))
    assert not desk.can_redo
    assert store.step(desk, -1).state == state("0")


def test_two_changes_at_once(tmp_path: Path) -> None:
    """Nobody overwrites what he has not seen."""
    store = Store(tmp_path / "studio.db", Limits())
    desk = store.create("x", state("0"))
    store.push(desk, state("first"))
    with pytest.raises(DeskChanged):
        store.push(desk, state("second"))
    assert store.desk(desk.id).state == state("first")


def test_the_desk_untouched_for_longest_makes_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits(desks=2))
    first, second = store.create("1", state("1")), store.create("2", state("2"))
    store.push(first, state("touched"))
    third = store.create("3", state("3"))
    assert {desk.id for desk in store.recent()} == {first.id, third.id}
    with pytest.raises(NoDesk):
        store.desk(second.id)


def signed(text: str) -> State:
    return State(SIGNED, text.encode())


def test_signed_games_never_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits(desks=10))
    ours = store.create("ours", signed("a game"))
    theirs = store.create("theirs", signed("another game"))
    for number in range(30):
        store.create("tiny", state(str(number)))
    assert store.desk(ours.id).state == signed("a game")
    assert store.desk(theirs.id).state == signed("another game")
    assert len(store.recent()) == 12


def test_a_signed_game_whose_bytes_were_changed_still_does_not_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits(desks=2))
    ours = store.push(store.create("ours", signed("a game")), State(None, b"no game"))
    for number in range(5):
        store.create("tiny", state(str(number)))
    assert store.step(store.desk(ours.id), -1).state == signed("a game")


def test_a_clock_that_jumps_back_makes_no_desk_vanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "studio.db", Limits(desks=5))
    monkeypatch.setattr("boardbytes.studio.store._now", lambda: "2099-01-01T00:00:00+00:00")
    for number in range(5):
        store.create("future", state(str(number)))
    monkeypatch.undo()
    new = [store.create("new", state(str(number))) for number in range(2)]
    assert [desk.id for desk in store.recent()][:2] == [new[1].id, new[0].id]
    assert store.push(store.desk(new[0].id), state("played")).state == state("played")
    assert store.recent()[0].id == new[0].id


OLD = """
CREATE TABLE desks (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, current INTEGER NOT NULL, changed TEXT NOT NULL);
CREATE TABLE revisions (
    desk TEXT NOT NULL REFERENCES desks (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    format TEXT, data BLOB NOT NULL, game BLOB, PRIMARY KEY (desk, number));
CREATE TABLE keys (
    desk TEXT NOT NULL REFERENCES desks (id) ON DELETE CASCADE, address TEXT NOT NULL,
    key BLOB NOT NULL, PRIMARY KEY (desk, address));
CREATE INDEX desks_by_change ON desks (changed);
INSERT INTO desks VALUES ('b', 'second', 1, '2026-02'), ('a', 'first', 1, '2026-01');
INSERT INTO revisions VALUES ('a', 1, 'mfen', '1', NULL), ('b', 1, 'mfen', '2', NULL);
"""


def test_desks_of_the_first_edition_are_there_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OLD)
    for _ in range(2):  # Once updated, it stays so.
        store = Store(path, Limits())
        assert [desk.name for desk in store.recent()] == ["second", "first"]
        store.close()


def test_keys_of_the_first_edition_are_handed_over_once(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OLD + "INSERT INTO keys VALUES ('a', '0xabc', x'0102');")
    kept: list[bytes] = []
    for _ in range(2):
        store = Store(path, Limits())
        store.hand_over_keys(kept.append)
        store.close()
    assert kept == [b"\x01\x02"]


def test_what_was_kept_is_on_the_disk(tmp_path: Path) -> None:
    """A word that was sent must not be lost in a power cut: SQLite syncs every commit (FULL)."""
    store = Store(tmp_path / "studio.db", Limits())
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_file_that_is_no_store_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(StudioError, match=r"studio\.db cannot be used"):
        Store(path, Limits())


def test_a_damaged_store_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    store = Store(path, Limits())
    desk = store.create("x", state("a" * 100_000))
    store.close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StudioError, match="cannot be used"):
        Store(path, Limits()).desk(desk.id)


def test_a_full_disk_is_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.db", Limits())
    desk = store.create("x", state("0"))
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(DiskFull, match="no room left"):
        store.push(desk, state("1" * 1_000_000))
    assert store.desk(desk.id) == desk
    assert store.push(desk, state("1")).state == state("1")


def test_a_full_disk_in_an_answer(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "studio.db")
    with visitor(settings) as client:
        assert client.post("/api/desks", content=b"MFEN/1.0").status_code == 201
        filled = sqlite3.OperationalError("database or disk is full")
        filled.sqlite_errorcode = sqlite3.SQLITE_FULL
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("boardbytes.studio.store._insert", _raises(filled))
            answer = client.post("/api/desks", content=b"MFEN/1.0")
        assert answer.status_code == 507
        assert answer.json()["error"].startswith("there is no room left")
        assert client.post("/api/desks", content=b"MFEN/1.0").status_code == 201


def _raises(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail
