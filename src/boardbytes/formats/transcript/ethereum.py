"""What we need of Ethereum: hashes, signed messages, addresses.

All of it is loaded here, and late: it takes half a second.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from boardbytes.errors import SignatureError

MAX_GAME_ID = (1 << 256) - 1


@cache
def account() -> Any:
    """The class `eth_account.Account`; loading it leaves the interpreter as it was.

    It brings `py_ecc` along, which sets the recursion limit so high that the stack overruns.
    """
    limit = sys.getrecursionlimit()
    try:
        from eth_account import Account
    finally:
        sys.setrecursionlimit(limit)
    return Account


def message_of(word: bytes, game_id: int) -> Any:
    """What a player signs: keccak256(game id, word), 32 bytes each, as an Ethereum message."""
    if not 0 <= game_id <= MAX_GAME_ID:
        raise SignatureError(f"the game id must be a number below 2^256 (found {game_id:#x})")
    account()
    from eth_account.messages import encode_defunct

    return encode_defunct(primitive=keccak(game_id.to_bytes(32, "big") + word))


def keccak(data: bytes) -> bytes:
    """The hash that Ethereum uses."""
    from eth_utils.crypto import keccak as hashed

    return bytes(hashed(data))


def parse_address(text: str) -> str:
    """An address with its checksum; one in mixed case must have the right one."""
    from eth_utils.address import is_hex_address, to_checksum_address

    if not is_hex_address(text) or int(text, 16) == 0:
        raise SignatureError(f"{text[:60]!r} is no address")
    address = str(to_checksum_address(text))
    digits = text[-40:]
    if digits not in (digits.lower(), digits.upper(), address[-40:]):
        raise SignatureError(f"{text!r} has a wrong checksum: some letters have the wrong case")
    return address
