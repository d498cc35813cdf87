"""Where `channel` takes a private key from: never from the command line itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from boardbytes.channel.keys import PASSWORD_VARIABLE, KeyRing, open_keystore, parse_key
from boardbytes.formats.transcript.ethereum import parse_address

NEW_KEY = "new"
"""Asks for a key that is made and kept here."""


def key_options(function: Any) -> Any:
    """The options that name a key; without them it is one that is kept here."""
    function = click.option(
        "--key-env", metavar="NAME", help="The environment variable that holds the private key."
    )(function)
    return click.option(
        "--keystore",
        metavar="KEYFILE",
        help="An encrypted keystore file; its password is asked for, or taken from"
        f" {PASSWORD_VARIABLE}.",
    )(function)


def find_key(keystore: str | None, key_env: str | None, ring: KeyRing) -> Callable[[str], bytes]:
    """A function that gives the key for an address; what must be asked for is asked now."""
    if keystore is not None and key_env is not None:
        raise click.UsageError("give --keystore or --key-env, not both")
    if key_env is not None:
        key = parse_key(os.environ.get(key_env, ""), key_env)
        return lambda _: key
    if keystore is not None:
        password = os.environ.get(PASSWORD_VARIABLE)
        if password is None:
            password = click.prompt("password", hide_input=True, err=True)
        opened = open_keystore(keystore, password)
        return lambda _: opened
    return lambda address: _kept(address, ring)


def _kept(address: str, ring: KeyRing) -> bytes:
    if not ring.holds(address):
        raise click.UsageError(
            f"give --keystore or --key-env: the key of {address} is not kept here"
        )
    return ring.key(address)


def player(given: str, ring: KeyRing) -> str:
    """The address of a player: the one given, or that of a new key."""
    return ring.make() if given == NEW_KEY else parse_address(given)
