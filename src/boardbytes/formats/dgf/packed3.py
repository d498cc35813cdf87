"""`dgf-packed3`: one Go board, five intersections to a byte in base 3."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import Packing
from boardbytes.formats.format import Format
from boardbytes.formats.loss import KOMI

PACKING = Packing("dgf-packed3", base=3, per_byte=5)


class DgfPacked3Format(Format):
    """DGF board, five intersections to a byte."""

    name = "dgf-packed3"
    title = "DGF board, five intersections to a byte"
    game = "go"
    suffixes = (".dgf3",)
    max_size = PACKING.length(MAX_SIZE)
    holds = frozenset({KOMI, "overflow"})

    decode = staticmethod(PACKING.decode)
    encode = staticmethod(PACKING.encode)
    explain = staticmethod(PACKING.explain)
    likeness = staticmethod(PACKING.likeness)
    losses = staticmethod(PACKING.losses)


FORMAT = DgfPacked3Format()
