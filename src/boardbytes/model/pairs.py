"""Names and values that stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")


class Pairs(Mapping[str, V], Generic[V]):
    """Values by their names, in order; immutable and hashable."""

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._pairs = dict(pairs)

    def __getitem__(self, name: str) -> V:
        return self._pairs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(tuple(self._pairs.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._pairs!r})"
