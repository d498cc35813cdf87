"""The kernel of every board: one source, filled with what differs on that board."""

from __future__ import annotations

from functools import cache
from typing import Any

from boardbytes.compiling import CPU, compiled, interpreted
from boardbytes.games.mill import kernel
from boardbytes.games.mill.board import MillBoard


@cache
def kernel_of(board: MillBoard) -> Any:
    """The kernel's functions for a board, interpreted."""
    return interpreted(kernel.__name__, board.filling)


def compiled_for(board: MillBoard, module_name: str = kernel.__name__, target: str = CPU) -> Any:
    """The functions of a kernel, or of one that builds on it, compiled for a board."""
    return compiled(module_name, target, board.filling)
