"""Rewritten text is the same text, and every place of it is known in the old bytes."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.formats.sgf import recoding
from boardbytes.formats.sgf.recoding import recoded

CODECS = ["utf-16-le", "utf-16-be", "utf-32-be", "gb18030", "shift_jis", "big5", "cp949"]


@pytest.mark.parametrize("codec", CODECS)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40), blocks=st.booleans())
def test_places(codec: str, text: str, blocks: bool) -> None:
    text = text.encode(codec, "ignore").decode(codec)
    text = text + "字a" * (3000 if blocks else 0) + text
    source = text.encode(codec)
    found = recoded(source, codec)
    assert found.data.decode("utf-8") == text
    for end in {0, 1, len(text) // 3, len(text) // 2, max(0, len(text) - 1), len(text)}:
        part = text[:end]
        assert found.origin(len(part.encode("utf-8"))) == len(part.encode(codec))


@pytest.mark.parametrize("codec", [*CODECS, "iso2022_jp", "utf-7", "utf-8", "latin-1"])
@given(data=st.binary(max_size=60))
def test_any_bytes(codec: str, data: bytes) -> None:
    """Places never go back, and stay in the data."""
    found = recoded(data * 200, codec)
    assert found.data == (data * 200).decode(codec, "replace").encode("utf-8")
    places = [found.origin(place) for place in range(0, len(found.data) + 1, 7)]
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] <= len(data) * 200)


def test_a_stateful_encoding() -> None:
    source = "(;PB[本因坊]PW[秀]".encode("iso2022_jp") + b")"
    found = recoded(source, "iso2022_jp")
    assert found.data == "(;PB[本因坊]PW[秀])".encode()
    assert source[found.origin(found.data.index(b"PW")) :].startswith((b"PW", b"]PW"))


def test_docstring_examples() -> None:
    assert doctest.testmod(recoding).attempted > 0
    assert doctest.testmod(recoding).failed == 0
