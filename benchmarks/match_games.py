"""One game of a match, from its opening to its result, and what many games add up to."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from boardbytes.errors import PlayerError
from boardbytes.games.checkers.ballot import opening
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.move import RESIGN
from boardbytes.games.go.rules import PRESETS
from boardbytes.model import Colour, Outcome, Record
from boardbytes.players import Player
from boardbytes.players.gtp import GtpPlayer
from boardbytes.solving.go.deciding import estimate

GO_RULES = replace(PRESETS["chinese"], komi=7.5)


@dataclass(frozen=True)
class Played:
    """A game of a match, from our side."""

    match: str
    number: int
    points: float
    """1 for a win, half for a draw; 0 also for a game that broke off."""
    agreed: bool | None
    """Whether both referees count the same; None where nobody had to count."""
    moves: int
    ours: float
    """Seconds that our moves took, and then the other side's."""
    theirs: float
    outcome: str
    broke_off: bool = False
    """Whether a side refused a move, played one that is not legal, or gave no answer."""


@dataclass(frozen=True)
class Tally:
    """How a match went, from our side."""

    games: tuple[Played, ...]

    @property
    def score(self) -> float:
        return sum(game.points for game in self.games) / max(1, len(self.games))

    @property
    def error(self) -> float:
        """Half the width of the interval in which the true score is 19 times out of 20 (Wilson)."""
        count, score, z = max(1, len(self.games)), self.score, 1.96
        spread = math.sqrt(score * (1 - score) / count + z * z / (4 * count * count))
        return z * spread / (1 + z * z / count)

    @property
    def counted(self) -> list[bool]:
        """For each game that both referees had to count, whether they count the same."""
        return [game.agreed for game in self.games if game.agreed is not None]

    @property
    def broken(self) -> int:
        return sum(game.broke_off for game in self.games)

    def __str__(self) -> str:
        points = [game.points for game in self.games if not game.broke_off]
        won, drawn, lost = (points.count(each) for each in (1.0, 0.5, 0.0))
        moves = max(1, sum(game.moves for game in self.games)) / 2
        text = (
            f"{won} won, {drawn} drawn, {lost} lost of {len(self.games)}:"
            f" {self.score:.1%} ± {self.error:.1%};"
            f" a move took us {sum(game.ours for game in self.games) / moves:.2f} s,"
            f" them {sum(game.theirs for game in self.games) / moves:.2f} s"
        )
        if self.counted:
            text += (
                f"; both referees agree on {sum(self.counted)} of {len(self.counted)} counted games"
            )
        return text + (f"; {self.broken} broke off" if self.broken else "")


Judge = Callable[[Record, Player, Player], tuple[Outcome | None, bool | None]]
"""How a game ended, given both players; and whether both say so, None where nobody counted."""


def by_rules(record: Record, ours: Player, theirs: Player) -> tuple[Outcome | None, bool | None]:
    return record.result, None


def by_both(record: Record, ours: Player, theirs: Player) -> tuple[Outcome | None, bool | None]:
    """By the other program's referee; and whether ours counts the same."""
    if record.moves[-1] == RESIGN:
        return record.result, None
    mine = str(estimate(record)[1])
    return _compared(record, mine, _score_of(record, theirs))


def by_both_programs(
    record: Record, ours: Player, theirs: Player
) -> tuple[Outcome | None, bool | None]:
    """By the other program's score; and whether ours, a program too, says the same."""
    if record.moves[-1] == RESIGN:
        return record.result, None
    return _compared(record, _score_of(record, ours), _score_of(record, theirs))


def _compared(record: Record, mine: str, their: str) -> tuple[Outcome | None, bool]:
    assert record.result is not None
    winner = next((side for side in record.start.sides if their.startswith(str(side))), None)
    loser = record.start.sides.other(winner) if winner else None
    if mine != their:
        print(f"  they count {their}, we {mine}", flush=True)
    return replace(record.result, winner=winner, loser=loser, margin=None), mine == their


def _score_of(record: Record, player: Player) -> str:
    """What a program says the score is, in our words."""
    assert isinstance(player, GtpPlayer)
    player.tell(record)
    answer = player.ask("final_score").upper()
    side = {"B": Colour.BLACK, "W": Colour.WHITE}.get(answer[:1])
    return f"{side} by {float(answer[2:]):g}" if side else "even"


@dataclass(frozen=True)
class Match:
    """Two opponents, and how their games begin and end.

    Both players take the number of the game; every opening is played twice, with colours exchanged.
    """

    name: str
    games: int
    start: Callable[[int], Record]
    """The opening of a number."""
    ours: Callable[[int], Player]
    theirs: Callable[[int], Player]
    judge: Judge = by_rules
    missing: Callable[[], str | None] = field(default=lambda: None)
    """Why it cannot be played here; None if it can."""
    asks_agreement: bool = False
    """Whether what matters is that both referees agree, and not who wins."""
    is_extra: bool = False
    """Whether it is played only where it is asked for by name."""

    def play(self, number: int) -> Played:
        """A game of the match; one that breaks off is nobody's win."""
        record, spent = self.start(number // 2), {True: 0.0, False: 0.0}
        side = [*record.start.sides][number % 2]
        winner, agreed, broke_off = None, None, False
        with self.ours(number) as ours, self.theirs(number) as theirs:
            try:
                while record.result is None:
                    mine = record.position.turn is side
                    begun = time.monotonic()
                    record = record.play((ours if mine else theirs).choose(record))
                    spent[mine] += time.monotonic() - begun
                outcome, agreed = self.judge(record, ours, theirs)
                winner, told = outcome.winner if outcome else None, str(outcome)
            except PlayerError as error:
                broke_off, told = True, f"broke off: {error}"
        points = 0.0 if broke_off else 0.5 if winner is None else float(winner is side)
        told, moves = f"we were {side}; {told}", len(record.moves)
        times = spent[True], spent[False]
        return Played(self.name, number, points, agreed, moves, *times, told, broke_off)


def go_opening(size: int) -> Callable[[int], Record]:
    """Black's first stone, somewhere on the third line or higher."""

    def start(number: int) -> Record:
        chance = random.Random(number)
        record = Record(GoPosition(size), rules=GO_RULES)
        column, row = (chance.randrange(3, size - 1) for _ in range(2))
        return record.play(GoMove(column, row))

    return start


def ballot(number: int) -> Record:
    """An opening of checkers, from all over the ballot."""
    return opening(11 * number, "match")
