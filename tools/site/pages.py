"""Pages as text, by the name they have on the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import click

import boardbytes as bb
from boardbytes.cli import cli
from boardbytes.drawing.themes import THEMES

ROOT = Path(__file__).parent.parent.parent

MODULES = (
    "boardbytes",
    "boardbytes.channel",
    "boardbytes.columns",
    "boardbytes.columns.mill",
    "boardbytes.columns.tables",
    "boardbytes.drawing",
    "boardbytes.env",
    "boardbytes.errors",
    "boardbytes.formats",
    "boardbytes.games",
    "boardbytes.games.checkers",
    "boardbytes.games.go",
    "boardbytes.games.mill",
    "boardbytes.games.tiles",
    "boardbytes.library",
    "boardbytes.model",
    "boardbytes.numbering.mill",
    "boardbytes.players",
    "boardbytes.solving.mill",
)
"""What the reference is about."""

COPIED = {
    "index.md": "README.md",
    "changes.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}
"""Pages of the site that stand at the root of the project."""

_GO = """(;SZ[9]AB[gc][cg][ge]PL[W];W[cc];B[gg];W[ee]
TR[ee]LB[ec:A][ce:B]SQ[cc]CR[gg]C[Black answers at A or B.])"""

PICTURES: Mapping[str, Callable[[], Any]] = {
    "Nine Men's Morris": lambda: bb.load(ROOT / "examples/endgame.dat").position,
    "Morabaraba": lambda: _played("morabaraba", "a7 d6 g1 b4 a1 a4 d2 f4 c3 d7"),
    "Three Men's Morris": lambda: _played("three", "b2 a3 c1 a1 a2"),
    "Go, with marks": lambda: bb.loads(_GO).tree,
    "Checkers": lambda: bb.loads("W:WK7,18,21,22,25,29:BK26,1,2,5,9,14").position,
    "An island of hexagons": lambda: bb.load(ROOT / "examples/island.gb16").position,
    "A torus": lambda: bb.load(ROOT / "examples/torus.gb16").position,
    "A cylinder": lambda: bb.load(ROOT / "examples/cylinder.gb32").position,
    "A race track": lambda: bb.load(ROOT / "examples/track.gb64").position,
}
"""What the gallery shows."""


def _played(rules: str, moves: str) -> bb.MillPosition:
    position = bb.MillPosition.start(rules)
    for move in moves.split():
        position = position.play(move, rules)
    return position


def copied() -> dict[str, str]:
    """README, changes and contributing, their links turned to the pages of the site."""
    moved = {f"]({path})": f"]({page})" for page, path in COPIED.items()}
    found = {}
    for page, path in COPIED.items():
        text = (ROOT / path).read_text().replace("](docs/", "](")
        for old, new in moved.items():
            text = text.replace(old, new)
        found[page] = text
    return found


@cache
def commands() -> Mapping[str, str]:
    """A page for every verb, as its own `--help` says it."""
    context = click.Context(cli, info_name="boardbytes")
    found = {"commands/index.md": f"# The command\n\n{_help(cli, context)}"}
    for verb in cli.list_commands(context):
        command = cli.get_command(context, verb)
        assert command is not None
        found[f"commands/{verb}.md"] = "\n\n".join(_sections(command, verb, context, 1))
    return found


def _sections(
    command: click.Command, name: str, parent: click.Context, level: int
) -> Iterator[str]:
    """The help of a command, and below it that of its own commands."""
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} {context.command_path.removeprefix('boardbytes ')}"
    yield _help(command, context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from _sections(found, each, context, level + 1)


def _help(command: click.Command, context: click.Context) -> str:
    context.terminal_width = 92
    return f"```text\n{command.get_help(context).rstrip()}\n```"


@cache
def reference() -> Mapping[str, str]:
    """A page for every public module, from its docstrings."""
    modules = [import_module(name) for name in MODULES]
    # What several modules offer is told where it is defined, or else by the last of them.
    told: dict[str, str] = {}
    for module in sorted(modules, key=lambda module: len(module.__name__)):
        told |= dict.fromkeys(filter(None, map(_home, _offered(module).values())), module.__name__)
    return {f"reference/{module.__name__}.md": _reference(module, told) for module in modules}


def _reference(module: ModuleType, told: Mapping[str, str]) -> str:
    """What is told here in full, then links to what is told elsewhere, then constants."""
    summary = (module.__doc__ or "").strip().splitlines()[0]
    parts = [f"# {module.__name__}", summary]
    links, constants = [], []
    for name, value in _offered(module).items():
        home = _home(value)
        if home is None:
            constants.append(f"- `{name}`: {type(value).__name__}")
        elif told[home] == module.__name__:
            parts.append(f"::: {home}")
        else:
            links.append(f"- [`{name}`][{home}]")
    for title, listed in (("Also here", links), ("Constants", constants)):
        parts += [f"## {title}", "\n".join(listed)] if listed else []
    return "\n\n".join(parts) + "\n"


def _offered(module: ModuleType) -> dict[str, object]:
    return {name: getattr(module, name) for name in public_names(module)}


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: what it lists, or else the classes and functions it is made of."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if not name.startswith("_")]
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and (_home(value) or "").startswith(module.__name__)
    )


def _home(value: object) -> str | None:
    """Where a class or a function is defined, and so documented; None for constants."""
    if not isinstance(value, type | FunctionType):
        return None
    return f"{value.__module__}.{value.__qualname__}"


def gallery() -> dict[str, str]:
    """Pictures of every game and of every kind of tile board in every theme, drawn now."""
    found = {}
    sections = ["# Gallery", "Drawn by `boardbytes draw` when this site was built."]
    for title, model in PICTURES.items():
        stem = re.sub(r"\W+", "-", title.lower())
        pictures = []
        for theme in THEMES:
            name = f"gallery/{stem}-{theme}.svg"
            found[name] = bb.draw(model(), theme=theme).svg
            pictures.append(f"![{title}, {theme}]({name}){{ width=320 loading=lazy }}")
        sections += [f"## {title}", "\n".join(pictures)]
    found["gallery.md"] = "\n\n".join(sections) + "\n"
    return found
