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
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(width)} {short(height)}"'
        f' width="{short(width)}" height="{short(height)}" role="img">',
        f"<title>{escape(scene.description)}</title>",
        "<defs>",
        *(format_gradient(role, style) for role, style in shining),
        "</defs>",
        *format_ground(scene, theme),
        *(format_shape(shape, theme.styles[shape.role], scene) for shape in scene.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def format_ground(scene: Scene, theme: Theme) -> list[str]:
    """What everything lies on; wood has a grain, which runs from side to side."""
    style, corner = theme.styles[scene.ground], f'rx="{short(STEP * 0.15)}"'
    filled = [f'<rect width="100%" height="100%" {corner} fill="{style.fill}"/>']
    if style.grain is None:
        return filled
    for grain, (length, slant, stops) in enumerate(_GRAINS):
        colours = "".join(
            f'<stop offset="{at}" stop-color="{style.grain}" stop-opacity="{opacity}"/>'
            for at, opacity in stops
        )
        filled += [
            f'<linearGradient id="grain-{grain}" gradientUnits="userSpaceOnUse" x1="0" y1="0"'
            f' x2="{slant}" y2="{length}" spreadMethod="repeat">{colours}</linearGradient>',
            f'<rect width="100%" height="100%" {corner} fill="url(#grain-{grain})"/>',
        ]
    return filled


_GRAINS = (
    (37, 0.9, ((0, 0), (0.3, 0.22), (0.36, 0), (0.7, 0.12), (0.86, 0.02), (1, 0))),
    (173, -3.5, ((0, 0), (0.22, 0.2), (0.24, 0.02), (0.5, 0.14), (0.8, 0), (0.9, 0.24), (1, 0))),
    (611, 6, ((0, 0), (0.35, 0.3), (0.6, 0.05), (0.85, 0.2), (1, 0))),
)
"""Grain of three widths, in pixels; none is a multiple of another, so that no pattern shows."""


def format_gradient(role: str, style: Style, prefix: str = "") -> str:
    """The light on a disc of a role."""
    return (
        f'<radialGradient id="{prefix}{role}" cx="35%" cy="30%" r="75%">'
        f'<stop offset="0%" stop-color="{style.shine}"/>'
        f'<stop offset="100%" stop-color="{style.fill}"/></radialGradient>'
    )


def format_shape(shape: Shape, style: Style, scene: Scene, prefix: str = "") -> str:
    """One shape; `prefix` stands before the names of gradients."""

    def x(value: float) -> str:
        return short((value - scene.left) * STEP)

    def y(value: float) -> str:
        return short((value - scene.top) * STEP)

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
        fill = f"url(#{prefix}{shape.role})" if style.shine else style.fill
        disc = f'cx="{x(shape.x)}" cy="{y(shape.y)}" r="{short(shape.radius * STEP)}"'
        return f'<circle {disc} fill="{fill}"{_stroke(style)}/>'
    if isinstance(shape, Box):
        corner = f'x="{x(shape.x)}" y="{y(shape.y)}"'
        size = f'width="{short(shape.width * STEP)}" height="{short(shape.height * STEP)}"'
        return f'<rect {corner} {size} fill="{style.fill}"{_stroke(style)}/>'
    return (
        f'<text x="{x(shape.x)}" y="{y(shape.y)}" dy="0.35em" text-anchor="{shape.anchor}"'
        f' font-family="{FONT}, Verdana, sans-serif" font-size="{short(style.font_size * STEP)}"'
        f' fill="{style.fill}">{escape(shape.text)}</text>'
    )


def _stroke(style: Style) -> str:
    if style.stroke == "none":
        return ""
    return f' stroke="{style.stroke}" stroke-width="{short(style.stroke_width * STEP)}"'


def short(value: float) -> str:
    """A number, short: whole ones without a point, others to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
