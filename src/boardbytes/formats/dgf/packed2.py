"""`dgf-packed2`: one Go board, two bits for every intersection."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import Packing
from boardbytes.formats.format import Format
from boardbytes.formats.loss import KOMI

PACKING = Packing("dgf-packed2", base=4, per_byte=4)


class DgfPacked2Format(Format):
    """DGF board, two bits to an intersection."""

    name = "dgf-packed2"
    title = "DGF board, two bits to an intersection"
    game = "go"
    suffixes = (".dgf2",)
    max_size = PACKING.length(MAX_SIZE)
    holds = frozenset({KOMI, "overflow"})

    decode = staticmethod(PACKING.decode)
    encode = staticmethod(PACKING.encode)
    explain = staticmethod(PACKING.explain)
    likeness = staticmethod(PACKING.likeness)
    losses = staticmethod(PACKING.losses)


FORMAT = DgfPacked2Format()
