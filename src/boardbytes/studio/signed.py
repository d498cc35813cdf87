"""Signed games on a desk: their lines, who has won, and everything that signs.

Keys are those of the key ring, and its ledger is asked before every signature: a desk that is given
an older file, or whose bytes are changed, cannot make a key sign a second word for a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from boardbytes.channel import moving
from boardbytes.channel.keys import KeyRing
from boardbytes.errors import FormatError
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.formats.transcript.explaining import said
from boardbytes.formats.transcript.lines import split_lines
from boardbytes.formats.transcript.transcript import (
    NAME,
    SignedWord,
    Transcript,
    format_transcript,
    parse_transcript,
    refuse_layout,
)
from boardbytes.formats.transcript.verdict import Verdict, verify
from boardbytes.formats.word.word import mover_of
from boardbytes.model import Problem
from boardbytes.studio.rule_words import rule_title
from boardbytes.studio.states import State

NEW_KEY = "new"
"""Stands for a key that is to be made and kept here."""


@dataclass(frozen=True)
class Line:
    """A line of a transcript as people see it."""

    number: int
    text: str
    says: str
    problems: tuple[str, ...]


@lru_cache(32)
def judge(data: bytes) -> tuple[Transcript, Verdict]:
    """A transcript, and what it proves. Raises FormatError."""
    game, _ = parse_transcript(data)
    return game, verify(game)


def lines_of(data: bytes) -> list[Line]:
    """The lines of a transcript, each with what it says and what is wrong with it."""
    game, verdict = judge(data)
    return [
        Line(
            line.number,
            line.text.decode("ascii", "replace"),
            _says(game, verdict, line.number),
            tuple(str(each) for each in verdict.problems if each.place.line == line.number),
        )
        for line in split_lines(data)
    ]


def _says(game: Transcript, verdict: Verdict, number: int) -> str:
    if number == 1:
        return f"the game begins: {rule_title('checkers', game.preset)}"
    if number - 2 >= len(game.words):
        return "cut off"
    signed = game.words[number - 2]
    move = (said(game, verdict, number, "word") or "").partition(" plays ")[2]
    side = mover_of(game.turn(signed.word))
    return f"{move}, signed by {side}" + (", countersigned" * bool(signed.countersignature))


def new_game(
    red: str, white: str, layout: str, preset: str, game_id: int | None, ring: KeyRing
) -> State:  # fmt: skip
    """A transcript without moves; keys that are asked for are made and kept in the ring."""
    # What is impossible is refused before keys are made for it.
    refuse_layout(layout, preset)
    players = [ring.make() if given == NEW_KEY else parse_address(given) for given in (red, white)]
    return state_of(moving.new_game(players[0], players[1], layout, preset, game_id))


def state_of(game: Transcript) -> State:
    return State(NAME, format_transcript(game))


def play(data: bytes, move: str, ring: KeyRing) -> State:
    """The transcript with one more move, signed by a key that is kept here."""
    game = moving.parse_whole(data)
    return state_of(moving.play(game, move, _key(game, ring), ring.ledger))


def agree(data: bytes, ring: KeyRing) -> State:
    """The transcript with its last word also signed by the other side."""
    game = moving.parse_whole(data)
    return state_of(moving.agree(game, _key(game, ring), ring.ledger))


def _key(game: Transcript, ring: KeyRing) -> bytes:
    return ring.key(game.address(moving.side_to_move(game)))


def players(data: bytes) -> tuple[str, ...]:
    """The addresses of both sides; none if this is not a transcript."""
    try:
        game, _ = parse_transcript(data)
    except FormatError:
        return ()
    return game.red, game.white


def append(data: bytes, text: str) -> State:
    """The transcript with lines that came from the other side.

    A whole transcript of the game will do as well, and so will our last line with the other
    side's consent added. Raises FormatError, and nothing is kept, when any line is wrong.
    """
    lines = text.encode("ascii", "replace").split(b"\n")
    given = [line.strip() + b"\n" for line in lines if line.strip()]
    ours = [line.text + b"\n" for line in split_lines(data)]
    if given[:1] == ours[:1]:
        return _verified(data, given)
    try:
        return _verified(data, [*ours, *given])
    except FormatError as error:
        try:
            return _verified(data, [*ours[:-1], *given])
        except FormatError:
            raise error from None


def _verified(before: bytes, lines: list[bytes]) -> State:
    """A transcript all of whose lines are right, and that keeps all that was signed before."""
    game, warnings = parse_transcript(b"".join(lines))
    known, _ = parse_transcript(before)
    problems = (*warnings, *verify(game).problems)
    if not all(map(_keeps, zip_longest(known.words, game.words[: len(known.words)]))):
        taken_back = Problem("taken-back", "what was signed before must still be there")
        problems = (*problems, taken_back)
    if any(problem.is_error for problem in problems):
        raise FormatError(problems, NAME)
    return state_of(game)


def _keeps(words: tuple[SignedWord, SignedWord | None]) -> bool:
    """Whether a word came back as it was, or with the other side's consent added."""
    ours, theirs = words
    if theirs is None:
        return False
    agreed = replace(ours, countersignature=theirs.countersignature)
    return theirs == ours or (ours.countersignature is None and theirs == agreed)
