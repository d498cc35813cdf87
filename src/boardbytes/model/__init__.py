"""The words every game shares."""

from boardbytes.model.colour import Colour, Sides
from boardbytes.model.document import Document, Fact, Facts, Model
from boardbytes.model.game import Game, Subject
from boardbytes.model.layout import Bits, Field, Layout
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Content, Move, Position, Rules
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.record import Record
from boardbytes.model.registry import Registry
from boardbytes.model.span import Span

__all__ = [
    "Bits",
    "Colour",
    "Content",
    "Document",
    "Fact",
    "Facts",
    "Field",
    "Game",
    "Layout",
    "Model",
    "Move",
    "Outcome",
    "Position",
    "Problem",
    "Reason",
    "Record",
    "Registry",
    "Rules",
    "Severity",
    "Sides",
    "Span",
    "Subject",
]
