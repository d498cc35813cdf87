"""Numbers of single positions, and back, in the package's own values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardbytes.errors import NumberingError
from boardbytes.games.mill.position import MillPosition
from boardbytes.model.colour import Colour
from boardbytes.model.problem import Problem
from boardbytes.numbering.mill import faults, kernel
from boardbytes.numbering.mill.layers import LAYERS, Layer, all_layers
from boardbytes.numbering.mill.symmetry import Symmetry
from boardbytes.numbering.mill.tables import load


@dataclass(frozen=True, slots=True)
class StateNumber:
    """Layer and number of a state, and the symmetry that leads to the board the number gives."""

    layer: int
    number: int
    symmetry: Symmetry


def number(position: MillPosition) -> StateNumber:
    """The number of a position. Colours do not matter, only who is to move.

    Raises NumberingError, with every reason, for a position that is not a valid state.
    """
    layer, value, symmetry = kernel.number_state(*_valid(position), load())
    return StateNumber(layer, value, Symmetry(symmetry))


def _valid(position: MillPosition) -> tuple[int, int, int, int]:
    """A position as the kernel takes it. Raises NumberingError if it is not a valid state."""
    if found := problems(position):
        raise NumberingError("the position has no number", found)
    return position.kernel_values[:4]


def position(layer: int, number: int) -> MillPosition:
    """The position of a number.

    White is to move, except after an odd number of stones set: white starts. Raises NumberingError
    for a number that the layer does not have or whose state is not valid.
    """
    what = f"number {number} of layer {layer} is not a state"
    tables = load()
    if kernel.number_faults(layer, number, tables):
        raise NumberingError(what, [_range_problem(layer)])
    own, opp, hand, opp_hand = kernel.decode_number(layer, number, tables)
    if found := kernel.find_faults(own, opp, hand, opp_hand):
        raise NumberingError(what, faults.problems_of(found))
    if hand == opp_hand:
        return MillPosition(own, opp, hand, opp_hand, Colour.WHITE)
    return MillPosition(opp, own, opp_hand, hand, Colour.BLACK)


def _range_problem(layer: int) -> Problem:
    """Which numbers there are, for someone who asked for another."""
    if not 0 <= layer < LAYERS:
        return faults.PROBLEMS[faults.NO_LAYER]
    size = layer_size(layer)
    message = f"the layer has the numbers 0 to {size - 1}" if size else "the layer has no numbers"
    return replace(faults.PROBLEMS[faults.NO_NUMBER], message=message)


def problems(position: MillPosition) -> tuple[Problem, ...]:
    """Why a position has no number, every reason; empty for a valid state.

    Does not ask whether play can reach the position: these are necessary conditions only.
    """
    if not position.is_nine:
        message = f"numbers are for Nine Men's Morris, not for {position.member}"
        return (Problem("member", message),)
    own, opp, hand, opp_hand, removing = position.kernel_values
    # In the middle of a move the counts are those of neither side's turn: one reason is enough.
    return faults.problems_of(
        faults.REMOVING if removing else kernel.find_faults(own, opp, hand, opp_hand)
    )


def numbers_of_class(position: MillPosition) -> tuple[int, ...]:
    """Every number that a position or an image of it has, ascending: 1, 2, 4 or 8 of them.

    All are in one layer. Raises NumberingError for a position that is not a valid state.
    """
    own, opp, hand, opp_hand = _valid(position)
    tables = load()
    images = ((each.apply_mask(own), each.apply_mask(opp)) for each in Symmetry)
    found = (kernel.number_state(*image, hand, opp_hand, tables) for image in images)
    return tuple(sorted({value for _, value, _ in found}))


def canonical(position: MillPosition) -> MillPosition:
    """The one image of a position that stands for its class, with the same colours and hands.

    It is the image that the smallest number of the class gives. Raises NumberingError for a
    position that is not a valid state.
    """
    image = min((each.apply(position) for each in Symmetry), key=lambda each: number(each).number)
    return number(image).symmetry.apply(image)


def layer(number: int) -> Layer:
    """The layer of a number, 0 to 199. Raises NumberingError for any other."""
    if not 0 <= number < LAYERS:
        raise NumberingError(f"layer {number} does not exist", [_range_problem(number)])
    return all_layers()[number]


def layer_size(number: int) -> int:
    """How many numbers a layer has. Raises NumberingError if there is no such layer."""
    return layer(number).size
