"""Repair of StackMill saves: what is stored twice, rebuilt from the field."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from boardbytes.errors import FormatError
from boardbytes.formats.format import Change
from boardbytes.formats.stackmill.save import (
    FIELD_VALUES,
    IN_HAND,
    LAYOUT,
    PLAYER_BYTES,
    PLAYERS,
    Save,
    Slots,
    fitting_phases,
    follow,
    overfull,
)
from boardbytes.games.mill.board import POINTS, SIDES, STONES
from boardbytes.model import Colour


def repair(data: bytes) -> tuple[bytes, tuple[Change, ...]]:
    """Rebuild what a save stores twice from its field; the new bytes and what was changed.

    The field is believed. Where that leaves a choice (stones in hand or taken, a player byte of
    neither player) the one with the fewest warnings and then the fewest changes is made.
    Raises FormatError when no position can be made of the field.
    """
    if len(data) != LAYOUT.size:
        raise FormatError(LAYOUT.problems(data), "stackmill")
    save = Save.from_bytes(data)
    save = replace(save, field=tuple(_repaired_point(save, point) for point in range(POINTS)))
    if problems := overfull(save):
        raise FormatError(problems, "stackmill")
    best = min(
        _repaired_saves(save),
        key=lambda one: (len(one.position().problems()), len(_changes(data, one.to_bytes()))),
    )
    repaired = best.to_bytes()
    return repaired, _changes(data, repaired)


def _repaired_point(save: Save, point: int) -> int:
    byte = save.field[point]
    if byte in FIELD_VALUES:
        return byte
    owners = [PLAYER_BYTES[colour] for colour in SIDES if point in save.slots(colour)]
    return owners[0] if len(owners) == 1 else 0


def _repaired_saves(save: Save) -> Iterator[Save]:
    """Every save without an error that the field allows."""
    players = [save.player] if save.player in PLAYERS else [*PLAYERS]
    removings = [save.removing] if save.removing in (0, 1) else [0, 1]
    white, black = (_repaired_slots(save, colour) for colour in SIDES)
    for player, removing, white_slots, black_slots in itertools.product(
        players, removings, white, black
    ):
        candidate = replace(
            save,
            player=player,
            removing=removing,
            white_slots=white_slots,
            black_slots=black_slots,
        )
        yield replace(
            candidate,
            white_phase=_repaired_phase(candidate, Colour.WHITE),
            black_phase=_repaired_phase(candidate, Colour.BLACK),
        )


def _repaired_phase(save: Save, colour: Colour) -> int:
    allowed = fitting_phases(save.slots(colour).count(IN_HAND), len(save.points(colour)))
    phase = save.phase(colour)
    return phase if phase in allowed else allowed[-1]


def _repaired_slots(save: Save, colour: Colour) -> list[Slots]:
    """A side's slots if they fit the field, else every way to make them fit."""
    slots, points = save.slots(colour), save.points(colour)
    fits = [follow(slots, points, hand) for hand in range(STONES - len(points) + 1)]
    return [slots] if slots in fits else fits


def _changes(before: bytes, after: bytes) -> tuple[Change, ...]:
    spans = LAYOUT.explain(after)
    return tuple(
        Change(span.offset, old, new, f"{span.name} is {span.meaning}")
        for span, old, new in zip(spans, before, after, strict=True)
        if old != new
    )
