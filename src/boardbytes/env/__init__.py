"""Environments for learning: many games stepped at once, and single ones for PettingZoo.

`boardbytes.env.batch` steps games by the thousand; `mill`, `checkers` and `go` make environments
that PettingZoo's tools can use, and need the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardbytes.errors import ColumnError

if TYPE_CHECKING:
    from boardbytes.env.aec import BoardEnv


def mill(**options: Any) -> BoardEnv:
    """Mill for PettingZoo; a stone is taken by a step of its own."""
    return _make("mill", options)


def checkers(**options: Any) -> BoardEnv:
    """Checkers for PettingZoo; every jump is a step of its own."""
    return _make("checkers", options)


def go(size: int = 19, **options: Any) -> BoardEnv:
    """Go for PettingZoo, on a board of `size` lines."""
    return _make("go", {"size": size, **options})


def _make(game: str, options: dict[str, Any]) -> BoardEnv:
    try:
        from boardbytes.env.aec import BoardEnv
    except ModuleNotFoundError as error:
        if error.name not in ("pettingzoo", "gymnasium"):
            raise
        message = "environments need PettingZoo: python -m pip install 'boardbytes[env]'"
        raise ColumnError(message) from None
    return BoardEnv(game, **options)
