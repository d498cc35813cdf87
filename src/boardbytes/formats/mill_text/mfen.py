"""`mfen`: MFEN/1.0, the position line of the Mill Interchange Format.

    MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -

Holds every member of the family on two or three rings: its stones say which, as far as they can.
Does not hold other rule sets' states: delayed removals, takings from the hand and several takings
in a row are errors, each named.
"""

from __future__ import annotations

import re
from dataclasses import replace

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.mill_text.members import LineFormat, Told, build, member_losses
from boardbytes.formats.mill_text.plies import MAX_COUNT, least_plies, plies, quiet_plies
from boardbytes.formats.mill_text.positions import ring_position
from boardbytes.formats.mill_text.words import BY_LETTER, LETTERS, format_rings, parse_rings
from boardbytes.formats.text import TextField, Word, check_words, parse_number, shown, split_text
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import MOST_STONES, NAMES, POINTS, SIDES, points_of
from boardbytes.games.mill.kernels import kernel_of
from boardbytes.model import Colour, Document, Fact, Facts, Outcome, Reason, Span

SIGNATURE = "MFEN/1.0"
PROFILE = "mill24-state-v1"
ORDER = tuple(range(POINTS))
"""The points as they are written: outer, middle, inner ring, each from its top left corner."""

MARKS = {"W": Colour.WHITE, "B": Colour.BLACK, ".": None}

FIELDS = (
    TextField("signature", "", {SIGNATURE: "a position line, version 1.0"}),
    TextField("profile", "", {PROFILE: "mill on 24 points"}),
    TextField("board", "outer/middle/inner ring, each clockwise from its top left corner"),
    TextField("side", "", {"w": "white to move", "b": "black to move", "-": "nobody to move"}),
    TextField("phase", "", {"p": "placing", "m": "moving", "o": "the game is over"}),
    TextField("action", "", {"p": "place", "m": "move", "r": "remove", "o": "none"}),
    TextField("hands", "white and black stones not placed yet"),
    TextField("obligations", "the takings that are due: - none"),
    TextField("no-progress", "moves since a stone was last set or taken"),
    TextField("primary ply", "how many stones have been set or moved so far"),
    TextField("outcome", "how the game ended: - not yet"),
)
REQUIRED = len(FIELDS)

_REASONS = {
    Reason.FEW_STONES: "fewer-than-minimum",
    Reason.NO_MOVE: "no-legal-move",
    Reason.FULL_BOARD: "board-full",
    Reason.REPETITION: "repetition",
    Reason.NO_PROGRESS: "no-progress",
    Reason.RESIGNATION: "resignation",
}
_OUTCOME = re.compile(
    r"[wb]:(?:fewer-than-minimum|no-legal-move|no-legal-primary-action|board-full|resignation"
    r"|adjudication)|d:(?:fewer-than-minimum|no-legal-move|no-legal-primary-action|board-full"
    r"|no-progress|repetition|agreement|adjudication)|[wbd]:x-[a-z0-9][a-z0-9.-]{0,60}"
)
_OBLIGATION = re.compile(r"([wb]):mill:b:([wb]):1:([0-9a-f]{6}):([wb])")
_EXTENSION = re.compile(r"(lm|pc|ul|x-[a-z0-9][a-z0-9.-]{0,60})=[!-<>-~]*")


def decode(data: bytes, rules: str | None = None) -> Document:
    """The position of a line; its counters and outcome are kept as facts.

    `rules` names the member of the family that it is; without it, the stones tell.
    """
    findings = Findings("mfen")
    words = split_text(data, findings)
    _check_spacing(data, words, findings)
    check_words(words, FIELDS, REQUIRED, len(data), findings)
    findings.raise_errors()
    by_name = {field.name: word for field, word in zip(FIELDS, words, strict=False)}
    strange = dict.fromkeys("wb", "stones whose removal is delayed belong to other rules")
    white, black = parse_rings(by_name["board"], ORDER, MARKS, findings, strange)
    hands = _parse_hands(by_name["hands"], findings)
    quiet = parse_number(by_name["no-progress"], "no-progress", 0, MAX_COUNT, findings)
    ply = parse_number(by_name["primary ply"], "primary ply", 0, MAX_COUNT, findings)
    extensions = words[len(FIELDS) :]
    _check_extensions(extensions, findings)
    _check_state(by_name, findings)
    findings.raise_errors()
    turn = _turn(by_name, ply)
    removing = by_name["action"].text == "r"
    targets = _parse_targets(by_name["obligations"], turn, white, black, findings)
    told = Told(white, black, hands, turn, removing)
    position = build(told, rules, by_name["board"].offset, findings)
    _check_position(position, by_name, findings)
    facts: dict[str, Fact] = {}
    if quiet:
        facts["quiet"] = quiet
    if ply != least_plies(position):
        facts["plies"] = ply
    if by_name["outcome"].text != _format_outcome(position.outcome()):
        facts["outcome"] = by_name["outcome"].text
    if removing and targets != _takeable(position):
        facts["targets"] = targets
    if extensions:
        facts["extensions"] = " ".join(word.text for word in extensions)
    return Document("mfen", position, None, Facts(facts), findings.problems)


def _takeable(position: MillPosition) -> int:
    """The stones that may be taken, by the usual rules."""
    flags = position.find_rules("standard").flags
    opp = position.stones(SIDES.other(position.turn))
    return int(kernel_of(position.board).takeable(opp, flags))


def _check_spacing(data: bytes, words: list[Word], findings: Findings) -> None:
    """Error: anything but one space between words; the line may end with a line break."""
    line = b" ".join(word.text.encode("latin-1") for word in words)
    if data.rstrip(b"\r\n") != line:
        place = next(
            (at for at, (a, b) in enumerate(zip(data, line, strict=False)) if a != b), len(line)
        )
        findings.error("spacing", "fields must be separated by exactly one space", place)


def _parse_hands(word: Word, findings: Findings) -> tuple[int, int]:
    white, comma, black = word.text.partition(",")
    if not comma:
        message = "hands must be two numbers separated by a comma"
        findings.error("hands", message, word.offset, shown(word.text))
        return 0, 0
    after = word.offset + len(white) + 1
    return (
        parse_number(Word(word.offset, white), "white in hand", 0, MOST_STONES, findings, "hands"),
        parse_number(Word(after, black), "black in hand", 0, MOST_STONES, findings, "hands"),
    )


def _check_extensions(words: list[Word], findings: Findings) -> None:
    keys: list[str] = []
    for word in words:
        match = _EXTENSION.fullmatch(word.text)
        if match is None:
            message = "extension must be lm=, pc=, ul= or a private x-…="
            findings.error("extension", message, word.offset, shown(word.text))
            continue
        if keys and match[1] <= keys[-1]:
            message = "extensions must be in ascending order, each once"
            findings.error("extension-order", message, word.offset, match[1])
        keys.append(match[1])


def _check_state(by_name: dict[str, Word], findings: Findings) -> None:
    """Errors: words that contradict each other about whether the game goes on, and how."""
    outcome, action = by_name["outcome"], by_name["action"]
    over = outcome.text != "-"
    if over and not _OUTCOME.fullmatch(outcome.text):
        message = "outcome must be - or w:, b: or d: and a known reason"
        findings.error("outcome", message, outcome.offset, shown(outcome.text))
    for name, mark in (("side", "-"), ("phase", "o"), ("action", "o")):
        word = by_name[name]
        if (word.text == mark) != over:
            state = "over" if over else "going on"
            message = f"{name} must {'' if over else 'not '}be {mark} while the game is {state}"
            findings.error(name, message, word.offset, word.text)
    due = by_name["obligations"].text != "-"
    if due != (action.text == "r"):
        message = "action must be r when a taking is due, and only then"
        findings.error("action", message, action.offset, action.text)
    elif not due and not over and action.text != by_name["phase"].text:
        message = f"action must be {by_name['phase'].text}, like the phase"
        findings.error("action", message, action.offset, action.text)


def _turn(by_name: dict[str, Word], ply: int) -> Colour:
    """The side to move; after the end, which names nobody, the side that lost or was next."""
    side = by_name["side"].text
    return BY_LETTER[side] if side in BY_LETTER else _turn_after(by_name["outcome"].text, ply)


def _turn_after(outcome: str, ply: int) -> Colour:
    winner = outcome[0]
    if winner in BY_LETTER:
        return SIDES.other(BY_LETTER[winner])
    return Colour.BLACK if ply % 2 else Colour.WHITE


def _parse_targets(word: Word, turn: Colour, white: int, black: int, findings: Findings) -> int:
    """The stones that may be taken; none when no taking is due."""
    if word.text == "-":
        return 0
    match = _OBLIGATION.fullmatch(word.text)
    if match is None:
        message = "obligations must be to take one stone from the board for a mill"
        findings.error("obligations", message, word.offset, shown(word.text))
        return 0
    actor, owner, targets, after = match.groups()
    other = SIDES.other(turn)
    if (BY_LETTER[actor], BY_LETTER[owner], BY_LETTER[after]) != (turn, other, other):
        message = f"{turn} must take a {other} stone, and then {other} must be to move"
        findings.error("obligations", message, word.offset, word.text)
    stones = black if turn is Colour.WHITE else white
    mask = int(targets, 16)
    if not mask or mask & ~stones:
        message = f"the stones to take must be {other} stones on the board"
        findings.error("targets", message, word.offset + match.start(3), targets)
    return mask


def _check_position(position: MillPosition, by_name: dict[str, Word], findings: Findings) -> None:
    for problem in position.problems():
        # Under MFEN's rule sets, either side may start.
        if problem.code != "turn" or abs(position.white_hand - position.black_hand) > 1:
            findings.warning(problem.code, problem.message, by_name["side"].offset)
    phase = by_name["phase"]
    usual = "p" if position.white_hand or position.black_hand else "m"
    if phase.text not in (usual, "o") and not position.removing:
        findings.warning("phase", f"phase should be {usual}", phase.offset, phase.text)
    if phase.text != "o" and position.outcome() is not None:
        findings.warning("over", f"the game is over: {position.outcome()}", phase.offset)


def _format_outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    winner = LETTERS[outcome.winner] if outcome.winner else "d"
    return f"{winner}:{_REASONS.get(outcome.reason, f'x-{outcome.reason}')}"


def _written_outcome(document: Document, position: MillPosition) -> str:
    """How the game ended, by its record, else by what its file said, else by its position."""
    result = document.record.result if document.record else None
    outcome = _format_outcome(result or position.outcome())
    told = document.facts.text("outcome", "")
    fits = not document.record and (told == "-" or _OUTCOME.fullmatch(told))
    return told if fits else outcome


def encode(document: Document) -> bytes:
    """The canonical line of a position."""
    position = ring_position(document.position, "mfen")
    other = SIDES.other(position.turn)
    if position.removing and not position.stones(other):
        raise PositionError("mfen cannot hold a taking where there is no stone to take")
    outcome = _written_outcome(document, position)
    obligations = "-"
    phase = "p" if position.white_hand or position.black_hand else "m"
    side, action = LETTERS[position.turn], phase
    if outcome != "-":
        side, phase, action = "-", "o", "o"
    elif position.removing:
        mover, owner = LETTERS[position.turn], LETTERS[other]
        usual = _takeable(position)
        targets = document.facts.integer("targets", usual)
        targets = targets if targets & ~position.stones(other) == 0 else usual
        obligations = f"{mover}:mill:b:{owner}:1:{targets:06x}:{owner}"
        action = "r"
    words = [
        SIGNATURE,
        PROFILE,
        format_rings(position, ORDER, MARKS),
        side,
        phase,
        action,
        f"{position.white_hand},{position.black_hand}",
        obligations,
        f"{quiet_plies(document)}",
        f"{plies(document)}",
        outcome,
    ]
    return (" ".join([*words, *_written_extensions(document.facts)]) + "\n").encode("ascii")


def _written_extensions(facts: Facts) -> list[str]:
    """The extensions that were read, if they are valid."""
    words = facts.text("extensions", "").split()
    findings = Findings("mfen")
    _check_extensions([Word(0, word) for word in words], findings)
    return [] if findings.has_errors else words


def losses(document: Document) -> list[str]:
    """Whose turn it was when the game ended, if it was not the loser's.

    And which member of the family it is, where the stones do not tell.
    """
    position = ring_position(document.position, "mfen")
    over = _written_outcome(document, position)
    lost = member_losses(position)
    if over == "-" or position.turn is _turn_after(over, plies(document)):
        return lost
    return ["whose turn it was when the game ended", *lost]


def _target_names(obligations: str) -> tuple[str, ...]:
    """The points of the stones that may be taken."""
    match = _OBLIGATION.fullmatch(obligations)
    mask = int(match[3], 16) if match else 0
    return tuple(NAMES[point] for point in points_of(mask))


def likeness(data: bytes) -> float:
    """Beyond doubt when it begins with the signature, of whatever version."""
    return 1.0 if data.lstrip()[:5].upper() == b"MFEN/" else 0.0


class MfenFormat(LineFormat):
    """MFEN/1.0, the Mill Interchange Format's position line."""

    name = "mfen"
    title = "MFEN/1.0, the Mill Interchange Format's position line"
    suffixes = (".mfen",)
    fields, further, order, marks = FIELDS, "extension", ORDER, MARKS
    holds = frozenset({"plies", "quiet", "outcome", "targets", "extensions"})

    read = staticmethod(decode)
    encode = staticmethod(encode)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)

    def explain(self, data: bytes) -> list[Span]:
        """Every word of a line with its meaning; obligations name the stones to take."""
        return [
            replace(span, points=_target_names(span.value)) if span.name == "obligations" else span
            for span in super().explain(data)
        ]


FORMAT = MfenFormat()
