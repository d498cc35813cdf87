"""What a computer player is, and what a kind of players says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias

from boardbytes.errors import PlayerError
from boardbytes.model import Move, Record

Setting: TypeAlias = int | float | str
"""The value of an option."""


@dataclass(frozen=True)
class Thought:
    """How far a player has come with its next move."""

    line: tuple[Move, ...]
    """What it would play now, and how it expects the game to go on."""
    depth: int | None = None
    """How many plies it has looked ahead."""
    playouts: int | None = None


class Player(ABC):
    """Someone who chooses a legal move in a game that is not over.

    `close` ends what it may have started; `with` does so by itself.
    """

    on_thought: Callable[[Thought], None] | None = None
    """Called now and then while it thinks, if somebody wants to know; not all players tell."""

    @abstractmethod
    def choose(self, record: Record) -> Move:
        """The move to play at the end of a record."""

    def close(self) -> None:  # noqa: B027
        """End what was started. Most players have started nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Option:
    """Something that a player can be told when it is made."""

    name: str
    type: type[int] | type[float] | type[str]
    says: str
    """What it sets, in a few words."""
    least: float | None = None
    most: float | None = None
    default: Setting | None = None
    flag: str = ""
    """What it is called on the command line; by default its name."""
    usual: str = ""
    """What holds by default, in words, where a value alone does not say it."""
    is_needed: bool = False
    is_trusted: bool = False
    """Only the one who starts the program may set it: it names a program to run, or a folder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "flag", self.flag or self.name)

    @property
    def choices(self) -> range:
        """The values to choose from; none where the option is not a whole number with a range."""
        if self.type is not int or self.least is None or self.most is None:
            return range(0)
        return range(int(self.least), int(self.most) + 1)

    @property
    def extent(self) -> str:
        """Its range in words; empty if everything is allowed."""
        if self.least is None:
            return ""
        return (
            f"{self.least:g} or more" if self.most is None else f"{self.least:g} to {self.most:g}"
        )

    def check(self, value: Setting) -> Setting:
        """The value; PlayerError if it is of another type or out of range."""
        fits = isinstance(value, (int, float) if self.type is float else self.type)
        if not fits or isinstance(value, bool):
            what = {int: "a whole number", float: "a number", str: "text"}[self.type]
            raise PlayerError(f"{self.name} must be {what} (found {value!r})")
        if isinstance(value, (int, float)) and not (
            (self.least is None or self.least <= value)
            and (self.most is None or value <= self.most)
        ):
            raise PlayerError(f"{self.name} must be {self.extent} (found {value:g})")
        return value


SEED = Option("seed", int, "the same seed gives the same choices again")
SECONDS = Option(
    "seconds", float, "seconds it may look ahead for a move", least=0.01, most=3600, flag="time"
)


@dataclass(frozen=True)
class PlayerKind:
    """A kind of players: what they are called, what they play, and what they can be told."""

    name: str
    title: str
    """What they do, for a list to choose from."""
    make: Callable[..., Player]
    """Makes one; takes the options by their names."""
    games: tuple[str, ...] | None = None
    """The games they play; None: any."""
    options: tuple[Option, ...] = ()
    is_here: Callable[[], bool] = lambda: True
    """Whether this machine has what they need: a program, say. Asking may take a moment."""
    is_program: bool = False
    """Whether they are programs of other people."""

    def plays(self, game: str) -> bool:
        return self.games is None or game in self.games

    def missing(self, settings: Mapping[str, Setting]) -> tuple[Option, ...]:
        """What is needed and not among these settings."""
        return tuple(each for each in self.options if each.is_needed and each.name not in settings)

    def create(self, settings: Mapping[str, Setting] | None = None) -> Player:
        """A player with these settings; PlayerError if one is missing, unknown or out of range."""
        settings = settings or {}
        known = {option.name: option for option in self.options}
        for name in settings:
            if name not in known:
                names = ", ".join(known) or "no settings"
                raise PlayerError(f"the player called {self.name} takes {names}, not {name}")
        for option in self.missing(settings):
            raise PlayerError(f"the player called {self.name} needs a {option.name}")
        return self.make(**{name: known[name].check(value) for name, value in settings.items()})
