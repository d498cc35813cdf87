"""`dgf-packed2`: one Go board, two bits for every intersection."""

from __future__ import annotations

from boardbytes.formats.dgf.packed import PackedFormat


class DgfPacked2Format(PackedFormat):
    """DGF board, two bits to an intersection."""

    name = "dgf-packed2"
    title = "DGF board, two bits to an intersection"
    suffixes = (".dgf2",)
    base, per_byte = 4, 4


FORMAT = DgfPacked2Format()
