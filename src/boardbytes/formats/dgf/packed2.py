"""`dgf-packed2`: one Go board, two bits for every intersection."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import PackedFormat, packed_length


class DgfPacked2Format(PackedFormat):
    """DGF board, two bits to an intersection."""

    name = "dgf-packed2"
    title = "DGF board, two bits to an intersection"
    suffixes = (".dgf2",)
    base, per_byte = 4, 4
    max_size = packed_length(MAX_SIZE, per_byte)


FORMAT = DgfPacked2Format()
PACKING: PackedFormat = FORMAT
"""How many intersections are packed into a byte, and how."""
