"""The words every game shares."""

from boardbytes.model.colour import Colour, Sides
from boardbytes.model.document import Document, Fact, Facts, Model
from boardbytes.model.game import Game, Subject
from boardbytes.model.headers import Headers
from boardbytes.model.history import History
from boardbytes.model.layout import Bits, Field, Layout
from boardbytes.model.notes import Notes
from boardbytes.model.outcome import Outcome, Reason
from boardbytes.model.position import Content, Move, Position, Rules
from boardbytes.model.problem import Place, Problem, Severity
from boardbytes.model.record import Record
from boardbytes.model.registry import Registry
from boardbytes.model.span import Span
from boardbytes.model.step import Setup, Step
from boardbytes.model.tree import GameTree, Node

__all__ = [
    "Bits",
    "Colour",
    "Content",
    "Document",
    "Fact",
    "Facts",
    "Field",
    "Game",
    "GameTree",
    "Headers",
    "History",
    "Layout",
    "Model",
    "Move",
    "Node",
    "Notes",
    "Outcome",
    "Place",
    "Position",
    "Problem",
    "Reason",
    "Record",
    "Registry",
    "Rules",
    "Setup",
    "Severity",
    "Sides",
    "Span",
    "Step",
    "Subject",
]
