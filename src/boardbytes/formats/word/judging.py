"""Steps from one word to the next, judged by the rules or as the contract judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.word.step import (
    CHANNEL,
    CONTRACT,
    CONTRACT_FAULTS,
    ENGLISH_FAULTS,
    HEADER,
    PIECES,
    contract_fault,
    contract_winner,
    english_fault,
    jumped_bytes,
    turn_of,
)
from boardbytes.formats.word.text import SIZE, parse_written
from boardbytes.formats.word.word import mover_of, position_of, target_byte
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Colour, Problem
from boardbytes.model.registry import find

AnyWord: TypeAlias = "bytes | int | str"
"""A word as 32 bytes, as a number, or as hexadecimal digits."""

LAYOUTS: Mapping[str, int] = {"channel": CHANNEL, "contract": CONTRACT}


@dataclass(frozen=True)
class StepCheck:
    """Whether a step is allowed, and if not why, the first reason first.

    `layout` is the one in which it was judged, None where that could not be told. `warnings` say
    what the contract accepts although the rules do not.
    """

    ok: bool
    reasons: tuple[str, ...]
    preset: str
    layout: str | None
    warnings: tuple[str, ...] = ()


def as_word(value: AnyWord) -> bytes:
    """The 32 bytes of a word; FormatError for anything else."""
    if isinstance(value, int) and 0 <= value < 1 << 8 * SIZE:
        return value.to_bytes(SIZE, "big")
    written = parse_written(value.encode()) if isinstance(value, str) else None
    if written is not None:
        return written.data
    if isinstance(value, bytes | bytearray) and len(value) == SIZE:
        return bytes(value)
    found = f"{len(value)} bytes" if isinstance(value, bytes | bytearray) else repr(value)[:40]
    raise FormatError([Problem("length", "a word must have 32 bytes", found=found)])


def check_step(
    old: AnyWord, new: AnyWord, preset: str = "english", layout: str | None = None
) -> StepCheck:
    """Judge the step from one word to the next: `.ok`, `.reasons`.

    The preset `english` asks for a legal move, truly recorded, in either layout or in the one that
    is named; `contract` gives the contract's own verdict and reason for any two words.
    """
    check = find("preset", preset, _PRESETS)
    number = None if layout is None else find("layout", layout, LAYOUTS)
    return check(as_word(old), as_word(new), number)


def _check_english(old: bytes, new: bytes, layout: int | None) -> StepCheck:
    faults = {
        name: english_fault(old, new, number)
        for name, number in LAYOUTS.items()
        if layout in (None, number)
    }
    for name, fault in faults.items():
        if not fault:
            return StepCheck(True, (), "english", name)
    likely = [name for name in layouts_of([old, new]) if name in faults] or list(faults)
    if len(likely) == 1:
        reasons = _reasons(old, new, faults[likely[0]], LAYOUTS[likely[0]])
        return StepCheck(False, reasons, "english", likely[0])
    told = [
        f"as {name}: {reason}"
        for name in likely
        for reason in _reasons(old, new, faults[name], LAYOUTS[name])
    ]
    return StepCheck(False, tuple(told), "english", None)


def _reasons(old: bytes, new: bytes, fault: int, layout: int) -> tuple[str, ...]:
    """The rule that is broken, and every piece that is not what the claimed move makes it."""
    first, last = jumped_bytes(layout)
    jumped = {number for number in new[first:last] if number}
    reasons = [ENGLISH_FAULTS[fault]]
    for number in range(1, PIECES + 1):
        offset = HEADER - 1 + number
        expected = 0 if number in jumped else old[offset]
        if number != new[0] and new[offset] != expected:
            reasons.append(
                f"piece {number}, byte {offset + 1}, must be 0x{expected:02x}"
                f" (found 0x{new[offset]:02x})"
            )
    return tuple(reasons)


def _check_contract(old: bytes, new: bytes, _: int | None) -> StepCheck:
    fault = contract_fault(old, new)
    if fault:
        return StepCheck(False, (CONTRACT_FAULTS[fault],), "contract", "contract")
    broken = english_fault(old, new, CONTRACT)
    sentence = f"the contract accepts this, the rules don't: {ENGLISH_FAULTS[broken]}"
    return StepCheck(True, (), "contract", "contract", (sentence,) if broken else ())


_PRESETS: Mapping[str, Callable[[bytes, bytes, int | None], StepCheck]] = {
    "english": _check_english,
    "contract": _check_contract,
}

PRESETS = tuple(_PRESETS)

FIRST, SECOND = SIDES
_CONTRACT_WINNERS = {1: FIRST, 0: SECOND}


def layouts_of(words: Sequence[bytes]) -> tuple[str, ...]:
    """The layouts that the words of a game can have: one where it can be told, else both.

    Byte 2 decides: in `channel` it is the square to which the piece moved, in `contract` the
    number of a piece that has vanished, or 0.
    """
    fits = dict.fromkeys(LAYOUTS, True)
    for old, new in pairwise(words):
        moved = new[0]
        if not 1 <= moved <= PIECES:
            continue
        byte = new[HEADER - 1 + moved]
        vanished = {
            number
            for number in range(1, PIECES + 1)
            if old[HEADER - 1 + number] and not new[HEADER - 1 + number]
        }
        fits["channel"] &= new[1] == target_byte(byte)
        fits["contract"] &= {new[1]} == vanished if vanished else new[1] == 0
    return tuple(name for name, fit in fits.items() if fit) or tuple(LAYOUTS)


def winner_of(word: AnyWord, preset: str = "english", layout: str | None = None) -> Colour | None:
    """The side that has won when a word is reached; None if neither has, or no one can tell.

    Under `contract` it is what the contract's `p1Won` says, its slip included; under `english` a
    side that cannot move has lost.
    """
    data = as_word(word)
    if find("preset", preset, _PRESETS) is _check_contract:
        return _CONTRACT_WINNERS.get(contract_winner(data))
    turn = turn_of(data, LAYOUTS[layout or "channel"])
    try:
        position = position_of(tuple(data[HEADER:]), side_after(turn))
    except PositionError:
        return None
    outcome = position.outcome("english")
    return outcome.winner if outcome else None


def side_after(turn: int) -> Colour:
    """The side to move after a turn."""
    return SIDES.other(mover_of(turn))
