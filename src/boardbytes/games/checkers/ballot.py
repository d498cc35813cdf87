"""The three-move ballot: openings that are drawn by lot, so that masters do not always draw.

All positions after three moves in which no man is lost at once: 174, the number that players
give. Each stands here once, with the first line that leads to it.
"""

from __future__ import annotations

from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.model.record import Record

_OPENINGS = """\
9-13 21-17: 5-9 6-9 10-14 10-15 11-15 11-16 12-16
9-13 22-17: 13x22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16 13-17
9-13 23-18: 5-9 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-15 11-16
9-13 24-19: 5-9 6-9 10-14 10-15 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16 12-16
9-14 22-17: 5-9 6-9 10-15 11-15 11-16
9-14 22-18: 5-9 6-9 10-15 11-15 11-16 12-16
9-14 23-18: 14x23
9-14 23-19: 5-9 6-9 10-15 11-15 11-16 14-18
9-14 24-19: 5-9 6-9 10-15 11-15 11-16
9-14 24-20: 5-9 6-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 7-10 11-15 11-16 12-16
10-14 23-18: 14x23
10-14 23-19: 7-10 11-15 11-16 14-18
10-14 24-19: 7-10 11-15 11-16 14-18
10-14 24-20: 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-14 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 11-16 15-19
10-15 22-18: 15x22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15x24
10-15 24-20: 6-10 7-10 11-16 12-16 15-19
11-15 21-17: 8-11 9-14 10-14 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15x22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11
11-15 24-19: 15x24
11-15 24-20: 8-11 12-16 15-18 15-19
11-16 21-17: 7-11 8-11 9-14 10-14 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 10-15 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16x23
11-16 24-19: 7-11 8-11 10-15 16-20
11-16 24-20: 7-11 8-11
12-16 21-17: 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: 9-14 16-19 16-20
12-16 23-19: 16x23
12-16 24-19: 16-20
"""

OPENINGS: tuple[tuple[str, str, str], ...] = tuple(
    (*first.split(), third)  # type: ignore[misc]
    for first, thirds in (line.split(":") for line in _OPENINGS.splitlines())
    for third in thirds.split()
)


def opening(number: int, rules: str = "english") -> Record:
    """The game after an opening by its number, from 0; numbers beyond the last start over."""
    return Record.replay(CheckersPosition(), OPENINGS[number % len(OPENINGS)], rules)
