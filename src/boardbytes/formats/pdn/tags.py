"""What PDN's tags mean here: which side is which, which header, which game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boardbytes.model import Colour, Outcome, Reason
from boardbytes.model.headers import KNOWN

ENGLISH = "21"
"""The number of English draughts among PDN's game types."""

TAGS = {
    "event": "Event",
    "place": "Site",
    "date": "Date",
    "round": "Round",
    "red": "Black",
    "white": "White",
    "result": "Result",
    "red_rank": "BlackTitle",
    "white_rank": "WhiteTitle",
    "red_team": "BlackTeam",
    "white_team": "WhiteTeam",
    "time": "TimeControl",
    "opening": "Opening",
    "about": "Comment",
    "annotator": "Annotator",
}
"""Our headers and the tags that say the same: what PDN calls Black is red here."""

_OUR_WORDS = {name for name in KNOWN if name not in TAGS and not name.startswith("black")}
"""Headers for which PDN has no tag: they get one of our making, such as GameId."""

HEADERS = {tag.lower(): name for name, tag in TAGS.items()} | {
    name.replace("_", ""): name for name in _OUR_WORDS
}
"""Our header for a tag in lower case: people write Setup and SetUp."""

OWN = frozenset({"gametype", "setup", "fen"})
"""Tags that are not headers, since they follow from the game."""

UNKNOWN = re.compile(r"[\s?.\-*]*")
"""Values that say that nothing is known."""

GAME_TYPES: Mapping[int, str] = {
    0: "chess",
    1: "Chinese chess",
    20: "International draughts",
    21: "English draughts",
    22: "Italian draughts",
    23: "American pool checkers",
    24: "Spanish draughts",
    25: "Russian draughts",
    26: "Brazilian draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsiretti draughts",
    50: "Othello",
}

WINNERS = {"1-0": Colour.RED, "2-0": Colour.RED, "0-1": Colour.WHITE, "0-2": Colour.WHITE}
"""Who has won: the first score is that of the side that moves first, red."""

DRAWS = frozenset({"1/2-1/2", "1-1"})
WRITTEN = {Colour.RED: "1-0", Colour.WHITE: "0-1", None: "1/2-1/2"}
NO_RESULT = "*"


def header_of(tag: str) -> str:
    """The name of the header that a tag becomes; its own where we have none."""
    return HEADERS.get(tag.lower(), tag)


def tag_for(header: str) -> str | None:
    """The tag of a header: the inverse of `header_of`; None if it cannot be one."""
    if header in TAGS:
        return TAGS[header]
    if header in _OUR_WORDS:
        return header.title().replace("_", "")
    is_taken = header in KNOWN or header.lower() in OWN or header.lower() in HEADERS
    return header if re.fullmatch(r"[A-Za-z0-9_]+", header) and not is_taken else None


def game_of(value: str) -> str:
    """What a game type is, in words: `GameType 25 is Russian draughts`."""
    number = re.match(r"\s*(\d+)", value)
    if number is None:
        return f"GameType {value!r} is not one that we know"
    name = GAME_TYPES.get(int(number[1][:9]), "none that we know")
    return f"GameType {number[1]} is {name}"


def is_english(value: str) -> bool:
    return re.match(rf"\s*{ENGLISH}(?!\d)", value) is not None


def tidy_result(text: str) -> str:
    """A result without the spaces that some people write."""
    return re.sub(r"\s+", "", text).replace("½", "1/2")


def outcome_of(result: str, rules: str) -> Outcome | None:
    """The outcome that a result states; None if it states none."""
    winner = WINNERS.get(result)
    if winner is None and result not in DRAWS:
        return None
    loser = {Colour.RED: Colour.WHITE, Colour.WHITE: Colour.RED}.get(winner) if winner else None
    return Outcome(winner, Reason.STATED, rules, loser)


def result_for(outcome: Outcome | None) -> str:
    """How an outcome is written."""
    return WRITTEN[outcome.winner] if outcome else NO_RESULT


def says_same(result: str, outcome: Outcome | None) -> bool:
    """Whether a result as written is that of an outcome."""
    if outcome is None:
        return result not in WINNERS and result not in DRAWS
    if outcome.winner is None:
        return result in DRAWS
    return WINNERS.get(result) is outcome.winner
