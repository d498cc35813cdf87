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
    with pytest.raises(SignatureError, match="order of the curve"):
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


ON_THE_CURVE = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
"""The x of the curve's generator: an r that some point has."""


@pytest.mark.parametrize(
    ("signature", "sentence"),
    [
        ((26, 1, 1), "v must be 27 or 28"),
        ((29, 1, 1), "v must be 27 or 28"),
        ((27, 0, 1), "order of the curve"),
        ((27, 1, 0), "order of the curve"),
        ((27, ORDER, 1), "order of the curve"),
        ((27, 1, ORDER), "order of the curve"),
        ((27, ON_THE_CURVE, ORDER // 2 + 1), "lower of its two values"),
        ((27, ON_THE_CURVE, ORDER - 1), "lower of its two values"),
        ((27, 5, 1), "recovers to no address"),
    ],
)
def test_signatures_that_are_none(signature: tuple[int, int, int], sentence: str) -> None:
    with pytest.raises(SignatureError, match=sentence):
        recover(bytes(32), 0, signature)


def test_the_outermost_signatures_count() -> None:
    for v in (27, 28):
        for s in (1, ORDER // 2):
            assert recover(bytes(32), 0, (v, ON_THE_CURVE, s)).startswith("0x")


def test_the_outermost_game_ids_count() -> None:
    key = b"\x01" * 32
    for game_id in (0, (1 << 256) - 1):
        assert recover(bytes(32), game_id, sign(bytes(32), game_id, key)) == address_of(key)
    for game_id in (-1, 1 << 256):
        with pytest.raises(SignatureError, match="below 2"):
            sign(bytes(32), game_id, key)


def test_a_signature_is_for_one_word_of_one_game() -> None:
    key = b"\x01" * 32
    signature = sign(bytes(32), 1, key)
    assert recover(bytes(32), 2, signature) != address_of(key)
    assert recover(bytes(31) + b"\x01", 1, signature) != address_of(key)


def test_keys_may_be_numbers() -> None:
    assert sign(bytes(32), 1, 1) == sign(bytes(32), 1, bytes(31) + b"\x01")
    for wrong in (0, ORDER, -1):
        with pytest.raises(SignatureError, match="private key of 32 bytes"):
            sign(bytes(32), 1, wrong)
    for wrong_key in (bytes(32), b"\x01" * 31, "zz"):
        with pytest.raises(SignatureError, match="private key of 32 bytes"):
            address_of(wrong_key)


@pytest.mark.parametrize("text", ["", "0x", "0x12", "0x" + "1" * 41, "0x" + "g" * 40, "1" * 5000])
def test_texts_that_are_no_address(text: str) -> None:
    with pytest.raises(SignatureError, match="is not an address") as caught:
        parse_address(text)
    assert len(str(caught.value)) < 100


def test_addresses_in_one_case_need_no_checksum() -> None:
    good = address_of(b"\x01" * 32)
    assert parse_address("0x" + good[2:].upper()) == good
    assert parse_address(good[2:].lower()) == good
    assert parse_address(good) == good
