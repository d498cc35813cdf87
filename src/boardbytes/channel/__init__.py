"""Signed games of checkers: words, steps between them, signatures, transcripts."""

from boardbytes.channel.signing import Signature, recover, sign
from boardbytes.channel.step import StepCheck, check_step, layouts_of
from boardbytes.channel.transcript import SignedWord, Transcript, find_forks
from boardbytes.channel.verify import Verdict, verify

__all__ = [
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
