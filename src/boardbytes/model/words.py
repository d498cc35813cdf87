"""Small help with sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """A number with its noun: `1 stone`, `3 stones`; or with `nouns`: `2 plies`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def gigabytes(count: int) -> str:
    """A number of bytes, as people write it: `138 MB`, `1.6 GB`."""
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"


def printable(text: str) -> str:
    """A text that is safe to show: what terminals or pictures could stumble over becomes a dot."""
    return "".join(letter if letter.isprintable() else "·" for letter in text)


def any_of(words: Sequence[str], most: int = 6) -> str:
    """Alternatives in a sentence: `a, b or c`; only the first few of very many."""
    if len(words) > most:
        return f"one of {', '.join(words[:3])} … {words[-1]}"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
