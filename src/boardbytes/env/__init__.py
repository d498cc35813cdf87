"""Environments for learning: many games stepped at once, and single ones for PettingZoo.

`boardbytes.env.batch` steps games by the thousand; `mill`, `checkers` and `go` make environments
that PettingZoo's tools can use, and need the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from boardbytes.columns.asking import ask
from boardbytes.errors import MissingExtraError

if TYPE_CHECKING:
    from boardbytes.env.aec import BoardEnv
    from boardbytes.model.position import Rules

__all__ = ["checkers", "go", "mill"]


class Options(TypedDict, total=False):
    """What may differ from one environment of a game to another."""

    rules: Rules | str
    limit: int | None
    """After so many plies a game is cut off."""
    quiet: int | None
    """After so many quiet plies a game is drawn."""
    render_mode: str | None


def mill(**options: Unpack[Options]) -> BoardEnv:
    """Mill for PettingZoo; a stone is taken by a step of its own."""
    return _make("mill", **options)


def checkers(**options: Unpack[Options]) -> BoardEnv:
    """Checkers for PettingZoo; every jump is a step of its own."""
    return _make("checkers", **options)


def go(size: int = 19, **options: Unpack[Options]) -> BoardEnv:
    """Go for PettingZoo, on a board of `size` lines."""
    return _make("go", size=size, **options)


def _make(game: str, **options: Any) -> BoardEnv:
    try:
        from boardbytes.env.aec import BoardEnv
    except ModuleNotFoundError as error:
        if error.name not in ("pettingzoo", "gymnasium"):
            raise
        raise MissingExtraError("environments", "PettingZoo", "env") from None
    made: BoardEnv = ask(BoardEnv, game, **options)
    return made
