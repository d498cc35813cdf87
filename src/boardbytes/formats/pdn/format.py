"""`pdn`: games of English draughts in Portable Draughts Notation, with all that people write there.

`decode` reads the first game of a file, `games` reads them all, each on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import (
    HEADERS,
    MOVES,
    OUT_OF_TURN,
    PROPERTIES,
    RESULT,
    SETUP,
    VARIATIONS,
    with_place,
)
from boardbytes.formats.pdn.annotations import SIGNS
from boardbytes.formats.pdn.charset import text_of
from boardbytes.formats.pdn.explaining import explain
from boardbytes.formats.pdn.games import split_games
from boardbytes.formats.pdn.heading import GameFindings
from boardbytes.formats.pdn.reading import game_or_error, read_game
from boardbytes.formats.pdn.tags import tag_for
from boardbytes.formats.pdn.writing import write_game
from boardbytes.formats.word.word import checkers_position
from boardbytes.model import Document, GameTree, Notes, Span
from boardbytes.model.headers import words_for

MAX_SIZE = 16 * 1024 * 1024

_SKIPPED = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|%[^\r\n]*|;[^\r\n]*|\{[^}]*\})*")
_NUMBERED = re.compile(
    rb"0*1\s*\.[.\s]*(?:\{[^}]*\}\s*)?(?:\d{1,2}\s?[-xX:]\s?\d{1,2}\b|[a-h]\d[-x:]?[a-h]\d)"
)
_MOVE = re.compile(rb"(?:\d{1,2}[-xX:]\d{1,2})(?:\s+\d{1,2}[-xX:]\d{1,2}|\s*$)")
_TAG = re.compile(rb"\[\s*[A-Za-z]\w*[\s\"]")
_QUOTED_TAG = re.compile(rb'\[\s*\w+\s*"')
_OURS = re.compile(rb'\[(?:GameType\s*"\d|FEN\s*"[WBwb?]:\s*[WBwb])')
_MOVES = re.compile(rb"(?:^|\s)\d+\s*\.[.\s]*(?:\d{1,2}\s?[-xX:]\s?\d{1,2}\b|[a-h]\d[-x:][a-h]\d)")


def _has_odd_opinion(notes: Notes) -> bool:
    return any(opinion not in SIGNS for opinion in notes.judgements)


def _has_moves_left(notes: Notes) -> bool:
    return any(clock.moves_left is not None for clock in notes.clocks)


class PdnFormat(Format):
    """Portable Draughts Notation."""

    name = "pdn"
    title = "Portable Draughts Notation"
    game = "checkers"
    suffixes = (".pdn",)
    max_size = MAX_SIZE
    separator = b"\n"
    holds = frozenset(
        {MOVES, VARIATIONS, OUT_OF_TURN, SETUP, RESULT, HEADERS, PROPERTIES}
        | {"comment", "judgements", "clocks", "figures"}
    )

    def decode(self, data: bytes) -> Document:
        """The first game of a file; a warning tells of others."""
        findings = GameFindings()
        self._check_size(data, findings)
        text = text_of(data)
        found = split_games(text.signs)
        first, others = next(found), [game.start for game in found]
        if others:
            message = f"only the first of {len(others) + 1} games is read"
            findings.warning("games", message, others[0])
        return read_game(first, text, findings)

    def games(self, data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
        """Every game of a file; in place of one that cannot be read, the error that says why.

        Only one game at a time is held; those that are skipped are not replayed.
        """
        try:
            self._check_size(data, GameFindings())
        except FormatError as error:
            yield error
            return
        text = text_of(data)
        for index, game in enumerate(split_games(text.signs)):
            if index >= skip:
                yield game_or_error(game, text)

    def _check_size(self, data: bytes, findings: Findings) -> None:
        if len(data) > MAX_SIZE:
            findings.error("length", f"a file must have at most {MAX_SIZE:,} bytes", MAX_SIZE)
            findings.raise_errors()

    def encode(self, document: Document) -> bytes:
        """The game of a document; of a position alone, a game without moves from there."""
        start = checkers_position(document.start, "PDN")
        return write_game(document.tree or GameTree(start))

    def losses(self, document: Document) -> list[str]:
        """Headers whose names cannot be tags; opinions and clocks that PDN has no way to write."""
        tree = document.tree
        if tree is None:
            return []
        lost = [words_for(name) for name in tree.headers if tag_for(name) is None]
        kinds = {"some opinions": _has_odd_opinion, "the moves left on clocks": _has_moves_left}
        noted = [node for node in tree.nodes() if node.notes]
        for words, has in kinds.items():
            ids = [node.id for node in noted if has(node.notes)]
            lost += [with_place(words, tree, ids)] if ids else []
        return lost

    def explain(self, data: bytes) -> list[Span]:
        return explain(data)

    def likeness(self, data: bytes) -> float:
        """Likely with tags or a first move number before a draughts move, or a draughts FEN."""
        head = data[:8192]
        head = head[_SKIPPED.match(head).end() :]  # type: ignore[union-attr]
        if _NUMBERED.match(head):
            return 0.8
        if not head.startswith(b"["):
            return 0.6 if _MOVE.match(head) else 0.0
        if not _TAG.match(head):
            return 0.0
        is_ours = _OURS.search(head) or _MOVES.search(head)
        return 0.9 if is_ours else 0.5 if _QUOTED_TAG.match(head) else 0.0


FORMAT = PdnFormat()
