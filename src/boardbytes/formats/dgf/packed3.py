"""`dgf-packed3`: one Go board, five intersections to a byte in base 3."""

from __future__ import annotations

from boardbytes.formats.dgf.packed import PackedFormat


class DgfPacked3Format(PackedFormat):
    """DGF board, five intersections to a byte."""

    name = "dgf-packed3"
    title = "DGF board, five intersections to a byte"
    suffixes = (".dgf3",)
    base, per_byte = 3, 5


FORMAT = DgfPacked3Format()
