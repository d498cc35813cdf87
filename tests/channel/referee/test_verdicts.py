"""The referee's verdict on a step is that of `check_step`, for legal steps and near misses."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from boardbytes.channel import check_step
from boardbytes.channel.referee.local import Machine
from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS
from boardbytes.formats.transcript.ethereum import keccak
from boardbytes.formats.word.step import CHANNEL, ENGLISH_FAULTS, english_fault
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Document
from tests.needs import need_revm

COUNT = int(os.environ.get("BOARDBYTES_VERDICTS", "100000"))
"""How many steps are judged."""

SLOWLY = 300
"""And how many of them by the machine that the referee is tried on, which takes its time."""


def random_steps(chance: random.Random) -> Iterator[tuple[bytes, bytes]]:
    """Legal steps of random games, without end."""
    encode = FORMATS.find("channel").encode
    while True:
        document = Document(None, CheckersPosition())
        for _ in range(120):
            moves = document.position.legal_moves()
            if not moves:
                break
            try:
                after = document.play(str(chance.choice(moves)))
                old, new = encode(document), encode(after)
            except BoardbytesError:
                break  # A jump over more than three pieces fits no word.
            yield old, new
            # What came before does not matter: games stay quick.
            document = after if chance.random() < 0.5 else FORMATS.find("channel").decode(new)


def pairs(seed: int) -> Iterator[tuple[bytes, bytes]]:
    """Legal steps, and steps that are wrong in one or two places, old or new."""
    chance = random.Random(seed)
    steps = random_steps(chance)
    while True:
        old, new = next(steps)
        yield old, new
        other = next(steps)[1]
        for _ in range(4):
            words = [bytearray(old), bytearray(new)]
            for _ in range(chance.choice((1, 1, 2))):
                word = words[chance.random() < 0.8]
                place = chance.randrange(32)
                word[place] = chance.choice(
                    (word[place] ^ 1 << chance.randrange(8), chance.randrange(256), 0, other[place])
                )
            yield bytes(words[0]), bytes(words[1])
        yield old, other
        yield new, old
        yield old, strolled(old, chance)
        if new[2]:
            yield old, landed_elsewhere(new)
        if new[3]:
            yield old, stopped_short(old, new)


def strolled(old: bytes, chance: random.Random) -> bytes:
    """A piece of the side to move goes to a square beside it, rules or not, told truly."""
    turn = int.from_bytes(old[5:8], "big") + 1
    first = 1 if turn % 2 else 13
    moved = chance.choice([n for n in range(first, first + 12) if old[7 + n]] or [first])
    row, column = old[7 + moved] >> 3 & 7, old[7 + moved] & 7
    row += chance.choice((1, 1, 1, -1)) * (1 if turn % 2 else -1)
    column += chance.choice((-1, 1))
    byte = 0x80 | chance.choice((old[7 + moved] & 0x40, 0x40)) | (row & 7) << 3 | column & 7
    pieces = bytearray(old[8:])
    pieces[moved - 1] = byte
    return bytes([moved, (byte & 0x38) << 1 | byte & 7, 0, 0, 0]) + turn.to_bytes(3, "big") + pieces


def landed_elsewhere(new: bytes) -> bytes:
    """A jump that ends on another dark square than it leads to, told as if it did."""
    word = bytearray(new)
    word[7 + new[0]] ^= 0b010010
    byte = word[7 + new[0]]
    word[1] = (byte & 0x38) << 1 | byte & 7
    return bytes(word)


def stopped_short(old: bytes, new: bytes) -> bytes:
    """A jump over several pieces that ends after the first, told truly."""
    moved, victim = new[0], old[7 + new[2]]
    source, pieces = old[7 + moved], bytearray(old[8:])
    row = 2 * (victim >> 3 & 7) - (source >> 3 & 7)
    column = 2 * (victim & 7) - (source & 7)
    pieces[moved - 1] = source & 0xC0 | row << 3 | column
    pieces[new[2] - 1] = 0
    return bytes([moved, row << 4 | column, new[2], 0, 0]) + new[5:8] + pieces


@pytest.mark.slow
def test_verdicts_equal_those_of_check_step(machine: Machine) -> None:
    """Both ways: what one allows or refuses, the other does, for the same reason."""
    judge, seen = quick_judge(machine), Counter[int]()
    for number, (old, new) in enumerate(islice(pairs(19), COUNT)):
        fault = english_fault(old, new, CHANNEL)
        assert judge(old, new) == fault, (old.hex(), new.hex())
        if number < SLOWLY:
            assert machine.fault(old, new) == fault, (old.hex(), new.hex())
        step = check_step(old, new, "english", "channel")
        assert step.ok == (fault == 0)
        # Further reasons only say which piece it is.
        assert step.reasons[:1] == ((ENGLISH_FAULTS[fault],) if fault else ())
        seen[fault] += 1
    for fault, count in sorted(seen.items()):
        print(f"{count:>7}  {ENGLISH_FAULTS[fault] or 'allowed'}")
    assert sum(seen.values()) == COUNT
    assert seen[0] > COUNT / 10
    # Every rule was broken, but for that of a byte that this layout does not have.
    expected = set(range(len(ENGLISH_FAULTS))) - {19}
    assert set(seen) == expected


def quick_judge(machine: Machine) -> Callable[[bytes, bytes], int]:
    """The verdict of the referee's own code in another virtual machine, revm, in microseconds."""
    pyrevm = need_revm()
    place, caller = "0x" + "11" * 20, "0x" + "22" * 20
    quick = pyrevm.EVM()
    quick.insert_account_info(place, pyrevm.AccountInfo(code=machine.code))
    selector = keccak(b"fault(uint256,uint256)")[:4]

    def fault(old: bytes, new: bytes) -> int:
        return int.from_bytes(
            quick.message_call(caller, place, calldata=selector + old + new), "big"
        )

    return fault
