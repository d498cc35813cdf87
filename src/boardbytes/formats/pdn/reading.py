"""A game of PDN as a tree: moves played on the board, variations as children, remarks as notes."""

from __future__ import annotations

import re

from boardbytes.errors import FormatError, MoveError
from boardbytes.formats.loss import words_beside
from boardbytes.formats.pdn.charset import Text
from boardbytes.formats.pdn.fen import BY_LETTER, parse_fen
from boardbytes.formats.pdn.games import MAX_TOKENS, GameText
from boardbytes.formats.pdn.growing import GrowingNode, Line, is_remark
from boardbytes.formats.pdn.heading import RULES, GameFindings, Heading
from boardbytes.formats.pdn.lexer import (
    CLOSE,
    COMMENT,
    DOTS,
    ESCAPE,
    JUNK,
    MOVE,
    NAG,
    NUMBER,
    OPEN,
    RESULT,
    SETUP,
    STRENGTH,
    TAG,
    Token,
    comment_of,
    tag_of,
)
from boardbytes.formats.pdn.movetext import Movetext
from boardbytes.formats.pdn.spans import GameSpans, Piece, RemarkKind
from boardbytes.formats.text import Word, shown
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.model import Colour, Document, GameTree, Outcome
from boardbytes.model.line import advance, begin
from boardbytes.model.step import NO_STEP, Setup, Step
from boardbytes.model.tree import ROOT, Source
from boardbytes.model.vector import Vector

_GAME = (TAG, MOVE, RESULT, SETUP, JUNK)
"""Without any of these there is no game; junk counts, to be reported as such."""

_KINDS = {COMMENT: RemarkKind.COMMENT, ESCAPE: RemarkKind.OTHER}
"""What a remark is; all other words are opinions."""


def read_game(game: GameText, text: Text, findings: GameFindings) -> Document:
    """The document of a game; FormatError if it holds none."""
    if not any(token.kind in _GAME for token in game.tokens):
        findings.error("empty", "there is no game in it", game.start)
        findings.raise_errors()
    if game.is_too_long:
        message = f"a game must have at most {MAX_TOKENS:,} words"
        findings.error("length", message, game.start)
        findings.raise_errors()
    if text.broken is not None and game.start <= text.broken < game.end:
        message = "a character is broken here; the rest is UTF-8"
        findings.warning("character", message, text.broken)
    return _GameReader(game, text, findings).document()


def game_or_error(game: GameText, text: Text) -> Document | FormatError:
    """The document of a game, or the error that says why there is none."""
    try:
        return read_game(game, text, GameFindings())
    except FormatError as error:
        return error


class _GameReader:
    """Reads the tokens of one game; its findings are about this game alone."""

    def __init__(self, game: GameText, text: Text, findings: GameFindings) -> None:
        self.game, self.text, self.findings = game, text, findings
        self.tags = [token for token in game.tokens if token.kind == TAG]
        self.heading = Heading(self.tags, text, findings)
        self.body = Movetext([token for token in game.tokens if token.kind != TAG], findings)
        self.nodes = [GrowingNode(-1, NO_STEP)]
        self.result: Token | None = None
        self.skipped: list[int] = []
        """Where words stand that mean nothing."""
        self.unclosed: list[int] = []
        """Where pieces with a variation that is not closed end."""

    def document(self) -> Document:
        """The game; FormatError, with the game up to there, if a move cannot be played."""
        self.heading.check_game(self.body.main_line())
        start = self.heading.start()
        self.findings.raise_errors()
        here = begin(start, RULES)
        self.main = Line(ROOT, here, ROOT, here, 0)
        self._read()
        last, outcome, source = self.main.here, None, None
        entries = Vector(node.entry for node in self.nodes)
        headers = self.heading.headers
        if not self.findings.has_errors:
            outcome = self.heading.outcome(self.result, last)
            headers = self.heading.headers_with(outcome)
            data = self.text.data[self.game.start : self.game.end]
            spans = self._spans(start, outcome)
            source = Source("pdn", data, entries, headers, spans, self._beside())
        tree = GameTree(start, RULES, headers, outcome, entries, source)
        document = self.findings.finish(Document("pdn", last.position, tree))
        document.__dict__["record"] = tree.record().ending_at(last)
        return document

    def _beside(self) -> tuple[str, ...]:
        """What stands in the text and nowhere in the game."""
        escaped = [token.start for token in self.game.tokens if token.kind == ESCAPE]
        return words_beside(
            {
                ("tag given twice", "tags given twice"): self.heading.repeated,
                ("escaped line", "escaped lines"): escaped,
                ("word that means nothing", "words that mean nothing"): self.skipped,
            }
        )

    def _spans(self, start: CheckersPosition, outcome: Outcome | None) -> GameSpans:
        tags = tuple((tag_of(token)[0], self._piece(token)) for token in self.tags)
        nodes = tuple(node.span for node in self.nodes)
        result = self._piece(self.result) if self.result else None
        return GameSpans(self.text.charset, tags, nodes, result, self._owed(), start, outcome)

    def _owed(self) -> dict[int, str]:
        """What must follow pieces that are not closed, by where they end."""
        owed = {
            token.end: "\n" if not token.text.startswith("{") else "}"
            for token in self.body.tokens
            if is_remark(token) and not (token.text.startswith("{") and token.is_closed)
        }
        for end in self.unclosed:
            owed[end] = owed.get(end, "") + ")"
        return {end - self.game.start: text for end, text in owed.items()}

    def _piece(self, first: Token, last: Token | None = None) -> Piece:
        return first.start - self.game.start, (last or first).end - self.game.start

    def _read(self) -> None:
        """Go through the words; stop at a move that cannot be played."""
        lines, place = [self.main], 0
        while 0 <= place < len(self.body):
            token, line = self.body[place], lines[-1]
            place += 1
            is_main = len(lines) == 1
            if token.kind in (NUMBER, DOTS):
                line.pending.append(token)
            elif token.kind == MOVE:
                place = self._move(lines, place - 1)
            elif token.kind == OPEN:
                self._open(lines, place)
            elif token.kind == CLOSE:
                self._close(lines, token)
            elif token.kind == RESULT and (is_main or place == len(self.body)):
                self.result = self.result or token
                self._loosen(line)
                line.is_fresh = False
            elif token.kind == SETUP:
                self._set_up(line, token)
            elif token.kind == JUNK:
                self._junk(token, place)
            else:
                self._remark(line, token)
        while lines:
            line = lines.pop()
            if line.is_empty_variation:
                self._only_remarks(lines, line, None)
            else:
                self._loosen(line)
            if line.opened and place >= 0:
                message = "the variation that begins here is never closed"
                self.findings.warning("unclosed", message, line.opened.start)

    # Moves.

    def _move(self, lines: list[Line], place: int) -> int:
        """Play the move at a place; the place after it, or -1 where the game cannot go on."""
        line, token = lines[-1], self.body[place]
        try:
            move, colour, end = self._meant(line, place)
            here = advance(line.here, Step(move, colour), RULES)
        except MoveError as error:
            if len(lines) > 1:
                return self._unplayable(lines, place, error)
            ply = line.ply + 1
            self.findings.error("move", str(error), token.start, ply=ply)
            return -1
        first, last = line.pending[0] if line.pending else token, self.body[end - 1]
        node = GrowingNode(line.last, here.step, whole=self._piece(first, last))
        remarks = [token for token in line.pending if token.kind not in (NUMBER, DOTS)]
        node.moved = None if remarks else last.end - self.game.start
        self._add(line, node)
        for remark in remarks:
            self._take(node, remark)
        line.go_on(len(self.nodes) - 1, here)
        return end

    def _meant(self, line: Line, place: int) -> tuple[CheckersMove, Colour | None, int]:
        """The move at a place, who makes it if it is not their turn, and the place after it."""
        token, position = self.body[place], line.position
        if line.is_beginning and not self.body.fits(position, token):
            turned = position.with_turn(CheckersPosition.sides.other(position.turn))
            if line.says_second and self.body.fits(turned, token):
                message = f"{turned.turn} makes the first move; a FEN should say so"
                self.findings.warning("turn", message, token.start, shown(token.text))
                move, end = self.body.meant(turned, place)
                return move, turned.turn, end
            self.heading.check_first(position, self.body.written(token).numbers[0], token)
        move, end = self.body.meant(position, place)
        return move, None, end

    def _add(self, line: Line, node: GrowingNode) -> None:
        """One more node of a line; variations come after the main line, wherever they stand."""
        id, siblings = len(self.nodes), self.nodes[line.last].children
        if line.opened and line.is_empty_variation:
            line.first = id
            node.opens = self._piece(line.opened)
            siblings.append(id)
        else:
            siblings.insert(0, id)
        self.nodes.append(node)

    def _set_up(self, line: Line, token: Token) -> None:
        """Pieces put on the board in the middle of a game: `/FEN "W:W31:B1"/`."""
        match = re.search(r'FEN[ \t]*"?([^"/]*)', token.text)
        fen, offset = (match[1], match.start(1)) if match else ("", 0)
        # Only a side to move: it passes.
        passed = re.fullmatch(r"\s*([WB]):\s*:?\s*", fen.upper())
        if passed:
            setup = Setup((), BY_LETTER[passed[1]])
        else:
            wanted = parse_fen(Word(token.start + offset, fen), self.findings)
            setup = line.position.setup_to(wanted)
        here = advance(line.here, Step(setup=setup), RULES)
        self._add(line, GrowingNode(line.last, here.step, whole=self._piece(token)))
        line.go_on(len(self.nodes) - 1, here)

    def _junk(self, token: Token, place: int) -> None:
        """A word that means nothing: an error, unless it stands after the moves or is a brace."""
        last = self.body.last_move
        is_behind = place > last and (last >= 0 or "fen" in self.heading)
        if not is_behind and token.text != "}":
            message = "there must be a move, a comment, a variation or a result here"
            self.findings.error("token", message, token.start, shown(token.text))
            self.findings.raise_errors()
        message = "this means nothing in PDN and is skipped"
        self.findings.once("token", message, token, shown(token.text))
        self.skipped.append(token.start)

    # Variations.

    def _open(self, lines: list[Line], place: int) -> None:
        """Begin a variation: it replaces the last move, or else goes on from it."""
        line, token = lines[-1], self.body[place - 1]
        self._loosen(line)
        line.is_fresh = False
        first = next((word for word in self.body.line(place) if word.kind == MOVE), None)
        instead = line.instead(token)
        fits_before = first is not None and self.body.fits(instead.position, first)
        if not first or fits_before or not line.ply or not self.body.fits(line.position, first):
            lines.append(instead)
            return
        lines.append(line.onward(token))
        message = "a variation should replace the move before it; this one continues it"
        self.findings.once("variation", message, token)

    def _close(self, lines: list[Line], token: Token) -> None:
        line = lines[-1]
        if line.opened is None:
            self.findings.warning("bracket", "there is no variation to close here", token.start)
            return
        lines.pop()
        if line.first is not None:
            self._loosen(line)
            self.nodes[line.first].closes = self._piece(token)
            return
        self._only_remarks(lines, line, token)

    def _only_remarks(self, lines: list[Line], line: Line, closed: Token | None) -> None:
        """Keep a variation without a move: its remarks are about the move that it would replace."""
        assert line.opened is not None
        assert line.outer is not None
        outer = line.outer
        node, last = self.nodes[outer.last], closed or self.body[len(self.body) - 1]
        for remark in line.pending:
            self._take(node, remark)
        # Inside another that has no move either, it is a part of that one's piece.
        if outer is lines[-1]:
            node.late.append(self._piece(line.opened, last))
        if closed is None:
            self.unclosed.append(last.end)

    def _unplayable(self, lines: list[Line], place: int, error: MoveError) -> int:
        """Keep the rest of a variation as it stands, since it cannot be played."""
        line, bad = lines[-1], self.body[place]
        message = f"the rest of a variation cannot be played: {error}"
        self.findings.warning("variation", message, bad.start)
        first, end = line.pending[0] if line.pending else bad, self.body.end_of_line(place)
        line.pending = []
        if line.opened and line.is_empty_variation:
            lines.pop()
            first, end = line.opened, min(end + 1, len(self.body))
            if self.body[end - 1].kind != CLOSE:
                self.unclosed.append(self.body[end - 1].end)
        node, last = self.nodes[lines[-1].last], self.body[end - 1]
        node.remarks.verbatim.append(self.text.said(first.start, last.end))
        node.late.append(self._piece(first, last))
        return end

    # Remarks.

    def _remark(self, line: Line, token: Token) -> None:
        """Something beside a move: the one before, or the one whose number stands before it."""
        if line.is_empty_variation or (is_remark(token) and line.pending):
            line.pending.append(token)
            return
        self._place(line, token)
        self._take(self.nodes[line.last], token)

    def _place(self, line: Line, token: Token) -> None:
        """Make a remark a part of the last move's piece, or one of its own after variations."""
        node = self.nodes[line.last]
        is_after_tags = not self.tags or token.start > self.tags[-1].start
        if line.is_fresh and is_after_tags:
            start, end = self._piece(token)
            node.whole = node.whole[0] if node.whole else start, end
            node.places.append((_KINDS.get(token.kind, RemarkKind.OPINION), (start, end)))
        else:
            node.late.append(self._piece(token))

    def _take(self, node: GrowingNode, token: Token) -> None:
        if token.kind == COMMENT:
            said = self.text.said(*comment_of(token))
            node.remarks.add_comment(said, node.step.colour)
            if not token.is_closed:
                message = "the comment that begins here is never closed"
                self.findings.warning("unclosed", message, token.start)
        elif token.kind in (NAG, STRENGTH, RESULT):
            node.remarks.add_opinion(self.text.said(token.start, token.end))

    def _loosen(self, line: Line) -> None:
        """Remarks after a number that no move follows are about the move before."""
        for token in filter(is_remark, line.pending):
            self._place(line, token)
            self._take(self.nodes[line.last], token)
        line.pending = []
