"""PDN as spans: every token with its meaning, its squares and its move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from boardbytes.formats.pdn import lexer
from boardbytes.formats.pdn.charset import Text, text_of
from boardbytes.formats.pdn.fen import explain_fen
from boardbytes.formats.pdn.games import split_games
from boardbytes.formats.pdn.lexer import CLOSE, MOVE, OPEN, SETUP, TAG, Token, squares_of, tag_of
from boardbytes.formats.text import EXPLAINED, MOST_SPANS, Word, shown
from boardbytes.games.checkers.board import SQUARES
from boardbytes.model import Span

_MEANINGS = {
    lexer.TAG: "something about the game",
    lexer.NUMBER: "the number of the move that follows",
    lexer.DOTS: "the second side moves",
    lexer.MOVE: "a move",
    lexer.RESULT: 'how it ended; the score of red ("Black" in this format) first',
    lexer.COMMENT: "a comment",
    lexer.ESCAPE: "a line that programs are to skip",
    lexer.OPEN: "moves that were not played begin",
    lexer.CLOSE: "moves that were not played end",
    lexer.NAG: "an opinion about the move before",
    lexer.STRENGTH: "an opinion about the move before",
    lexer.SETUP: "pieces put on the board by hand",
    lexer.JUNK: "not part of PDN",
}


def explain(data: bytes) -> list[Span]:
    """Every token with its meaning, of the first megabyte.

    Moves of variations name their squares; only those of the first game's main line are moves of
    the record.
    """
    text = text_of(data[:EXPLAINED])
    spans = (
        span
        for index, game in enumerate(split_games(text.signs))
        for span in _explain_game(game.tokens, text, is_first=index == 0)
    )
    return list(islice(spans, MOST_SPANS))


def _explain_game(game: tuple[Token, ...], text: Text, *, is_first: bool) -> Iterator[Span]:
    ply = depth = 0
    for token in _joined(game):
        span = _span(token, text)
        depth = max(0, depth + (token.kind == OPEN) - (token.kind == CLOSE))
        fen = _fen(token)
        if token.kind == MOVE:
            is_main = is_first and not depth
            ply += is_main
            yield replace(span, points=_squares(token), ply=ply if is_main else None)
        elif fen:
            yield replace(span, size=fen[0] - token.start)
            yield from explain_fen(Word(fen[0], text.said(*fen)))
        else:
            yield span


def _joined(game: tuple[Token, ...]) -> Iterator[Token]:
    """The tokens; a jump that is written as several moves is one: it goes on where it landed."""
    held: Token | None = None
    for token in game:
        if held and token.kind == MOVE and _squares(held)[-1:] == _squares(token)[:1] != ():
            text = held.text + token.text[len(_squares(token)[0]) :]
            held = held._replace(end=token.end, text=text)
            continue
        if held:
            yield held
        held = token if token.kind == MOVE else None
        if not held:
            yield token
    if held:
        yield held


def _fen(token: Token) -> tuple[int, int] | None:
    """Between which places a token holds a position."""
    if token.kind == TAG and tag_of(token)[0].upper() == "FEN" and "\\" not in token.text:
        _, start, end = tag_of(token)
        return start, end
    match = re.search(r'"([^"]+)"', token.text) if token.kind == SETUP else None
    return (token.start + match.start(1), token.start + match.end(1)) if match else None


def _span(token: Token, text: Text) -> Span:
    said = shown(text.said(token.start, token.end))
    return Span(token.start, token.end - token.start, token.kind, said, _MEANINGS[token.kind])


def _squares(token: Token) -> tuple[str, ...]:
    numbers = squares_of(token.text)
    if numbers is None or not all(1 <= number <= SQUARES for number in numbers):
        return ()
    return tuple(map(str, numbers))
