"""Desks are kept, within limits, and survive."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardbytes.studio.limits import Limits
from boardbytes.studio.states import State
from boardbytes.studio.store import DeskChanged, NoDesk, Store


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
