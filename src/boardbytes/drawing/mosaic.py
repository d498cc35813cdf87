"""Half characters: two rows of a mosaic in every line of text."""

from __future__ import annotations

from itertools import groupby

from boardbytes.drawing.shapes import Mosaic
from boardbytes.drawing.themes import Theme

_BLOCKS = " ▄▀█"
_ASCII = " .'#"
"""Nothing, the lower half, the upper half, both."""

_RESET = "\x1b[0m"


def format_mosaic(
    mosaic: Mosaic, theme: Theme, *, ascii_only: bool = False, colour: bool = False
) -> str:
    """The mosaic in half blocks, without trailing spaces; with a legend if it is in colour.

    Does not tell roles apart without colours: it shows what is there and what is empty.
    """
    rows = list(mosaic.rows)
    if len(rows) % 2:
        rows.insert(0, (None,) * len(rows[0]))
    pairs = [list(zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]
    if colour and not ascii_only:
        lines = ["".join(_painted(pair, theme) for pair in _runs(line)) for line in pairs]
        lines += [f"{_paint('██', role, None, theme)} {label}" for role, label in mosaic.legend]
        return "\n".join(lines) + "\n"
    signs = _ASCII if ascii_only else _BLOCKS
    lines = [
        "".join(signs[2 * (upper is not None) + (lower is not None)] for upper, lower in line)
        for line in pairs
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


_Pair = tuple[str | None, str | None]


def _runs(line: list[_Pair]) -> list[tuple[_Pair, int]]:
    """Equal pairs beside each other, and how many: a colour is named once for all of them."""
    return [(pair, len(list(run))) for pair, run in groupby(line)]


def _painted(run: tuple[_Pair, int], theme: Theme) -> str:
    (upper, lower), count = run
    if upper is None and lower is None:
        return " " * count
    if upper is None:
        return _paint("▄" * count, lower, None, theme)
    return _paint("▀" * count, upper, lower, theme)


def _paint(text: str, front: str | None, back: str | None, theme: Theme) -> str:
    codes = [
        f"{ground};2;{';'.join(str(byte) for byte in bytes.fromhex(theme.styles[role].fill[1:]))}"
        for ground, role in ((38, front), (48, back))
        if role is not None
    ]
    return f"\x1b[{';'.join(codes)}m{text}{_RESET}"
