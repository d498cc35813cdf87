"""The referee's verdict on a step is that of `check_step`, for legal steps and near misses."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from boardbytes.channel import check_step
from boardbytes.channel.referee.local import SOURCE, Machine, load_boa
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
    judge, seen = quick(machine.code, "fault(uint256,uint256)"), Counter[int]()
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


def quick(code: bytes, signature: str) -> Callable[..., int]:
    """A function of a contract in another virtual machine, revm, in microseconds."""
    pyrevm = need_revm()
    place, caller = "0x" + "11" * 20, "0x" + "22" * 20
    machine = pyrevm.EVM()
    machine.insert_account_info(place, pyrevm.AccountInfo(code=code))
    selector = keccak(signature.encode())[:4]

    def call(*words: bytes) -> int:
        answer = machine.message_call(caller, place, calldata=selector + b"".join(words))
        return int.from_bytes(answer, "big")

    return call


CAN_MOVE = """# pragma version ^0.4.0
import rules


@external
@pure
def can_move(word: uint256) -> bool:
    return rules.can_move(word)
"""
"""The referee asks this of a word, but not in a call of its own."""


def crowded(chance: random.Random) -> bytes:
    """A word of some turn with few pieces of the side to move, and often many in their way."""
    turn = chance.randrange(2, 1 << 24)
    own, other = chance.randrange(4), chance.randrange(13)
    red, white = (own, other) if turn % 2 == 0 else (other, own)
    cells = [8 * row + column for row in range(8) for column in range(row % 2, 8, 2)]
    chosen = iter(chance.sample(cells, red + white))
    pieces = [0] * 24
    for first, count in ((0, red), (12, white)):
        for place in chance.sample(range(first, first + 12), count):
            pieces[place] = 0x80 | 0x40 * (chance.random() < 0.2) | next(chosen)
    return bytes(5) + turn.to_bytes(3, "big") + bytes(pieces)


def words(seed: int) -> Iterator[bytes]:
    """Words of random games, words that are wrong somewhere, and crowded ones."""
    chance = random.Random(seed)
    for old, new in pairs(seed):
        yield from (old, new, crowded(chance), crowded(chance))


def has_move(word: bytes) -> bool:
    """What the rules of the package say; a word that is no position has no move."""
    try:
        return bool(FORMATS.find("channel").decode(word).position.legal_moves())
    except BoardbytesError:
        return False


@pytest.mark.slow
def test_who_can_move_is_who_has_a_legal_move(machine: Machine, tmp_path: Path) -> None:
    """It decides who gets the money, so it is asked of as many blocked sides as free ones."""
    (tmp_path / "rules.vy").write_bytes(SOURCE.with_name("rules.vy").read_bytes())
    (tmp_path / "can_move.vy").write_text(CAN_MOVE)
    boa = load_boa()
    contract = boa.load(str(tmp_path / "can_move.vy"))
    judge = quick(boa.env.get_code(contract.address), "can_move(uint256)")
    seen: Counter[tuple[bool, bool]] = Counter()
    for number, word in enumerate(islice(words(7), COUNT)):
        expected = has_move(word)
        assert judge(word) == expected, word.hex()
        if number < SLOWLY:
            assert contract.can_move(int.from_bytes(word, "big")) == expected, word.hex()
        first = 8 if word[7] % 2 == 0 else 20
        has_piece = any(byte & 0x80 for byte in word[first : first + 12])
        seen[expected, has_piece] += 1
    print(seen)
    assert seen[True, False] == 0
    assert min(seen[True, True], seen[False, True], seen[False, False]) > COUNT / 100
