"""Positions as pictures: shapes first, then SVG, PNG or text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardbytes.drawing.shapes import Scene
from boardbytes.drawing.themes import THEMES, Theme
from boardbytes.model import Model, Registry
from boardbytes.model.document import as_document
from boardbytes.model.position import show_with
from boardbytes.model.registry import find

SCENES: Registry[Callable[..., Scene]] = Registry(
    "drawing",
    {name: f"boardbytes.drawing.{name}:scene" for name in ("mill", "go", "checkers", "tiles")},
)


@dataclass(frozen=True)
class Drawing:
    """A picture that has not been painted yet."""

    scene: Scene
    theme: Theme

    @property
    def svg(self) -> str:
        """The picture as SVG text."""
        from boardbytes.drawing.svg import format_svg

        return format_svg(self.scene, self.theme)

    def png(self, width: int | None = None) -> bytes:
        """The picture as PNG bytes, `width` pixels wide if that is given."""
        from boardbytes.drawing.png import render_png

        return render_png(self.svg, width)

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """The picture in characters, for a terminal, in colour if it has any."""
        from boardbytes.drawing.terminal import format_text

        return format_text(self.scene, self.theme, ascii_only=ascii_only, colour=colour)

    def _repr_svg_(self) -> str:
        return self.svg


def draw(model: Model, theme: str = "light", **look: str) -> Drawing:
    """The picture of a position; of a record's last position with its last move marked.

    Tile boards take `by`: what they are coloured by, kind, height, zone or group.
    """
    document = as_document(model)
    moves = document.record.moves if document.record else ()
    last = moves[-1] if moves else None
    scene = SCENES.find(document.position.game)(document.position, last, **look)
    return Drawing(scene, find("theme", theme, THEMES))


show_with(lambda position: draw(position).svg)
