"""The games in GNU Go's own source package: other people's files, fetched, never copied."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from tests.needs import need_gnugo_sources

EVERY = 5
"""Every so many files go through the other formats, too."""


def files() -> Iterator[tuple[str, bytes]]:
    with tarfile.open(need_gnugo_sources()) as tar:
        for member in tar:
            if member.isfile() and member.name.endswith(".sgf"):
                opened = tar.extractfile(member)
                assert opened is not None
                data = opened.read()
                if data:  # one of them is empty
                    yield member.name, data


@pytest.mark.slow
def test_every_game_comes_back_byte_for_byte() -> None:
    seen = 0
    for name, data in files():
        found = list(FORMATS.find("sgf").games(data))
        errors = [game for game in found if isinstance(game, bb.FormatError)]
        assert not errors, f"{name}: {errors[0]}"
        games = [bb.dumps(game) for game in found if isinstance(game, bb.Document)]
        assert b"".join(games) == data, name
        seen += len(found)
    assert seen > 1700


@pytest.mark.slow
@pytest.mark.parametrize("other", ["json", "dgf-game"])
def test_other_formats_keep_every_node(other: str) -> None:
    kept = 0
    for index, (name, data) in enumerate(files()):
        if index % EVERY:
            continue
        tree = bb.loads(data, "sgf").tree
        assert tree is not None
        # Some games have words before them, which only SGF can keep: that is said.
        has_words = bool(tree.source and tree.source.beside)
        there = bb.loads(bb.dumps(tree, other, lossy=has_words))
        assert there.tree == tree, f"{name} by way of {other}"
        back = bb.loads(bb.dumps(there, "sgf", lossy=True), "sgf").tree
        assert back == tree, f"{name} by way of {other} and back"
        kept += 1
    assert kept > 300
