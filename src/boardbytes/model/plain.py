"""Plain values (what JSON can hold) read with care: every complaint names the place."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from boardbytes.errors import BoardbytesError
from boardbytes.model.words import any_of

Path = tuple[str | int, ...]

EACH = "*"
"""Stands in tables of paths for any element of a list, or any name."""


def path_name(path: Path) -> str:
    """A path as people write it: `position.white[3]`; empty for the whole document."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


class PlainError(BoardbytesError):
    """A plain value that is not what was expected; `path` leads to it from the top."""

    def __init__(self, path: Path, message: str, found: str | None = None) -> None:
        self.path, self.message, self.found = path, message, found
        super().__init__(message)

    @property
    def field(self) -> str | None:
        """The key or the path of keys that is wrong; None: the whole document is."""
        return path_name(self.path) or None


@dataclass(frozen=True)
class Plain:
    """A plain value and the path to it."""

    value: Any
    path: Path = ()

    def fail(self, message: str, found: str | None = None) -> PlainError:
        return PlainError(self.path, message, found)

    def _expected(self, what: str) -> PlainError:
        shown = json.dumps(self.value)
        return self.fail(f"{self.name} must be {what}", shown if len(shown) < 40 else None)

    @property
    def name(self) -> str:
        """The path as people write it: `position.white[3]`."""
        return path_name(self.path) or "the document"

    def object(self, required: Collection[str], optional: Collection[str] = ()) -> Plain:
        """This value, known to be an object with just these names."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        for name in required:
            if name not in self.value:
                raise self.fail(f'{self.name} must have "{name}"')
        for name in self.value:
            if name not in required and name not in optional:
                raise self[name].fail(f'{self.name} must not have "{name}"')
        return self

    def __getitem__(self, step: str | int) -> Plain:
        return Plain(self.value[step], (*self.path, step))

    def get(self, name: str) -> Plain | None:
        """The member of that name; None if it is missing or null."""
        return self[name] if self.value.get(name) is not None else None

    def items(self) -> Iterator[Plain]:
        """The elements of this list."""
        if not isinstance(self.value, list):
            raise self._expected("a list")
        return (self[index] for index in range(len(self.value)))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._expected("text")
        return self.value

    def choice(self, choices: Collection[str]) -> str:
        if self.value not in choices or not isinstance(self.value, str):
            raise self._expected(any_of([json.dumps(choice) for choice in choices]))
        return self.value

    def integer(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            wanted = f"a whole number from {low} to {high}" if low < high else f"{low}"
            raise self._expected(wanted)
        return self.value

    def number(self, low: float, high: float) -> float:
        if type(self.value) not in (int, float) or not low <= self.value <= high:
            raise self._expected(f"a number from {low:g} to {high:g}")
        value: float = self.value
        return int(value) if value == int(value) else value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._expected("true or false")
        return self.value
