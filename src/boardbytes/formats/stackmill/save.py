"""The bytes of a StackMill save by name: the layout, and what the parts mean, right or wrong."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TypeAlias

from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, POINTS, SIDES, STONES, mask_of
from boardbytes.model import Colour, Field, Layout, Problem

IN_HAND = 0x19
TAKEN = 0x1A

PLAYERS = {1: Colour.WHITE, 2: Colour.BLACK}
PLAYER_BYTES = {colour: byte for byte, colour in PLAYERS.items()}
_SET, _MOVE, _JUMP = range(3)

_STONE_VALUES = {point: f"on {name}" for point, name in enumerate(NAMES)}
_STONE_VALUES |= {IN_HAND: "not played yet", TAKEN: "taken"}
FIELD_VALUES = {0: "empty", 1: "white", 2: "black"}
PHASE_VALUES = {_SET: "set", _MOVE: "move", _JUMP: "jump"}
_STONES_MEANING = (
    "one byte per stone: 0x00–0x17 the point it stands on, 0x19 not played yet, 0x1A taken"
)


def _side_fields(colour: str) -> tuple[Field, Field]:
    stones = tuple(f"{colour} stone {number}" for number in range(1, STONES + 1))
    return (
        Field(
            f"{colour}_stones",
            _STONES_MEANING,
            count=STONES,
            values=_STONE_VALUES,
            items=stones,
            value_points=dict(enumerate(NAMES)),
        ),
        Field(f"{colour}_phase", "0 set, 1 move, 2 jump", values=PHASE_VALUES),
    )


LAYOUT = Layout(
    "stackmill",
    "StackMill save",
    (
        Field(
            "current_player",
            "1 player 1 (white), 2 player 2 (black)",
            values={1: "white", 2: "black"},
        ),
        Field(
            "removing",
            "0 no, 1 the current player has closed a mill and must now take a stone",
            values={0: "no", 1: "yes"},
        ),
        Field(
            "field",
            "one byte per point: 0 empty, 1 white, 2 black",
            count=POINTS,
            values=FIELD_VALUES,
            items=tuple(f"field {name}" for name in NAMES),
            points=NAMES,
        ),
        *_side_fields("white"),
        *_side_fields("black"),
    ),
)

Slots: TypeAlias = tuple[int, ...]
"""Where each of a side's nine stones is: a point, IN_HAND or TAKEN."""


@dataclass(frozen=True)
class Save:
    """The bytes of a save by name, whatever they say."""

    player: int
    removing: int
    field: tuple[int, ...]
    white_slots: Slots
    white_phase: int
    black_slots: Slots
    black_phase: int

    @classmethod
    def from_bytes(cls, data: bytes) -> Save:
        player, removing, field, white, white_phase, black, black_phase = LAYOUT.decode(
            data
        ).values()
        return cls(
            player[0], removing[0], field, white, white_phase[0], black, black_phase[0]
        )  # fmt: skip

    def to_bytes(self) -> bytes:
        """The save's 46 bytes: the inverse of `from_bytes`."""
        values = (
            (self.player,),
            (self.removing,),
            self.field,
            self.white_slots,
            (self.white_phase,),
            self.black_slots,
            (self.black_phase,),
        )
        return LAYOUT.encode(dict(zip(LAYOUT.offsets, values, strict=True)))

    def slots(self, colour: Colour) -> Slots:
        return self.white_slots if colour is Colour.WHITE else self.black_slots

    def phase(self, colour: Colour) -> int:
        return self.white_phase if colour is Colour.WHITE else self.black_phase

    def points(self, colour: Colour) -> tuple[int, ...]:
        """The points on which the field has a side's stones."""
        byte = PLAYER_BYTES[colour]
        return tuple(point for point, found in enumerate(self.field) if found == byte)

    def hand(self, colour: Colour) -> int:
        """How many stones a side has in hand."""
        return hand_of(self.slots(colour), self.points(colour))

    def position(self) -> MillPosition:
        """The position, from the field and the stones in hand; there must be no error in it."""
        return MillPosition(
            mask_of(self.points(Colour.WHITE)),
            mask_of(self.points(Colour.BLACK)),
            self.hand(Colour.WHITE),
            self.hand(Colour.BLACK),
            PLAYERS[self.player],
            self.removing == 1,
        )


def unlisted(slots: Slots, points: tuple[int, ...]) -> tuple[int, ...]:
    """The points on which stones stand that no slot lists."""
    return tuple(point for point in points if point not in slots)


def hand_of(slots: Slots, points: tuple[int, ...]) -> int:
    """How many stones a side has in hand: the slots that say so, less the stones that none lists.

    Such a stone was set after a save was loaded, and the console took no slot from the hand for it.
    """
    return max(0, slots.count(IN_HAND) - len(unlisted(slots, points)))


def means(slots: Slots, points: tuple[int, ...], hand: int) -> bool:
    """Whether slots fit a side that stands on `points` and has `hand` stones in hand."""
    standing = [slot for slot in slots if slot < POINTS]
    fits = len(slots) == STONES and len(set(standing)) == len(standing)
    return fits and set(standing) <= set(points) and hand_of(slots, points) == hand


def overfull(save: Save) -> list[Problem]:
    """An error for each side with more stones on the field than there are."""
    problems = []
    for colour in SIDES:
        points = save.points(colour)
        if len(points) > STONES:
            message = (
                f"the field must hold at most nine {colour} stones; the console allows more when"
                " it has loaded a save, since it forgets how many were set"
            )
            offset = LAYOUT.offset("field", points[STONES])
            place, found = LAYOUT.place_at(offset), f"{len(points)}"
            problems.append(Problem("too-many-stones", message, place, found=found))
    return problems


def fitting_phases(hand: int, left: int) -> tuple[int, ...]:
    """The phase bytes that fit that many stones in hand and on the board, the one we write last."""
    if hand:
        return (_SET,)
    # With fewer than three stones there is nothing left to do; the console stays in jump.
    return (_MOVE,) if left > 3 else (_JUMP,) if left == 3 else (_MOVE, _JUMP)


def follow(slots: Slots, points: tuple[int, ...], hand: int) -> Slots:
    """The slots after some moves: a side now stands on `points` and has `hand` left to set.

    Stones that stand where they stood keep their slots. New points go to the first stones that
    left the hand, then to those that left their point; whatever is left over has been taken.
    Slots that fit already stay as they are.
    """
    slots = (*slots, *[TAKEN] * STONES)[:STONES]
    kept = {slots.index(point) for point in points if point in slots}
    free = [index for index in range(STONES) if index not in kept]
    # Stones in hand first: they are played in order, so the last ones are those still in hand.
    free.sort(key=lambda index: (slots[index] != IN_HAND, slots[index] == TAKEN))
    in_hand = [index for index in free if slots[index] == IN_HAND]
    staying = in_hand[len(in_hand) - hand :] if len(in_hand) >= hand else free[:hand]
    after = {index: slots[index] for index in kept} | dict.fromkeys(staying, IN_HAND)
    leaving = [index for index in free if index not in staying]
    new = [point for point in points if point not in slots]
    for index, place in itertools.zip_longest(leaving, new, fillvalue=TAKEN):
        after[index] = place
    return tuple(after[index] for index in range(STONES))
