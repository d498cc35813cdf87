"""`dgf-packed3`: one Go board, five intersections to a byte in base 3."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import PackedFormat, packed_length


class DgfPacked3Format(PackedFormat):
    """DGF board, five intersections to a byte."""

    name = "dgf-packed3"
    title = "DGF board, five intersections to a byte"
    suffixes = (".dgf3",)
    base, per_byte = 3, 5
    max_size = packed_length(MAX_SIZE, per_byte)


FORMAT = DgfPacked3Format()
PACKING: PackedFormat = FORMAT
"""How many intersections are packed into a byte, and how."""
