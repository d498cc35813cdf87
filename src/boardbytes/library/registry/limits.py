"""How much a registry takes: sizes, how often one key and one address may publish, and ask."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.formats.gbxx.layout import MAX_SIZE


@dataclass(frozen=True)
class Limits:
    """The limits of a registry; rates are per minute, and after a pause all may come at once."""

    board_bytes: int = MAX_SIZE
    per_key: int = 60
    per_address: int = 240
    reads_per_address: int = 1200
    """Searches, pieces of the log and free codes; boards, which caches keep, are not counted."""
    remembered: int = 100_000
    """How many keys, and addresses, are remembered; one that is forgotten starts afresh."""
