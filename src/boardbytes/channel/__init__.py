"""Signed games of checkers: words, steps between them, signatures, keys, transcripts."""

from boardbytes.channel.keys import KeyRing
from boardbytes.channel.ledger import Ledger
from boardbytes.channel.signing import sign
from boardbytes.formats.transcript.ethereum import Domain
from boardbytes.formats.transcript.forks import Fork, find_forks
from boardbytes.formats.transcript.signature import Signature, recover
from boardbytes.formats.transcript.transcript import SignedWord, Transcript
from boardbytes.formats.transcript.verdict import Verdict, verify
from boardbytes.formats.word.judging import StepCheck, check_step, layouts_of

__all__ = [
    "Domain",
    "Fork",
    "KeyRing",
    "Ledger",
    "Signature",
    "SignedWord",
    "StepCheck",
    "Transcript",
    "Verdict",
    "check_step",
    "find_forks",
    "layouts_of",
    "recover",
    "sign",
    "verify",
]
