"""The family of mill once more, slow and obvious, from the text of the rules.

Points are names, a board is a dictionary of whose stone is where, and everything is found by
trying it out. Nothing here knows of the package.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

_SIDES = """
a7 d7 g7, g7 g4 g1, g1 d1 a1, a1 a4 a7
b6 d6 f6, f6 f4 f2, f2 d2 b2, b2 b4 b6
"""
_INNER = "c5 d5 e5, e5 e4 e3, e3 d3 c3, c3 c4 c5"
_SPOKES = "d7 d6 d5, g4 f4 e4, d1 d2 d3, a4 b4 c4"
_SHORT_SPOKES = "d7 d6, g4 f4, d1 d2, a4 b4"
_DIAGONALS = "a7 b6 c5, g7 f6 e5, g1 f2 e3, a1 b2 c3"
_SQUARE = "a3 b3 c3, a2 b2 c2, a1 b1 c1, a3 a2 a1, b3 b2 b1, c3 c2 c1, a3 b2 c1, a1 b2 c3"


def lines_of(*texts: str) -> list[list[str]]:
    return [line.split() for text in texts for row in text.split("\n") for line in row.split(",")]


@dataclass
class Member:
    """One game of the family: lines on which mills stand, other lines, stones and rules."""

    mills: list[list[str]]
    stones: int
    further_lines: list[list[str]] = field(default_factory=list)
    flying: bool = True
    moves_while_setting: bool = False
    full_board_is_a_draw: bool = False
    a_mill_wins: bool = False
    no_way_back: bool = False

    def __post_init__(self) -> None:
        self.mills = [mill for mill in self.mills if mill]
        self.steps = set()
        for line in self.mills + self.further_lines:
            for here, there in pairwise(line):
                self.steps |= {(here, there), (there, here)}
        self.points = sorted({point for step in self.steps for point in step})


_RINGS = (_SIDES, _INNER, _SPOKES)
MEMBERS = {
    "standard": Member(lines_of(*_RINGS), 9),
    "ten": Member(lines_of(*_RINGS), 10),
    "lasker": Member(lines_of(*_RINGS), 10, moves_while_setting=True),
    "eleven": Member(lines_of(*_RINGS, _DIAGONALS), 11),
    "twelve": Member(lines_of(*_RINGS, _DIAGONALS), 12, full_board_is_a_draw=True),
    "morabaraba": Member(lines_of(*_RINGS, _DIAGONALS), 12, full_board_is_a_draw=True),
    "morabaraba-sport": Member(
        lines_of(*_RINGS, _DIAGONALS), 12, full_board_is_a_draw=True, no_way_back=True
    ),
    "six": Member(lines_of(_SIDES), 6, lines_of(_SHORT_SPOKES), flying=False),
    "five": Member(lines_of(_SIDES), 5, lines_of(_SHORT_SPOKES), flying=False),
    "five-flying": Member(lines_of(_SIDES), 5, lines_of(_SHORT_SPOKES)),
    "three": Member(lines_of(_SQUARE), 3, flying=False, a_mill_wins=True),
}


@dataclass
class State:
    """Whose stone is where, how many are in hand, and whose turn it is."""

    stone: dict[str, str]
    hand: dict[str, int]
    turn: str = "white"
    before: State | None = field(default=None, compare=False, repr=False)
    """What stood on the board a move ago."""

    def of(self, side: str) -> list[str]:
        return [point for point in self.stone if self.stone[point] == side]


def start(member: Member) -> State:
    return State({}, {"white": member.stones, "black": member.stones})


def other(side: str) -> str:
    return "black" if side == "white" else "white"


def in_a_mill(member: Member, stone: dict[str, str], point: str) -> bool:
    for mill in member.mills:
        if point in mill and all(stone.get(each) == stone[point] for each in mill):
            return True
    return False


def has_a_mill(member: Member, state: State, side: str) -> bool:
    return any(in_a_mill(member, state.stone, point) for point in state.of(side))


def is_over(member: Member, state: State) -> bool:
    for side in ("white", "black"):
        if member.a_mill_wins and has_a_mill(member, state, side):
            return True
        if len(state.of(side)) + state.hand[side] < 3:
            return True
    return False


def goes_back(member: Member, state: State, source: str, target: str) -> bool:
    """Whether this takes a stone back into the mill that it left for another one just before."""
    after = state.before
    before = after and after.before
    if after is None or before is None:
        return False
    side = state.turn
    moved = before.stone.get(target) == side and target not in after.stone
    came = after.stone.get(source) == side and source not in before.stone
    if not (moved and came):
        return False
    return in_a_mill(member, before.stone, target) and in_a_mill(member, after.stone, source)


def moves(
    member: Member, state: State, is_over: Callable[[Member, State], bool] = is_over
) -> dict[str, State]:
    """Every legal move as text, and what it leads to."""
    found: dict[str, State] = {}
    if is_over(member, state):
        return found
    side = state.turn
    empty = [point for point in member.points if point not in state.stone]
    begun: list[tuple[str, str, dict[str, str], dict[str, int]]] = []
    if state.hand[side]:
        for target in empty:
            hand = {**state.hand, side: state.hand[side] - 1}
            begun.append((target, target, {**state.stone, target: side}, hand))
    if not state.hand[side] or member.moves_while_setting:
        left = len(state.of(side)) + state.hand[side]
        for source in state.of(side):
            for target in empty:
                if member.no_way_back and goes_back(member, state, source, target):
                    continue
                if (source, target) in member.steps or (member.flying and left == 3):
                    stone = {**state.stone, target: side}
                    del stone[source]
                    begun.append((f"{source}-{target}", target, stone, state.hand))
    for text, target, stone, hand in begun:
        victims: list[str] = []
        if in_a_mill(member, stone, target) and not member.a_mill_wins:
            foes = [point for point in stone if stone[point] == other(side)]
            free = [point for point in foes if not in_a_mill(member, stone, point)]
            victims = free or foes
        if not victims:
            found[text] = State(stone, hand, other(side), state)
        for victim in victims:
            rest = {point: stone[point] for point in stone if point != victim}
            found[f"{text}x{victim}"] = State(rest, hand, other(side), state)
    return found


def result(member: Member, state: State) -> str | None:
    """Who has won, `draw`, or None while the game goes on."""
    for side in (other(state.turn), state.turn):
        if member.a_mill_wins and has_a_mill(member, state, side):
            return side
        if len(state.of(other(side))) + state.hand[other(side)] < 3:
            return side
    if member.full_board_is_a_draw and len(state.stone) == len(member.points):
        return "draw"
    return None if moves(member, state) else other(state.turn)


def perft(member: Member, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(member, after, depth - 1) for after in moves(member, state).values())


def reachable(member: Member, is_over: Callable[[Member, State], bool] = is_over) -> int:
    """How many states play leads to, whose turn it is included."""
    waiting = [start(member)]
    seen = set()
    while waiting:
        state = waiting.pop()
        key = (frozenset(state.stone.items()), *state.hand.values(), state.turn)
        if key not in seen:
            seen.add(key)
            waiting += moves(member, state, is_over).values()
    return len(seen)
