"""JSON is read with care: nothing deep, long or ambiguous gets through."""

from __future__ import annotations

import subprocess
import sys

import pytest

from boardbytes.errors import JsonError
from boardbytes.json_reading import MAX_DEPTH, read_json


def test_values() -> None:
    assert read_json(b' {"a": [1, 2.5, null, "\xc3\xa4"]} ') == (
        {"a": [1, 2.5, None, "ä"]},
        ' {"a": [1, 2.5, null, "ä"]} ',
    )


@pytest.mark.parametrize(
    ("data", "sentence", "offset"),
    [
        (b'{"a": \xff}', "must be UTF-8", 6),
        (b'{"a": oops}', "not JSON: expecting value", 6),
        (b'{"a": 1, "a": 2}', "occurs twice", 9),
        (b"[NaN]", "NaN is not a JSON number", 1),
        (b"[" + b"1" * 5000 + b"]", "too many digits", 1),
        (b"[" * 65 + b"]" * 65, "at most 64 deep", 64),
        ('["ä", '.encode() + b"[" * 64 + b"]" * 65, "at most 64 deep", 70),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_refusals(data: bytes, sentence: str, offset: int) -> None:
    with pytest.raises(JsonError, match=sentence) as caught:
        read_json(data)
    assert caught.value.offset == offset
    assert f"at byte {offset}" in str(caught.value)


def test_as_deep_as_it_may_be() -> None:
    assert read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    assert read_json(b"[" + b"[]," * 1000 + b"[]]"), "many brackets are not deep"
    assert read_json(b'["' + b"[" * 1000 + b'"]'), "nor are those in a text"


def test_as_long_as_it_may_be() -> None:
    assert read_json(b"[1]", 3) == ([1], "[1]")
    with pytest.raises(JsonError, match="at most 2 bytes"):
        read_json(b"[1]", 2)


def test_ethereum_leaves_the_stack_as_it_was() -> None:
    """Its libraries raise the recursion limit so high that a deep text overruns the stack."""
    program = (
        "import sys; limit = sys.getrecursionlimit()\n"
        "from boardbytes.channel import recover, sign\n"
        "recover(bytes(32), 1, sign(bytes(32), 1, b'\\1' * 32))\n"
        "assert 'eth_account' in sys.modules\n"
        "assert sys.getrecursionlimit() == limit, sys.getrecursionlimit()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
