"""What we need of Ethereum: hashes, signed messages, addresses.

All of it is loaded here, and late: it takes half a second.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from boardbytes.errors import SignatureError

MAX_GAME_ID = (1 << 256) - 1


@cache
def account() -> Any:
    """The class `eth_account.Account`; loading it leaves the interpreter as it was.

    It brings `py_ecc` along, which sets the recursion limit so high that the stack can overflow.
    """
    limit = sys.getrecursionlimit()
    try:
        from eth_account import Account
    finally:
        sys.setrecursionlimit(limit)
    return Account


def digest_of(word: bytes, game_id: int, domain: Domain | None = None) -> bytes:
    """What a player signs for a word: the old message, or typed data where there is a domain.

    The message is keccak256(game id, word), 32 bytes each, as an Ethereum message.
    """
    if not 0 <= game_id <= MAX_GAME_ID:
        raise SignatureError(f"the game id must be a number below 2^256 (found {game_id:#x})")
    if domain is None:
        return message_digest(keccak(game_id.to_bytes(32, "big") + word))
    return domain.digest(game_id, keccak(WORD_TYPE) + bytes(29) + word[5:8] + word)


def settlement_digest(word: bytes, result: str, game_id: int, domain: Domain) -> bytes:
    """What both players sign to settle a game at a word: `red wins`, `white wins` or `draw`."""
    return domain.digest(game_id, keccak(SETTLEMENT_TYPE) + word + keccak(result.encode()))


WORD_TYPE = b"Word(uint256 turn,bytes32 word)"
SETTLEMENT_TYPE = b"Settlement(bytes32 word,string result)"
DOMAIN_TYPE = (
    b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract,"
    b"bytes32 salt)"
)
DOMAIN_NAME, DOMAIN_VERSION = "boardbytes checkers", "1"


@dataclass(frozen=True)
class Domain:
    """Where typed data (EIP-712) counts: a chain and a contract; with the game id, nowhere else."""

    chain_id: int
    contract: str

    def digest(self, game_id: int, values: bytes) -> bytes:
        """What is signed for encoded values: their hash within this domain and one game."""
        return keccak(b"\x19\x01" + _separator(self, game_id) + keccak(values))


@lru_cache(1 << 10)
def _separator(domain: Domain, game_id: int) -> bytes:
    return keccak(
        keccak(DOMAIN_TYPE)
        + keccak(DOMAIN_NAME.encode())
        + keccak(DOMAIN_VERSION.encode())
        + domain.chain_id.to_bytes(32, "big")
        + bytes(12)
        + bytes.fromhex(domain.contract[2:])
        + game_id.to_bytes(32, "big")
    )


def message_digest(message: bytes) -> bytes:
    """What is signed for a message that a wallet shows (EIP-191, `personal_sign`)."""
    return keccak(b"\x19Ethereum Signed Message:\n%d" % len(message) + message)


def recover_digest(digest: bytes, v: int, r: int, s: int) -> str:
    """The address whose key signed a digest; may raise any exception if there is none."""
    account()
    from eth_keys.datatypes import Signature

    signature = Signature(vrs=(v - 27, r, s))
    return str(signature.recover_public_key_from_msg_hash(digest).to_checksum_address())


def keccak(data: bytes) -> bytes:
    """The hash that Ethereum uses."""
    from eth_utils.crypto import keccak as hashed

    return bytes(hashed(data))


def parse_address(text: str) -> str:
    """An address with its checksum; if it is in mixed case, that must be right already."""
    from eth_utils.address import is_hex_address, to_checksum_address

    if not is_hex_address(text) or int(text, 16) == 0:
        raise SignatureError(f"{text[:60]!r} is not an address")
    address = str(to_checksum_address(text))
    digits = text[-40:]
    if digits not in (digits.lower(), digits.upper(), address[-40:]):
        raise SignatureError(f"{text!r} has a wrong checksum: some letters have the wrong case")
    return address
