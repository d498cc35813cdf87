"""What is written beside moves in PDN, as notes: comments, opinions, clocks, figures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from boardbytes.model import Colour
from boardbytes.model.notes import Clock, Figure, Judgement, Notes, Verdict
from boardbytes.model.tree import Property

NAG, VERBATIM = "NAG", "PDN"
"""The names of what is kept as it stands: opinions that we have no word for, and lines of play
that cannot be played."""

OPINIONS = {
    "!": Judgement(Verdict.GOOD),
    "?": Judgement(Verdict.BAD),
    "!!": Judgement(Verdict.GOOD, is_strong=True),
    "??": Judgement(Verdict.BAD, is_strong=True),
    "!?": Judgement(Verdict.INTERESTING),
    "?!": Judgement(Verdict.DOUBTFUL),
    "$10": Judgement(Verdict.EVEN),
    "$13": Judgement(Verdict.UNCLEAR),
    # PDN's Black is red, our first side.
    "$15": Judgement(Verdict.BETTER_FOR_FIRST),
    "$14": Judgement(Verdict.BETTER_FOR_SECOND),
    "$17": Judgement(Verdict.BETTER_FOR_FIRST, is_strong=True),
    "$16": Judgement(Verdict.BETTER_FOR_SECOND, is_strong=True),
}
_NUMBERED = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""The numbers that mean the same as a sign."""

SIGNS = {judgement: sign for sign, judgement in OPINIONS.items()}

_COMMAND = re.compile(r"\[%(\w+)[ \t\r\n]*([^\[\]]*)\]")
_TIMES = re.compile(r"([wWbB]?)[ \t]*(\d+(?::\d+){0,2}(?:\.\d+)?)")
_CLOCKS = ("clock", "clk")
_LETTERS = {"w": Colour.WHITE, "b": Colour.RED}
"""Whose clock it is: what PDN calls Black is red here."""
_OF_SIDES = {colour: letter for letter, colour in _LETTERS.items()}
_PROPERTY = "property"


@dataclass
class Remarks:
    """Everything that is written beside one move, as it is read."""

    comments: list[str] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    nags: list[str] = field(default_factory=list)
    verbatim: list[str] = field(default_factory=list)
    others: list[Property] = field(default_factory=list)

    def add_opinion(self, text: str) -> None:
        sign = text.strip("()") if text.startswith("(") else text
        judgement = OPINIONS.get(_NUMBERED.get(sign, sign))
        if judgement is None or judgement in self.judgements:
            self.nags.append(text)
        else:
            self.judgements.append(judgement)

    def add_comment(self, text: str, mover: Colour | None) -> None:
        """A comment: commands such as `[%clock w1:00:00]` are taken out of it."""
        kept = _COMMAND.sub(lambda match: self._command(match, mover), text)
        said = "\n".join(line.strip() for line in kept.strip().splitlines())
        if said:
            self.comments.append(said)

    def _command(self, match: re.Match[str], mover: Colour | None) -> str:
        """Take in a command; what is left of it: nothing, or all if it is not understood."""
        name, value = match[1], match[2].strip()
        times = list(_TIMES.finditer(value))
        if name in _CLOCKS and times and not _TIMES.sub("", value).strip():
            for time in times:
                colour = _LETTERS.get(time[1].lower(), mover)
                if colour is None:
                    return match.group()
                self.clocks.append(Clock(colour, _seconds(time[2])))
        elif name == _PROPERTY and (words := _words(value)):
            self.others.append((words[0], tuple(words[1:])))
        elif value:
            self.figures.append(Figure(name, value))
        else:
            return match.group()
        return ""

    @property
    def notes(self) -> Notes:
        return Notes(
            comment="\n".join(self.comments),
            judgements=tuple(self.judgements),
            clocks=tuple(self.clocks),
            figures=tuple(self.figures),
        )

    @property
    def properties(self) -> tuple[Property, ...]:
        kept = [*self.others]
        if self.nags:
            kept.append((NAG, tuple(self.nags)))
        if self.verbatim:
            kept.append((VERBATIM, tuple(self.verbatim)))
        return tuple(kept)


def _seconds(text: str) -> float:
    """Seconds of a time such as 1:02:03; of two numbers, minutes and seconds."""
    seconds = 0.0
    for part in text.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds


def _words(text: str) -> list[str]:
    """The texts between quotes."""
    return [re.sub(r"\\(.)", _plain, word) for word in re.findall(r'"((?:[^"\\]|\\.)*)"', text)]


_ESCAPED = {"n": "\n", "r": "\r", "b": "]", "c": "}"}


def _plain(match: re.Match[str]) -> str:
    return _ESCAPED.get(match[1], match[1])


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    for letter, sign in _ESCAPED.items():
        escaped = escaped.replace(sign, f"\\{letter}")
    return f'"{escaped}"'


def format_opinions(notes: Notes, properties: tuple[Property, ...]) -> tuple[str, list[str]]:
    """The sign that is joined to a move, and those that follow it."""
    signs = [SIGNS[judgement] for judgement in notes.judgements if judgement in SIGNS]
    signs += [sign for name, values in properties if name == NAG for sign in values]
    # A star that stands alone would be a result.
    stars = "".join(sign for sign in signs if sign == "*")
    others = [sign for sign in signs if sign != "*"]
    first = others.pop(0) if others and not others[0].startswith("$") else ""
    return first + stars, others


def format_comments(notes: Notes, properties: tuple[Property, ...]) -> list[str]:
    """Comments as they are written: the text, then commands for clocks, figures and the rest."""
    commands = [f"[%{figure.name} {figure.value}]" for figure in notes.figures]
    clocks = [
        f"{_OF_SIDES[clock.colour]}{_time(clock.seconds)}"
        for clock in notes.clocks
        if clock.colour in _OF_SIDES and clock.seconds is not None
    ]
    if clocks:
        commands.append(f"[%clock {' '.join(clocks)}]")
    commands += [
        f"[%{_PROPERTY} {' '.join(map(_quoted, (name, *values)))}]"
        for name, values in properties
        if name not in (NAG, VERBATIM)
    ]
    text = "\n".join(notes.comment.splitlines())
    # A closing brace cannot stand inside braces, but it can in a comment that ends with its line.
    parts = [f"; {line}\n" for line in text.split("\n")] if "}" in text else [f"{{{text}}}"]
    return [*(parts if text else []), *([f"{{{''.join(commands)}}}"] if commands else [])]


def _time(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    fraction = f"{rest % 1:.3f}".rstrip("0").rstrip(".")[1:]
    return f"{hours}:{minutes:02}:{int(rest):02}{fraction}"
