"""Makes the tile boards in this folder: `python examples/make_boards.py`.

Also an example of the library: new boards, brushes, modifiers, large tiles and footers.
"""

from pathlib import Path

import boardbytes as bb
from boardbytes.games.tiles import Footer, Modifiers, TileBoard, Wrap, blank
from boardbytes.games.tiles.editing import circle, everywhere, rectangle, set_parts

HERE = Path(__file__).parent


def footer(title: str, code: str) -> Footer:
    return Footer(version=1, editor="BB", code=code, title=title, author="boardbytes")


def chessboard() -> TileBoard:
    """Eight by eight; dark squares are special."""
    board = blank(8, 8, footer=footer("Chessboard", "CHESS"))
    dark = [(x, y) for x, y in everywhere(board) if (x + y) % 2 == 0]
    return set_parts(board, dark, {"special": 1})


def island() -> TileBoard:
    """Hexagons: a hill in the middle of an island, the sea around it out of bounds."""
    modifiers = Modifiers(pathed=True, hexagonal=True)
    board = blank(13, 9, 16, modifiers=modifiers, footer=footer("Hexagonal island", "1S1ND"))
    board = set_parts(board, everywhere(board), {"bounds": 1})
    for height, radius in enumerate((4, 3, 1)):
        hill = circle(board, (6, 4), radius)
        board = set_parts(board, hill, {"bounds": 3, "height": 1 + 2 * height})
    return set_parts(board, [(6, 4)], {"bounds": 2})


def cylinder() -> TileBoard:
    """A world one can walk around: its first and last column touch. Player 2 has a wall."""
    modifiers = Modifiers(pathed=True, wrap=Wrap.WIDTH)
    board = blank(16, 8, 32, modifiers=modifiers, footer=footer("Cylinder", "R0VND"))
    board = set_parts(board, everywhere(board), {"no_zone": 1})
    home = rectangle(board, (0, 0), (3, 1))
    board = set_parts(board, home, {"no_zone": 0, "zone_players": 0b0001, "zone_style": 1})
    return set_parts(board, rectangle(board, (8, 0), (8, 6)), {"barred_players": 0b0010})


def torus() -> TileBoard:
    """A ring one can walk around both ways: along it, and around its tube.

    Boards wrap one way at a time. Here the width does, along the ring; the tube is three rows and
    three levels, of which the middle of the middle is hollow.
    """
    modifiers = Modifiers(pathed=True, level_flags=True, wrap=Wrap.WIDTH)
    board = blank(12, 3, 16, modifiers=modifiers, footer=footer("Torus", "T0RVS"))
    board = set_parts(board, everywhere(board), {"height": 0b111})
    return set_parts(board, rectangle(board, (0, 1), (11, 1)), {"height": 0b101})


def round_track() -> TileBoard:
    """A track around the edge with large corners, as in many a game of buying and selling."""
    modifiers = Modifiers(pathed=True, grouped=True)
    board = blank(12, 12, 64, modifiers=modifiers, footer=footer("Round track", "TRACK"))
    board = set_parts(board, rectangle(board, (2, 2), (9, 9)), {"kind": 0})
    # Each side is two tiles deep: they are grouped by twos, with groups that take turns.
    for step in range(8):
        group = 1 + step % 2
        for tiles in (
            rectangle(board, (2 + step, 0), (2 + step, 1)),
            rectangle(board, (2 + step, 10), (2 + step, 11)),
            rectangle(board, (0, 2 + step), (1, 2 + step)),
            rectangle(board, (10, 2 + step), (11, 2 + step)),
        ):
            board = set_parts(board, tiles, {"group": group})
    for (x, y), layer in {(0, 0): 1, (10, 0): 3, (10, 10): 4, (0, 10): 2}.items():
        corner = rectangle(board, (x, y), (x + 1, y + 1))
        board = set_parts(board, corner, {"group": 3, "layer": layer})
    return board


def main() -> None:
    bb.save(chessboard(), HERE / "chessboard.gb08")
    bb.save(island(), HERE / "island.gb16")
    bb.save(cylinder(), HERE / "cylinder.gb32")
    bb.save(torus(), HERE / "torus.gb16")
    bb.save(round_track(), HERE / "track.gb64")


if __name__ == "__main__":
    main()
