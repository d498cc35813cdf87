"""`engine`: be an engine for other programs."""

from __future__ import annotations

import sys

import click

from boardbytes import __version__
from boardbytes.cli.options import seconds_option
from boardbytes.cores import core_count
from boardbytes.games.go.rules import PRESETS
from boardbytes.players.search import LEVELS


@click.command(short_help="Play Go for other programs, by GTP.")
@click.argument("game", type=click.Choice(["go"]))
@click.option(
    "--level",
    type=click.IntRange(1, max(LEVELS)),
    default=8,
    show_default=True,
    help="How many playouts it tries for a move; a clock may stop it sooner.",
)
@seconds_option("Seconds for a move, instead of a level.")
@click.option("--cores", type=click.IntRange(1, 256), help="Cores to use; all by default.")
@click.option("--seed", type=int, help="The same seed and one core give the same game again.")
@click.option(
    "--rules", type=click.Choice(list(PRESETS)), default="chinese", show_default=True,
    help="The rules to play by.",
)  # fmt: skip
@click.option("--komi", type=float, default=7.5, show_default=True, help="Points for white.")
@click.option("--never-resign", is_flag=True, help="Play every game to its end.")
def command(
    game: str,
    level: int,
    seconds: float | None,
    cores: int | None,
    seed: int | None,
    rules: str,
    komi: float,
    never_resign: bool,
) -> None:
    """Answer commands on standard input until quit: GTP, the Go Text Protocol, version 2.

    Any program that speaks GTP can play against it, or use it as a referee:
    boardbytes engine go --time 2
    """
    from boardbytes.players.gtp_engine import GtpEngine
    from boardbytes.solving.limits import Limits

    if komi * 2 % 1:
        raise click.UsageError(f"komi must be a multiple of 0.5, not {komi:g}")
    limits = Limits(
        seconds=seconds,
        playouts=None if seconds else LEVELS[level].playouts,
        seed=1 if seed is None else seed,
        cores=cores or (1 if seed is not None else core_count()),
    )
    engine = GtpEngine(limits, rules, komi, __version__, resigns=not never_resign)

    def write(answer: str) -> None:
        sys.stdout.write(answer)
        sys.stdout.flush()

    engine.run(sys.stdin, write)
