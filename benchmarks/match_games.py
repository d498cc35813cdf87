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
    line: str = ""
    """The moves themselves, to count the game again when our referee has learned something."""
    their_score: str = ""
    """What the other side's referee says; nothing where nobody had to count."""
    their_dead: str = ""
    """The points of its dead stones."""
    dispute: str = ""
    """Where the referees differ: the board, and what either says."""


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


@dataclass(frozen=True)
class Count:
    """What a referee says of the end of a game."""

    score: str
    """In our words."""
    dead: tuple[str, ...]
    """The points of dead stones."""

    def __str__(self) -> str:
        return f"{self.score} without {' '.join(self.dead) or 'dead stones'}"


@dataclass(frozen=True)
class Verdict:
    """How a game ended, and what both sides' referees counted, if they had to."""

    outcome: Outcome | None
    ours: Count | None = None
    theirs: Count | None = None


Judge = Callable[[Record, Player, Player], Verdict]
"""How a game ended, given both players."""


def by_rules(record: Record, ours: Player, theirs: Player) -> Verdict:
    return Verdict(record.result)


def by_both(record: Record, ours: Player, theirs: Player) -> Verdict:
    """By the other program's referee, beside ours."""
    if record.moves[-1] == RESIGN:
        return Verdict(record.result)
    return _decided(record, our_count(record), _count_of(record, theirs))


def by_both_programs(record: Record, ours: Player, theirs: Player) -> Verdict:
    """By the other program's referee, beside ours, which is a program, too."""
    if record.moves[-1] == RESIGN:
        return Verdict(record.result)
    return _decided(record, _count_of(record, ours), _count_of(record, theirs))


def our_count(record: Record) -> Count:
    dead, score = estimate(record)
    return Count(str(score), dead)


def _decided(record: Record, ours: Count, theirs: Count) -> Verdict:
    assert record.result is not None
    winner = next((side for side in record.start.sides if theirs.score.startswith(str(side))), None)
    loser = record.start.sides.other(winner) if winner else None
    outcome = replace(record.result, winner=winner, loser=loser, margin=None)
    return Verdict(outcome, ours, theirs)


def _count_of(record: Record, player: Player) -> Count:
    """What a program says."""
    assert isinstance(player, GtpPlayer)
    player.tell(record)
    answer = player.ask("final_score").upper()
    side = {"B": Colour.BLACK, "W": Colour.WHITE}.get(answer[:1])
    score = f"{side} by {float(answer[2:]):g}" if side else "even"
    return Count(score, tuple(player.ask("final_status_list dead").split()))


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
        verdict, told = Verdict(None), ""
        with self.ours(number) as ours, self.theirs(number) as theirs:
            try:
                while record.result is None:
                    mine = record.position.turn is side
                    begun = time.monotonic()
                    record = record.play((ours if mine else theirs).choose(record))
                    spent[mine] += time.monotonic() - begun
                verdict = self.judge(record, ours, theirs)
            except PlayerError as error:
                told = f"broke off: {error}"
        winner = verdict.outcome.winner if verdict.outcome else None
        points = 0.0 if told else 0.5 if winner is None else float(winner is side)
        played = Played(
            self.name,
            number,
            points,
            None,
            len(record.moves),
            spent[True],
            spent[False],
            f"we were {side}; {told or verdict.outcome}",
            bool(told),
            " ".join(map(str, record.moves)),
        )
        return counted(played, record, verdict.ours, verdict.theirs)

    def count_again(self, played: Played) -> Played:
        """A game that was kept, with our count of today beside theirs of then."""
        start = self.start(played.number // 2)
        record = Record.replay(start.start, played.line.split(), start.rules)
        theirs = Count(played.their_score, tuple(played.their_dead.split()))
        return counted(played, record, our_count(record), theirs)


def counted(played: Played, record: Record, ours: Count | None, theirs: Count | None) -> Played:
    """A game with what both referees say of it."""
    if ours is None or theirs is None:
        return played
    agreed = ours.score == theirs.score
    return replace(
        played,
        agreed=agreed,
        their_score=theirs.score,
        their_dead=" ".join(theirs.dead),
        dispute="" if agreed else f"{record.position}\nthey say {theirs}\nwe say {ours}",
    )


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
