"""What a command is told that a file leaves open: the board of a single Go move."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from boardbytes.cli.common import load


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options for a file that holds a single move; the command gets them as `told`."""

    @click.option(
        "--size",
        type=click.IntRange(1),
        help="How many lines the board has, for a file that holds a single Go move.",
    )
    @click.option(
        "--board",
        metavar="BOARD",
        help="A file with the board on which a single Go move is made, in any format.",
    )
    @wraps(command)
    def with_told(*, size: int | None, board: str | None, **options: Any) -> Any:
        if size is not None and board is not None:
            raise click.UsageError("give --size or --board, not both")
        told: dict[str, Any] = {} if size is None else {"size": size}
        if board is not None:
            position = load(board, None).position
            if position.game != "go":
                raise click.UsageError(f"--board must name a board of Go, not of {position.game}")
            told = {"board": position}
        return command(**options, told=told)

    return with_told
