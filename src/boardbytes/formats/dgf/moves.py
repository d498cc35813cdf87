"""The moves of a DGF game: numbers to a record, checked, and back.

Numbers have no colours: sides take turns, and a game that goes on after its end does so with the
side next in turn. Plain numbers cannot say what else a main line may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.formats.dgf.numbers import (
    LOWEST,
    MAX_MOVES,
    MAX_PLAYED_SIZE,
    TURN_NUMBERS,
    TURNS,
    WINNERS,
    OffsetOf,
    board_numbers,
    go_position,
    square_size,
)
from boardbytes.formats.findings import Findings
from boardbytes.games.go import RESIGN, GoMove, GoPosition, GoRules, preset_of
from boardbytes.games.go.board import SIDES
from boardbytes.games.go.kernel import LEGAL
from boardbytes.games.go.move import PASS_NUMBER, RESIGN_NUMBER
from boardbytes.games.go.plain import join_komi, split_komi
from boardbytes.games.go.position import refusal
from boardbytes.games.go.replay import replay
from boardbytes.model import Colour, Document, Fact, Facts, Outcome, Reason, Record
from boardbytes.model.history import History
from boardbytes.model.line import Reached
from boardbytes.model.step import Step
from boardbytes.model.words import counted

_OWN_NAMES = ("standard", "simple-ko")
"""The names of the rules that DGF means."""


def count_played(numbers: Iterable[int]) -> int:
    """How many of a record's numbers are moves of its game: two passes or a resignation end it."""
    count, before = 0, None
    for number in numbers:
        count += 1
        if number < PASS_NUMBER or number == before == PASS_NUMBER:
            break
        before = number
    return count


def read_moves(
    start: GoPosition,
    numbers: Sequence[int],
    offset_of: OffsetOf,
    findings: Findings,
    rules: GoRules | str = "standard",
) -> tuple[Record, dict[str, Fact]]:
    """The record of a start and its moves, without a result; a game may go on after its end.

    Points of one side on the first board are komi, and become part of the rules.
    A move that is out of range or not legal is an error, with its number and why, and the record
    ends before the first such move. Raises FormatError for more moves than any record has.
    """
    start, rules = split_komi(start, GoPosition.find_rules(rules))
    points = len(start.stones)
    if len(numbers) > MAX_MOVES:
        message = f"a record must have at most {MAX_MOVES:,} moves"
        findings.error("moves", message, offset_of(MAX_MOVES), f"{len(numbers):,}")
        findings.raise_errors()
    beyond = [index for index, number in enumerate(numbers) if number > points]
    for index in beyond:
        message = f"a move must be at most {points}, the last point of the board"
        findings.error("move-range", message, offset_of(index), numbers[index], ply=index + 1)
    numbers = numbers[: beyond[0]] if beyond else numbers
    steps = alternating(start, (GoMove.from_number(number, start.size) for number in numbers))
    line = replay(start, steps, rules, stop=True)
    ply = len(line.verdicts)
    if ply and line.verdicts[-1] != LEGAL:
        move = steps[ply - 1].move
        reason = refusal(line.verdicts[-1], rules)
        message = f"{move} is not legal: {reason}"
        findings.error("illegal-move", message, offset_of(ply - 1), ply=ply)
        steps, numbers = steps[: ply - 1], numbers[: ply - 1]
    first_end = count_played(numbers) if start.turn else 0
    if first_end < len(numbers):
        message = f"{counted(len(numbers) - first_end, 'move')} after the game was over"
        findings.warning("after-end", message, offset_of(first_end))
    return _ending_at(start, steps, rules, line.position), _resignations(numbers)


def _ending_at(start: GoPosition, steps: Sequence[Step], rules: GoRules, end: GoPosition) -> Record:
    """The record of some steps, which knows its end already, unless its rules look back."""
    record = Record(start, tuple(steps), rules=rules)
    if not steps or start.key(rules) is not None:
        return record
    return record.ending_at(Reached(steps[-1], end, History.of_line(steps)))


def alternating(start: GoPosition, moves: Iterable[GoMove]) -> list[Step]:
    """Moves that the sides make in turn."""
    return [Step(move, colour) for move, colour in zip(moves, _turns(start), strict=False)]


def _turns(start: GoPosition) -> Iterable[Colour]:
    first = start.turn or SIDES.first
    return cycle((first, SIDES.other(first)))


def _resignations(numbers: Sequence[int]) -> dict[str, Fact]:
    """The numbers that stood for resignations, if one of them is not the usual one."""
    found = tuple(number for number in numbers if number < PASS_NUMBER)
    if all(number == RESIGN_NUMBER for number in found):
        return {}
    before = {"resigned_before_with": found[:-1]} if len(found) > 1 else {}
    return {"resigned_with": found[-1], **before}


def with_result(record: Record, result: int, offset: int, findings: Findings) -> Record:
    """The record with the result that a file states; a warning if a resignation contradicts it."""
    winner = TURNS[result]
    usual = record.end.outcome(record.rules)
    if _reason(record) is Reason.RESIGNATION and usual and usual.winner is not winner:
        message = f"result should be {TURN_NUMBERS[usual.winner]}: {usual}"
        findings.warning("result", message, offset, f"{result}, {WINNERS[result]}")
    return _won_by(record, winner)


def _won_by(record: Record, winner: Colour | None) -> Record:
    """The record with a winner, who won for the reason that the moves show."""
    if winner is None:
        return record.with_result(None)
    outcome = Outcome(winner, _reason(record), record.rules.name, SIDES.other(winner))
    return record.with_result(outcome)


def _reason(record: Record) -> Reason:
    """Why somebody won a game of which nothing but the moves is known."""
    if record.moves and record.moves[-1] == RESIGN:
        return Reason.RESIGNATION
    return Reason.STATED if record.position.turn else Reason.SCORE


def plain_record(document: Document) -> Record:
    """The main line as far as plain numbers can say it.

    Stones that are set up before the first move are on its board. It ends before a setup, a move
    out of turn, and a move that the standard rules forbid.
    """
    start, record = go_position(document.start), document.record
    rest = list(record.steps) if record else []
    while rest and (setup := rest[0].setup):
        start = start.set_up(setup)
        rest[:1] = [] if rest[0].move is None else [replace(rest[0], setup=None)]
    rules = record.rules if record else start.find_rules("standard")
    start, standard = split_komi(join_komi(start, rules), start.find_rules("standard"))
    steps: list[Step] = []
    for step, colour in zip(rest[:MAX_MOVES], _turns(start), strict=False):
        if step.setup is not None or step.is_forced or step.colour is not colour:
            break
        steps.append(step)
    line = replay(start, steps, standard, stop=True)
    legal = len(line.verdicts) - (bool(line.verdicts) and line.verdicts[-1] != LEGAL)
    plain = _ending_at(start, steps[:legal], standard, line.position)
    return _won_by(plain, record.result.winner if record and record.result else None)


def record_numbers(document: Document) -> tuple[list[int], int, list[int]]:
    """The numbers of a document's first board, its result, and its moves, as far as they go.

    Raises PositionError for a board that no record can hold.
    """
    plain = plain_record(document)
    start = go_position(plain.start)
    size = square_size(start)
    if size > MAX_PLAYED_SIZE:
        message = f"a record holds boards of up to {MAX_PLAYED_SIZE} lines, not {size}"
        raise PositionError(message)
    moves = [move.number(size) for move in plain.moves if isinstance(move, GoMove)]
    return (
        board_numbers(join_komi(start, plain.rules), document.facts),
        TURN_NUMBERS[plain.result.winner if plain.result else None],
        resigning_as_read(moves, document.facts),
    )


def resigning_as_read(moves: list[int], facts: Facts) -> list[int]:
    """Moves with the numbers that stood for resignations when read, as far as they still fit."""
    places = [place for place, number in enumerate(moves) if number < PASS_NUMBER]
    before = facts.integers("resigned_before_with") or ()
    last = facts.integer("resigned_with", RESIGN_NUMBER)
    usual = [RESIGN_NUMBER] * (len(places) - 1)
    numbers = [*(before if len(before) == len(usual) else usual), last]
    for place, number in zip(places, numbers, strict=False):
        moves[place] = number if LOWEST <= number < PASS_NUMBER else RESIGN_NUMBER
    return moves


def record_losses(document: Document) -> list[str]:
    """What plain numbers cannot say of a game, beyond what `formats.loss` finds by itself."""
    record = document.record
    if record is None or not isinstance(record.start, GoPosition):
        return []
    plain = plain_record(document)
    lost = []
    missing = len(record.moves) - len(plain.moves)
    if missing:
        lost.append(f"the {counted(missing, 'move')} from move {len(plain.moves) + 1} on")
    preset = preset_of(record.rules)
    if record.start.plays_standard(record.rules) and preset not in (None, *_OWN_NAMES):
        lost.append(f"that the rules are called {record.rules.name}")
    return [*lost, *_lost_of_result(record, plain)]


def _lost_of_result(record: Record, plain: Record) -> list[str]:
    result: Any = record.result
    if result is None:
        return []
    if result.winner is None:
        return ["that the game was drawn"]
    lost = []
    if result.reason not in (Reason.STATED, _reason(plain)):
        lost.append(f"why {result.winner} won: {result.sentence}")
    reached = record.end.outcome(record.rules)
    if result.margin is not None and (reached is None or reached.margin != result.margin):
        lost.append(f"that {result.winner} won by {result.margin:g}")
    return lost
