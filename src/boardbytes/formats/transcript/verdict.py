"""A transcript replayed: signatures, turn numbers, legality, the result."""

from __future__ import annotations

from dataclasses import dataclass

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

    `agreed` is the last word that both players signed, `winner` the address of who has won. A fork
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


def verify(transcript: Transcript, preset: str | None = None) -> Verdict:
    """Replay a transcript under its own preset, or another, and say which line fails and why.

    Lines are counted with the header, which is line 1. Does not stop at the first fault. Raises
    SignatureError for a preset that cannot judge words of this layout.
    """
    preset = preset or transcript.preset
    refuse_layout(transcript.layout, preset)
    findings = Findings(NAME)
    old, agreed = transcript.start, None
    outcome: Outcome | None = None
    claims: list[Claim] = []
    record = legal = _record(transcript, preset)
    offsets = offsets_of(transcript)
    for ply, line in enumerate(transcript.words, 1):
        offset = offsets[ply]
        place = _Line(Place(offset, line=ply + 1, ply=ply), findings)
        if outcome is not None:
            place.error("over", f"the game was over: {outcome}")
        signers = read_signers(transcript, line)
        claims += claims_of(transcript, line, signers.values())
        is_agreed = _check_signers(transcript, line, signers, place)
        step = check_step(old, line.word, preset, transcript.layout)
        for reason in step.reasons:
            place.error("step", reason)
        for sentence in step.warnings:
            place.warning("contract", sentence)
        record = _extend(record, transcript, line.word)
        legal = record or legal
        # What comes after the end changes nothing about how it ended.
        outcome = outcome or _outcome(record, line.word, preset)
        agreed = line.word if is_agreed else agreed
        old = line.word
    forks = forks_among(claims)
    for fork in forks:
        second = [line.word for line in transcript.words].index(fork.words[1])
        place = _Line(Place(offsets[second + 1], line=second + 2, ply=second + 1), findings)
        place.error("fork", f"proof of cheating: {fork}")
    winner = outcome.winner if outcome else None
    return Verdict(
        not findings.has_errors,
        findings.problems,
        len(transcript.words),
        agreed,
        outcome,
        transcript.address(winner) if winner else None,
        forks,
        tuple(claims),
        legal,
    )


@dataclass(frozen=True)
class _Line:
    """A line, and where to say what is wrong with it."""

    place: Place
    findings: Findings

    def error(self, code: str, message: str, found: str | None = None) -> None:
        self.findings.extend([Problem(code, self._named(message), self.place, found=found)])

    def warning(self, code: str, message: str) -> None:
        self.findings.extend([warning(code, self._named(message), self.place)])

    def _named(self, message: str) -> str:
        return f"line {self.place.line}: {message}"


def _check_signers(
    transcript: Transcript,
    line: SignedWord,
    signers: dict[str, str | SignatureError],
    place: _Line,
) -> bool:
    """Whether both sides signed; whoever signed but should not have is a problem."""
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
    """The record one word later; None once a word is no legal move from the one before."""
    if record is None:
        return None
    word = WORDS[transcript.layout].read(data)
    try:
        after = position_of(word.pieces, side_after(word.turn))
        return record.play(record.position.move_to(after, record.rules))
    except BoardbytesError:
        return None


def _outcome(record: Record | None, word: bytes, preset: str) -> Outcome | None:
    """How the game stands to have ended: by the rules, or as the contract tells a winner."""
    if preset == "contract":
        winner = winner_of(word, preset)
        return Outcome(winner, Reason.NO_PIECES, preset, SIDES.other(winner)) if winner else None
    return record.result if record else None
