"""Typed data (EIP-712) as a wallet takes it: what it shows a person, who then signs it there."""

from __future__ import annotations

from typing import Any

from boardbytes.formats.transcript.ethereum import (
    DOMAIN_NAME,
    DOMAIN_TYPE,
    DOMAIN_VERSION,
    SETTLEMENT_TYPE,
    WORD_TYPE,
    Domain,
)
from boardbytes.formats.word.step import CHANNEL, turn_of


def typed_word(word: bytes, game_id: int, domain: Domain) -> dict[str, Any]:
    """What `eth_signTypedData_v4` takes for a word: the same that `digest_of` hashes."""
    message = {"turn": turn_of(word, CHANNEL), "word": f"0x{word.hex()}"}
    return _typed(WORD_TYPE, message, game_id, domain)


def typed_settlement(word: bytes, result: str, game_id: int, domain: Domain) -> dict[str, Any]:
    """What `eth_signTypedData_v4` takes for a settlement: the same as `settlement_digest`."""
    message = {"word": f"0x{word.hex()}", "result": result}
    return _typed(SETTLEMENT_TYPE, message, game_id, domain)


def _typed(kind: bytes, message: dict[str, Any], game_id: int, domain: Domain) -> dict[str, Any]:
    types = dict(map(_fields, (DOMAIN_TYPE, kind)))
    return {
        "types": types,
        "primaryType": list(types)[1],
        "domain": {
            "name": DOMAIN_NAME,
            "version": DOMAIN_VERSION,
            "chainId": domain.chain_id,
            "verifyingContract": domain.contract,
            "salt": f"0x{game_id:064x}",
        },
        "message": message,
    }


def _fields(kind: bytes) -> tuple[str, list[dict[str, str]]]:
    """The name of a type such as `Word(uint256 turn,bytes32 word)`, and its fields."""
    name, _, rest = kind.decode().removesuffix(")").partition("(")
    pairs = (field.split(" ") for field in rest.split(","))
    return name, [{"name": field, "type": type} for type, field in pairs]
