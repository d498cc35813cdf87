"""Random tile boards, for tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from boardbytes.games.tiles import Footer, Modifiers, TileBoard
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.games.tiles.footer import TEXT_SIZES


def texts(size: int) -> st.SearchStrategy[str]:
    return st.text(st.characters(max_codepoint=255), max_size=size)


@st.composite
def boards(draw: st.DrawFn, most: int = 9) -> TileBoard:
    """Boards of every depth and with every modifier, texts and tiles without any sense."""
    depth = draw(st.sampled_from(list(DEPTHS)))
    width, length = draw(st.integers(1, most)), draw(st.integers(1, most))
    size = width * length * depth // 8
    footer = Footer(
        version=draw(st.integers(0, 255)),
        unused=draw(st.integers(0, 255)),
        **{name: draw(texts(size)) for name, size in TEXT_SIZES.items()},
    )
    return TileBoard(
        depth,
        width,
        length,
        draw(st.binary(min_size=size, max_size=size)),
        Modifiers.from_byte(draw(st.integers(0, 255))),
        footer,
        draw(st.integers(0, 255)),
    )


def random_board(chance: random.Random, most: int = 8) -> TileBoard:
    """A board of any shape; its tiles are sensible enough to be walked on."""
    depth = chance.choice(list(DEPTHS))
    width, length = chance.randint(1, most), chance.randint(1, most)
    body = chance.randbytes(width * length * depth // 8)
    return TileBoard(depth, width, length, body, Modifiers.from_byte(chance.randrange(256)))
