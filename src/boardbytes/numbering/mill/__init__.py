"""A number for every state of mill: exactly those of Muehle, whose databases they address.

>>> from boardbytes.games.mill import MillPosition
>>> state = number(MillPosition())
>>> state.layer, state.number, state.symmetry.name
(199, 0, 'SO_DO_NOTHING')
>>> position(199, 0) == MillPosition()
True
"""

from boardbytes.numbering.mill.layers import Layer
from boardbytes.numbering.mill.states import (
    StateNumber,
    canonical,
    layer,
    layer_size,
    number,
    numbers_of_class,
    position,
    problems,
)
from boardbytes.numbering.mill.symmetry import Symmetry

__all__ = [
    "Layer",
    "StateNumber",
    "Symmetry",
    "canonical",
    "layer",
    "layer_size",
    "number",
    "numbers_of_class",
    "position",
    "problems",
]
