"""`dgf-packed2`: one Go board, two bits for every intersection."""

from __future__ import annotations

from boardbytes.formats.dgf.numbers import MAX_SIZE
from boardbytes.formats.dgf.packed import Packing
from boardbytes.formats.format import Format

PACKING = Packing("dgf-packed2", base=4, per_byte=4)

FORMAT = Format(
    name="dgf-packed2",
    title="DGF board, two bits to an intersection",
    game="go",
    suffixes=(".dgf2",),
    max_size=PACKING.length(MAX_SIZE),
    decode=PACKING.decode,
    encode=PACKING.encode,
    explain=PACKING.explain,
    likeness=PACKING.likeness,
    carries=frozenset({"overflow"}),
    losses=PACKING.losses,
)
