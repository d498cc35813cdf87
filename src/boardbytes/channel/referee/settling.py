"""Agreeing to how a game ended: what both sides sign for the referee."""

from __future__ import annotations

from boardbytes.channel.signing import sign_digest
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import settlement_digest
from boardbytes.formats.transcript.transcript import Transcript


def settlement(game: Transcript, result: str, key: bytes) -> bytes:
    """One side's signature under the last word and a result."""
    if game.domain is None:
        raise SignatureError("only a game that was begun for a contract can be settled there")
    digest = settlement_digest(game.last, result, game.game_id, game.domain)
    return bytes(sign_digest(digest, key))
