"""What the footer of a board says of it: version, editor, code, title and author."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boardbytes.errors import PositionError

ENCODING = "latin-1"
"""ISO 8859-1."""

TEXT_SIZES: Mapping[str, int] = {"editor": 2, "code": 5, "title": 60, "author": 59}
"""The texts of a footer and how many characters each may have."""

EDITOR = "BB"
"""The id that credits us in boards that were made here."""

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of the codes that we give: no two of them look alike."""

_TAKEN_FOR = {letter.lower(): letter for letter in CODE_LETTERS} | {
    **dict.fromkeys("iIlL", "1"),
    **dict.fromkeys("oO", "0"),
}
"""What other characters are taken for."""


@dataclass(frozen=True)
class Footer:
    """The footer's fields; texts as stored, less the zeros at their end.

    A text may hold a zero with more text after it, as files do: `shown` is what counts. Raises
    PositionError for a text that is too long or not ISO 8859-1, and for numbers over 255.
    """

    version: int = 0
    editor: str = ""
    code: str = ""
    title: str = ""
    author: str = ""
    unused: int = 0

    def __post_init__(self) -> None:
        for name, size in TEXT_SIZES.items():
            text = getattr(self, name).rstrip("\0")
            object.__setattr__(self, name, text)
            strange = next((letter for letter in text if ord(letter) > 255), None)
            if strange is not None:
                raise PositionError(f"{name} must be ISO 8859-1 text (found {strange!r})")
            if len(text) > size:
                found = len(text)
                raise PositionError(f"{name} must have at most {size} characters (found {found})")
        for name in ("version", "unused"):
            if not 0 <= getattr(self, name) <= 255:
                raise PositionError(f"{name} must be 0 to 255 (found {getattr(self, name)})")

    def shown(self, name: str) -> str:
        """A text up to its first zero."""
        text: str = getattr(self, name)
        return text.partition("\0")[0]

    def with_hidden_text(self) -> tuple[str, ...]:
        """The names of the texts that go on after their first zero."""
        return tuple(name for name in TEXT_SIZES if "\0" in getattr(self, name))


def canonical_code(text: str) -> str:
    """A code as the board library keeps it: small letters are capitals, I and L are 1, O is 0.

    Does not change what is not a code even then: such a text is a code of its own, to the letter.
    """
    folded = "".join(_TAKEN_FOR.get(letter, letter) for letter in text)
    return folded if is_code(folded) else text


def is_code(text: str) -> bool:
    """Whether a text is a code as the board library gives them."""
    return len(text) == TEXT_SIZES["code"] and all(letter in CODE_LETTERS for letter in text)
