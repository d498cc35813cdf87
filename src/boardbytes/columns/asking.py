"""The options of the columns' functions, and asking a game's own function for what it gives."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypedDict

from boardbytes.errors import ColumnError
from boardbytes.model.words import any_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike

    from boardbytes.games.go.board import Size
    from boardbytes.model.position import Rules


class Cores(TypedDict, total=False):
    """How many cores may be used; all of them, where nothing is said."""

    cores: int | None


class Reading(Cores, total=False):
    """Where records begin, if they have no fixed length."""

    offsets: ArrayLike | None


class Playing(Cores, total=False):
    """By which rules."""

    rules: Rules | str


class Replaying(Playing, total=False):
    """Whether every position is wanted; the size of boards that begin empty."""

    every: bool
    size: Size


class Valuing(Cores, total=False):
    """Where the tables are."""

    folder: Path | None


def ask(function: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """What a game's function gives; ColumnError for an option that it does not have."""
    known = signature(function).parameters
    takes_all = any(each.kind is Parameter.VAR_KEYWORD for each in known.values())
    strange = [name for name in options if name not in known and not takes_all]
    if strange:
        own = list(known)[len(given) :]
        takes = f"it has {' and '.join(own)}" if own else "it has none"
        raise ColumnError(f"{function.__name__} has no option {any_of(strange)} here; {takes}")
    return function(*given, **options)
