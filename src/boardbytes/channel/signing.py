"""Signing words with a private key, as the contract wants it."""

from __future__ import annotations

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import account, message_of
from boardbytes.formats.transcript.signature import ORDER, Signature
from boardbytes.formats.word.judging import AnyWord, as_word


def sign(word: AnyWord, game_id: int, key: bytes | str | int) -> Signature:
    """The signature of a private key under a word of a game; its `s` is always the low one.

    Does not ask what the key has signed before: whoever sends words to others asks the ledger.
    """
    raw = key.to_bytes(32, "big") if isinstance(key, int) and 0 <= key < ORDER else key
    message = message_of(as_word(word), game_id)
    try:
        signed = account().sign_message(message, raw)
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
