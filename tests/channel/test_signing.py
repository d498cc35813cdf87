"""Signatures, against those of the recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardbytes.channel import Signature, recover, sign
from boardbytes.channel.signing import address_of
from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.formats.transcript.signature import ORDER

VECTORS = Path(__file__).parent.parent / "vectors" / "channel-contract"
CASES: list[dict[str, Any]] = json.loads((VECTORS / "signatures.json").read_text())["initBCMove"]
REFUSED = {"v_0_or_1", "s_zero", "high_s_twin"}


def vrs(case: dict[str, Any]) -> tuple[int, int, int]:
    return case["v"], int(case["r"], 16), int(case["s"], 16)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_as_recorded(case: dict[str, Any]) -> None:
    game_id = int(case["gameID"], 16)
    signature = sign(case["state"], game_id, case["private_key"])
    assert signature == Signature(*vrs(case))
    assert recover(case["state"], game_id, signature).lower() == case["address"]
    assert address_of(case["private_key"]).lower() == case["address"]
    for variant in case["variants"]:
        values = variant["state"], int(variant["gameID"], 16), vrs(variant)
        if variant["name"] in REFUSED or int(variant["ecrecover"], 16) == 0:
            with pytest.raises(SignatureError):
                recover(*values)
        else:
            assert recover(*values).lower() == variant["ecrecover"]


def test_ways_to_give_a_signature() -> None:
    case = CASES[0]
    signature = Signature(*vrs(case))
    for value in (signature, bytes(signature), str(signature), vrs(case)):
        assert recover(case["state"], 1, value).lower() == case["address"]
    for rubbish in (b"", "0xzz", bytes(66)):
        with pytest.raises(SignatureError):
            recover(case["state"], 1, rubbish)


def test_keys_are_not_repeated_in_complaints() -> None:
    secret = "5f2f6435bf24952f"
    with pytest.raises(SignatureError) as caught:
        sign(bytes(32), 0, secret)
    assert secret not in str(caught.value)
    assert caught.value.__suppress_context__


def test_numbers_of_the_curve() -> None:
    with pytest.raises(SignatureError, match="numbers of the curve"):
        recover(bytes(32), 0, (27, ORDER, 1))
    with pytest.raises(SignatureError, match="below 2"):
        recover(bytes(32), 1 << 256, (27, 1, 1))


def test_addresses() -> None:
    good = address_of(CASES[0]["private_key"])
    assert parse_address(good.lower()) == good
    with pytest.raises(SignatureError, match="checksum"):
        parse_address("0x" + good[2:].swapcase())
    with pytest.raises(SignatureError):
        parse_address("0x" + "0" * 40)
