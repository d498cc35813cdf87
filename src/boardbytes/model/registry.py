"""Things found by name, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from boardbytes.errors import UnknownNameError

T = TypeVar("T")


def find(kind: str, name: str, table: Mapping[str, T]) -> T:
    """The entry of that name; UnknownNameError, with similar names, if there is none."""
    if not isinstance(name, str) or name not in table:
        import difflib

        near = difflib.get_close_matches(str(name), table)
        raise UnknownNameError(kind, name, tuple(table), near)
    return table[name]


class Registry(Generic[T]):
    """A table of names and where each thing lives, as `"package.module:attribute"`."""

    def __init__(self, kind: str, places: Mapping[str, str]) -> None:
        self.kind = kind
        self._places = dict(places)
        self._found: dict[str, T] = {}

    def find(self, name: str) -> T:
        """The thing of that name; UnknownNameError, with similar names, if there is none."""
        if name not in self._found:
            module, _, attribute = find(self.kind, name, self._places).partition(":")
            self._found[name] = getattr(import_module(module), attribute)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def values(self) -> Iterator[T]:
        """Everything registered, in order."""
        return map(self.find, self._places)
