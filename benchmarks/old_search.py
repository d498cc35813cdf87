"""The search of checkers of another tree of ours, in a process of its own.

Run with that tree on the path: a level and seconds a move as arguments, a line with the moves of
a game on standard input, a line with the move that it would play as the answer.
"""

from __future__ import annotations

import sys

from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Record
from boardbytes.players.search import SearchPlayer
from boardbytes.solving.checkers import table


def main() -> None:
    level, seconds = int(sys.argv[1]), float(sys.argv[2])
    table()  # endings are known to it, and not built while the clock runs
    player = SearchPlayer(1, level, seconds)
    for line in sys.stdin:
        record = Record.replay(CheckersPosition(), line.split(), "match")
        print(player.choose(record), flush=True)


if __name__ == "__main__":
    main()
