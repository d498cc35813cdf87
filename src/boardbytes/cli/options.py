"""The options and arguments that verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click import Context, Parameter

from boardbytes.drawing.themes import THEMES
from boardbytes.formats import FORMATS
from boardbytes.games import GAMES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")(command)


def format_option(command: F) -> F:
    return click.option(
        "--format",
        "-f",
        "format_name",
        type=click.Choice(list(FORMATS)),
        metavar="FORMAT",
        help=f"The file's format; by default found from the bytes. One of {', '.join(FORMATS)}.",
    )(command)


def numbered_game_option(name: str) -> Callable[[F], F]:
    """Which game of a file, given to the command by this name."""
    return click.option(
        "--game",
        "-g",
        name,
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Which game, in a file with several.",
    )


game_option = numbered_game_option("game")


def target_option(name: str, help: str) -> Callable[[F], F]:
    """A format to write."""
    return click.option(
        "--to", "-t", name, type=click.Choice(list(FORMATS)), metavar="FORMAT", help=help
    )


def seconds_option(help: str) -> Callable[[F], F]:
    """How long to think."""
    return click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), help=help)


class _Presets(click.ParamType):  # type: ignore[type-arg]
    """The rule presets of all games; the games are loaded only when somebody names one."""

    name = "rules"

    def __init__(self, default: str | None) -> None:
        self._default = default

    def _choice(self) -> click.Choice[str]:
        return click.Choice(sorted({name for game in GAMES.values() for name in game.presets}))

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        return value if value == self._default else self._choice().convert(value, param, ctx)

    def get_metavar(self, param: Parameter, ctx: Context) -> str | None:
        return self._choice().get_metavar(param, ctx)

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return self._choice().shell_complete(ctx, param, incomplete)


def rules_option(default: str | None) -> Callable[[F], F]:
    """A choice among the rule presets of all games; None means the game's own for a match."""

    def decorate(command: F) -> F:
        return click.option(
            "--rules",
            type=_Presets(default),
            default=default,
            show_default=default is not None,
            help="The rules to play by; in mill they also say which game it is, such as lasker.",
        )(command)

    return decorate


def theme_option(command: F) -> F:
    return click.option(
        "--theme",
        type=click.Choice(list(THEMES)),
        default="light",
        show_default=True,
        help="Plain or wood, for a light or a dark background.",
    )(command)


def file_argument(command: F) -> F:
    return click.argument("file", metavar="FILE")(command)


def files_argument(command: F) -> F:
    return click.argument("files", metavar="FILE...", nargs=-1, required=True)(command)


def game_argument(command: F) -> F:
    return click.argument("game", type=click.Choice(list(GAMES)))(command)


def dialect_option(command: F) -> F:
    return click.option(
        "--dialect",
        type=click.Choice(["2023-09-26", "2023-09-23"]),
        help="Which of its two documents a GameBoardXX file follows; 2023-09-26 by default.",
    )(command)
