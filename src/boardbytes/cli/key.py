"""`key`: the keys that are kept here, and what each has signed."""

from __future__ import annotations

from typing import Any

import click

from boardbytes.channel.keys import KeyRing, keys_folder
from boardbytes.cli.common import say, shown_name, write_json
from boardbytes.cli.keys import new_password, own_ring
from boardbytes.cli.options import json_option
from boardbytes.errors import SignatureError
from boardbytes.files import STANDARD_STREAM, write_whole
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.model.words import counted


@click.group(short_help="Keys that sign games and boards.")
def command() -> None:
    """Keys that sign games and boards, and what each has signed.

    A key stays in a folder of your own. It is never an argument, and never printed or logged.
    """


@command.command()
@click.option("--plain", is_flag=True, help="Keep it without a password, readable by you alone.")
@json_option
def new(plain: bool, as_json: bool) -> None:
    """Make a key and keep it as an encrypted keyfile; prints its address.

    The password is asked for, or taken from BOARDBYTES_PASSWORD.
    """
    password = "" if plain else new_password("password for the new key")
    address = KeyRing(password=password).make()
    if as_json:
        write_json({"address": address, "encrypted": not plain})
    else:
        say(address)


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the keys that are kept here, with how much each has signed."""
    ring = own_ring()
    rows: list[dict[str, Any]] = []
    for address in ring.addresses():
        signed_in = ring.ledger.games(address)
        signed = {"games": len(signed_in), "words": sum(signed_in.values())}
        rows.append({"address": address, "encrypted": ring.is_encrypted(address), **signed})
    if as_json:
        write_json(rows)
        return
    for row in rows:
        kept = "encrypted" if row["encrypted"] else "not encrypted"
        words, games = counted(row["words"], "word"), counted(row["games"], "game")
        say(f"{row['address']}  {kept}  signed {words} in {games}")
    if not rows:
        say(f"no key is kept in {keys_folder()}", err=True)


@command.command()
@click.argument("address")
@click.argument("output", metavar="OUT")
@json_option
def export(address: str, output: str, as_json: bool) -> None:
    """Write a key to a keyfile that other Ethereum programs read; it is always encrypted.

    A key that has a password keeps it; for any other, one is asked for or taken from
    BOARDBYTES_PASSWORD. The record of what the key has signed stays here: a key that signs in two
    places can prove its owner a cheat.
    """
    known = parse_address(address)
    ring = own_ring()
    if not ring.holds(known):
        raise SignatureError(f"the key of {known} is not kept here")
    keyfile = ring.keyfile(known, lambda: new_password("password for the keyfile"))
    write_whole(output, keyfile.encode("ascii"), mode=0o600)
    if output != STANDARD_STREAM:
        if as_json:
            write_json({"address": known, "file": output})
        else:
            say(f"{shown_name(output)}: the key of {known}, encrypted")
