"""Shapes as SVG text."""

from __future__ import annotations

from html import escape

from boardbytes.drawing.shapes import Area, Box, Circle, Line, Scene, Shape
from boardbytes.drawing.themes import Style, Theme

STEP = 64
"""Pixels to a step of the board."""

FONT = "DejaVu Sans"


def format_svg(scene: Scene, theme: Theme) -> str:
    """The scene as an SVG document that stands alone: no script, nothing loaded."""
    width, height = scene.width * STEP, scene.height * STEP
    roles = sorted({shape.role for shape in scene.shapes})
    shining = [(role, theme.styles[role]) for role in roles if theme.styles[role].shine]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}"'
        f' width="{_n(width)}" height="{_n(height)}" role="img">',
        f"<title>{escape(scene.description)}</title>",
        "<defs>",
        *(_gradient(role, style) for role, style in shining),
        "</defs>",
        f'<rect width="100%" height="100%" rx="{_n(STEP * 0.15)}" fill="{theme.background}"/>',
        *(_element(shape, theme.styles[shape.role], scene) for shape in scene.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _gradient(role: str, style: Style) -> str:
    return (
        f'<radialGradient id="{role}" cx="35%" cy="30%" r="75%">'
        f'<stop offset="0%" stop-color="{style.shine}"/>'
        f'<stop offset="100%" stop-color="{style.fill}"/></radialGradient>'
    )


def _element(shape: Shape, style: Style, scene: Scene) -> str:
    def x(value: float) -> str:
        return _n((value - scene.left) * STEP)

    def y(value: float) -> str:
        return _n((value - scene.top) * STEP)

    if isinstance(shape, Line):
        ends = f'x1="{x(shape.x1)}" y1="{y(shape.y1)}" x2="{x(shape.x2)}" y2="{y(shape.y2)}"'
        return f'<line {ends} stroke-linecap="round"{_stroke(style)}/>'
    if isinstance(shape, Area):
        outlines = (
            "M" + "L".join(f"{x(at[0])} {y(at[1])}" for at in outline) + "Z"
            for outline in shape.outlines
        )
        edges = _stroke(style) if shape.has_edges else ""
        return f'<path d="{"".join(outlines)}" fill="{style.fill}"{edges}/>'
    if isinstance(shape, Circle):
        fill = f"url(#{shape.role})" if style.shine else style.fill
        disc = f'cx="{x(shape.x)}" cy="{y(shape.y)}" r="{_n(shape.radius * STEP)}"'
        return f'<circle {disc} fill="{fill}"{_stroke(style)}/>'
    if isinstance(shape, Box):
        corner = f'x="{x(shape.x)}" y="{y(shape.y)}"'
        size = f'width="{_n(shape.width * STEP)}" height="{_n(shape.height * STEP)}"'
        return f'<rect {corner} {size} fill="{style.fill}"{_stroke(style)}/>'
    return (
        f'<text x="{x(shape.x)}" y="{y(shape.y)}" dy="0.35em" text-anchor="{shape.anchor}"'
        f' font-family="{FONT}, Verdana, sans-serif" font-size="{_n(style.font_size * STEP)}"'
        f' fill="{style.fill}">{escape(shape.text)}</text>'
    )


def _stroke(style: Style) -> str:
    if style.stroke == "none":
        return ""
    return f' stroke="{style.stroke}" stroke-width="{_n(style.stroke_width * STEP)}"'


def _n(number: float) -> str:
    """A number, short: whole ones without a point, others to a hundredth of a pixel."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
