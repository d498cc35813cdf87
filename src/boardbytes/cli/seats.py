"""Who sits where: the players of a game on the command line, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, TypeAlias, TypeVar

import click

from boardbytes.errors import PlayerError
from boardbytes.model import Colour, Game
from boardbytes.players import PLAYERS, Option, Player, PlayerKind, Setting, create_player

PERSON, SEARCH = "person", "search"

F = TypeVar("F", bound=Callable[..., Any])
Given: TypeAlias = Mapping[str, Setting | None]
"""What was given on the command line, by the names of options; None if nothing was."""


def player_options(function: F) -> F:
    """An option for each colour a side can have, and one for everything players can be told."""
    for name, takers in reversed(_takers().items()):
        option = takers[0][1]
        function = click.option(
            f"--{option.flag}", name, type=option.type, metavar=_metavar(option), help=_help(takers)
        )(function)
    for colour in reversed(Colour):
        function = click.option(
            f"--{colour}",
            type=click.Choice([PERSON, *PLAYERS]),
            help=f"Who plays {colour}; a person by default."
            " If no side is named, search plays second; in Go the strongest engine that is here.",
        )(function)
    return function


def split_given(given: dict[str, Any]) -> tuple[dict[str, str | None], Given]:
    """Who was named for each colour, and what players were told."""
    told = {name: given.pop(name) for name in _takers()}
    return {colour.value: given.pop(colour.value) for colour in Colour}, told


def check_sides(game: Game, named: Mapping[str, str | None]) -> None:
    """UsageError if an option is about a side that the game does not have."""
    for side, name in named.items():
        if name and side not in game.sides.names:
            first, second = game.sides
            raise click.UsageError(f"{game.name} is played by {first} and {second}, not by {side}")


def names_of(game: Game, named: Mapping[str, str | None], told: Given) -> dict[Colour, str]:
    """Who plays each side: who is named, else a person; without any name, against a computer."""
    second = PERSON if any(named.values()) else usual_opponent(game.name, told)
    usual = {game.sides.first: PERSON, game.sides.second: second}
    return {colour: named[colour.value] or usual[colour] for colour in game.sides}


def usual_opponent(game: str, told: Given) -> str:
    """Who plays against a person who named nobody: a real engine if there is one, else search.

    The first is the one that takes what was told.
    """
    from boardbytes.players.engines import strongest_here

    said = {name for name, value in told.items() if value is not None}
    likely = [*filter(None, [strongest_here() if game == "go" else None]), SEARCH]
    takers = (
        name for name in likely if said <= {option.name for option in PLAYERS.find(name).options}
    )
    return next(takers, likely[0])


def take_seats(
    game: Game, names: Mapping[Colour, str], told: Given, stack: ExitStack
) -> dict[Colour, Player | None]:
    """The players of both sides, None for a person; the stack closes them.

    UsageError for a player who does not play this game, and for an option nobody here takes.
    """
    said = {name: value for name, value in told.items() if value is not None}
    kinds = {colour: PLAYERS.find(name) for colour, name in names.items() if name != PERSON}
    for name in said:
        takers = _takers()[name]
        if not any(kind in kinds.values() for kind, _ in takers):
            flag, others = takers[0][1].flag, " or ".join(kind.name for kind, _ in takers)
            raise click.UsageError(f"--{flag} is for {others}, who does not play here")
    for kind in kinds.values():
        for option in kind.missing(said) if kind.plays(game.name) else ():
            flag = f"--{option.flag} {_metavar(option) or ''}".rstrip()
            raise click.UsageError(f"the player called {kind.name} needs {flag}")
    try:
        players = {
            colour: stack.enter_context(create_player(kind.name, game.name, _own(kind, said)))
            for colour, kind in kinds.items()
        }
    except PlayerError as error:
        raise click.UsageError(str(error)) from None
    return {colour: players.get(colour) for colour in names}


def _own(kind: PlayerKind, said: Mapping[str, Setting]) -> dict[str, Setting]:
    return {option.name: said[option.name] for option in kind.options if option.name in said}


def _takers() -> dict[str, list[tuple[PlayerKind, Option]]]:
    """For the name of each option, the kinds of players that take it, and how each does."""
    found: dict[str, list[tuple[PlayerKind, Option]]] = {}
    for kind in PLAYERS.values():
        for option in kind.options:
            found.setdefault(option.name, []).append((kind, option))
    return found


def _metavar(option: Option) -> str | None:
    return option.name.upper() if option.type is str else None


def _usual(option: Option) -> str:
    if option.usual or option.default is None:
        return option.usual
    return option.default if isinstance(option.default, str) else f"{option.default:g}"


def _help(takers: list[tuple[PlayerKind, Option]]) -> str:
    """What an option sets, and for each player its range and its default."""
    says = takers[0][1].says
    details = []
    for kind, option in takers:
        usual = _usual(option)
        words = [option.extent, f"by default {usual}" if usual else ""]
        details.append(f"{kind.name} ({', '.join(filter(None, words))})".replace(" ()", ""))
    return f"{says[:1].upper()}{says[1:]}; for {', '.join(details)}."
