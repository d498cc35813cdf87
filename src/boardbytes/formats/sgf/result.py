"""Results, rules and komi as SGF writes them."""

from __future__ import annotations

import re

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

HUNDREDTHS = {"375": 7.5, "325": 6.5, "275": 5.5, "750": 7.5, "650": 6.5, "550": 5.5}
"""Komi in hundredths, as a large server writes it: of points, or of pairs of points."""

MAX_KOMI = 510.5
"""Komi above that is a mistake."""


def parse_result(text: str, rules: str) -> Outcome | None:
    """The outcome of a result; None if it states none."""
    word = text.strip()
    if word.lower() in _DRAWS:
        return Outcome(None, Reason.SCORE, rules)
    letter, plus, rest = word[:1].upper(), word[1:2], word[2:].strip().lower()
    if letter not in _WINNERS or plus != "+":
        return None
    winner = _WINNERS[letter]
    loser = SIDES.other(winner)
    if rest in _REASONS:
        return Outcome(winner, _REASONS[rest], rules, loser)
    if not _SCORE.fullmatch(rest):
        return Outcome(winner, Reason.STATED, rules, loser)
    margin = plain_number(float(rest.replace(",", ".")))
    return Outcome(winner, Reason.SCORE, rules, loser, margin=margin or None)


def format_result(outcome: Outcome) -> str:
    """The result of an outcome."""
    if outcome.winner is None:
        return "0"
    letter = "B" if outcome.winner is Colour.BLACK else "W"
    by = f"{outcome.margin:g}" if outcome.margin is not None else _LETTERS.get(outcome.reason, "")
    return f"{letter}+{by}"


def format_rules(rules: str) -> str:
    """The name of a preset that SGF programs know, or else our own."""
    return _RULE_NAMES.get(rules, rules)


def parse_komi(text: str) -> float | None:
    """Komi in points; None unless it is a multiple of a half and not absurd."""
    word = text.strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?[0-9]{1,4}(?:\.[0-9]{0,6})?|[+-]?\.[0-9]{1,6}", word):
        return None
    komi = HUNDREDTHS.get(word, float(word))
    if komi * 2 != int(komi * 2) or abs(komi) > MAX_KOMI:
        return None
    return plain_number(komi)


def format_komi(komi: float) -> str:
    """Komi as SGF writes numbers: the inverse of `parse_komi`."""
    return f"{komi:g}"
