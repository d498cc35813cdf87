"""Boards of square or hexagonal tiles: not a game, but what games are laid out on."""

from boardbytes.games.tiles.footer import Footer
from boardbytes.games.tiles.plain import MEANINGS, from_plain, to_plain
from boardbytes.games.tiles.position import TileBoard, blank
from boardbytes.games.tiles.rules import Modifiers, Occupancy, Wrap
from boardbytes.model.game import Subject

SUBJECT = Subject(
    name="tiles",
    title="Tile board",
    start=blank(8, 8),
    to_plain=to_plain,
    from_plain=from_plain,
    meanings=MEANINGS,
)

__all__ = ["SUBJECT", "Footer", "Modifiers", "Occupancy", "TileBoard", "Wrap", "blank"]
