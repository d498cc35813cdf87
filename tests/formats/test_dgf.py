"""All DGF formats: what decodes comes back, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats import FORMATS
from tests.formats.vectors import files, name_of

DGF = [name for name in FORMATS if name.startswith("dgf")]
OK = [(name, path) for name in DGF for path in files(name, "ok")]


@pytest.mark.parametrize(("name", "path"), OK, ids=name_of)
def test_good_files_come_back_to_the_byte(name: str, path: Path) -> None:
    data = path.read_bytes()
    assert bb.dumps(bb.loads(data, name)) == data
    covered = sum(span.size for span in bb.explain(data, name))
    assert covered == len(data) or name == "dgf-game"


@given(st.sampled_from(DGF), st.data())
def test_any_bytes_give_a_document_or_a_format_error(name: str, data: st.DataObject) -> None:
    """Damaged files above all: they are nearly right."""
    path = data.draw(st.sampled_from(files(name, "ok")))
    whole = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    length = data.draw(st.one_of(st.just(len(whole)), st.integers(0, len(whole))))
    cut = bytes(whole[:length])
    bb.explain(cut, name)
    try:
        document = bb.loads(cut, name)
    except bb.FormatError:
        return
    again = bb.dumps(document)
    assert again == cut or name == "dgf-game"
    assert bb.loads(again, name).record == document.record
