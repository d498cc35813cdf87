"""`NAME=VALUE`: what a game says about itself, set on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import click

from boardbytes.errors import PositionError
from boardbytes.model import Colour, Document, GameTree, Outcome, Position, Reason
from boardbytes.model.colour import Sides
from boardbytes.model.headers import KNOWN
from boardbytes.model.registry import find

_REASONS = {
    "": Reason.STATED,
    "R": Reason.RESIGNATION,
    "T": Reason.TIME,
    "F": Reason.FORFEIT,
}
_RESULT = re.compile(r"([A-Za-z]+)(?:\+(?:([A-Za-z]*)|(\d+(?:\.\d+)?)))?")
_DRAWS, _NONE = {"draw", "0", "="}, {"none", "?", "*"}


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """The names and values of texts like `black=Ada`; UsageError for anything else."""
    found = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise click.UsageError(f"a header is set like black=Ada, not {pair!r}")
        found[name] = value
    return found


def with_settings(document: Document, settings: Mapping[str, str]) -> Document:
    """A document whose game says this of itself; a position becomes a game without moves.

    Komi, rules and result change the game itself, where they can be read as such. An empty value
    removes a header. UsageError for names that mean nothing.
    """
    if not settings:
        return document
    position = document.position
    if not isinstance(position, Position):
        raise click.UsageError("a tile board has no headers; see edit")
    tree = document.tree or GameTree(position)
    for name, value in settings.items():
        tree = _SETTERS.get(name, _set_header)(tree, name, value)
    return replace(document, tree=tree)


def _set_header(tree: GameTree, name: str, value: str) -> GameTree:
    """A header by our name for it, or by the name that its format has for it."""
    if name not in tree.headers and not name[:1].isupper():
        find("header", name, KNOWN)
    sides = tree.start.sides
    colours = {colour.value for colour in Colour} - {*sides.names}
    if name.partition("_")[0] in colours and value:
        raise click.UsageError(f"{tree.start.game} is played by {sides.first} and {sides.second}")
    return tree.with_headers(**{name: value or None})


def _set_komi(tree: GameTree, name: str, value: str) -> GameTree:
    if not hasattr(tree.rules, "komi"):
        raise click.UsageError(f"{tree.start.game} has no komi")
    try:
        rules = replace(tree.rules, komi=_number(float(value or 0)))
    except (ValueError, PositionError):
        raise click.UsageError(f"komi must be a multiple of ½ (found {value!r})") from None
    return tree.with_rules(rules).with_headers(komi=None)


def _set_rules(tree: GameTree, name: str, value: str) -> GameTree:
    rules: Any = tree.start.find_rules(value or "standard")
    if hasattr(rules, "komi"):
        rules = replace(rules, komi=tree.rules.komi)
    return tree.with_rules(rules).with_headers(rules=None)


def _set_result(tree: GameTree, name: str, value: str) -> GameTree:
    outcome = parse_result(value, tree.start.sides, tree.rules.name)
    return tree.with_result(outcome).with_headers(result=None)


_SETTERS = {"komi": _set_komi, "rules": _set_rules, "result": _set_result}


def parse_result(text: str, sides: Sides, rules: str) -> Outcome | None:
    """How a game ended: `B+R`, `white+3.5`, `draw`; None for `none`. UsageError for others."""
    if text.lower() in _NONE or not text:
        return None
    if text.lower() in _DRAWS:
        return Outcome(None, Reason.STATED, rules)
    found = _RESULT.fullmatch(text)
    winners = [side for side in sides if found and side.value.startswith(found[1].lower())]
    how = (found[2] or "")[:1].upper() if found else ""
    if found is None or len(winners) != 1 or how not in _REASONS:
        first = sides.first.value
        raise click.UsageError(f"a result is {first}, {first}+R, {first}+T, draw … (found {text})")
    winner = winners[0]
    if found[3]:
        margin = _number(float(found[3]))
        return Outcome(winner, Reason.SCORE, rules, sides.other(winner), margin=margin)
    return Outcome(winner, _REASONS[how], rules, sides.other(winner))


def _number(value: float) -> float:
    """A number without a decimal point if it needs none."""
    return int(value) if value.is_integer() else value
