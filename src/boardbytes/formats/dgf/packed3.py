"""`dgf-packed3`: one Go board, five intersections to a byte in base 3."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import Packing
from boardbytes.formats.format import Format

PACKING = Packing("dgf-packed3", base=3, per_byte=5)

FORMAT = Format(
    name="dgf-packed3",
    title="DGF board, five intersections to a byte",
    game="go",
    suffixes=(".dgf3",),
    max_size=PACKING.length(MAX_SIZE),
    decode=PACKING.decode,
    encode=PACKING.encode,
    explain=PACKING.explain,
    likeness=PACKING.likeness,
    carries=frozenset({"overflow"}),
    losses=PACKING.losses,
)
