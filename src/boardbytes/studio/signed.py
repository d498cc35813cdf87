"""Signed games on a desk: a transcript is its bytes, and every line is verified as it arrives."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from boardbytes.channel import moving
from boardbytes.channel.signing import address_of, parse_address
from boardbytes.channel.transcript import (
    SignedWord,
    Transcript,
    format_transcript,
    parse_transcript,
)
from boardbytes.channel.verify import Verdict, verify
from boardbytes.errors import FormatError, SignatureError
from boardbytes.formats.word.word import mover_of
from boardbytes.model import Document, Place, Problem, Span
from boardbytes.studio.states import TRANSCRIPT, State

NEW_KEY = "new"
"""Asks for a key that is made and kept here."""


@dataclass(frozen=True)
class Line:
    """A line of a transcript as people see it."""

    number: int
    text: str
    says: str
    problems: tuple[str, ...]


@lru_cache(32)
def judge(data: bytes) -> tuple[Transcript, tuple[Problem, ...], Verdict]:
    """A transcript, what is odd about its lines, and what it proves. Raises FormatError."""
    game, warnings = parse_transcript(data)
    return game, warnings, verify(game)


def read_transcript(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """The game of a transcript as far as its moves are legal, and everything that is wrong."""
    try:
        _, warnings, verdict = judge(data)
    except FormatError as error:
        return None, error.problems
    record = verdict.record
    document = Document.of(None, record) if record else None
    return document, (*warnings, *_placed(data, verdict.problems))


def _placed(data: bytes, problems: tuple[Problem, ...]) -> list[Problem]:
    """Problems with the place of the line that they name."""
    starts = _starts(data)
    return [replace(problem, place=Place(starts.get(_line_of(problem)))) for problem in problems]


def _line_of(problem: Problem) -> int:
    word, _, rest = problem.message.partition(" ")
    number = rest.partition(":")[0]
    return int(number) if word == "line" and number.isdigit() else 0


def _starts(data: bytes) -> dict[int, int]:
    """Where each line begins, by its number from 1."""
    starts, offset = {}, 0
    for number, text in enumerate(data.splitlines(keepends=True), 1):
        starts[number] = offset
        offset += len(text)
    return starts


def explain(data: bytes) -> list[Span]:
    """Every line with what it says; the move it holds is named."""
    starts = _starts(data)
    return [
        Span(
            starts[line.number],
            len(line.text),
            "header" if line.number == 1 else f"line {line.number}",
            line.text[:40],
            line.says,
            ply=line.number - 1 if line.number > 1 else None,
        )
        for line in lines_of(data)
    ]


def lines_of(data: bytes) -> list[Line]:
    """The lines of a transcript, each with what it says and what is wrong with it."""
    texts = data.decode("ascii", "replace").splitlines()
    try:
        game, _, verdict = judge(data)
    except FormatError as error:
        reasons = tuple(str(problem) for problem in error.problems)
        return [Line(number, text, "", reasons) for number, text in enumerate(texts, 1)]
    return [
        Line(number, text, _says(game, verdict, number), _reasons(verdict, number))
        for number, text in enumerate(texts, 1)
    ]


def _reasons(verdict: Verdict, number: int) -> tuple[str, ...]:
    return tuple(str(problem) for problem in verdict.problems if _line_of(problem) == number)


def _says(game: Transcript, verdict: Verdict, number: int) -> str:
    if number == 1:
        return f"game {game.game_id} under {game.preset} rules, words in the {game.layout} layout"
    if number - 2 >= len(game.words):
        return "cut off"
    signed = game.words[number - 2]
    moves = verdict.record.moves if verdict.record else ()
    move = str(moves[number - 2]) if number - 2 < len(moves) else "no legal move"
    side = mover_of(game.turn(signed.word))
    return f"{move}, signed by {side}" + (", countersigned" * bool(signed.countersignature))


def new_game(
    red: str, white: str, layout: str, preset: str, game_id: int
) -> tuple[State, dict[str, bytes]]:
    """A transcript without moves, and the private keys that were made for it, by address."""
    keys: dict[str, bytes] = {}

    def player(given: str) -> str:
        if given != NEW_KEY:
            return parse_address(given)
        key = secrets.token_bytes(32)
        keys[address_of(key)] = key
        return address_of(key)

    game = moving.new_game(game_id, player(red), player(white), layout, preset)
    return state_of(game), keys


def state_of(game: Transcript) -> State:
    return State(TRANSCRIPT, format_transcript(game))


def play(data: bytes, move: str, keys: dict[str, bytes]) -> State:
    """The transcript with one more move, signed by a key that is kept here."""
    game, _ = parse_transcript(data)
    return state_of(moving.play(game, move, _key(game, keys)))


def agree(data: bytes, keys: dict[str, bytes]) -> State:
    """The transcript with its last word signed by the other side, too."""
    game, _ = parse_transcript(data)
    return state_of(moving.agree(game, _key(game, keys)))


def players(data: bytes) -> tuple[str, ...]:
    """The addresses of both sides; of what is no transcript, none."""
    try:
        game, _ = parse_transcript(data)
    except FormatError:
        return ()
    return game.red, game.white


def _key(game: Transcript, keys: dict[str, bytes]) -> bytes:
    address = game.address(moving.side_to_move(game))
    if address not in keys:
        raise SignatureError(f"the key of {address}, who is to move, is not kept here")
    return keys[address]


def append(data: bytes, text: str) -> State:
    """The transcript with lines that came from the other side.

    A whole transcript of the game will do as well, and so will our last line with the other
    side's consent added. Raises FormatError, and nothing is kept, when any line is wrong.
    """
    given = [line.encode("ascii", "replace") + b"\n" for line in text.splitlines() if line.strip()]
    ours = data.splitlines(keepends=True)
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
        raise FormatError(problems, "channel transcript")
    return state_of(game)


def _keeps(words: tuple[SignedWord, SignedWord | None]) -> bool:
    """Whether a word came back as it was, or with the other side's consent added."""
    ours, theirs = words
    if theirs is None:
        return False
    agreed = replace(ours, countersignature=theirs.countersignature)
    return theirs == ours or (ours.countersignature is None and theirs == agreed)
