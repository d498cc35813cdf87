"""What can still be said of bytes that hold no document: what they look like, what they show."""

from __future__ import annotations

import re
from dataclasses import replace

from boardbytes.drawing import draw
from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS, format_for
from boardbytes.studio import messages
from boardbytes.studio.states import Reading

NO_TURN = "the side to move cannot be read"
_MOST = 4
_SKIPPED = 8
"""Something may have come before the file's own first byte."""

_SIGNS: tuple[tuple[bytes, str], ...] = (
    (rb";\s*[BW]\[|\bAB\[|\bSZ\[", "sgf"),
    (rb'\[(White|Black|Event|GameType|FEN) "', "pdn"),
    (rb'"boardbytes":', "json"),
    (rb'"tilesets"|"tiledversion"', "tmj"),
    (rb"<map\b|<tileset\b", "tmx"),
    (rb"mill24-state|^.{0,8}MFEN", "mfen"),
    (rb"[WB]:[WB]K?\d", "draughts-fen"),
    (rb"^.?.?(08|16|32|64).{4}", "gbxx"),
)
"""What only files of a format are likely to have inside."""


def nearest(reading: Reading, data: bytes, name: str) -> list[str]:
    """The formats that bytes of no certain format look most like, and the one their name means."""
    if reading.format is not None or not data:
        return []
    likeness = {
        format.name: max(format.likeness(data[skip:]) for skip in range(_SKIPPED + 1))
        for format in FORMATS.values()
    }
    near = sorted((each for each in likeness if likeness[each]), key=lambda each: -likeness[each])
    signs = [format for sign, format in _SIGNS if re.search(sign, data, re.DOTALL)]
    meant = format_for(name)
    return list(dict.fromkeys([*signs, *near[:_MOST], *([meant] if meant else [])]))[:_MOST]


def salvage(reading: Reading, data: bytes, theme: str) -> messages.Salvage | None:
    """A picture of what damaged bytes still show, and whether they say whose turn it is."""
    if reading.document is not None or reading.format is None:
        return None
    try:
        format = FORMATS.find(reading.format)
        position = format.salvage(data)
        if position is None:
            return None
        drawing, says_turn = draw(position, theme), format.says_turn(data)
        if not says_turn:
            drawing = replace(drawing, scene=drawing.scene.captioned(NO_TURN))
        return messages.Salvage(svg=drawing.svg, says_turn=says_turn)
    except BoardbytesError:
        return None
