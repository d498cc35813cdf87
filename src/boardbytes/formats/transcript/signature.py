"""Signatures of words, and who made them, found out as the contract does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import Domain, digest_of, message_digest, recover_digest
from boardbytes.formats.word.judging import AnyWord, as_word

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


def recover(
    word: AnyWord, game_id: int, signature: AnySignature, domain: Domain | None = None
) -> str:
    """The address that signed a word of a game; with a domain, as typed data (EIP-712).

    Raises SignatureError for what must not be accepted: v other than 27 or 28, r or s out of range,
    the higher of the two values of s (the contract accepts it), and what recovers to no address.
    """
    return signer_of_digest(digest_of(as_word(word), game_id, domain), signature)


def recover_text(text: str, signature: AnySignature) -> str:
    """The address that signed a text as an Ethereum message; refuses what `recover` refuses."""
    return signer_of_digest(message_digest(text.encode()), signature)


def signer_of_digest(digest: bytes, signature: AnySignature) -> str:
    """The address that signed a digest; SignatureError for what must not be accepted."""
    found = Signature.of(signature)
    if found.v not in RECOVERY_IDS:
        raise SignatureError(f"v must be 27 or 28 (found {found.v})")
    if not (0 < found.r < ORDER and 0 < found.s < ORDER):
        raise SignatureError("r and s must be above 0 and below the order of the curve")
    if found.s > ORDER // 2:
        raise SignatureError("s must be the lower of its two values; the contract accepts both")
    try:
        address = recover_digest(digest, found.v, found.r, found.s)
    except Exception:
        raise SignatureError("the signature recovers to no address") from None
    if int(address, 16) == 0:
        raise SignatureError("the signature recovers to the zero address")
    return address


@lru_cache(1 << 14)
def signer_of(word: bytes, game_id: int, signature: Signature, domain: Domain | None) -> str:
    """Like `recover`, but remembers: a growing game is verified again with every move."""
    return recover(word, game_id, signature, domain)
