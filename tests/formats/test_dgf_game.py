"""Games as text."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.dgf import toml_text

VECTORS = Path("tests/vectors")


def test_the_three_forms_of_a_game_hold_the_same() -> None:
    for path in sorted((VECTORS / "dgf-game" / "ok").glob("*.dgf")):
        document = bb.load(path)
        is_plain = b"[tree]" not in path.read_bytes()
        for name in ("dgf-game-binary", "json") if is_plain else ("json",):
            other = bb.loads(bb.dumps(document, name), name)
            assert (other.tree, other.facts) == (document.tree, document.facts)
            assert bb.dumps(other, "dgf-game") == path.read_bytes()


def test_reads_a_game_that_a_person_wrote() -> None:
    text = """
    id = "" # none
    black = "Ann"
    white = "Bo"
    date = "2026-11-16"
    board = { turn = "black", black_points = 0.0, white_points = 0.5, rows = ["...", ".X.", "..."] }
    moves = [1, 9]
    result = "unfinished"
    """
    document = bb.loads(text.encode())
    assert document.format == "dgf-game"
    assert [str(move) for move in document.record.moves] == ["A3", "C1"]  # type: ignore[union-attr]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_come_back(text: str) -> None:
    import tomllib

    assert tomllib.loads(f"a = {toml_text.format_text(text)}") == {"a": text}
