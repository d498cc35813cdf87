"""How text is encoded that does not say so."""

from __future__ import annotations

import codecs
from functools import lru_cache


@lru_cache(maxsize=64)
def guess_encoding(sample: bytes, among: tuple[str, ...] = ()) -> str | None:
    """What a library made for it takes text for, among some encodings or all; None: nothing.

    Asked once for each text, since the library takes its time.
    """
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=list(among) or None).best()
    return codecs.lookup(best.encoding).name if best else None
