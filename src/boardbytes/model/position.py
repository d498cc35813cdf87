"""What a document can hold, and what every game's position can do beyond that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self

from boardbytes.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    MoveError,
    NoMoveError,
    PositionError,
)
from boardbytes.model.colour import Colour, Sides
from boardbytes.model.given import text_given
from boardbytes.model.outcome import Outcome
from boardbytes.model.problem import Problem

if TYPE_CHECKING:
    from boardbytes.model.history import History
    from boardbytes.model.step import Setup, Step


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


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # the one that has defaults

    A = TypeVar("A", contravariant=True, default=Any)
    M = TypeVar("M", bound=Move, covariant=True, default=Any)
    R = TypeVar("R", bound=Rules, default=Any)
else:
    from typing import TypeVar

    A, M, R = TypeVar("A"), TypeVar("M"), TypeVar("R")

L = TypeVar("L", bound=Move)

_picture: Callable[[Content], str] | None = None


def show_with(picture: Callable[[Content], str]) -> None:
    """Let notebooks show positions with `picture`, a function that gives SVG text.

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

    @classmethod
    def parse(cls, text: str) -> Self:
        """What a text means: what `str` writes, or what stands in the quotes of `repr`.

        A diagram alone is taken as the first to move, with nothing captured and usual modifiers; of
        a tile board, `str` is a diagram alone.
        Raises PositionError for other texts.
        """
        return cls._parse(text_given(text, f"a {cls.__name__}"))

    @classmethod
    @abstractmethod
    def _parse(cls, text: str) -> Self:
        """What a text means; PositionError for texts that mean nothing."""

    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it although it can be represented."""

    def called(self, usual: str) -> str:
        """What people call this game: `usual`, unless it has a name of its own."""
        return usual

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """What a picture does not show, in short lines: stones in hand, taken, and the like."""

    @abstractmethod
    def move_to(self, other: Self) -> Move:
        """The move that leads from here to `other`; NoMoveError says what differs if none does."""

    def _repr_svg_(self) -> str | None:
        return _picture(self) if _picture else None


class Position(Content, Generic[A, M, R]):
    """A position of some game: whose turn it is, what is legal and how it ended.

    A game says what it takes for a move (a value, a text, a number), what its moves and its rules
    are: `Position[AnyMove, GoMove, GoRules]`.
    """

    __slots__ = ()

    sides: ClassVar[Sides]
    """The two sides, the first to move first."""

    @property
    @abstractmethod
    def turn(self) -> Colour | None:
        """The side to move; None where the game is known to be over."""

    @abstractmethod
    def legal_moves(self, rules: R | str = ..., history: History | None = None) -> tuple[M, ...]:
        """All legal moves, in a fixed order; none when the game is over.

        Rules that look back do so only if they are given a history.
        """

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move that a text means on this board; InvalidMoveError if it means none.

        Does not ask whether the move is legal.
        """

    @abstractmethod
    def step(self, move: A, rules: R | str = ..., history: History | None = None) -> tuple[M, Self]:
        """The legal move that is meant, given as a value or as text, and the position after it.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
        """

    def play(self, move: A, rules: R | str = "standard") -> Self:
        """The position after a legal move, given as a value or as text.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
        """
        return self.step(move, rules)[1]

    def is_legal(self, move: A, rules: R | str = "standard") -> bool:
        """Whether a move, given as a value or as text, may be played here."""
        try:
            self.step(move, rules)
        except MoveError:
            return False
        return True

    plays_as_written: ClassVar[bool] = False
    """Whether a move that the rules forbid can be played all the same, as in records of Go."""

    def put(self, move: A, colour: Colour | None = None) -> Self:
        """The position after a move, played as it is written whatever the rules say.

        Raises PositionError in games that have no way to do it.
        """
        raise PositionError(f"a move of {self.game} cannot be played against the rules")

    def set_up(self, setup: Setup) -> Self:
        """The position after stones were put on the board or taken off by hand.

        Raises PositionError in games in which nobody does that.
        """
        raise PositionError(f"a game of {self.game} cannot have a setup in the middle")

    def after_all(self, steps: Sequence[Step], rules: R) -> Self | None:
        """The position after a whole line, where a game has a quicker way than step by step.

        None where it has none, or where something on the line breaks the rules: going step by step
        then finds out what. Never called under rules that look back.
        """
        return None

    @property
    def setup_words(self) -> tuple[str, ...]:
        """What a setup can put on a point, in words."""
        return self.sides.names

    def with_turn(self, colour: Colour) -> Self:
        """The same position with that side to move."""
        return replace(self, turn=colour)  # type: ignore[type-var]

    @abstractmethod
    def move_to(self, other: Self, rules: R | str = ...) -> M:
        """The move that leads from here to `other`; NoMoveError says what differs if none does."""

    @abstractmethod
    def outcome(self, rules: R | str = ..., history: History | None = None) -> Outcome | None:
        """How the game ended here, or None while it goes on. Does not know of draws by history."""

    def is_over(self, rules: R | str = "standard") -> bool:
        """Whether the game has ended here."""
        return self.turn is None or self.outcome(rules) is not None

    def key(self, rules: R) -> Hashable | None:
        """What rules that look back compare positions by; None where these rules do not."""
        return None if rules.repetitions is None else self

    @abstractmethod
    def find_rules(self, rules: R | str) -> R:
        """A preset by its name; a rule set given as a value is returned as it is.

        Raises PositionError for rules that are not for such a position.
        """

    def under(self, rules: R | str) -> Self:
        """This position as played by these rules: an untouched board gives way to theirs."""
        return self

    def plays_standard(self, rules: R) -> bool:
        """Whether rules are the standard ones in all but name."""
        standard = self.find_rules("standard")
        return bool(replace(rules, name=standard.name) == standard)  # type: ignore[type-var]


def diff(before: Content, after: Content, rules: Rules | str | None = None) -> Move:
    """The move that leads from one position to the next.

    Raises NoMoveError, which lists what differs, when no legal move does.
    """
    if before.game != after.game:
        difference = f"one is {before.game}, the other {after.game}"
        raise NoMoveError([difference], "they are of different games")
    if rules is not None and isinstance(before, Position) and isinstance(after, Position):
        moved: Move = before.move_to(after, rules)
        return moved
    return before.move_to(after)


def choose_legal(text: str, fits: list[L], refusal: Callable[[], str]) -> L:
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
