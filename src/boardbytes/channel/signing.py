"""Signing words with a private key, the way the contract wants it."""

from __future__ import annotations

from typing import TypeAlias

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import Domain, account, digest_of, message_digest
from boardbytes.formats.transcript.signature import ORDER, Signature
from boardbytes.formats.word.judging import AnyWord, as_word

Key: TypeAlias = "bytes | str | int"
"""A private key: 32 bytes, their hexadecimal digits, or a number."""


def sign(word: AnyWord, game_id: int, key: Key, domain: Domain | None = None) -> Signature:
    """The signature of a private key under a word of a game; its `s` is always the low one.

    With a domain the word is signed as typed data (EIP-712), else as the old message.
    Does not ask what the key has signed before: before you send a word to anyone, ask the ledger.
    """
    return sign_digest(digest_of(as_word(word), game_id, domain), key)


def sign_text(text: str, key: Key) -> Signature:
    """The signature of a private key under a text, as an Ethereum message that a wallet shows."""
    return sign_digest(message_digest(text.encode()), key)


def sign_digest(digest: bytes, key: Key) -> Signature:
    """The signature of a private key under 32 bytes."""
    raw = key.to_bytes(32, "big") if isinstance(key, int) and 0 <= key < ORDER else key
    try:
        signed = account().unsafe_sign_hash(digest, raw)
    except Exception:
        # Whatever went wrong with a key, its text must not reach a log.
        raise SignatureError("the key must be a private key of 32 bytes") from None
    return Signature(int(signed.v), int(signed.r), int(signed.s))


def address_of(key: bytes | str) -> str:
    """The address of a private key."""
    try:
        return str(account().from_key(key).address)
    except Exception:
        raise SignatureError("the key must be a private key of 32 bytes") from None
