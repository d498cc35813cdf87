"""What the tags of a game say: its headers, which game it is, where it starts, how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from boardbytes.formats.findings import Findings
from boardbytes.formats.pdn import tags as pdn_tags
from boardbytes.formats.pdn.charset import Text
from boardbytes.formats.pdn.fen import parse_fen
from boardbytes.formats.pdn.lexer import (
    MOVE,
    RESULTS,
    Token,
    is_quoted,
    squares_of,
    tag_of,
    unescaped,
)
from boardbytes.formats.text import Word, shown
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SQUARES
from boardbytes.model import Outcome
from boardbytes.model.headers import Headers
from boardbytes.model.line import Reached

RULES = CheckersPosition.find_rules("standard")

_LETTERS = (
    "squares such as c3 belong to another game, perhaps Russian draughts (GameType 25): say which"
)
_LARGER = (
    "squares above 32 belong to another game, perhaps International draughts (GameType 20):"
    " say which"
)
_WHITE_BEGINS = (
    "white begins in another game, perhaps International (GameType 20) or Italian draughts"
    " (GameType 22): say which"
)


class GameFindings(Findings):
    """What was found in one game; what is odd about many of its words is reported once."""

    def __init__(self) -> None:
        super().__init__("pdn")
        self._told: set[str] = set()

    def once(self, code: str, message: str, token: Token, found: str | None = None) -> None:
        """A warning that is given once for a game, at the first place."""
        if code not in self._told:
            self._told.add(code)
            self.warning(code, message, token.start, found)


class Heading:
    """The tags of one game, and what follows from them."""

    def __init__(self, tags: Sequence[Token], text: Text, findings: GameFindings) -> None:
        self.findings = findings
        self._values: dict[str, tuple[Token, str]] = {}
        self.repeated: list[int] = []
        """Where tags stand that are no headers, since the same tag said something else before."""
        headers: dict[str, str] = {}
        for token in tags:
            name, start, end = tag_of(token)
            value = unescaped(text.said(start, end))
            if not is_quoted(token):
                findings.once("tag", "the value of a tag should be in quotes", token)
            if name.lower() in self._values:
                if self._values[name.lower()][1] != value:
                    message = f"the tag {name} occurs twice; the first one counts"
                    findings.warning("tag", message, token.start, shown(value), field=name)
                    self.repeated.append(token.start)
                continue
            self._values[name.lower()] = (token, value)
            if name.lower() not in pdn_tags.OWN and not pdn_tags.UNKNOWN.fullmatch(value):
                headers[pdn_tags.header_of(name)] = value
        self.headers = Headers(headers)

    def __contains__(self, tag: str) -> bool:
        return tag in self._values

    def value(self, tag: str) -> str:
        """What a tag says, by its name in lower case; nothing if it is not there."""
        return self._values[tag][1] if tag in self._values else ""

    def check_game(self, main_line: Iterable[Token]) -> None:
        """Refuse other games by name, rather than at the first word that makes no sense here.

        A bad square in a variation is no more than that.
        """
        stated = self.value("gametype")
        if stated.strip():
            if not pdn_tags.is_english(stated):
                message = f"{pdn_tags.game_of(stated)}, but we read only English draughts, type 21"
                self._refuse(message, self._values["gametype"][0], stated)
            return
        for token in main_line:
            if token.kind == MOVE:
                numbers = squares_of(token.text)
                if numbers is None or max(numbers) > SQUARES:
                    self._refuse(_LETTERS if numbers is None else _LARGER, token, token.text)
        fen = self.value("fen")
        if any(int(number) > SQUARES for number in re.findall(r"\d{2,3}", fen)):
            self._refuse(_LARGER, self._values["fen"][0], fen)

    def check_first(self, position: CheckersPosition, square: int, token: Token) -> None:
        """Refuse a first move by white, where nothing says that this is English draughts."""
        is_white = bool(position.white >> square - 1 & 1)
        if is_white and position == CheckersPosition() and not self.value("gametype").strip():
            self._refuse(_WHITE_BEGINS, token, token.text)

    def _refuse(self, message: str, token: Token, found: str) -> None:
        self.findings.error("game-type", message, token.start, shown(found))
        self.findings.raise_errors()

    def start(self) -> CheckersPosition:
        """The position that the game starts from."""
        fen = self.value("fen")
        if not fen.strip():
            return CheckersPosition()
        _, start, _ = tag_of(self._values["fen"][0])
        return parse_fen(Word(start, fen), self.findings)

    def outcome(self, result: Token | None, last: Reached) -> Outcome | None:
        """How the game ended: by the rules, else as stated after the moves or in the tags."""
        written = pdn_tags.tidy_result(result.text) if result else ""
        stated = pdn_tags.tidy_result(self.value("result"))
        tag = self._values["result"][0] if "result" in self else None
        if tag and stated not in (*RESULTS, "", "?") and written != stated:
            message = "the result should be one of PDN's"
            self.findings.warning("result", message, tag.start, shown(stated))
        elif result and stated and len({written, stated, pdn_tags.NO_RESULT}) == 3:
            message = f"the result should be the one in the tags, {stated}"
            self.findings.warning("result", message, result.start, written)
        is_said = written in RESULTS and written != pdn_tags.NO_RESULT
        text, token = written if is_said else stated, result or tag
        outcome, played = pdn_tags.outcome_of(text, RULES.name), last.outcome(RULES)
        if played and outcome and outcome.winner is not played.winner and token:
            self.findings.warning("result", f"the game ended: {played}", token.start, text)
        return played or outcome

    def headers_with(self, outcome: Outcome | None) -> Headers:
        """The headers; without a result that says no more than the outcome does."""
        says_more = self.headers.get("result") != pdn_tags.result_for(outcome)
        return self.headers if says_more else self.headers.changed(result=None)
