"""The facts that formats know beyond a position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boardbytes.model import Fact


@dataclass(frozen=True)
class FactKind:
    """What a fact is, in words, and what its value looks like as text.

    Bookkeeping is no loss: a game goes on just the same without it.
    """

    words: str
    type: type
    pattern: str
    is_bookkeeping: bool = False
    bounds: tuple[int, int] = (-(10**20), 10**20)
    """The lowest and the highest that any of its numbers may be."""

    def allows(self, fact: Fact) -> bool:
        numbers = fact if isinstance(fact, tuple) else (fact,) if type(fact) is int else ()
        if type(fact) is not self.type or not all(type(number) is int for number in numbers):
            return False
        low, high = self.bounds
        text = " ".join(map(str, numbers)) if numbers else str(fact)
        is_written = re.fullmatch(self.pattern, text, re.ASCII) is not None
        return is_written and all(low <= number <= high for number in numbers)


_SLOTS = r"(?:(?:\d|1\d|2[0-3]|25|26)(?: |$)){9}"
_COUNT = r"\d{1,15}"
_NAME = r"[^\ud800-\udfff]{1,65535}"
_LAST_MILLS = r"-?\d{1,2}(?: -?\d{1,2}){3} \d{1,20}(?: squares)?"
_NUMBERS = r"-?\d{1,5}(?: -?\d{1,5})*"
_SIXTEEN_BITS = -(2**15), 2**15 - 1
_BYTE = r"(?:\d\d?|1\d\d|2[0-4]\d|25[0-5])"

FACTS = {
    "white_slots": FactKind("which of white's nine stones stands where", tuple, _SLOTS, True),
    "black_slots": FactKind("which of black's nine stones stands where", tuple, _SLOTS, True),
    "white_phase": FactKind("white's phase, which does not fit the stones", int, "[012]", True),
    "black_phase": FactKind("black's phase, which does not fit the stones", int, "[012]", True),
    "plies": FactKind("how many moves have been played so far", int, _COUNT),
    "quiet": FactKind("how many moves were played without progress", int, _COUNT),
    "over": FactKind("that the game was ended", int, "1"),
    "outcome": FactKind("how the game ended", str, r"-|[wbd]:[a-z0-9.-]{1,63}"),
    "targets": FactKind(
        "which stones may be taken, as written", int, _COUNT, bounds=(1, (1 << 24) - 1)
    ),
    "last_mills": FactKind("where the last mills were closed", str, _LAST_MILLS),
    "options": FactKind("Sanmill's further options", str, r"[!-~]+(?: [!-~]+)*"),
    "pieces": FactKind("which piece stands where", tuple, rf"(?:{_BYTE}(?: |$)){{24}}", True),
    "moved": FactKind("which piece moved last", int, _BYTE, True),
    "jumped": FactKind("which pieces were jumped last", tuple, rf"(?:{_BYTE}(?: |$)){{1,3}}", True),
    "target": FactKind("where a piece is said to have moved", int, _BYTE, True),
    "spare": FactKind("what the unused byte holds", int, _BYTE, True),
    "form": FactKind("how the word was written", str, "hex|0x|decimal", True),
    "signed": FactKind("the signatures", str, r'(?s)\{"boardbytes-channel": [ -~\n]{1,4194304}'),
    # Version 1 of our JSON documents kept what PDN says beyond its moves in the next four.
    "tags": FactKind("the tags of the game", str, r"(?s)\[.{1,65536}\]"),
    "notes": FactKind("comments and variations", str, r"(?s)\d.{1,1048576}"),
    "variations": FactKind("how many variations there are", int, _COUNT, True),
    "result": FactKind("how the result was written", str, "[0-2]-[0-2]", True),
    "resigned_with": FactKind(
        "which number stood for the resignation", int, r"-\d{1,5}", True, _SIXTEEN_BITS
    ),
    "resigned_before_with": FactKind(
        "which numbers stood for earlier resignations", tuple, _NUMBERS, True, _SIXTEEN_BITS
    ),
    "overflow": FactKind("that 255 points are written as 255 more than 0", int, "[123]", True),
    "score": FactKind("the result as written", str, _NAME, True),
    "extensions": FactKind("the MFEN extensions", str, r"[!-~]+=[!-~]*(?: [!-~]+=[!-~]*)*"),
}
