"""Why a state has no number or a number no state: one bit and one sentence per reason."""

from __future__ import annotations

from boardbytes.model.problem import Problem

NO_LAYER = 1 << 0
NO_NUMBER = 1 << 1
BOARD = 1 << 2
STONES = 1 << 3
TURN = 1 << 4
FEW_TAKEN = 1 << 5
OWN_TAKEN = 1 << 6
OPP_TAKEN = 1 << 7
NO_MILL = 1 << 8
OWN_FEW_SETTING = 1 << 9
OPP_FEW_SETTING = 1 << 10
OWN_FEW = 1 << 11
OPP_FEW = 1 << 12
TWO_WITHOUT_MILL = 1 << 13
REMOVING = 1 << 14

PROBLEMS: dict[int, Problem] = {
    bit: Problem(code, message)
    for bit, code, message in (
        (NO_LAYER, "no-layer", "there are only the layers 0 to 199"),
        (NO_NUMBER, "no-number", "the layer has no such number"),
        (BOARD, "board", "the two sides' stones must be separate sets of the 24 points"),
        (STONES, "stones", "a side has 0 to 9 stones on the board and in hand"),
        (TURN, "turn", "in the setting phase the side to move has set as many stones as the other"
         " side or one fewer"),
        (FEW_TAKEN, "few-taken", "in the setting phase every mill on the board has taken a stone,"
         " and fewer are missing than there are mills"),
        (OWN_TAKEN, "own-taken", "the side to move has lost more stones than the other side can"
         " have taken"),
        (OPP_TAKEN, "opp-taken", "the other side has lost more stones than the side to move can"
         " have taken"),
        (NO_MILL, "no-mill", "a stone is missing in the setting phase, but there is no mill on the"
         " board"),
        (OWN_FEW_SETTING, "own-few-setting", "the side to move has set eight stones and has fewer"
         " than two left"),
        (OPP_FEW_SETTING, "opp-few-setting", "the other side has set nine stones and has fewer"
         " than three left"),
        (OWN_FEW, "own-few", "the side to move has fewer than two stones in the moving phase"),
        (OPP_FEW, "opp-few", "the other side has fewer than three stones in the moving phase"),
        (TWO_WITHOUT_MILL, "two-without-mill", "the side to move has two stones left, but the"
         " other side has no mill that took the third"),
        (REMOVING, "removing", "the position is in the middle of a move: a mill is closed and the"
         " stone not yet taken"),
    )
}  # fmt: skip
"""The reason for each bit, as a problem."""


def problems_of(faults: int) -> tuple[Problem, ...]:
    """The reasons whose bits are set."""
    return tuple(problem for bit, problem in PROBLEMS.items() if faults & bit)
