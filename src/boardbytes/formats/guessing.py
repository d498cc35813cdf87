"""The encoding of text that does not name it."""

from __future__ import annotations

import codecs
from functools import lru_cache


@lru_cache(maxsize=64)
def guess_encoding(sample: bytes, among: tuple[str, ...] = ()) -> str | None:
    """The encoding that a library takes text for, among some or all; None if it finds none.

    Answers are remembered, since the library is slow.
    """
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=list(among) or None).best()
    return codecs.lookup(best.encoding).name if best else None
