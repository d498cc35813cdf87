"""PDN as spans: every token with its meaning, its squares and its move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from boardbytes.errors import InvalidMoveError
from boardbytes.formats.findings import Findings
from boardbytes.formats.pdn.fen import explain_fen
from boardbytes.formats.pdn.text import (
    COMMENT,
    MARK,
    MOVE,
    NUMBER,
    RESULT,
    TAG,
    VARIATION,
    Token,
    split_games,
    tag_of,
    unicode_of,
)
from boardbytes.formats.text import EXPLAINED, MOST_SPANS, Word, shown
from boardbytes.games.checkers.notation import parse_move
from boardbytes.model import Span

_MEANINGS = {
    TAG: "something about the game",
    NUMBER: "the number of the move that follows",
    MOVE: "a move",
    RESULT: 'how it ended; the score of red ("Black" in this format) first',
    COMMENT: "a comment",
    VARIATION: "moves that were not played",
    MARK: "an opinion about the move before",
}


def explain(data: bytes) -> list[Span]:
    """Every token with its meaning, of the first megabyte.

    Only the first game, which is the one that is read, has squares and moves.
    """
    games = enumerate(split_games(data[:EXPLAINED], Findings("pdn")))
    spans = (
        span
        for index, game in games
        for span in (_explain_game(game) if index == 0 else map(_span, game))
    )
    return list(islice(spans, MOST_SPANS))


def _explain_game(game: list[Token]) -> Iterator[Span]:
    ply = 0
    for token in game:
        if token.kind == MOVE:
            ply += 1
            yield replace(_span(token), points=_squares(token), ply=ply)
        elif token.kind == TAG and tag_of(token)[0] == "FEN" and "\\" not in token.text:
            start = token.text.find('"') + 1
            yield replace(_span(token), size=start)
            yield from explain_fen(Word(token.offset + start, tag_of(token)[1]))
        else:
            yield _span(token)


def _span(token: Token) -> Span:
    text = shown(unicode_of(token.text))
    return Span(token.offset, token.size, token.kind, text, _MEANINGS[token.kind])


def _squares(token: Token) -> tuple[str, ...]:
    try:
        return parse_move(token.text).points
    except InvalidMoveError:
        return ()
