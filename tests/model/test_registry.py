"""Names lead to things, and near misses to hints."""

from __future__ import annotations

import pytest

from boardbytes.errors import UnknownNameError
from boardbytes.formats import FORMATS
from boardbytes.model.registry import find


def test_finds_by_name() -> None:
    assert FORMATS.find("stackmill").name == "stackmill"
    assert [format.name for format in FORMATS.values()] == list(FORMATS)


@pytest.mark.parametrize(
    ("name", "hint"), [("stakmill", "did you mean stackmill?"), ("qqq", "there are stackmill,")]
)
def test_unknown_names_get_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        FORMATS.find(name)
    assert f"no format is called {name!r}" in str(caught.value)
    assert hint in str(caught.value)
    assert caught.value.known == tuple(FORMATS)


def test_tables_are_searched_alike() -> None:
    assert find("number", "two", {"one": 1, "two": 2}) == 2
    with pytest.raises(UnknownNameError, match="did you mean three"):
        find("number", "threee", {"three": 3})
