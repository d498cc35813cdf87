"""Where `channel` takes a private key from: never from the command line itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from boardbytes.channel.keys import PASSWORD_VARIABLE, KeyRing, open_keystore, parse_key
from boardbytes.channel.signing import address_of
from boardbytes.formats.transcript.ethereum import parse_address

NEW_KEY = "new"
"""Stands for a key that is to be made and kept here."""


def own_ring() -> KeyRing:
    """The keys that are kept here; the password of an encrypted one is asked for when needed."""
    return KeyRing(ask=lambda address: _prompt(f"password of {address}"))


def new_password(what: str) -> str:
    """A password for a keyfile: from the environment, or asked for twice."""
    return os.environ.get(PASSWORD_VARIABLE) or _prompt(what, confirmation_prompt=True)


def _prompt(text: str, **options: Any) -> str:
    # On standard error: standard output may go to a file or another program.
    return str(click.prompt(text, hide_input=True, err=True, **options))


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
    """A function that gives the key for an address; a password that it needs is asked for now."""
    if keystore is not None and key_env is not None:
        raise click.UsageError("give --keystore or --key-env, not both")
    if key_env is not None:
        key = parse_key(os.environ.get(key_env, ""), key_env)
        return lambda _: key
    if keystore is not None:
        password = os.environ.get(PASSWORD_VARIABLE)
        if password is None:
            password = _prompt("password")
        opened = open_keystore(keystore, password)
        return lambda _: opened
    return lambda address: _kept(address, ring)


def author_key(key: str | None, keystore: str | None, key_env: str | None, ring: KeyRing) -> bytes:
    """The key that publishes: the one named, or the only one that is kept here."""
    if keystore is None and key_env is None:
        known = ring.addresses()
        if key is None and len(known) != 1:
            there = f"{len(known)} keys are kept here" if known else "no key is kept here"
            raise click.UsageError(f"give --key ADDRESS, or --key new to make one: {there}")
        return ring.key(player(key or known[0], ring))
    found = find_key(keystore, key_env, ring)("")
    if key is not None and address_of(found) != parse_address(key):
        raise click.UsageError(f"the key must be that of {key}")
    return found


def _kept(address: str, ring: KeyRing) -> bytes:
    if not ring.holds(address):
        raise click.UsageError(
            f"give --keystore or --key-env: the key of {address} is not kept here"
        )
    return ring.key(address)


def player(given: str, ring: KeyRing) -> str:
    """The address of a player: the one given, or that of a new key."""
    return ring.make() if given == NEW_KEY else parse_address(given)
