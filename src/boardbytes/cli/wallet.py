"""`channel wallet`: what a wallet shows a person, who signs it there."""

from __future__ import annotations

import json

import click

from boardbytes.channel import moving
from boardbytes.channel.referee.calls import RESULTS
from boardbytes.channel.referee.settling import domain_to_settle
from boardbytes.cli.keys import own_ring
from boardbytes.cli.options import json_option
from boardbytes.cli.transcripts import load_whole
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.typed import typed_settlement, typed_word


@click.command("wallet")
@click.argument("file", metavar="FILE")
@click.argument("move", metavar="[MOVE]", required=False)
@click.option("--agree", is_flag=True, help="Sign the other side's last word instead of moving.")
@click.option(
    "--settle", type=click.Choice(list(RESULTS)), help="Agree to a result for the referee."
)
@json_option
def command(file: str, move: str | None, agree: bool, settle: str | None, as_json: bool) -> None:
    """Print what a wallet is asked to sign for MOVE: typed data for eth_signTypedData_v4.

    The game must have been begun for a contract. Nothing is signed here. Give what the wallet
    returns to `channel move FILE MOVE --signature`, or for --settle to `channel referee call`.
    Sign one move for each turn: two are proof of cheating.
    """
    if [move is not None, agree, settle is not None].count(True) != 1:
        raise click.UsageError("give a MOVE, --agree or --settle")
    game = load_whole(file)
    if settle is not None:
        plain = typed_settlement(game.last, settle, game.game_id, domain_to_settle(game))
    else:
        if game.domain is None:
            message = "the words of this game are not typed data: see channel new --contract"
            raise SignatureError(message)
        if move is None:
            moving.require_valid(game)
            word = moving.last_word(game)
        else:
            word = moving.word_of(game, move, own_ring().ledger)
        plain = typed_word(word, game.game_id, game.domain)
    # A wallet takes it as it is, with and without --json.
    click.echo(json.dumps(plain, indent=None if as_json else 2))
