"""What the moves of a game mean, each looked at together with the words around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardbytes.errors import MoveError
from boardbytes.formats.pdn.heading import RULES, GameFindings
from boardbytes.formats.pdn.lexer import CLOSE, MOVE, OPEN, SETUP, Token, squares_of
from boardbytes.formats.pdn.moves import Written, fitting, goes_on, settle
from boardbytes.formats.text import shown
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.board import SQUARES


class Movetext:
    """The words of a game after its tags, and which brackets belong together."""

    def __init__(self, tokens: Sequence[Token], findings: GameFindings) -> None:
        self.tokens, self.findings = tokens, findings
        self._partners = _partners(tokens)
        moves = [place for place, token in enumerate(tokens) if token.kind == MOVE]
        self.last_move = max(moves, default=-1)

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, place: int) -> Token:
        return self.tokens[place]

    def line(self, place: int) -> Iterator[Token]:
        """The tokens of the line of play at a place, up to its end; without its variations."""
        while place < len(self.tokens) and self.tokens[place].kind != CLOSE:
            yield self.tokens[place]
            place = self._partners.get(place, place) + 1

    def main_line(self) -> Iterator[Token]:
        """The tokens of the game itself, without any variation."""
        place = 0
        while place < len(self.tokens):
            if self.tokens[place].kind != CLOSE:  # one that closes nothing ends nothing
                yield self.tokens[place]
            place = self._partners.get(place, place) + 1

    def end_of_line(self, place: int) -> int:
        """Where the line of play at a place ends: at a bracket, or after everything."""
        while place < len(self.tokens) and self.tokens[place].kind != CLOSE:
            place = self._partners.get(place, place) + 1
        return place

    def written(self, token: Token) -> Written:
        """A move as it is written; MoveError if its squares are not on the board."""
        numbers = squares_of(token.text)
        written = Written(numbers or (0,), "-" not in token.text)
        if not written.is_on_board:
            message = f"{shown(token.text)} is not a move: squares have numbers from 1 to {SQUARES}"
            raise MoveError(token.text, message)
        return written

    def fits(self, position: CheckersPosition, token: Token) -> bool:
        """Whether a token can be a move in a position."""
        try:
            return bool(fitting(position, self.written(token), RULES))
        except MoveError:
            return False

    def meant(self, position: CheckersPosition, place: int) -> tuple[CheckersMove, int]:
        """The legal move that the tokens from a place on mean, and the place after them.

        Raises MoveError, which says what rule is broken, if there is none.
        """
        token = self.tokens[place]
        written, end = self._joined(position, self.written(token), place + 1)
        fits = fitting(position, written, RULES)
        if not fits:
            # Says which rule the move breaks.
            squares = tuple(number - 1 for number in written.numbers)
            return position.step(CheckersMove(squares, written.is_jump), RULES)[0], end
        move = fits[0]
        if len(fits) > 1:
            move, is_told = settle(position, fits, self._following(end), RULES)
            if len({position.play(fit, RULES) for fit in fits}) > 1:
                how = "judging by what follows" if is_told else "though nothing settles it"
                message = f"{token.text} fits {len(fits)} jumps and is read as {move}, {how}"
                self.findings.warning("ambiguous", message, token.start)
        if move.is_jump != written.is_jump:
            message = f"{shown(token.text)} should be {move}; the squares say which it is"
            self.findings.once("separator", message, token)
        return move, end

    def _joined(
        self, position: CheckersPosition, written: Written, place: int
    ) -> tuple[Written, int]:
        """A jump that is written as several, one after the other: `11x18 18x25`."""
        joined, end = written, place
        while not fitting(position, joined, RULES) and end < len(self.tokens):
            more = squares_of(self.tokens[end].text) if self.tokens[end].kind == MOVE else None
            if not more or more[0] != joined.numbers[-1] or not goes_on(position, joined, RULES):
                return written, place
            joined, end = Written((*joined.numbers, *more[1:]), True), end + 1
        if end == place or not fitting(position, joined, RULES):
            return written, place
        message = "a jump should be written as one move"
        self.findings.once("separator", message, self.tokens[place - 1])
        return joined, end

    def _following(self, place: int) -> Iterator[Written]:
        """The moves of the same line after a place, as they are written."""
        for token in self.line(place):
            numbers = squares_of(token.text) if token.kind == MOVE else ()
            if numbers is None or token.kind == SETUP:
                return
            if numbers:
                yield Written(numbers, "-" not in token.text)


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """For each bracket that opens, the one that closes it; the end if there is none."""
    partners, waiting = {}, []
    for place, token in enumerate(tokens):
        if token.kind == OPEN:
            waiting.append(place)
        elif token.kind == CLOSE and waiting:
            partners[waiting.pop()] = place
    partners.update(dict.fromkeys(waiting, len(tokens) - 1))
    return partners
