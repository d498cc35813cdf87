"""A game of PDN as a tree: moves played on the board, variations as children, remarks as notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from boardbytes.errors import FormatError, MoveError
from boardbytes.formats.findings import Findings
from boardbytes.formats.pdn import tags as pdn_tags
from boardbytes.formats.pdn.annotations import Remarks
from boardbytes.formats.pdn.charset import Text
from boardbytes.formats.pdn.fen import parse_fen
from boardbytes.formats.pdn.games import GameText
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
    RESULTS,
    SETUP,
    STRENGTH,
    TAG,
    Token,
    comment_of,
    is_quoted,
    squares_of,
    tag_of,
    unescaped,
)
from boardbytes.formats.pdn.moves import Written, fitting, goes_on, settle
from boardbytes.formats.pdn.spans import GameSpans, NodeSpan, Piece
from boardbytes.formats.text import Word, shown
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.board import SQUARES
from boardbytes.model import Colour, Document, GameTree, Outcome
from boardbytes.model.headers import Headers
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.step import NO_STEP, Setup, Step
from boardbytes.model.tree import ROOT, Entry, Source
from boardbytes.model.vector import Vector

RULES = CheckersPosition.find_rules("standard")


@dataclass
class _Node:
    """A node that is being read."""

    parent: int
    step: Step
    children: list[int] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    whole: Piece | None = None
    moved: int | None = None
    opens: Piece | None = None
    closes: Piece | None = None
    late: list[Piece] = field(default_factory=list)

    @property
    def span(self) -> NodeSpan:
        return NodeSpan(self.whole, self.moved, self.opens, self.closes, tuple(self.late))


@dataclass
class _Line:
    """A line of play that is open: the node it came to, and the one before that."""

    last: int
    here: Reached
    before: int
    there: Reached
    ply: int
    opened: Token | None = None
    """The bracket of a variation."""
    first: int | None = None
    """Its first node, once there is one."""
    pending: list[Token] = field(default_factory=list)
    """A number, and remarks before a move."""
    is_fresh: bool = True
    """Whether remarks still stand next to the last move, with no variation between."""

    @property
    def is_beginning(self) -> bool:
        """Whether no move of the game has been played."""
        return not self.ply and self.opened is None

    def go_on(self, id: int, here: Reached) -> None:
        """Come to the next node."""
        self.before, self.there = self.last, self.here
        self.last, self.here = id, here
        self.ply += here.step.move is not None
        self.pending, self.is_fresh = [], True


class GameReader:
    """Reads the tokens of one game; its findings are about this game alone."""

    def __init__(self, game: GameText, text: Text, findings: Findings) -> None:
        self.game, self.text, self.findings = game, text, findings
        self.tags = [token for token in game.tokens if token.kind == TAG]
        self.body = [token for token in game.tokens if token.kind != TAG]
        self.values: dict[str, tuple[Token, str]] = {}
        self.nodes = [_Node(-1, NO_STEP)]
        self.result: Token | None = None
        self.told: set[str] = set()
        self.partners = _partners(self.body)
        moves = [index for index, token in enumerate(self.body) if token.kind == MOVE]
        self.last_move = max(moves, default=-1)

    def document(self) -> Document:
        """The game; FormatError, with the game up to there, if a move cannot be played."""
        headers = self._headers()
        self._check_game()
        start = self._start()
        self._read(start)
        outcome = self._outcome() if not self.findings.has_errors else None
        if headers.get("result") == pdn_tags.result_for(outcome):
            headers = headers.changed(result=None)  # it says no more than the outcome
        entries = Vector(
            Entry(
                node.parent,
                tuple(node.children),
                node.step,
                node.remarks.notes,
                node.remarks.properties,
            )
            for node in self.nodes
        )
        source = None
        if not self.findings.has_errors:
            source = Source("pdn", self._bytes(), entries, headers, self._spans(start, outcome))
        tree = GameTree(start, RULES, headers, outcome, entries, source)
        document = self.findings.finish(Document("pdn", self.main.position, tree))
        document.__dict__["record"] = tree.record().ending_at(self.main)
        return document

    def _bytes(self) -> bytes:
        return self.text.data[self.game.start : self.game.end]

    def _spans(self, start: CheckersPosition, outcome: Outcome | None) -> GameSpans:
        tags = tuple((tag_of(token)[0], self._piece(token)) for token in self.tags)
        nodes = tuple(node.span for node in self.nodes)
        result = self._piece(self.result) if self.result else None
        line_ends = frozenset(
            token.end - self.game.start
            for token in self.body
            if _is_remark(token) and not token.text.startswith("{")
        )
        return GameSpans(self.text.charset, tags, nodes, result, line_ends, start, outcome)

    def _piece(self, first: Token, last: Token | None = None) -> Piece:
        return first.start - self.game.start, (last or first).end - self.game.start

    # Tags.

    def _headers(self) -> Headers:
        headers: dict[str, str] = {}
        for token in self.tags:
            name, start, end = tag_of(token)
            value = unescaped(self.text.said(start, end))
            if not is_quoted(token):
                self._once("tag", "the value of a tag should stand between quotes", token)
            if name.lower() in self.values:
                if self.values[name.lower()][1] != value:
                    message = f"the tag {name} stands there twice; the first one counts"
                    self.findings.warning("tag", message, token.start, shown(value))
                continue
            self.values[name.lower()] = (token, value)
            if name.lower() not in pdn_tags.OWN and not pdn_tags.UNKNOWN.fullmatch(value):
                headers[pdn_tags.header_of(name)] = value
        return Headers(headers)

    def _value(self, tag: str) -> str | None:
        return self.values[tag][1] if tag in self.values else None

    def _check_game(self) -> None:
        """Other games are named, not the first word of them that makes no sense here."""
        stated = self._value("gametype")
        if stated is not None and stated.strip():
            if not pdn_tags.is_english(stated):
                message = f"{pdn_tags.game_of(stated)}, and we read English draughts, type 21"
                self._refuse(message, self.values["gametype"][0], shown(stated))
            return
        for token in self.body:
            if token.kind == MOVE:
                numbers = squares_of(token.text)
                if numbers is None:
                    message = "squares such as c3 are another game's, perhaps Russian draughts"
                    self._refuse(f"{message} (GameType 25): say which", token, shown(token.text))
                elif max(numbers) > SQUARES:
                    self._refuse(_LARGER, token, shown(token.text))
        fen = self._value("fen") or ""
        if any(int(number) > SQUARES for number in re.findall(r"\d{2,3}", fen)):
            self._refuse(_LARGER, self.values["fen"][0], shown(fen))

    def _refuse(self, message: str, token: Token, found: str) -> None:
        self.findings.error("game-type", message, token.start, found)
        self.findings.raise_errors()

    def _start(self) -> CheckersPosition:
        fen = self._value("fen")
        if fen is None or not fen.strip():
            return CheckersPosition()
        _, start, _ = tag_of(self.values["fen"][0])
        return parse_fen(Word(start, fen), self.findings)

    # Moves.

    def _read(self, start: CheckersPosition) -> None:
        self.findings.raise_errors()
        here = begin(start, RULES)
        main = _Line(ROOT, here, ROOT, here, 0)
        lines, self.main = [main], here
        place = 0
        while place < len(self.body):
            line = lines[-1]
            token = self.body[place]
            place += 1
            if token.kind in (NUMBER, DOTS):
                line.pending.append(token)
            elif token.kind == MOVE:
                place = self._move(lines, place)
                self.main = main.here
                if place < 0:
                    return
            elif token.kind == OPEN:
                self._loosen(line)
                place = self._open(lines, token, place)
            elif token.kind == CLOSE:
                self._close(lines, token)
            elif token.kind == RESULT and (len(lines) == 1 or place == len(self.body)):
                self.result = self.result or token
                self._loosen(line)
                line.is_fresh = False
            elif token.kind == SETUP:
                self._set_up(line, token)
            elif token.kind == JUNK:
                self._junk(line, token, place)
            else:
                self._remark(line, token)
        self.main = main.here
        for line in reversed(lines):
            self._loosen(line)
            if line.opened:
                message = "the variation that begins here should end"
                self.findings.warning("unclosed", message, line.opened.start)

    def _move(self, lines: list[_Line], place: int) -> int:
        """Play the move before a place; the place after it, or -1 where the game cannot go on."""
        line, token = lines[-1], self.body[place - 1]
        if self._is_stated_result(token, place) and len(lines) == 1:
            self.result = token
            return place
        try:
            move, colour, place = self._meant(line, place)
            here = advance(line.here, Step(move, colour), RULES)
        except MoveError as error:
            ply = line.ply + 1
            if len(lines) == 1:
                self.findings.error("move", f"move {ply}: {error}", token.start, ply=ply)
                return -1
            return self._unplayable(lines, place, error)
        first = line.pending[0] if line.pending else token
        last = self.body[place - 1]
        node = _Node(line.last, here.step, whole=self._piece(first, last))
        node.moved = None if any(map(_is_remark, line.pending)) else last.end - self.game.start
        self._add(line, node)
        for remark in line.pending:
            if _is_remark(remark):
                self._take(node, remark)
        line.go_on(len(self.nodes) - 1, here)
        return place

    def _add(self, line: _Line, node: _Node) -> None:
        """One more node of a line; variations come behind the main line, wherever they stand."""
        id, siblings = len(self.nodes), self.nodes[line.last].children
        if line.opened and line.first is None:
            line.first = id
            node.opens = self._piece(line.opened)
            siblings.append(id)
        else:
            siblings.insert(0, id)
        self.nodes.append(node)

    def _meant(self, line: _Line, place: int) -> tuple[CheckersMove, Colour | None, int]:
        """The legal move that the tokens up to a place mean, who makes it, and where they end."""
        token = self.body[place - 1]
        position = line.here.position
        assert isinstance(position, CheckersPosition)
        written = self._written(token)
        colour: Colour | None = None
        fits = fitting(position, written, RULES)
        if not fits:
            turned = position.with_turn(CheckersPosition.sides.other(position.turn))
            if self._is_second(line) and fitting(turned, written, RULES):
                position, colour = turned, turned.turn
                fits = fitting(position, written, RULES)
                message = f"{colour} makes the first move; a FEN should say so"
                self.findings.warning("turn", message, token.start, shown(token.text))
            else:
                written, place = self._joined(position, written, place)
                fits = fitting(position, written, RULES)
        is_start = line.is_beginning and position == CheckersPosition()
        if is_start and not fits and not self._value("gametype"):
            if position.white >> written.numbers[0] - 1 & 1:
                self._refuse(_WHITE_BEGINS, token, shown(token.text))
        if not fits:
            # Says which rule the move breaks.
            position.step(CheckersMove(tuple(n - 1 for n in written.numbers), written.is_jump))
            raise AssertionError("a move that fits nothing is not legal")
        move = fits[0]
        if len(fits) > 1:
            move, is_told = settle(position, fits, self._following(place), RULES)
            if len({position.play(fit, RULES) for fit in fits}) > 1:
                how = "by what follows" if is_told else "though nothing tells"
                message = f"{token.text} fits {len(fits)} jumps and is read as {move}, {how}"
                self.findings.warning("ambiguous", message, token.start)
        if move.is_jump != written.is_jump:
            message = f"{shown(token.text)} should be {move}; the squares say which it is"
            self._once("separator", message, token)
        return move, colour, place

    def _written(self, token: Token) -> Written:
        numbers = squares_of(token.text)
        if numbers is None or not (written := Written(numbers, _is_jump(token.text))).is_on_board:
            message = f"{shown(token.text)} is no move: squares have numbers from 1 to {SQUARES}"
            raise MoveError(token.text, message)
        return written

    def _is_second(self, line: _Line) -> bool:
        """Whether the dots of a first move number say that the second side makes the move."""
        dots = "".join(token.text for token in line.pending if not _is_remark(token))
        return line.is_beginning and ("..." in dots or not dots.isascii())

    def _joined(
        self, position: CheckersPosition, written: Written, place: int
    ) -> tuple[Written, int]:
        """A jump that is written as several, one behind the other: `11x18 18x25`."""
        joined, end = written, place
        while end < len(self.body) and self.body[end].kind == MOVE:
            more = squares_of(self.body[end].text)
            if not goes_on(position, joined, RULES) or not more or more[0] != joined.numbers[-1]:
                break
            joined, end = Written((*joined.numbers, *more[1:]), True), end + 1
            if fitting(position, joined, RULES):
                message = "a jump should be written as one move"
                self._once("separator", message, self.body[place - 1])
                return joined, end
        return written, place

    def _following(self, place: int) -> Iterator[Written]:
        """The moves of the same line after a place, as they are written."""
        while place < len(self.body) and self.body[place].kind not in (CLOSE, SETUP):
            token = self.body[place]
            if token.kind == MOVE:
                numbers = squares_of(token.text)
                if numbers is None:
                    return
                yield Written(numbers, _is_jump(token.text))
            place = self.partners.get(place, place) + 1

    def _is_stated_result(self, token: Token, place: int) -> bool:
        """Whether a last word that looks like a move is the result that the tags state."""
        stated = self._value("result")
        return place == len(self.body) and stated is not None and token.text == stated

    # Variations.

    def _open(self, lines: list[_Line], token: Token, place: int) -> int:
        """Begin a variation: it replaces the last move, or else goes on from it."""
        line = lines[-1]
        line.is_fresh = False
        first = next((t for t in self._words(place) if t.kind == MOVE), None)
        fits_before = fits_after = False
        if first is not None and squares_of(first.text) is not None:
            written = Written(squares_of(first.text) or (), _is_jump(first.text))
            fits_before = _fits(line.there, written)
            fits_after = not fits_before and _fits(line.here, written)
        if fits_after and line.last != ROOT:
            lines.append(_Line(line.last, line.here, line.last, line.here, line.ply, token))
            message = "a variation should replace the move before it; this one goes on from there"
            self._once("variation", message, token)
        else:
            ply = max(0, line.ply - 1)
            lines.append(_Line(line.before, line.there, line.before, line.there, ply, token))
        return place

    def _words(self, place: int) -> Iterator[Token]:
        """The tokens of a line up to its first move."""
        while place < len(self.body) and self.body[place].kind != CLOSE:
            token = self.body[place]
            yield token
            if token.kind == MOVE:
                return
            place = self.partners.get(place, place) + 1

    def _close(self, lines: list[_Line], token: Token) -> None:
        line = lines[-1]
        if line.opened is None:
            self.findings.warning("bracket", "no variation ends here", token.start)
            return
        lines.pop()
        outer = self.nodes[lines[-1].last]
        if line.first is None:
            # Nothing but remarks: they are about the move that it would replace.
            for remark in filter(_is_remark, line.pending):
                self._take(outer, remark)
            outer.late.append(self._piece(line.opened, token))
            return
        self._loosen(line)
        self.nodes[line.first].closes = self._piece(token)

    def _unplayable(self, lines: list[_Line], place: int, error: MoveError) -> int:
        """Keep the rest of a variation as it stands, since it cannot be played."""
        line = lines[-1]
        token = line.pending[0] if line.pending else self.body[place - 1]
        message = f"the rest of a variation cannot be played: {error}"
        self.findings.warning("variation", message, self.body[place - 1].start)
        end = place
        while end < len(self.body) and self.body[end].kind != CLOSE:
            end = self.partners.get(end, end) + 1
        line.pending = []
        if line.first is not None:
            self._keep(self.nodes[line.last], token, self.body[end - 1])
            return end
        lines.pop()
        assert line.opened is not None
        last = min(end, len(self.body) - 1)
        self._keep(self.nodes[lines[-1].last], line.opened, self.body[last])
        return last + 1

    def _keep(self, node: _Node, first: Token, last: Token) -> None:
        node.remarks.verbatim.append(self.text.said(first.start, last.end))
        node.late.append(self._piece(first, last))

    # Remarks.

    def _remark(self, line: _Line, token: Token) -> None:
        """Something beside a move: the one before, or the one whose number stands before it."""
        is_ahead = line.pending or (line.opened and line.first is None)
        if is_ahead and token.kind in (COMMENT, ESCAPE):
            line.pending.append(token)
            return
        self._place(line, token)
        self._take(self.nodes[line.last], token)

    def _place(self, line: _Line, token: Token) -> None:
        node = self.nodes[line.last]
        after_tags = not self.tags or token.start > self.tags[-1].start
        if line.is_fresh and after_tags:
            first = node.whole[0] if node.whole else token.start - self.game.start
            node.whole = first, token.end - self.game.start
        else:
            node.late.append(self._piece(token))

    def _take(self, node: _Node, token: Token) -> None:
        if token.kind == COMMENT:
            said = self.text.said(*comment_of(token))
            node.remarks.add_comment(said, node.step.colour)
            if not token.is_closed:
                message = "the comment that begins here should end"
                self.findings.warning("unclosed", message, token.start)
        elif token.kind in (NAG, STRENGTH, RESULT):
            node.remarks.add_opinion(self.text.said(token.start, token.end))

    def _loosen(self, line: _Line) -> None:
        """Remarks behind a number that no move follows are about the move before."""
        for token in filter(_is_remark, line.pending):
            self._place(line, token)
            self._take(self.nodes[line.last], token)
        line.pending = []

    def _junk(self, line: _Line, token: Token, place: int) -> None:
        """A word that means nothing: an error, unless it stands behind the moves or is a brace."""
        is_behind = place > self.last_move and (self.last_move >= 0 or "fen" in self.values)
        if not is_behind and token.text != "}":
            message = "a move, a comment, a variation or a result must stand here"
            self.findings.error("token", message, token.start, shown(token.text))
            self.findings.raise_errors()
        self._once("token", "this means nothing in PDN and is not read", token, shown(token.text))

    def _set_up(self, line: _Line, token: Token) -> None:
        """Pieces put on the board in the middle of a game: `/FEN "W:W31:B1"/`."""
        position = line.here.position
        assert isinstance(position, CheckersPosition)
        match = re.search(r'FEN[ \t]*"?([^"/]*)', token.text)
        fen = match[1] if match else ""
        passed = re.fullmatch(r"\s*([WBwb]):\s*:?\s*", fen)
        if passed:
            turn = Colour.WHITE if passed[1] in "wW" else Colour.RED
            setup = Setup((), turn)
        else:
            offset = token.start + (match.start(1) if match else 0)
            setup = position.setup_to(parse_fen(Word(offset, fen), self.findings))
        here = advance(line.here, Step(setup=setup), RULES)
        self._add(line, _Node(line.last, here.step, whole=self._piece(token)))
        line.go_on(len(self.nodes) - 1, here)

    # The result.

    def _outcome(self) -> Outcome | None:
        """How the game ended by the rules, or else as the end of the moves or the tags state."""
        written = pdn_tags.tidy_result(self.result.text) if self.result else None
        tag = self._value("result")
        token = self.result or (self.values["result"][0] if tag is not None else None)
        stated = pdn_tags.tidy_result(tag or "")
        if tag is not None and stated and stated not in (*RESULTS, "?") and written != stated:
            message = "the result should be one of PDN's"
            self.findings.warning("result", message, self.values["result"][0].start, shown(tag))
        elif self.result and stated and len({written, stated, pdn_tags.NO_RESULT}) == 3:
            message = f"the result should be the one in the tags, {stated}"
            self.findings.warning("result", message, self.result.start, written)
        is_said = written in RESULTS and written != pdn_tags.NO_RESULT
        text = written if written and is_said else stated
        outcome = pdn_tags.outcome_of(text, RULES.name)
        played = self.main.outcome(RULES)
        if played and outcome and outcome.winner is not played.winner and token:
            self.findings.warning("result", f"the game ended: {played}", token.start, text)
        return played or outcome

    def _once(self, code: str, message: str, token: Token, found: str | None = None) -> None:
        """A warning that is given once for a game, at the first place."""
        if code not in self.told:
            self.told.add(code)
            self.findings.warning(code, message, token.start, found)


_LARGER = (
    "squares above 32 are another game's, perhaps International draughts (GameType 20): say which"
)
_WHITE_BEGINS = (
    "white begins in another game, perhaps International (GameType 20) or Italian draughts"
    " (GameType 22): say which"
)


def _partners(body: list[Token]) -> dict[int, int]:
    """For each bracket that opens, the one that closes it; the end if there is none."""
    partners, waiting = {}, []
    for index, token in enumerate(body):
        if token.kind == OPEN:
            waiting.append(index)
        elif token.kind == CLOSE and waiting:
            partners[waiting.pop()] = index
    partners.update(dict.fromkeys(waiting, len(body) - 1))
    return partners


def _is_remark(token: Token) -> bool:
    return token.kind in (COMMENT, ESCAPE)


def _is_jump(text: str) -> bool:
    return "-" not in text


def _fits(here: Reached, written: Written) -> bool:
    position = here.position
    assert isinstance(position, CheckersPosition)
    return written.is_on_board and bool(fitting(position, written, RULES))


def read_game(game: GameText, text: Text, findings: Findings) -> Document:
    """The document of a game; FormatError if it holds none."""
    if all(map(_is_remark, game.tokens)):
        findings.error("empty", "there is no game in it", game.start)
        findings.raise_errors()
    if text.broken is not None and game.start <= text.broken < game.end:
        message = "a character is broken here; the rest is UTF-8"
        findings.warning("character", message, text.broken)
    return GameReader(game, text, findings).document()


def game_or_error(game: GameText, text: Text, findings: Findings) -> Document | FormatError:
    """The document of a game, or the error that says why there is none."""
    try:
        return read_game(game, text, findings)
    except FormatError as error:
        return error
