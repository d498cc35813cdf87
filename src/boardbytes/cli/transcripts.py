"""Reading the transcript of a signed game; an error names the file."""

from __future__ import annotations

from boardbytes.channel.moving import parse_whole
from boardbytes.cli.common import named
from boardbytes.errors import FormatError
from boardbytes.formats import read
from boardbytes.formats.transcript.transcript import NAME, Transcript, parse_transcript
from boardbytes.model import Problem


def load(file: str) -> tuple[Transcript, tuple[Problem, ...]]:
    """The transcript in a file, and warnings."""
    try:
        return parse_transcript(read(file, NAME))
    except FormatError as error:
        raise named(error, file) from None


def load_whole(file: str) -> Transcript:
    """The transcript in a file that is about to be signed; SignatureError for any warning."""
    try:
        return parse_whole(read(file, NAME))
    except FormatError as error:
        raise named(error, file) from None
