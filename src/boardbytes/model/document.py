"""What a file turned out to hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, cast

from boardbytes.errors import PositionError
from boardbytes.model.line import Reached
from boardbytes.model.pairs import Pairs
from boardbytes.model.position import Content, Move, Position, Rules
from boardbytes.model.problem import Problem
from boardbytes.model.record import Record
from boardbytes.model.tree import GameTree

Fact: TypeAlias = "int | str | tuple[int, ...]"


class Facts(Pairs[Fact]):
    """What a file says beyond its position, by name; immutable and hashable.

    Only what is not obvious is a fact: a counter that is not zero, an order that is not the
    usual one. So whatever stands here would be lost in a format that cannot hold it.
    """

    __slots__ = ()

    def __init__(self, pairs: Mapping[str, Fact] | None = None) -> None:
        super().__init__(sorted((pairs or {}).items()))

    def integer(self, name: str, default: int) -> int:
        value = self._pairs.get(name, default)
        return value if isinstance(value, int) else default

    def text(self, name: str, default: str) -> str:
        value = self._pairs.get(name, default)
        return value if isinstance(value, str) else default

    def integers(self, name: str) -> tuple[int, ...] | None:
        value = self._pairs.get(name)
        return value if isinstance(value, tuple) else None


NO_FACTS = Facts()

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # the one that has defaults

    C = TypeVar("C", bound=Content, covariant=True, default=Any)
else:
    from typing import TypeVar

    C = TypeVar("C", bound=Content, covariant=True)


@dataclass(frozen=True)
class Document(Generic[C]):
    """A position, a whole game or a board of tiles, as some format holds it.

    `position` is what the bytes turned out to hold, a `Content` of any kind; for a game, the end of
    its main line. `facts` belong to the position that was read: the start where there is a tree.
    `problems` are warnings; with an error there would be no document.
    """

    format: str | None
    position: C
    tree: GameTree | None = None
    facts: Facts = field(default_factory=Facts)
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(
        cls,
        format: str | None,
        game: GameTree | Record,
        facts: Facts = NO_FACTS,
        problems: tuple[Problem, ...] = (),
        end: Reached | None = None,
    ) -> Document[Position]:
        """The document of a whole game; if its `end` is known, it is not replayed."""
        tree = game if isinstance(game, GameTree) else GameTree.of(game)
        record = game if isinstance(game, Record) else tree.record()
        if end is not None:
            record = record.ending_at(end)
        document = Document[Position](format, record.position, tree, facts, problems)
        document.__dict__["record"] = record
        return document

    @cached_property
    def record(self) -> Record | None:
        """The main line of the game; None where there is no game."""
        return self.tree.record() if self.tree else None

    def play(self, move: Move | str | int, rules: Rules | str = "standard") -> Document[C]:
        """The document one move later; what the file said beyond the position is kept."""
        position: Any = self.position
        tree = self.tree or GameTree(position, rules)
        played = self.record.play(move) if self.record else Record(position, rules=rules).play(move)
        longer = tree.play(tree.last, move).with_result(played.result)
        last: Any = played.position
        document = replace(self, position=last, tree=longer, problems=())
        document.__dict__["record"] = played
        return document

    def in_format(self, format: str | None) -> Document[C]:
        """The same, as another format holds it; what is known of its moves is kept."""
        document = replace(self, format=format)
        if "record" in self.__dict__:
            document.__dict__["record"] = self.record
        return document

    @property
    def start(self) -> C:
        """The position that was read: the facts are about this one."""
        # A game ends with a position of the same game.
        return cast("C", self.tree.start) if self.tree else self.position


Model: TypeAlias = "Document[Any] | GameTree | Record | Content"


def as_document(model: Model) -> Document[Any]:
    """Any model as a document of no format yet."""
    if isinstance(model, Document):
        return model
    if isinstance(model, GameTree | Record):
        return Document.of(None, model)
    if isinstance(model, Content):
        return Document(None, model)
    found = type(model).__name__
    raise PositionError(f"a document, a game, a record or a position is needed, not {found}")
