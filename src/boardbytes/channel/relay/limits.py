"""How much a relay takes: sizes, how often each may send, how many may listen, and how slowly."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a relay; rates are per minute, and after a pause all may come at once."""

    games: int = 100_000
    line_bytes: int = 2048
    per_address: int = 1200
    """Lines and headers from one address."""
    games_per_address: int = 60
    """Games that are new here: what is begun is kept for ever."""
    reads_per_address: int = 1200
    """Transcripts asked for, and beginnings to listen, from one address."""
    per_game: int = 240
    """Lines of one game from one address, wrong ones among them."""
    listeners_per_address: int = 200
    listeners_per_game: int = 20
    """Listeners to one game from one address."""
    send_seconds: float = 20.0
    """A listener who reads nothing for this long is cut off, and may come back."""
    remembered: int = 100_000
    """How many addresses are remembered, by themselves and in games; one that is forgotten starts
    afresh."""
