"""A transcript replayed: signatures, turn numbers, legality, the result."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import datetime

from boardbytes.errors import BoardbytesError, SignatureError
from boardbytes.formats.findings import Findings
from boardbytes.formats.transcript.forks import Claim, Fork, claims_of, forks_among, read_signers
from boardbytes.formats.transcript.transcript import (
    NAME,
    SignedWord,
    Transcript,
    offsets_of,
    refuse_layout,
)
from boardbytes.formats.word import channel, contract
from boardbytes.formats.word.judging import check_step, side_after, winner_of
from boardbytes.formats.word.word import position_of
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Outcome, Place, Problem, Reason, Record
from boardbytes.model.problem import warning

WORDS = {"channel": channel.WORD, "contract": contract.WORD}
RULES = {"english": "match", "contract": "contract"}
"""The rules of checkers under which a game of each preset is played."""


@dataclass(frozen=True)
class Verdict:
    """What a transcript proves: all is well, or which lines are wrong and why.

    `agreed` is the last word that both players signed, `winner` the winner's address. A fork
    proves that someone cheated; `claims` is what the signatures prove. `record` is the game as far
    as its moves are legal; None if it has no start.
    """

    ok: bool
    problems: tuple[Problem, ...]
    moves: int
    agreed: bytes | None
    outcome: Outcome | None
    winner: str | None
    forks: tuple[Fork, ...]
    claims: tuple[Claim, ...]
    record: Record | None


class Verifier:
    """A transcript judged line by line, under its own preset or another, as it grows.

    Begins with the header alone: words that the transcript has are not looked at. Raises
    SignatureError for a preset that cannot judge words of this layout.
    """

    def __init__(self, transcript: Transcript, preset: str | None = None) -> None:
        self._game, self._preset = transcript, preset or transcript.preset
        refuse_layout(transcript.layout, self._preset)
        self.findings = Findings(NAME)
        self.moves = 0
        self.agreed: bytes | None = None
        self.outcome: Outcome | None = None
        self.claims: list[Claim] = []
        self._last = transcript.start
        self._time: datetime | None = None
        self._record = self.legal = _record(transcript, self._preset)

    def copy(self) -> Verifier:
        """Another one that knows the same, so that a line can be tried."""
        other = copy(self)
        other.findings = Findings(NAME)
        other.claims = list(self.claims)
        return other

    def add(self, line: SignedWord, offset: int) -> tuple[Problem, ...]:
        """What is wrong with the next line, which begins at this byte."""
        known = len(self.findings.problems)
        game, self.moves = self._game, self.moves + 1
        place = _Line(Place(offset, line=self.moves + 1, ply=self.moves), self.findings)
        if self.outcome is not None:
            place.error("over", f"the game was over: {self.outcome}")
        signers = read_signers(game, line)
        self.claims += claims_of(game, line, signers.values())
        is_agreed = _check_signers(game, line, signers, place)
        if earlier := _earlier(self._time, line.time):
            place.warning("time", f"the time is earlier than {earlier}, that of a line before")
        self._time = _later(self._time, line.time)
        step = check_step(self._last, line.word, self._preset, game.layout)
        for reason in step.reasons:
            place.error("step", reason)
        for sentence in step.warnings:
            place.warning("contract", sentence)
        self._record = _extend(self._record, game, line.word)
        self.legal = self._record or self.legal
        # What comes after the end changes nothing about how it ended.
        self.outcome = self.outcome or _outcome(self._record, line.word, self._preset)
        self.agreed = line.word if is_agreed else self.agreed
        self._last = line.word
        return self.findings.problems[known:]


def verify(transcript: Transcript, preset: str | None = None) -> Verdict:
    """Replay a transcript under its own preset, or another, and say which line fails and why.

    Lines are counted with the header, which is line 1. Does not stop at the first fault. Raises
    SignatureError for a preset that cannot judge words of this layout.
    """
    judged = Verifier(transcript, preset)
    offsets = offsets_of(transcript)
    for line, offset in zip(transcript.words, offsets[1:], strict=False):
        judged.add(line, offset)
    findings, forks = judged.findings, forks_among(judged.claims)
    for fork in forks:
        second = [line.word for line in transcript.words].index(fork.words[1])
        place = _Line(Place(offsets[second + 1], line=second + 2, ply=second + 1), findings)
        place.error("fork", f"proof of cheating: {fork}")
    winner = judged.outcome.winner if judged.outcome else None
    return Verdict(
        not findings.has_errors,
        findings.problems,
        len(transcript.words),
        judged.agreed,
        judged.outcome,
        transcript.address(winner) if winner else None,
        forks,
        tuple(judged.claims),
        judged.legal,
    )


def time_of(text: str | None) -> datetime | None:
    """The time of a line, where it says one that can be compared: ISO 8601 with its zone."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo else None


def _earlier(latest: datetime | None, text: str | None) -> datetime | None:
    """The latest time so far, if a line says that it was signed before that."""
    now = time_of(text)
    return latest if latest is not None and now is not None and now < latest else None


def _later(latest: datetime | None, text: str | None) -> datetime | None:
    return max((time for time in (latest, time_of(text)) if time is not None), default=None)


@dataclass(frozen=True)
class _Line:
    """A line, and where to say what is wrong with it."""

    place: Place
    findings: Findings

    def error(self, code: str, message: str, found: str | None = None) -> None:
        self.findings.extend([Problem(code, message, self.place, found=found)])

    def warning(self, code: str, message: str) -> None:
        self.findings.extend([warning(code, message, self.place)])


def _check_signers(
    transcript: Transcript,
    line: SignedWord,
    signers: dict[str, str | SignatureError],
    place: _Line,
) -> bool:
    """Whether both sides signed; anyone who signed but should not have is a problem."""
    expected = transcript.signers(line.word)
    for role, signer in signers.items():
        if isinstance(signer, SignatureError):
            place.error(role, str(signer))
        elif signer != expected[role]:
            place.error(role, f"the {role} must be that of {expected[role]}", signer)
    return signers == expected


def _record(transcript: Transcript, preset: str) -> Record | None:
    word = WORDS[transcript.layout].read(transcript.start)
    try:
        start = position_of(word.pieces, side_after(word.turn))
    except BoardbytesError:
        return None
    return Record(start, rules=RULES[preset])


def _extend(record: Record | None, transcript: Transcript, data: bytes) -> Record | None:
    """The record one word later; None once a word is not a legal move from the one before."""
    if record is None:
        return None
    word = WORDS[transcript.layout].read(data)
    try:
        after = position_of(word.pieces, side_after(word.turn))
        return record.play(record.position.move_to(after, record.rules))
    except BoardbytesError:
        return None


def _outcome(record: Record | None, word: bytes, preset: str) -> Outcome | None:
    """How the game has ended, if it has: by the rules, or as the contract names a winner."""
    if preset == "contract":
        winner = winner_of(word, preset)
        return Outcome(winner, Reason.NO_PIECES, preset, SIDES.other(winner)) if winner else None
    return record.result if record else None
