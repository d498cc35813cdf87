"""Shapes as PNG bytes, through SVG and resvg."""

from __future__ import annotations

from importlib.resources import as_file, files

from boardbytes.drawing.svg import FONT


def render_png(svg: str, width: int | None = None) -> bytes:
    """The picture of an SVG text as PNG, `width` pixels wide or as wide as it says itself.

    Uses only the font that comes with this package, so a picture looks the same everywhere.
    """
    import resvg_py

    font = files("boardbytes.drawing") / "fonts" / "DejaVuSans-subset.ttf"
    with as_file(font) as path:
        png = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(path)],
            font_family=FONT,
            sans_serif_family=FONT,
        )
    return bytes(png)
