"""Games as animated pictures: every position is in them, and no other."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

import boardbytes as bb
from boardbytes.drawing.film import LAST, SECONDS, film
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.go import GoPosition
from boardbytes.games.mill import MillPosition
from boardbytes.model import GameTree, Position
from boardbytes.model.document import as_document

GAMES: dict[str, tuple[Position, str]] = {
    "mill": (MillPosition(), "a7 a1 d7 d1 g7xa1"),
    "go": (GoPosition(9), "A1 A2 E5 B1 pass C3"),
    "checkers": (CheckersPosition(), "11-15 22-18 15x22"),
}


def tree_of(name: str) -> GameTree:
    start, moves = GAMES[name]
    tree = as_document(bb.Record.replay(start, moves.split())).tree
    assert tree
    return tree


def pictures(data: bytes) -> list[Image.Image]:
    """The frames that stay: those in between are shown for no time."""
    image = Image.open(io.BytesIO(data))
    shown = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        if image.info["duration"] > 0:
            shown.append(image.convert("RGB"))
    return shown


@pytest.mark.parametrize("theme", ["wood", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_every_frame_is_the_position_as_a_picture(name: str, theme: str) -> None:
    tree = tree_of(name)
    nodes = [tree.node(id) for id in tree.way(tree.last)]
    shown = pictures(film(tree, theme=theme, width=200))
    assert len(shown) == len(nodes)
    for node, frame in zip(nodes, shown, strict=True):
        alone = pictures(film(tree, node, theme=theme, width=200))[-1]
        assert frame.size == alone.size
        # A part that was painted alone may differ from the whole by the rounding of an edge.
        difference = ImageChops.difference(frame, alone)
        assert max(difference.tobytes()) <= 40


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_picture_at_once_is_the_same(name: str) -> None:
    """The last frame, put together of parts, against the same position painted in one piece."""
    tree = tree_of(name)
    last = pictures(film(tree, width=200))[-1]
    start = as_document(bb.Record(tree.last.position)).tree or GameTree(tree.last.position)
    whole = pictures(film(start, width=200))[0]
    box = ImageChops.difference(last, whole).convert("L").point(lambda value: value > 60 and 255)
    found = box.getbbox()
    # Only the ring on the stone that was played last is not in the other.
    assert found is None or max(found[2] - found[0], found[3] - found[1]) < 200 / 7


def test_how_long_it_stays() -> None:
    image = Image.open(io.BytesIO(film(tree_of("go"), width=100)))
    durations = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        durations.append(image.info["duration"])
    assert durations[0] == SECONDS * 1000
    assert durations[-1] == LAST * 1000
    assert sum(durations) == pytest.approx(6 * SECONDS * 1000 + LAST * 1000)
