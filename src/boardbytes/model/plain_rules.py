"""Rules as plain values: the name of a preset, or a name and the fields that differ from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from boardbytes.errors import PositionError, UnknownNameError
from boardbytes.model.plain import Plain

_LARGEST = 10**6


def rules_to_plain(rules: Any, presets: Mapping[str, Any]) -> str | dict[str, Any]:
    """A rule set as plain values."""
    base = _base(rules.name, presets)
    changed = {
        field.name: _plain(getattr(rules, field.name))
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(base, field.name)
    }
    return {"name": rules.name, **changed} if changed or rules.name not in presets else rules.name


def rules_from_plain(plain: Plain, presets: Mapping[str, Any]) -> Any:
    """The rule set of plain values: the inverse of `rules_to_plain`; PlainError for others."""
    if isinstance(plain.value, str):
        return presets[plain.choice(list(presets))]
    standard = next(iter(presets.values()))
    names = [field.name for field in fields(standard) if field.name != "name"]
    plain.object(["name"], names)
    base = _base(plain["name"].text(), presets)
    given = {name: _value(plain[name], base, name) for name in plain.value if name != "name"}
    try:
        return replace(base, **given)
    except (PositionError, UnknownNameError) as error:
        raise plain.fail(f"{plain.name}: {error}") from None


def _base(name: str, presets: Mapping[str, Any]) -> Any:
    """The preset of a name, or the first one under a new name."""
    return presets[name] if name in presets else replace(next(iter(presets.values())), name=name)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _value(plain: Plain, base: Any, name: str) -> Any:
    """The value of a field, which must be of the kind that the field has."""
    usual = getattr(base, name)
    if isinstance(usual, Enum):
        return type(usual)(plain.choice([choice.value for choice in type(usual)]))
    if isinstance(usual, bool):
        return plain.boolean()
    if isinstance(usual, float) or name == "komi":
        return plain.number(-_LARGEST, _LARGEST)
    if usual is None or isinstance(usual, int):
        return None if plain.value is None else plain.integer(0, _LARGEST)
    return plain.text()
