"""What a game says about itself: names, ranks, date, event."""

from __future__ import annotations

from datetime import datetime

from boardbytes.model.pairs import Pairs

KNOWN = {
    "game_id": "the game's id",
    "title": "the name of the game",
    "event": "the event",
    "round": "the round",
    "place": "the place",
    "date": "the date",
    "black": "who plays black",
    "white": "who plays white",
    "red": "who plays red",
    "black_rank": "black's rank",
    "white_rank": "white's rank",
    "red_rank": "red's rank",
    "black_team": "black's team",
    "white_team": "white's team",
    "red_team": "red's team",
    "handicap": "the handicap",
    "time": "the time limit",
    "overtime": "the overtime",
    "result": "the result as written",
    "rules": "the rules as written",
    "komi": "komi as written",
    "opening": "the opening",
    "about": "the comment on the whole game",
    "annotator": "who annotated it",
    "entered_by": "who entered it",
    "source": "the source",
    "copyright": "the copyright",
    "program": "the program that wrote it",
}
"""The headers that we have names for, and what each is, in words."""


class Headers(Pairs[str]):
    """Headers by their names, in order; immutable and hashable.

    The names are ours where we have a word, else the ones that the format uses.
    """

    __slots__ = ()

    def changed(self, **headers: str | None) -> Headers:
        """The same headers with some changed; those given as None are removed."""
        pairs = self._pairs | headers
        return Headers((name, text) for name, text in pairs.items() if text is not None)


def new_headers(**given: str) -> Headers:
    """The headers of a game that begins now: an id that no other game has, and today's date."""
    from uuid import uuid4  # slow to load

    today = datetime.now().astimezone().date().isoformat()
    return Headers({"game_id": uuid4().hex, "date": today, **given})


def words_for(name: str) -> str:
    """What a header is, in words."""
    return KNOWN.get(name, f"the header {name}")
