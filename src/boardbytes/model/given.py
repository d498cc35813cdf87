"""What people give: a value, or a name or text that stands for it; anything else is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.model.registry import find

T = TypeVar("T")


def text_given(given: object, what: str) -> str:
    """A text as it is; PositionError for anything else."""
    if not isinstance(given, str):
        raise PositionError(f"{what} is given as text, not as {kind_of(given)}")
    return given


def rules_given(given: T | str, kind: type[T], presets: Mapping[str, T]) -> T:
    """The rules of a name, or rules as they are; PositionError for those of another game."""
    if isinstance(given, str):
        return find("rule set", given, presets)
    if not isinstance(given, kind):
        wanted = f"{kind.__name__} or the name of a rule set"
        raise PositionError(f"rules are given as {wanted}, not as {kind_of(given)}")
    return given


def move_given(given: T | str, kind: type[T], parse: Callable[[str], T]) -> T:
    """The move of a text, or a move as it is; InvalidMoveError for anything else."""
    if isinstance(given, str):
        return parse(given)
    if not isinstance(given, kind):
        wanted = f"a {kind.__name__} or its text"
        message = f"{given!r} is not a move: give {wanted}"
        raise InvalidMoveError(str(given), message)
    return given


def kind_of(given: object) -> str:
    """What kind of value something is, in a word: `int`, `MillRules`, `None`."""
    return "None" if given is None else type(given).__name__
