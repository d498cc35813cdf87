"""What players call each set of rules, and what it means: one table for the server and its page."""

from __future__ import annotations

import json
from typing import NamedTuple

from boardbytes.games import GAMES
from boardbytes.model import Outcome, Position


class RuleWords(NamedTuple):
    """A set of rules as players speak of it."""

    title: str
    meaning: str


_AREA = "stones and what they surround count"
_DIAGONALS = "Twelve stones each on a board with diagonals; a full board is a draw."
_REPEATED = "drawn when a position comes a third time, or after fifty moves each without a mill."

RULES: dict[str, dict[str, RuleWords]] = {
    "mill": {
        "match": RuleWords("Nine Men’s Morris", f"As players play it: {_REPEATED}"),
        "standard": RuleWords(
            "Nine Men’s Morris, without draws", "A position may come back as often as one likes."
        ),
        "muehle": RuleWords(
            "Nine Men’s Morris as in Muehle",
            "As the program Muehle plays: no stone may be set where it closes two mills at once,"
            " and when all stones are in mills none that is in two of them may be taken.",
        ),
        "lasker": RuleWords(
            "Lasker Morris", "Ten stones each; stones on the board may move before all are placed."
        ),
        "morabaraba": RuleWords("Morabaraba", _DIAGONALS),
        "morabaraba-sport": RuleWords(
            "Morabaraba, tournament",
            "A stone that left a mill to close another may not go back on the next move;"
            f" {_REPEATED}",
        ),
        "twelve": RuleWords("Twelve Men’s Morris", _DIAGONALS),
        "eleven": RuleWords("Eleven Men’s Morris", "Eleven stones each on a board with diagonals."),
        "ten": RuleWords("Ten Men’s Morris", "Ten stones each instead of nine."),
        "six": RuleWords("Six Men’s Morris", "Six stones each on two rings; nobody flies."),
        "five": RuleWords("Five Men’s Morris", "Five stones each on two rings; nobody flies."),
        "five-flying": RuleWords(
            "Five Men’s Morris, flying",
            "Five stones each on two rings; whoever has three left may fly.",
        ),
        "three": RuleWords(
            "Three Men’s Morris", "Three stones each on one square: the first mill wins."
        ),
    },
    "go": {
        "standard": RuleWords(
            "Area scoring, simple ko",
            f"As in China: {_AREA}. Only the last position may not come back at once.",
        ),
        "positional": RuleWords(
            "Area scoring, positional superko", f"No position may ever come back; {_AREA}."
        ),
        "situational": RuleWords(
            "Area scoring, situational superko",
            f"No position may come back with the same side to move; {_AREA}.",
        ),
        "simple-ko-suicide": RuleWords(
            "Simple ko with suicide", f"One may take one’s own stones by suicide; {_AREA}."
        ),
        "positional-suicide": RuleWords(
            "Positional superko with suicide",
            f"Suicide is allowed, and no position may ever come back; {_AREA}.",
        ),
        "situational-suicide": RuleWords(
            "Situational superko with suicide",
            "Suicide is allowed, and no position may come back with the same side to move;"
            f" {_AREA}.",
        ),
        "tromp-taylor": RuleWords(
            "Tromp–Taylor rules",
            "The shortest rules: every stone counts as it stands, suicide is allowed, no position"
            " comes back.",
        ),
        "chinese": RuleWords("Chinese rules", f"As in China: {_AREA}."),
        "japanese": RuleWords(
            "Japanese rules", "As in Japan: only surrounded points and prisoners count."
        ),
        "aga": RuleWords(
            "American rules (AGA)",
            f"As in America: {_AREA}; no position may come back with the same side to move.",
        ),
        "new-zealand": RuleWords(
            "New Zealand rules",
            f"As in New Zealand: suicide is allowed; {_AREA}; no position may come back with the"
            " same side to move.",
        ),
    },
    "checkers": {
        "match": RuleWords(
            "English checkers",
            "As players play it: drawn when a position comes a third time, or after forty moves"
            " each without progress.",
        ),
        "standard": RuleWords(
            "English checkers, without draws", "A position may come back as often as one likes."
        ),
        "contract": RuleWords(
            "The old contract’s rules",
            "What the state-channel contract allows: jumps one at a time, and nobody has to jump.",
        ),
    },
}
"""By game and preset, in the order in which they are offered."""

OTHER_NAMES = {
    "mill": {"nine": "standard"},
    "go": {"simple-ko": "standard"},
    "checkers": {"english": "standard"},
}
"""Presets that are another by a second name: offered only where a file has chosen them."""


def rule_title(game: str, name: str) -> str:
    """What players call rules; rules that are nobody's preset keep their own name."""
    words = _table(game).get(name)
    return words.title if words else f"{name} rules"


def ending(outcome: Outcome, game: str) -> str:
    """How a game ended, with its rules as players call them."""
    said = str(outcome).removesuffix(f"({outcome.rules} rules)")
    return f"{said}({rule_title(game, outcome.rules)})"


def rule_sets(position: Position, chosen: str) -> list[str]:
    """The presets by which a position can be played, each by one name."""
    possible = GAMES.find(position.game).rule_sets(position)
    chosen_for = OTHER_NAMES.get(position.game, {}).get(chosen)
    names = [name for name in RULES.get(position.game, {}) if name in possible]
    return [chosen if name == chosen_for else name for name in names]


def rules_module() -> str:
    """The table as a module of the page."""
    table = {game: _table(game) for game in RULES}
    return f"export const RULES = {json.dumps(table, ensure_ascii=False)};\n"


def _table(game: str) -> dict[str, RuleWords]:
    """The rules of a game by all their names."""
    sets = RULES.get(game, {})
    return sets | {name: sets[same] for name, same in OTHER_NAMES.get(game, {}).items()}
