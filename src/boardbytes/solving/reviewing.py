"""A whole game, position by position: who stood better, and which moves were mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from boardbytes.model import Colour, GameTree, Move, Node, Record
from boardbytes.model.analysis import Analysis, Line, Score
from boardbytes.model.notes import Judgement, Verdict
from boardbytes.solving.analysing import analyse
from boardbytes.solving.limits import Limits

Asking: TypeAlias = Callable[[Record, Limits], Analysis]
"""Anything that says what the end of a record is worth."""

MISTAKES = ((0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))
"""What a move is called that costs its side so much of what it could expect; a win is 1."""

_JUDGEMENTS = {
    "blunder": Judgement(Verdict.BAD, is_strong=True),
    "mistake": Judgement(Verdict.BAD),
    "inaccuracy": Judgement(Verdict.DOUBTFUL),
}


@dataclass(frozen=True)
class Reviewed:
    """A move of a game, and what it was worth compared with the best one."""

    ply: int
    path: str
    move: Move
    colour: Colour
    before: Analysis
    """Of the position in which it was made."""
    after: float
    """What the first side may expect after it: from 0 for a loss to 1 for a win."""
    loss: float
    """How much less the side that made it expects than before."""
    value_lost: tuple[str, str] | None
    """The proven value before and after, where the move gave it away."""

    @property
    def word(self) -> str | None:
        """What to call the move; None where there is nothing to say."""
        if self.value_lost:
            return "blunder"
        if self.before.best == self.move:
            return None
        return next((word for least, word in MISTAKES if self.loss >= least), None)

    @property
    def better(self) -> Line | None:
        """What was better."""
        return self.before.lines[0] if self.before.lines else None

    @property
    def remark(self) -> str:
        """The mistake in a sentence; empty where there is none."""
        if not self.word or not self.better:
            return ""
        moves = " ".join(map(str, self.better.moves[:5]))
        how = f"{self.loss:.0%} of the game"
        if self.value_lost:
            how = f"{self.value_lost[0]} before, {self.value_lost[1]} after"
        return f"{self.word}: {how}; better {moves} ({self.better.score})"

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "ply": self.ply,
            "path": self.path,
            "colour": self.colour.value,
            "move": str(self.move),
            "expectation": round(self.after, 4),
            "loss": round(self.loss, 4),
            "mistake": self.word,
            "remark": self.remark or None,
            "analysis": self.before.plain(),
        }


def review(tree: GameTree, limits: Limits, ask: Asking = analyse) -> Iterator[Reviewed]:
    """Every move of the main line, one after the other; the limits are for one position."""
    first = tree.start.sides.first
    nodes = [node for node in tree.main_line() if node.move is not None]
    before = _analysed(tree, nodes[0].parent, limits, ask) if nodes else None
    for ply, node in enumerate(nodes, 1):
        after, score = _worth(tree, node, limits, ask)
        move, colour = node.move, node.colour
        if before is not None and move is not None and colour is not None:
            mine = score if colour is first else score.turned
            gave = _gave_away(before.score, mine)
            loss = max(0.0, before.score.expectation - mine.expectation)
            yield Reviewed(ply, node.path, move, colour, before, score.expectation, loss, gave)
        before = after


def _worth(
    tree: GameTree, node: Node, limits: Limits, ask: Asking
) -> tuple[Analysis | None, Score]:
    """What a position is worth to the first side: by the end of the game, or by an analysis."""
    first = tree.start.sides.first
    found = _analysed(tree, node, limits, ask)
    if found is not None:
        return found, found.score if found.turn is first else found.score.turned
    outcome = tree.reached(node).outcome(tree.rules) or tree.result
    winner = outcome.winner if outcome else None
    value = "drawn" if winner is None else "won" if winner is first else "lost"
    return None, Score(value, 0, proven=True)


def _analysed(tree: GameTree, node: Node | None, limits: Limits, ask: Asking) -> Analysis | None:
    """The analysis of a position; None where the game is over."""
    record = tree.record(node) if node else Record(tree.start, rules=tree.rules)
    record = record.with_result(record.end.outcome(record.rules))
    if record.result or record.position.turn is None or not record.legal_moves():
        return None
    return ask(record, limits)


def _gave_away(before: Score, after: Score) -> tuple[str, str] | None:
    if not (before.proven and after.proven and before.value and after.value):
        return None
    order = ("lost", "drawn", "won")
    lower = order.index(after.value) < order.index(before.value)
    return (before.value, after.value) if lower else None


def annotated(tree: GameTree, moves: list[Reviewed]) -> GameTree:
    """The game with a comment and a verdict on every mistake; earlier comments stay."""
    for each in moves:
        if each.word is None:
            continue
        notes = tree.node(each.path).notes
        comment = f"{notes.comment}\n{each.remark}" if notes.comment else each.remark
        kept = tuple(old for old in notes.judgements if old.verdict not in _OF_MOVES)
        judgements = (*kept, _JUDGEMENTS[each.word])
        tree = tree.annotate(each.path, comment=comment, judgements=judgements)
    return tree


_OF_MOVES = (Verdict.GOOD, Verdict.BAD, Verdict.DOUBTFUL, Verdict.INTERESTING)
