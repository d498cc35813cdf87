"""Our opponents against others: who wins how many games, with error bars and time for each side.

Every opening is played twice, with colours exchanged. Each game has a process and a core of its
own, and seconds are those of the clock on the wall. A game in which a side refuses a move, plays
one that is not legal or gives no answer is counted as broken off, and wins nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from textwrap import indent

from benchmarks import Comparison, Row, match_players
from benchmarks.match_games import (
    Match,
    Played,
    Tally,
    ballot,
    by_both,
    by_both_programs,
    by_rules,
    go_opening,
)
from benchmarks.match_players import gnugo, our_engine, without_gnugo
from benchmarks.own_cores import on_own_cores
from boardbytes.model import Record
from boardbytes.players import Player
from boardbytes.players.search import LEVELS, SearchPlayer
from boardbytes.solving.go.deciding import estimate

GAMES_VARIABLE = "BOARDBYTES_MATCH_GAMES"
"""Plays fewer games, for a look in passing."""
KEPT_VARIABLE = "BOARDBYTES_MATCH_FILE"
"""A file that keeps every game as soon as it is played: a match that was stopped goes on there."""
MATCHES_VARIABLE = "BOARDBYTES_MATCHES"
"""How the names of the matches to play begin, with commas; all but the ladder by default."""

SECONDS = 2.0
QUICK_SECONDS = 0.2
NEVER = "--never-resign"


def _go(name: str, size: int, seconds: float, level: int, games: int) -> Match:
    return Match(
        f"{name} against GNU Go level {level}, {seconds:g} s a move",
        games,
        go_opening(size),
        lambda number: match_players.Playouts(number, seconds),
        lambda number: gnugo(level, number),
        by_both,
        without_gnugo,
    )


def _checkers(
    against: str, theirs: Callable[[int], Player], missing: Callable[[], str | None]
) -> Match:
    return Match(
        f"checkers against {against}, {QUICK_SECONDS:g} s a move",
        100,
        ballot,
        lambda _: match_players.Searching(QUICK_SECONDS),
        theirs,
        by_rules,
        missing,
    )


def _ladder(game: str, start: Callable[[int], Record], level: int) -> Match:
    return Match(
        f"ladder {game}: level {level + 1} against {level}",
        20,
        start,
        lambda number: SearchPlayer(2 * number, level + 1),
        lambda number: SearchPlayer(2 * number + 1, level),
        is_extra=True,
    )


# The longest games come first, so that no core waits for the last one.
MATCHES = (
    _go("go-19", 19, SECONDS / 2, 1, 10),
    _go("go-13", 13, SECONDS / 2, 1, 10),
    _go("go-9", 9, SECONDS, 10, 40),
    Match(
        f"go-9 against Pachi, {SECONDS:g} s a move",
        40,
        go_opening(9),
        lambda number: match_players.Playouts(number, SECONDS),
        lambda _: match_players.pachi(SECONDS),
        by_both,
        match_players.without_pachi,
    ),
    Match(
        "twogtp, `boardbytes engine go` and GNU Go level 10",
        40,
        go_opening(9),
        lambda number: our_engine(QUICK_SECONDS, number, NEVER),
        lambda number: gnugo(10, number, NEVER),
        by_both_programs,
        without_gnugo,
        asks_agreement=True,
    ),
    Match(
        "estimates of games between GNU Go level 5 and level 10",
        100,
        go_opening(9),
        lambda number: gnugo(5, number, NEVER),
        lambda number: gnugo(10, number, NEVER),
        by_both,
        without_gnugo,
        asks_agreement=True,
    ),
    _checkers(
        "the old level 5",
        lambda _: match_players.OldSearch(5, QUICK_SECONDS),
        match_players.without_old_tree,
    ),
    _checkers(
        "the old search",
        lambda _: match_players.OldSearch(max(LEVELS), QUICK_SECONDS),
        match_players.without_old_tree,
    ),
    _checkers(
        "py-draughts",
        lambda _: match_players.PyDraughts(QUICK_SECONDS),
        match_players.without_draughts,
    ),
    *(_ladder("go-9", go_opening(9), level) for level in range(max(LEVELS) - 1, 0, -1)),
    *(_ladder("checkers", ballot, level) for level in range(max(LEVELS) - 1, 0, -1)),
)


def rows() -> Iterator[Row]:
    print(__doc__)
    for name, tally in _tallies(_chosen(MATCHES)).items():
        print(f"{name}: {tally}", flush=True)
        for game in tally.games:
            if game.dispute:
                print(indent(f"game {game.number + 1}\n{game.dispute}", "  "), flush=True)
        yield Row(f"{name}, of {len(tally.games)} games", *_figure(name, tally))


def comparisons() -> Iterator[Comparison]:
    """Who has won and by how much, as both programs count it; of the matches that ask."""
    asking = tuple(match for match in MATCHES if match.asks_agreement)
    for name, tally in _tallies(_chosen(asking)).items():
        against = "GNU Go: who has won, and by how much"
        counted = len(tally.counted)
        yield Comparison(name, against, counted, "games", counted - sum(tally.counted))


def _chosen(matches: Iterable[Match]) -> dict[str, int]:
    """The matches that are wanted and can be played here, and how many games of each."""
    wanted = tuple(filter(None, os.environ.get(MATCHES_VARIABLE, "").split(",")))
    chosen = {}
    for match in matches:
        if match.name.startswith(wanted) if wanted else not match.is_extra:
            if reason := match.missing():
                print(f"{match.name}: {reason}", flush=True)
            else:
                chosen[match.name] = int(os.environ.get(GAMES_VARIABLE, match.games))
    return chosen


def _figure(name: str, tally: Tally) -> tuple[float, None, str]:
    """What a match is about."""
    if _match(name).asks_agreement:
        agreed = 100 * sum(tally.counted) / max(1, len(tally.games))
        return agreed, None, f"% agree; {tally.broken} broke off"
    return 100 * tally.score, None, f"% of the points ± {100 * tally.error:.0f}"


def _match(name: str) -> Match:
    return next(match for match in MATCHES if match.name == name)


def _tallies(chosen: dict[str, int]) -> dict[str, Tally]:
    """How the matches went, each with so many games.

    Those that were kept are not played again, but where our dead stones are held against the other
    side's, they are counted again.
    """
    wanted = [(name, number) for name, games in chosen.items() for number in range(games)]
    played = {(game.match, game.number): game for game in _kept()}
    left = [task for task in wanted if task not in played]
    again = [played[task] for task in wanted if task in played and _counts_again(played[task])]
    # Compiled first, by one process for each kind: what is kept then is only loaded.
    kinds = {_kind(name) for name, _ in left} | {_kind(game.match) for game in again}
    for _ in on_own_cores(_warm, sorted(kinds)):
        pass
    for game in on_own_cores(_count_again, again):
        played[game.match, game.number] = game
    for game in on_own_cores(_play, left):
        played[game.match, game.number] = _keep(game)
        said = f"{game.points:g}, {game.moves} moves; {game.outcome}"
        print(f"  {game.match}, {game.number + 1}: {said}", flush=True)
    return {
        name: Tally(tuple(played[name, number] for number in range(games)))
        for name, games in chosen.items()
    }


def _play(task: tuple[str, int]) -> Played:
    """A game of a match, in a process that has loaded what its clocks must not see."""
    name, number = task
    _warm(_kind(name))
    return _match(name).play(number)


def _counts_again(game: Played) -> bool:
    """Whether the other side's count of a game was kept, and ours can be made anew."""
    return bool(game.their_score) and _match(game.match).judge is by_both


def _count_again(game: Played) -> Played:
    return _match(game.match).count_again(game)


def _kind(name: str) -> str:
    """What is compiled for a match."""
    return "old" if "the old" in name else "checkers" if "checkers" in name else "go"


@cache
def _warm(kind: str) -> None:
    """Compile and load what a game needs, and make its tables."""
    start = go_opening(9) if kind == "go" else ballot
    with SearchPlayer(1, 3) as player:
        player.choose(start(0))
    if kind == "go":
        estimate(start(0))
    else:
        match_players.Searching(0.1).choose(start(0))
    if kind == "old":
        match_players.OldSearch(1, 0.1).close()


def _kept() -> Iterator[Played]:
    """The games that were played before, if a file keeps them."""
    path = os.environ.get(KEPT_VARIABLE)
    if path and Path(path).exists():
        for line in Path(path).read_text().splitlines():
            yield Played(**json.loads(line))


def _keep(game: Played) -> Played:
    if path := os.environ.get(KEPT_VARIABLE):
        with Path(path).open("a") as file:
            file.write(json.dumps(asdict(game)) + "\n")
    return game
