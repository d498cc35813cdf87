"""What a game has to say about itself to be listed among the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boardbytes.model.plain import Plain
from boardbytes.model.position import Move, Position, Rules


@dataclass(frozen=True)
class Game:
    """A game: its start, its rule presets, its moves as text and its positions as plain values."""

    name: str
    title: str
    start: Position
    presets: Mapping[str, Rules]
    match_rules: str
    """The preset that a game between players uses, draws by history included."""
    parse_move: Callable[[str], Move]
    to_plain: Callable[[Any], dict[str, Any]]
    from_plain: Callable[[Plain], Position]
    perft: Callable[[Any, int, Any], int]
    """Counts the sequences of `depth` moves from a position under some rules."""
