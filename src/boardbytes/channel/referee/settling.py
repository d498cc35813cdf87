"""Agreeing to how a game ended: what both sides sign for the referee."""

from __future__ import annotations

from boardbytes.channel.moving import require_valid
from boardbytes.channel.signing import sign_digest
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import Domain, settlement_digest
from boardbytes.formats.transcript.signature import Signature, signer_of_digest
from boardbytes.formats.transcript.transcript import Transcript


def settlement(game: Transcript, result: str, key: bytes) -> bytes:
    """One side's signature under the last word and a result.

    Raises SignatureError if the game was not begun for a contract, or its transcript is not valid.
    Then nothing is signed.
    """
    digest = settlement_digest(game.last, result, game.game_id, domain_to_settle(game))
    return bytes(sign_digest(digest, key))


def domain_to_settle(game: Transcript) -> Domain:
    """Where a game can be settled, once all of it was verified; else SignatureError."""
    if game.domain is None:
        raise SignatureError("only a game that was begun for a contract can be settled there")
    require_valid(game)
    return game.domain


def require_signed(game: Transcript, result: str, red: Signature, white: Signature) -> None:
    """Raise SignatureError unless both sides signed this result at the last word."""
    digest = settlement_digest(game.last, result, game.game_id, domain_to_settle(game))
    for side, address, made in (("red", game.red, red), ("white", game.white, white)):
        signer = signer_of_digest(digest, made)
        if signer != address:
            raise SignatureError(f"{side}'s signature must be that of {address} (found {signer})")
