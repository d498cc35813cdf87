"""Every member of every line of a transcript with what it says."""

from __future__ import annotations

import re

from boardbytes.errors import FormatError
from boardbytes.formats.text import EXPLAINED, shown
from boardbytes.formats.transcript.forks import read_signers
from boardbytes.formats.transcript.lines import Line, split_lines
from boardbytes.formats.transcript.transcript import MARK, Transcript, parse_transcript
from boardbytes.formats.transcript.verdict import Verdict, verify
from boardbytes.formats.word.word import mover_of
from boardbytes.model import Span

_MEMBER = re.compile(rb'"([a-z_-]{1,20})": ("[^"\\]*"|[0-9]+)')

_HEADER = {
    MARK: "a signed game, in this version of the format",
    "game_id": "the number of the game, a part of all that is signed",
    "red": "the address of the side that moves first",
    "white": "the address of the side that moves second",
    "black": "the address of white, which the first version called black",
    "layout": "how the words are laid out",
    "preset": "the rules by which they are judged",
    "start": "the word before the first move",
    "chain_id": "the chain on which the signatures count",
    "contract": "the contract for which they count: they are typed data, EIP-712",
    "check": "the first 16 digits of the SHA-256 of this line",
}
_LINE = {
    "word": "the position, and the move that led there",
    "signature": "of the side that moved",
    "countersignature": "of the other side, which agreed",
    "time": "when it was signed, as the signer says",
    "check": "the first 16 digits of the SHA-256 of the check before and this line",
}


def explain(data: bytes) -> list[Span]:
    """Every member of every line, even if it is damaged; then less is known about it."""
    game, verdict = _judged(data)
    spans: list[Span] = []
    for line in split_lines(data[:EXPLAINED]):
        members = list(_MEMBER.finditer(line.text))
        if members:
            spans += (_span(line, member, game, verdict) for member in members)
        elif line.text:
            spans.append(_unread(line))
    return spans


def _judged(data: bytes) -> tuple[Transcript | None, Verdict | None]:
    try:
        game, _ = parse_transcript(data)
    except FormatError:
        return None, None
    return game, verify(game)


def _unread(line: Line) -> Span:
    text = shown(line.text[:40].decode("latin-1"))
    return Span(
        line.offset, len(line.text), f"line {line.number}", text, "not a line of a transcript"
    )


def _span(
    line: Line, member: re.Match[bytes], game: Transcript | None, verdict: Verdict | None
) -> Span:  # fmt: skip
    name, value = member[1].decode("ascii"), member[2].decode("latin-1").strip('"')
    is_header = line.number == 1
    meaning = (_HEADER if is_header else _LINE).get(name, "not known here")
    points: tuple[str, ...] = ()
    ply = None
    if not is_header and game and verdict and line.number - 2 < len(game.words):
        moves = verdict.record.moves if verdict.record else ()
        if name == "word" and line.number - 2 < len(moves):
            points, ply = moves[line.number - 2].points, line.number - 1
        meaning = said(game, verdict, line.number, name) or meaning
    return Span(
        line.offset + member.start(),
        len(member[0]),
        name if is_header else f"line {line.number} {name}",
        shown(value[:40]),
        meaning,
        points,
        ply,
    )


def said(game: Transcript, verdict: Verdict, number: int, name: str) -> str | None:
    """What a member of a line says: the move of a word, the maker of a signature."""
    index = number - 2
    line = game.words[index]
    if name == "word":
        moves = verdict.record.moves if verdict.record else ()
        move = str(moves[index]) if index < len(moves) else "no legal move"
        return f"{mover_of(game.turn(line.word))} plays {move}"
    signer = read_signers(game, line).get(name)
    if signer is None:
        return None
    if not isinstance(signer, str):
        return str(signer)
    return f"made by {game.side(signer) or 'neither side'}, {signer}"
