"""What a document can hold, and what every game's position can do beyond that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from boardbytes.errors import AmbiguousMoveError, IllegalMoveError, NoMoveError
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.outcome import Outcome
from boardbytes.model.problem import Problem

if TYPE_CHECKING:
    from boardbytes.model.record import Record


class Rules(Protocol):
    """A rule set: a frozen value with a name. Draws by history are off when None."""

    @property
    def name(self) -> str: ...

    @property
    def repetitions(self) -> int | None:
        """How many occurrences of a position make a draw."""

    @property
    def quiet_plies(self) -> int | None:
        """How many plies in a row without an irreversible move make a draw."""


class Move(Protocol):
    """A move: a frozen value whose text reads back as the same move."""

    @property
    def is_irreversible(self) -> bool:
        """Whether no later position can equal one before this move."""

    @property
    def points(self) -> tuple[str, ...]:
        """The names of the points that a player touches to make it, in order."""

    def __str__(self) -> str: ...


M = TypeVar("M", bound=Move)
R = TypeVar("R", bound=Rules)

_picture: Callable[[Any], str] | None = None


def show_with(picture: Callable[[Any], str]) -> None:
    """Let notebooks show positions by `picture`, a function to SVG text.

    Called once, from the drawing side, so that games need not know of drawing.
    """
    global _picture
    _picture = picture


class Content(ABC):
    """What a document holds: a position of a game, or something that nobody plays on its own.

    A frozen value without bytes and without history.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The name of its subject among the games and the other subjects."""

    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it although it can be represented."""

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """What a picture does not show, in short lines: stones in hand, taken, and the like."""

    @abstractmethod
    def move_to(self, other: Self, rules: Any = ...) -> Any:
        """The move that leads from here to `other`; NoMoveError says what differs if none does."""

    def _repr_svg_(self) -> str | None:
        return _picture(self) if _picture else None


class Position(Content):
    """A position of some game: whose turn it is, what is legal and how it ended."""

    __slots__ = ()

    sides: ClassVar[Sides]
    """Both sides of the game, the one that moves first before the other."""

    @property
    @abstractmethod
    def turn(self) -> Colour | None:
        """The side to move; None where a game is known to be over and nobody is."""

    @abstractmethod
    def legal_moves(self, rules: Any = ...) -> tuple[Any, ...]:
        """All legal moves, in a fixed order; none when the game is over."""

    @abstractmethod
    def step(self, move: Any, rules: Any = ...) -> tuple[Any, Self]:
        """The legal move that is meant, given as a value or as text, and the position after it.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
        """

    def play(self, move: Any, rules: Any = "standard") -> Self:
        """The position after a legal move, given as a value or as text.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
        """
        return self.step(move, rules)[1]

    def follow(self, moves: Iterable[Any], rules: Any = "standard") -> Iterator[tuple[Any, Self]]:
        """Play moves one after the other: each as it is meant, with the position after it.

        Rules that look back see all moves from here on. Raises as `step` does.
        """
        position = self
        for move in moves:
            legal, position = position.step(move, rules)
            yield legal, position

    def step_in(self, record: Record, move: Any) -> tuple[Any, Self]:
        """Like `step`, at the end of a record: rules that look back find the past in it."""
        return self.step(move, record.rules)

    def legal_moves_in(self, record: Record) -> tuple[Any, ...]:
        """Like `legal_moves`, at the end of a record."""
        return self.legal_moves(record.rules)

    def outcome_after(self, start: Any, moves: Sequence[Any], rules: Any) -> Outcome | None:
        """Like `outcome`, where `moves` have led here from `start`.

        Draws by history are the record's business.
        """
        return self.outcome(rules)

    @abstractmethod
    def outcome(self, rules: Any = ...) -> Outcome | None:
        """How the game ended here, or None while it goes on. Does not know of draws by history."""

    @classmethod
    @abstractmethod
    def find_rules(cls, rules: Any) -> Rules:
        """A preset by its name; a rule set given as a value is returned as it is."""


def diff(before: Content, after: Content, rules: Any = None) -> Any:
    """The move that leads from one position to the next.

    Raises NoMoveError, which lists what differs, when no legal move does.
    """
    if before.game != after.game:
        raise NoMoveError([f"one is a {before.game} position, the other a {after.game} position"])
    return before.move_to(after) if rules is None else before.move_to(after, rules)


def choose_legal(text: str, fits: list[M], refusal: Callable[[], str]) -> M:
    """The one legal move that fits what a player asked for.

    Raises IllegalMoveError with the sentence `refusal()` gives when none fits, and
    AmbiguousMoveError when several do.
    """
    if not fits:
        raise IllegalMoveError(text, f"{text} is not legal: {refusal()}")
    if len(fits) > 1:
        names = [str(move) for move in fits]
        message = f"{text} could be any of {', '.join(names)}"
        raise AmbiguousMoveError(text, message, names)
    return fits[0]
