"""Signatures under words, as the contract checks them.

A player signs keccak256(game id, word), 32 bytes each, as an Ethereum signed message.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from boardbytes.channel.step import AnyWord, as_word
from boardbytes.errors import SignatureError

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
"""The order of the curve secp256k1."""

RECOVERY_IDS = (27, 28)


@dataclass(frozen=True)
class Signature:
    """A signature: `v` is 27 or 28, `r` and `s` are numbers. As bytes: r, s, v, 65 in all."""

    v: int
    r: int
    s: int

    def __bytes__(self) -> bytes:
        return self.r.to_bytes(32, "big") + self.s.to_bytes(32, "big") + bytes([self.v])

    def __str__(self) -> str:
        return f"0x{bytes(self).hex()}"

    @classmethod
    def of(cls, value: AnySignature) -> Signature:
        """A signature from 65 bytes, from their digits, or from v, r and s."""
        if isinstance(value, Signature):
            return value
        if isinstance(value, tuple):
            return cls(*value)
        try:
            data = bytes.fromhex(value.removeprefix("0x")) if isinstance(value, str) else value
        except ValueError:
            raise SignatureError("a signature must be hexadecimal digits") from None
        if len(data) != 65:
            raise SignatureError(f"a signature must have 65 bytes (found {len(data)})")
        return cls(data[64], int.from_bytes(data[:32], "big"), int.from_bytes(data[32:64], "big"))


AnySignature: TypeAlias = "Signature | bytes | str | tuple[int, int, int]"


def sign(word: AnyWord, game_id: int, key: bytes | str | int) -> Signature:
    """The signature of a private key under a word of a game; its `s` is always the low one."""
    from eth_account import Account

    raw = key.to_bytes(32, "big") if isinstance(key, int) and 0 <= key < ORDER else key
    message = _message(word, game_id)
    try:
        signed = Account.sign_message(message, raw)
    except Exception:
        # Whatever went wrong with a key, its text must not reach a log.
        raise SignatureError("the key must be a private key of 32 bytes") from None
    return Signature(int(signed.v), int(signed.r), int(signed.s))


def recover(word: AnyWord, game_id: int, signature: AnySignature) -> str:
    """The address that signed a word of a game.

    Raises SignatureError for what must not be accepted: v other than 27 or 28, r or s out of range,
    the high one of the two values of s (the contract accepts it), and what recovers to no one.
    """
    found = Signature.of(signature)
    if found.v not in RECOVERY_IDS:
        raise SignatureError(f"v must be 27 or 28 (found {found.v})")
    if not (0 < found.r < ORDER and 0 < found.s < ORDER):
        raise SignatureError("r and s must be numbers of the curve, not 0")
    if found.s > ORDER // 2:
        raise SignatureError("s must be the lower of its two values; the contract accepts both")
    from eth_account import Account

    message = _message(word, game_id)
    try:
        address = Account.recover_message(message, vrs=(found.v, found.r, found.s))
    except Exception:
        raise SignatureError("the signature recovers to no address") from None
    if int(address, 16) == 0:
        raise SignatureError("the signature recovers to the zero address")
    return str(address)


@lru_cache(1 << 14)
def signer_of(word: bytes, game_id: int, signature: Signature) -> str:
    """Like `recover`, but remembers: whoever verifies a growing game asks the same ever again."""
    return recover(word, game_id, signature)


def _message(word: AnyWord, game_id: int) -> Any:
    from eth_account.messages import encode_defunct
    from eth_utils.crypto import keccak

    if not 0 <= game_id < 1 << 256:
        raise SignatureError(f"the game id must be a number below 2^256 (found {game_id})")
    return encode_defunct(primitive=keccak(game_id.to_bytes(32, "big") + as_word(word)))


def address_of(key: bytes | str) -> str:
    """The address of a private key."""
    from eth_account import Account

    try:
        return str(Account.from_key(key).address)
    except Exception:
        raise SignatureError("the key must be a private key of 32 bytes") from None


def parse_address(text: str) -> str:
    """An address with its checksum; one in mixed case must have the right one."""
    from eth_utils.address import is_hex_address, to_checksum_address

    if not is_hex_address(text) or int(text, 16) == 0:
        raise SignatureError(f"{text!r} is no address")
    address = str(to_checksum_address(text))
    digits = text[-40:]
    if digits not in (digits.lower(), digits.upper(), address[-40:]):
        raise SignatureError(f"{text!r} has a wrong checksum: some letters have the wrong case")
    return address
