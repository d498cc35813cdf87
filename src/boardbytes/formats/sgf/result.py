"""Results, rules and komi as SGF writes them."""

from __future__ import annotations

import re

from boardbytes.formats.dgf.numbers import MAX_POINTS
from boardbytes.games.go.board import SIDES
from boardbytes.games.go.notation import plain_number
from boardbytes.model import Colour, Outcome, Reason

_WINNERS = {"B": Colour.BLACK, "W": Colour.WHITE}
_REASONS = {
    "r": Reason.RESIGNATION,
    "resign": Reason.RESIGNATION,
    "t": Reason.TIME,
    "time": Reason.TIME,
    "f": Reason.FORFEIT,
    "forfeit": Reason.FORFEIT,
    "": Reason.STATED,
}
_LETTERS = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}
_DRAWS = {"0", "draw", "jigo"}
_SCORE = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{0,3})?")

RULES = {
    "japanese": "japanese",
    "jp": "japanese",
    "korean": "japanese",
    "chinese": "chinese",
    "cn": "chinese",
    "aga": "aga",
    "bga": "aga",
    "nz": "new-zealand",
    "new zealand": "new-zealand",
    "tromp-taylor": "tromp-taylor",
    "simple-ko": "simple-ko",
    "simple-ko-suicide": "simple-ko-suicide",
    "positional": "positional",
    "positional-suicide": "positional-suicide",
    "situational": "situational",
    "situational-suicide": "situational-suicide",
}
"""Our presets by the names that files use, in lower case."""

_RULE_NAMES = {"japanese": "Japanese", "chinese": "Chinese", "aga": "AGA", "new-zealand": "NZ"}


def parse_result(text: str, rules: str) -> tuple[Outcome | None, bool]:
    """The outcome of a result, and whether that says all of it."""
    word = text.strip()
    if word.lower() in _DRAWS:
        return Outcome(None, Reason.SCORE, rules), word == "0"
    letter, plus, rest = word[:1].upper(), word[1:2], word[2:].strip().lower()
    if letter not in _WINNERS or plus != "+":
        return None, False
    winner = _WINNERS[letter]
    if rest in _REASONS:
        outcome = Outcome(winner, _REASONS[rest], rules, SIDES.other(winner))
        return outcome, word == format_result(outcome)
    reason = Reason.SCORE if _SCORE.fullmatch(rest) else Reason.STATED
    return Outcome(winner, reason, rules, SIDES.other(winner)), False


def format_result(outcome: Outcome) -> str:
    """The result of an outcome; a score is not known here."""
    if outcome.winner is None:
        return "0"
    return f"{'B' if outcome.winner is Colour.BLACK else 'W'}+{_LETTERS.get(outcome.reason, '')}"


def format_rules(rules: str) -> str:
    """The name of a preset that SGF programs know, or else our own."""
    return _RULE_NAMES.get(rules, rules)


def parse_komi(text: str) -> float | None:
    """Komi in points; None unless it is a multiple of a half and not absurd."""
    word = text.strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?[0-9]{1,4}(?:\.[0-9]{0,6})?|[+-]?\.[0-9]{1,6}", word):
        return None
    komi = float(word)
    if komi * 2 != int(komi * 2) or abs(komi) > MAX_POINTS:
        return None
    return plain_number(komi)


def format_komi(komi: float) -> str:
    """Komi as SGF writes numbers: the inverse of `parse_komi`."""
    return f"{komi:g}"
