"""Paths, as people type them: `23`, or `23.1.4` in a variation.

The numbers are steps along first children and choices among children, alternately.
"""

from __future__ import annotations

from typing import Protocol

from boardbytes.errors import PathError

_NO_PARENT = -1


class Placed(Protocol):
    """A node as far as its place in the tree goes."""

    @property
    def parent(self) -> int: ...

    @property
    def children(self) -> tuple[int, ...]: ...


class PlacedNodes(Protocol):
    """Nodes by their numbers."""

    def __getitem__(self, id: int, /) -> Placed: ...


def path_of(entries: PlacedNodes, id: int) -> str:
    """Where a node is, from the root on."""
    numbers: list[int] = []
    steps, parent = 0, entries[id].parent
    while parent != _NO_PARENT:
        choice = entries[parent].children.index(id)
        if choice:
            numbers += [steps, choice]
            steps = 0
        else:
            steps += 1
        id, parent = parent, entries[parent].parent
    numbers.append(steps)
    # Where no steps follow the last choice, their number is not said.
    said = numbers[1:] if numbers[0] == 0 else numbers
    return ".".join(map(str, reversed(said)))


def find(entries: PlacedNodes, path: str) -> int:
    """The node of a path: steps along first children and choices, alternately."""
    id = 0
    for index, word in enumerate(path.split(".") if path else ()):
        if not (word.isascii() and word.isdigit()):
            message = f"a path is made of numbers and dots, such as 23.1.4, not {path!r}"
            raise PathError(path, message)
        number = int(word.lstrip("0")[:9] or "0")
        children = entries[id].children
        if index % 2:
            if number >= len(children):
                raise PathError(path, f"{path} is not in the game: there is no variation {number}")
            id = children[number]
            continue
        for taken in range(number):
            children = entries[id].children
            if not children:
                raise PathError(path, f"{path} is not in the game: the line ends after {taken}")
            id = children[0]
    return id
