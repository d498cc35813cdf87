"""What a file turned out to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from boardbytes.errors import PositionError
from boardbytes.model.position import Content, Move
from boardbytes.model.problem import Problem
from boardbytes.model.record import Record

Fact: TypeAlias = "int | str | tuple[int, ...]"


class Facts(Mapping[str, Fact]):
    """What a file says beyond its position, by name; immutable and hashable.

    Only what is not obvious is a fact: a counter that is not zero, an order that is not the
    usual one. So whatever stands here would be lost in a format that cannot hold it.
    """

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Mapping[str, Fact] | None = None) -> None:
        self._pairs = dict(sorted((pairs or {}).items()))

    def __getitem__(self, name: str) -> Fact:
        return self._pairs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(tuple(self._pairs.items()))

    def __repr__(self) -> str:
        return f"Facts({self._pairs!r})"

    def integer(self, name: str, default: int) -> int:
        value = self._pairs.get(name, default)
        return value if isinstance(value, int) else default

    def text(self, name: str, default: str) -> str:
        value = self._pairs.get(name, default)
        return value if isinstance(value, str) else default

    def integers(self, name: str) -> tuple[int, ...] | None:
        value = self._pairs.get(name)
        return value if isinstance(value, tuple) else None


@dataclass(frozen=True)
class Document:
    """A position, a whole game or a board of tiles, as some format holds it.

    `position` is what the bytes turned out to hold, a `Content` of any kind: its type is known
    only when they are read, so checkers of types are told nothing about it.
    `facts` belong to the position that was read: `record.start` where there is a record.
    `problems` are warnings; with an error there would be no document.
    """

    format: str | None
    position: Any
    record: Record | None = None
    facts: Facts = field(default_factory=Facts)
    problems: tuple[Problem, ...] = ()

    def play(self, move: Move | str, rules: str = "standard") -> Document:
        """The document one move later; what the file said beyond the position is kept."""
        record = (self.record or Record(self.position, rules=rules)).play(move)
        return replace(self, position=record.position, record=record, problems=())

    @property
    def start(self) -> Any:
        """The position that was read: the facts are about this one."""
        return self.record.start if self.record else self.position


Model: TypeAlias = "Document | Record | Content"


def as_document(model: Model) -> Document:
    """Any model as a document of no format yet."""
    if isinstance(model, Document):
        return model
    if isinstance(model, Record):
        return Document(None, model.position, model)
    if isinstance(model, Content):
        return Document(None, model)
    raise PositionError(f"a document, a record or a position is needed, not {type(model).__name__}")
