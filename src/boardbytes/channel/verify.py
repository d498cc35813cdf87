"""A transcript replayed: signatures, turn numbers, legality, the result."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.channel.signing import Signature, signer_of
from boardbytes.channel.step import check_step
from boardbytes.channel.transcript import Fork, SignedWord, Transcript, find_forks
from boardbytes.errors import BoardbytesError, SignatureError
from boardbytes.formats.findings import Findings
from boardbytes.formats.word import channel, contract
from boardbytes.formats.word.step import contract_winner
from boardbytes.formats.word.word import mover_of, position_of
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Colour, Outcome, Problem, Reason, Record

_WORDS = {"channel": channel.WORD, "contract": contract.WORD}
_CONTRACT_WINNERS = {1: Colour.RED, 0: Colour.WHITE}
_RECORD_RULES = {"english": "match", "contract": "contract"}


@dataclass(frozen=True)
class Verdict:
    """What a transcript proves: all is well, or which lines are wrong and why.

    `agreed` is the last word that both players signed. A fork proves that someone cheated.
    `record` is the game as far as its moves are legal; None if it has no start.
    """

    ok: bool
    problems: tuple[Problem, ...]
    moves: int
    agreed: bytes | None
    outcome: Outcome | None
    forks: tuple[Fork, ...]
    record: Record | None


def verify(transcript: Transcript, preset: str | None = None) -> Verdict:
    """Replay a transcript under its own preset, or another, and say which line fails and why.

    Lines are counted with the header, which is line 1. Does not stop at the first fault.
    """
    preset = preset or transcript.preset
    findings = Findings("channel transcript")
    old, agreed = transcript.start, None
    outcome: Outcome | None = None
    record = legal = _record(transcript, preset)
    for number, line in enumerate(transcript.words, 2):
        if outcome is not None:
            findings.error("over", f"line {number}: the game was over: {outcome}", None)
        _check_signature(transcript, line, number, findings)
        step = check_step(old, line.word, preset, transcript.layout)
        for reason in step.reasons:
            findings.error("step", f"line {number}: {reason}", None)
        for warning in step.warnings:
            findings.warning("contract", f"line {number}: {warning}", None)
        record = _extend(record, transcript, line.word)
        legal = record or legal
        outcome = _outcome(record, line.word, preset)
        if _is_countersigned(transcript, line):
            agreed = line.word
        old = line.word
    forks = find_forks(transcript)
    for fork in forks:
        findings.error("fork", f"proof of cheating: {fork}", None)
    return Verdict(
        not findings.has_errors,
        findings.problems,
        len(transcript.words),
        agreed,
        outcome,
        forks,
        legal,
    )


def _check_signature(
    transcript: Transcript, line: SignedWord, number: int, findings: Findings
) -> None:
    mover = mover_of(transcript.turn(line.word))
    expected = {"signature": mover, "countersignature": SIDES.other(mover)}
    for name, side in expected.items():
        signature: Signature | None = getattr(line, name)
        if signature is None:
            continue
        try:
            signer = signer_of(line.word, transcript.game_id, signature)
        except SignatureError as error:
            findings.error(name, f"line {number}: {error}", None)
            continue
        if signer != transcript.address(side):
            message = f"line {number}: the {name} must be that of {transcript.address(side)}"
            findings.error(name, message, None, signer)


def _is_countersigned(transcript: Transcript, line: SignedWord) -> bool:
    findings = Findings("countersignature")
    _check_signature(transcript, line, 0, findings)
    return line.countersignature is not None and not findings.has_errors


def _record(transcript: Transcript, preset: str) -> Record | None:
    word = _WORDS[transcript.layout].read(transcript.start)
    try:
        start = position_of(word.pieces, SIDES.other(mover_of(word.turn)))
    except BoardbytesError:
        return None
    return Record(start, rules=_RECORD_RULES[preset])


def _extend(record: Record | None, transcript: Transcript, data: bytes) -> Record | None:
    """The record one word later; None once a word is no legal move from the one before."""
    if record is None:
        return None
    word = _WORDS[transcript.layout].read(data)
    try:
        after = position_of(word.pieces, SIDES.other(mover_of(word.turn)))
        return record.play(record.position.move_to(after, record.rules))
    except BoardbytesError:
        return None


def _outcome(record: Record | None, word: bytes, preset: str) -> Outcome | None:
    """How the game stands to have ended: by the rules, or as the contract tells a winner."""
    if preset == "contract":
        winner = _CONTRACT_WINNERS.get(contract_winner(word))
        return Outcome(winner, Reason.NO_PIECES, preset, SIDES.other(winner)) if winner else None
    return record.result if record else None
