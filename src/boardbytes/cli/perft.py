"""`perft`: count move sequences."""

from __future__ import annotations

import time

import click

from boardbytes.cli.common import load, say, write_json
from boardbytes.cli.options import format_option, game_argument, json_option, rules_option
from boardbytes.games import GAMES


@click.command(short_help="Count move sequences.")
@game_argument
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--depth", "-d", type=click.IntRange(0, 20), required=True, help="How many moves deep."
)
@click.option("--divide", is_flag=True, help="Also count for every first move.")
@format_option
@rules_option("standard")
@json_option
def command(
    game: str,
    file: str | None,
    depth: int,
    divide: bool,
    format_name: str | None,
    rules: str,
    as_json: bool,
) -> None:
    """Count the sequences of moves from a file's position, or from the start of GAME.

    The usual check of a move generator: two programs that count the same agree on the rules.
    """
    found = GAMES.find(game)
    position = load(file, format_name, rules=rules).position if file else found.start.under(rules)
    if position.game != game:
        raise click.UsageError(f"the file holds a position of {position.game}, not of {game}")
    begun = time.perf_counter()
    parts = {}
    if divide and depth:
        for move in position.legal_moves(rules):
            parts[str(move)] = found.perft(position.play(move, rules), depth - 1, rules)
        nodes = sum(parts.values())
    else:
        nodes = found.perft(position, depth, rules)
    seconds = time.perf_counter() - begun
    if as_json:
        plain = {"game": game, "rules": rules, "depth": depth, "nodes": nodes}
        write_json(plain | {"seconds": round(seconds, 6)} | ({"divide": parts} if divide else {}))
        return
    for text, count in parts.items():
        say(f"{text}: {count:,}")
    say(f"{nodes:,}")
