"""`millfen`: the one-line form of the mill program Sanmill.

    ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes

Holds every member of the family on two or three rings: its stones say which, as far as they can.
Does not hold the square.
"""

from __future__ import annotations

from boardbytes.formats.findings import Findings
from boardbytes.formats.mill_text.members import LineFormat, Told, build, member_losses
from boardbytes.formats.mill_text.plies import MAX_COUNT, least_plies, plies, quiet_plies
from boardbytes.formats.mill_text.positions import ring_position
from boardbytes.formats.mill_text.words import BY_LETTER, LETTERS, format_rings, parse_rings
from boardbytes.formats.text import (
    TextField,
    Word,
    check_words,
    parse_number,
    shown,
    split,
    split_text,
)
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import MOST_STONES, SIDES
from boardbytes.model import Colour, Document, Fact, Facts

ORDER = tuple(ring + (step + 1) % 8 for ring in (16, 8, 0) for step in range(8))
"""The points as they are written: inner, middle, outer ring, each from its top midpoint."""

MARKS = {"O": Colour.WHITE, "@": Colour.BLACK, "*": None}

FIELDS = (
    TextField("board", "inner/middle/outer ring, each clockwise from its top midpoint"),
    TextField("side", "the side to move", {"w": "white", "b": "black"}),
    TextField("phase", "", {"r": "ready", "p": "placing", "m": "moving", "o": "the game is over"}),
    TextField("action", "", {"p": "place", "s": "move", "r": "remove", "?": "none"}),
    TextField("white on the board", "white stones on the board"),
    TextField("white in hand", "white stones not placed yet"),
    TextField("black on the board", "black stones on the board"),
    TextField("black in hand", "black stones not placed yet"),
    TextField("white to remove", "stones white has yet to take"),
    TextField("black to remove", "stones black has yet to take"),
    TextField("last mill 1", "where white's last mill was closed from; -1 none"),
    TextField("last mill 2", "where white's last mill was closed; -1 none"),
    TextField("last mill 3", "where black's last mill was closed from; -1 none"),
    TextField("last mill 4", "where black's last mill was closed; -1 none"),
    TextField("mills", "a mask of mills formed"),
    TextField("quiet", "moves since a stone was last set or taken"),
    TextField("move number", "the number of this move, from 1"),
)
REQUIRED = 8

_NUMBERS = (
    ("white to remove", 0, MAX_COUNT),
    ("black to remove", 0, MAX_COUNT),
    *((f"last mill {number}", -1, 31) for number in (1, 2, 3, 4)),
    ("mills", 0, 2**64 - 1),
    ("quiet", 0, MAX_COUNT),
    ("move number", 1, MAX_COUNT),
)
"""The optional numbers, with the range of each."""
_MILLS = _NUMBERS[2:7]
NODE_IDS = "ids:nodes"
_NO_MILLS = "-1 -1 -1 -1 0"
_SQUARES = " squares"
"""Ends the fact about last mills that were written as squares, 8–31, as older versions do."""


def decode(data: bytes, rules: str | None = None) -> Document:
    """The position of a line; counters that say something are kept as facts.

    `rules` names the member of the family that it is; without it, the stones tell.
    """
    findings = Findings("millfen")
    words = split_text(data, findings)
    check_words(words, FIELDS, REQUIRED, len(data), findings)
    findings.raise_errors()
    by_name = {field.name: word for field, word in zip(FIELDS, words, strict=False)}
    strange = {"X": "stones marked for removal belong to another game"}
    white, black = parse_rings(words[0], ORDER, MARKS, findings, strange)
    turn = BY_LETTER[words[1].text]
    removing = words[3].text == "r"
    _check_board_counts(white, black, by_name, findings)
    white_hand, black_hand = (
        parse_number(by_name[f"{colour} in hand"], f"{colour} in hand", 0, MOST_STONES, findings)
        for colour in SIDES
    )
    numbers = {
        name: parse_number(by_name[name], name, low, high, findings)
        for name, low, high in _NUMBERS
        if name in by_name
    }
    told = Told(white, black, (white_hand, black_hand), turn, removing)
    position = build(told, rules, words[0].offset, findings)
    for problem in position.problems():
        findings.warning(problem.code, problem.message, words[1].offset)
    _check_phase(position, by_name, numbers, findings)
    facts = _facts(position, words, numbers)
    return Document("millfen", position, None, facts, findings.problems)


def _check_board_counts(
    white: int, black: int, by_name: dict[str, Word], findings: Findings
) -> None:
    for colour, stones in ((Colour.WHITE, white), (Colour.BLACK, black)):
        name = f"{colour} on the board"
        count = stones.bit_count()
        if by_name[name].text != f"{count}":
            message = f"{name} must be {count}, as the board shows"
            found = shown(by_name[name].text)
            findings.error("board-count", message, by_name[name].offset, found)


def _check_phase(
    position: MillPosition, by_name: dict[str, Word], numbers: dict[str, int], findings: Findings
) -> None:
    """Warnings: words that do not fit the stones; the stones are believed."""
    phase, action = by_name["phase"], by_name["action"]
    usual_phase, usual_action = _phase(position), _action(position)
    over = position.outcome() is not None
    ready = phase.text == "r" and not position.counts().s
    # While the last stone's taking is due, programs differ on whether placing is over.
    late = position.removing and phase.text in "pm"
    if phase.text == "o" and not over:
        message = "the phase says that the game is over, but both sides can go on"
        findings.warning("phase", message, phase.offset)
    elif phase.text not in (usual_phase, "o") and not (ready or late or over):
        findings.warning("phase", f"phase should be {usual_phase}", phase.offset, phase.text)
    if action.text != usual_action and not over:
        findings.warning("action", f"action should be {usual_action}", action.offset, action.text)
    for colour in SIDES:
        name = f"{colour} to remove"
        due = int(position.removing and position.turn is colour)
        if numbers.get(name, due) != due:
            message = f"{name} should be {due}: closing one mill or two takes one stone"
            findings.warning("to-remove", message, by_name[name].offset, numbers[name])


def _facts(position: MillPosition, words: list[Word], numbers: dict[str, int]) -> Facts:
    facts: dict[str, Fact] = {}
    if numbers.get("quiet"):
        facts["quiet"] = numbers["quiet"]
    if "move number" in numbers and numbers["move number"] != move_number(
        position, least_plies(position)
    ):
        half = (position.turn is Colour.BLACK) + position.removing
        facts["plies"] = 2 * (numbers["move number"] - 1) + half
    if words[2].text == "o" and position.outcome() is None:
        facts["over"] = 1
    last_mills = " ".join(word.text for word in words[10:15])
    if len(words) >= 15 and last_mills not in (_NO_MILLS, "0 0 0 0 0"):
        has_nodes = NODE_IDS in [word.text for word in words]
        facts["last_mills"] = last_mills + ("" if has_nodes else _SQUARES)
    options = [word.text for word in words[len(FIELDS) :] if word.text != NODE_IDS]
    if options:
        facts["options"] = " ".join(options)
    return Facts(facts)


def move_number(position: MillPosition, plies: int) -> int:
    """The number of the move in progress: both sides' plies count as one, from 1."""
    return max(0, plies - position.removing) // 2 + 1


def _phase(position: MillPosition) -> str:
    if position.outcome() is not None:
        return "o"
    setting = position.white_hand or position.black_hand
    return "p" if setting else "m"


def _action(position: MillPosition) -> str:
    if position.removing:
        return "r"
    return "p" if position.hand(position.turn) else "s"


def encode(document: Document) -> bytes:
    """The line of a position, all fields written."""
    position = ring_position(document.position, "millfen")
    over = document.facts.integer("over", 0) and not document.record
    last_mills = _written_mills(document.facts)
    removing = [int(position.removing and position.turn is colour) for colour in SIDES]
    words = [
        format_rings(position, ORDER, MARKS),
        LETTERS[position.turn],
        "o" if over or (document.record and document.record.result) else _phase(position),
        _action(position),
        *(
            f"{number}"
            for colour in SIDES
            for number in (len(position.points(colour)), position.hand(colour))
        ),
        *map(str, removing),
        last_mills.removesuffix(_SQUARES),
        f"{quiet_plies(document)}",
        f"{move_number(position, plies(document))}",
        *([] if last_mills.endswith(_SQUARES) else [NODE_IDS]),
    ]
    options = document.facts.text("options", "")
    return (" ".join([*words, options]).strip() + "\n").encode("ascii")


def _written_mills(facts: Facts) -> str:
    """The last mills that were read, if they are valid."""
    told = facts.text("last_mills", _NO_MILLS)
    words = told.removesuffix(_SQUARES).split(" ")
    findings = Findings("millfen")
    for word, (name, low, high) in zip(words, _MILLS, strict=False):
        parse_number(Word(0, word), name, low, high, findings)
    return told if len(words) == len(_MILLS) and not findings.has_errors else _NO_MILLS


def losses(document: Document) -> list[str]:
    """Which member of the family it is, where the stones do not tell."""
    return member_losses(ring_position(document.position, "millfen"))


def likeness(data: bytes) -> float:
    """Beyond doubt when the first word has the shape of a board with Sanmill's marks."""
    words = split(data[:64])
    board = words[0].text if words else ""
    shape = [len(ring) for ring in board.split("/")] == [8, 8, 8]
    return 1.0 if shape and set(board) <= set("O@*X/") else 0.6 if set("O@*/") <= set(board) else 0


class MillfenFormat(LineFormat):
    """Sanmill's position line."""

    name = "millfen"
    title = "Sanmill's position line"
    suffixes = (".millfen",)
    fields, further, order, marks = FIELDS, "option", ORDER, MARKS
    holds = frozenset({"plies", "quiet", "over", "last_mills", "options"})

    read = staticmethod(decode)
    encode = staticmethod(encode)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)


FORMAT = MillfenFormat()
