"""A sequence that never changes: an edit gives a new one that shares nearly all of the old."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_BITS = 5
_WIDTH = 1 << _BITS
_MASK = _WIDTH - 1


class Vector(Generic[T]):
    """Items by their place; `set` and `append` take logarithmic time.

    A wide tree of tuples, and a tail in which the last few items wait.
    """

    __slots__ = ("_length", "_root", "_shift", "_tail")

    def __init__(self, items: Iterable[T] = ()) -> None:
        flat = tuple(items)
        full = len(flat) - len(flat) % _WIDTH
        self._length, self._tail = len(flat), flat[full:]
        level: list[tuple[Any, ...]] = [flat[i : i + _WIDTH] for i in range(0, full, _WIDTH)]
        self._shift = _BITS
        while len(level) > _WIDTH:
            level = [tuple(level[i : i + _WIDTH]) for i in range(0, len(level), _WIDTH)]
            self._shift += _BITS
        self._root: tuple[Any, ...] = tuple(level)

    @classmethod
    def _made(
        cls, length: int, shift: int, root: tuple[Any, ...], tail: tuple[T, ...]
    ) -> Vector[T]:
        made: Vector[T] = cls.__new__(cls)
        made._length, made._shift, made._root, made._tail = length, shift, root, tail
        return made

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int) -> T:
        if not 0 <= place < self._length:
            raise IndexError(place)
        if place >= self._length - len(self._tail):
            return self._tail[place & _MASK]
        node, shift = self._root, self._shift
        while shift:
            node = node[place >> shift & _MASK]
            shift -= _BITS
        item: T = node[place & _MASK]
        return item

    def __iter__(self) -> Iterator[T]:
        return (self[place] for place in range(self._length))

    def set(self, place: int, item: T) -> Vector[T]:
        """The same items, with one replaced."""
        if not 0 <= place < self._length:
            raise IndexError(place)
        if place >= self._length - len(self._tail):
            tail = _replaced(self._tail, place & _MASK, item)
            return Vector._made(self._length, self._shift, self._root, tail)
        path, node, shift = [], self._root, self._shift
        while shift:
            path.append((node, place >> shift & _MASK))
            node = node[place >> shift & _MASK]
            shift -= _BITS
        changed = _replaced(node, place & _MASK, item)
        for node, index in reversed(path):
            changed = _replaced(node, index, changed)
        return Vector._made(self._length, self._shift, changed, self._tail)

    def append(self, item: T) -> Vector[T]:
        """The same items and one more."""
        if len(self._tail) < _WIDTH:
            tail = (*self._tail, item)
            return Vector._made(self._length + 1, self._shift, self._root, tail)
        root, shift = self._pushed()
        return Vector._made(self._length + 1, shift, root, (item,))

    def _pushed(self) -> tuple[tuple[Any, ...], int]:
        """The tree with the full tail attached."""
        place = self._length - _WIDTH
        root, shift = self._root, self._shift
        if place >> shift == _WIDTH:  # the tree is full: it gets a new top
            root, shift = (root,), shift + _BITS
        path, node, level = [], root, shift
        while level > _BITS and place >> level & _MASK < len(node):
            path.append((node, place >> level & _MASK))
            node = node[place >> level & _MASK]
            level -= _BITS
        hung: tuple[Any, ...] = self._tail
        for _ in range(level // _BITS - 1):
            hung = (hung,)
        changed = (*node, hung)
        for node, index in reversed(path):
            changed = _replaced(node, index, changed)
        return changed, shift


def _replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
