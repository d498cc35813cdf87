"""The options of the verbs that start a server; kept apart, since most verbs need no network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from boardbytes.serving import LOOPBACK

F = TypeVar("F", bound=Callable[..., Any])


def listening_options(port: int, who: str = "") -> Callable[[F], F]:
    """Where a server listens; `who` says what others can do then."""

    def decorate(command: F) -> F:
        words = "; ".join(filter(None, ("The address to listen on", who))) + "."
        command = click.option("--host", default=LOOPBACK, show_default=True, help=words)(command)
        return click.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=port,
            show_default=True,
            help="The port to listen on; 0 takes a free one.",
        )(command)

    return decorate
