"""What everything that a document can hold must be able to do, played or not."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.model import Subject
from boardbytes.model.plain import Plain
from tests.conftest import ROOT


@pytest.fixture(params=list(SUBJECTS))
def subject(request: pytest.FixtureRequest) -> Subject:
    return SUBJECTS.find(request.param)


def test_every_game_is_a_subject() -> None:
    assert set(GAMES) < set(SUBJECTS)
    assert all(SUBJECTS.find(game.name) is game for game in GAMES.values())


def test_names_itself_and_has_a_page(subject: Subject) -> None:
    assert SUBJECTS.find(subject.name) is subject
    assert subject.start.game == subject.name
    assert subject.title
    assert (ROOT / "docs" / "games" / f"{subject.name}.md").exists()


def test_starts_well(subject: Subject) -> None:
    assert subject.start.problems() == ()
    assert subject.start.summary()
    assert str(subject.start)


def test_is_a_value(subject: Subject) -> None:
    copy = subject.from_plain(Plain(subject.to_plain(subject.start)))
    assert copy == subject.start
    assert hash(copy) == hash(subject.start)
    with pytest.raises(bb.NoMoveError, match="the same"):
        bb.diff(copy, subject.start)


def test_every_format_of_it_holds_it(subject: Subject) -> None:
    mine = [
        format
        for format in FORMATS.values()
        if format.game in (None, subject.name) and format.holds_positions
    ]
    assert len(mine) >= 2
    for format in mine:
        data = bb.dumps(subject.start, format.name)
        assert bb.loads(data, format.name).position == subject.start
        # Where two formats say the same with the same bytes, either will do.
        assert FORMATS.find(bb.detect(data) or format.name).game == format.game
