"""`channel referee`: calls for the contract that settles signed games, and a trial of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from boardbytes.channel.referee.calls import MAX_CLOCK, MAX_TURN, RESULTS
from boardbytes.cli.common import shown_name, write_json
from boardbytes.cli.keys import find_key, key_options, own_ring
from boardbytes.cli.options import json_option
from boardbytes.cli.transcripts import load, load_whole
from boardbytes.errors import JsonError, SignatureError
from boardbytes.files import read_limited
from boardbytes.json_reading import read_json
from boardbytes.model.words import counted

if TYPE_CHECKING:
    from boardbytes.channel.referee.calls import Call

_MAX_LOGS = 1 << 26


@click.group("referee")
def command() -> None:
    """The contract that settles signed games: its calls, its state, and a trial run.

    Words must be signed as typed data for it: see channel new --contract. Each action takes --json.
    """


@command.command("open")
@click.argument("opponent", metavar="ADDRESS")
@click.option(
    "--clock", type=click.IntRange(1, MAX_CLOCK), required=True, help="Seconds for each answer."
)
@click.option(
    "--last-turn",
    type=click.IntRange(1, MAX_TURN),
    default=200,
    show_default=True,
    help="The turn after which the game is a draw.",
)
@json_option
def open_(opponent: str, clock: int, last_turn: int, as_json: bool) -> None:
    """Print the calldata of open, by which red begins a game against ADDRESS.

    The stake is the value of the transaction. Its log says the id of the game (see state), which
    channel new takes as --game-id.
    """
    from boardbytes.channel.referee.calls import open_call
    from boardbytes.formats.transcript.ethereum import parse_address

    _say(open_call(parse_address(opponent), clock, last_turn), as_json)


def _say(made: Call, as_json: bool) -> None:
    if as_json:
        write_json(made.to_plain())
    else:
        click.echo(f"0x{made.calldata.hex()}")


@command.command()
@click.argument("file", metavar="FILE")
@click.argument(
    "name",
    metavar="CALL",
    type=click.Choice(
        ["join", "claim", "answer", "fork", "settle", "expire", "finish", "withdraw"]
    ),
)
@click.option("--move", "number", type=click.IntRange(1), help="Which move; by default the last.")
@click.option("--other", metavar="FILE", help="For fork: another transcript of the game.")
@click.option("--result", type=click.Choice(list(RESULTS)), help="For settle.")
@click.option("--red-signature", help="For settle: what red got from sign, or from a wallet.")
@click.option("--white-signature", help="For settle: what white got from sign, or from a wallet.")
@click.option(
    "--waiting", is_flag=True, help="For withdraw: nobody joined, and red takes the stake back."
)
@json_option
def call(
    file: str,
    name: str,
    number: int | None,
    other: str | None,
    result: str | None,
    red_signature: str | None,
    white_signature: str | None,
    waiting: bool,
    as_json: bool,
) -> None:
    """Print the calldata of CALL for the game in FILE; claim and answer take a move of it.

    A CALL is join, claim, answer, fork, settle, expire, finish or withdraw; see also open. Before
    the first move claim is white's, of the start. Withdraw takes all that is yours, of any game.
    """
    from boardbytes.channel.referee import calls
    from boardbytes.channel.referee.settling import require_signed
    from boardbytes.formats.transcript.signature import Signature

    game = load(file)[0]
    if name == "fork":
        if other is None:
            raise click.UsageError("fork takes --other FILE")
        made = calls.fork_call(game, load(other)[0])
    elif name == "settle":
        if result is None or red_signature is None or white_signature is None:
            raise click.UsageError("settle takes --result and both signatures, see sign")
        signatures = Signature.of(red_signature), Signature.of(white_signature)
        require_signed(game, result, *signatures)
        made = calls.settle_call(game, result, *signatures)
    elif name in ("claim", "answer"):
        make = calls.claim_call if name == "claim" else calls.answer_call
        made = make(game, number)
    elif name == "withdraw":
        made = calls.withdraw_call(game if waiting else None)
    else:
        made = calls.game_call(game, name)
    _say(made, as_json)


@command.command()
@click.argument("file", metavar="FILE")
@click.argument("result", type=click.Choice(list(RESULTS)))
@click.option("--side", type=click.Choice(["red", "white"]), required=True)
@key_options
@json_option
def sign(
    file: str, result: str, side: str, keystore: str | None, key_env: str | None, as_json: bool
) -> None:
    """Agree to a RESULT at the last word of FILE: prints your signature for settle.

    All of FILE is verified before. What you signed counts until the game is over: it cannot be
    taken back.
    """
    from boardbytes.channel.referee.settling import settlement
    from boardbytes.channel.signing import address_of

    game = load_whole(file)
    address = game.red if side == "red" else game.white
    key = find_key(keystore, key_env, own_ring())(address)
    if address_of(key) != address:
        raise SignatureError(f"the key must be that of {address}")
    signature = f"0x{settlement(game, result, key).hex()}"
    if as_json:
        write_json({"side": side, "result": result, "signature": signature})
    else:
        click.echo(signature)


@command.command()
@click.argument("file", metavar="LOGS")
@json_option
def state(file: str, as_json: bool) -> None:
    """Say how games stand from LOGS, a JSON list as a node gives it (eth_getLogs)."""
    from boardbytes.channel.referee.logs import read_logs

    try:
        logs = read_json(read_limited(file, _MAX_LOGS), _MAX_LOGS)[0]
    except JsonError as error:
        raise SignatureError(f"{shown_name(file)}: {error}") from None
    if not isinstance(logs, list):
        raise SignatureError(f"{shown_name(file)}: logs must be a list")
    rows: list[dict[str, Any]] = []
    for game in read_logs(logs).values():
        word = f"0x{game.word.hex()}" if game.word else None
        rows.append(asdict(game) | {"game_id": f"0x{game.game_id:064x}", "word": word})
    if as_json:
        write_json(rows)
        return
    for row in rows:
        how = f", {row['winner'] or 'nobody'} has won: {row['reason']}" if row["reason"] else ""
        claimed = f", claimed {row['word']} until {row['deadline']}" if row["word"] else ""
        click.echo(f"{row['game_id']}: {row['state']}{_agreed(row)}{claimed}{how}")


def _agreed(row: dict[str, Any]) -> str:
    """What white agrees to by joining; nothing once the game is on."""
    if row["state"] != "waiting":
        return ""
    terms = f"{row['clock']} s for each answer, a draw after turn {row['last_turn']}"
    return f" for {row['white']} with the same stake, {row['stake']} wei: {terms}"


@command.command("try")
@json_option
def try_(as_json: bool) -> None:
    """Play a whole dispute on a virtual machine here, and say what each call costs."""
    import tempfile
    from pathlib import Path

    from boardbytes.channel.ledger import Ledger
    from boardbytes.channel.referee.local import dispute

    with tempfile.TemporaryDirectory() as folder:
        told = dispute(Ledger(Path(folder)))
    if as_json:
        write_json([asdict(each) for each in told])
        return
    for each in told:
        cost = f"{each.gas:>8,} gas" if each.gas is not None else " " * 12
        click.echo(f"{cost}  {each.sentence}")
    total = sum(each.gas or 0 for each in told)
    calls = counted(sum(each.gas is not None for each in told), "call")
    click.echo(f"{total:>8,} gas  in {calls}")
