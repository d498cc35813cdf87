"""StackMill's save, `GameData.dat`: 46 bytes that say everything twice.

Does not repair silently, as the console does: what disagrees is reported, and `repair` rebuilds
the stones from the field when asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Change, Format
from boardbytes.formats.mill_text import mill_position
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, POINTS, STONES, mask_of
from boardbytes.model import Colour, Document, Facts, Field, Layout, Position, Problem, Reason
from boardbytes.model.words import counted

IN_HAND = 0x19
TAKEN = 0x1A

_PLAYERS = {1: Colour.WHITE, 2: Colour.BLACK}
_PLAYER_BYTES = {colour: byte for byte, colour in _PLAYERS.items()}
_SET, _MOVE, _JUMP = range(3)

_STONE_VALUES = {point: f"on {name}" for point, name in enumerate(NAMES)}
_STONE_VALUES |= {IN_HAND: "not played yet", TAKEN: "taken"}
_FIELD_VALUES = {0: "empty", 1: "white", 2: "black"}
_PHASE_VALUES = {_SET: "set", _MOVE: "move", _JUMP: "jump"}
_STONES_MEANING = (
    "one byte per stone: 0x00–0x17 the point it stands on, 0x19 not played yet, 0x1A taken"
)


def _side_fields(colour: str) -> tuple[Field, Field]:
    stones = tuple(f"{colour} stone {number}" for number in range(1, STONES + 1))
    return (
        Field(f"{colour}_stones", _STONES_MEANING, 1, STONES, _STONE_VALUES, stones),
        Field(f"{colour}_phase", "0 set, 1 move, 2 jump", values=_PHASE_VALUES),
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
            values=_FIELD_VALUES,
            items=tuple(f"field {name}" for name in NAMES),
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
        byte = _PLAYER_BYTES[colour]
        return tuple(point for point, found in enumerate(self.field) if found == byte)

    def position(self) -> MillPosition:
        """The position, from the field and the stones in hand; there must be no error in it."""
        return MillPosition(
            mask_of(self.points(Colour.WHITE)),
            mask_of(self.points(Colour.BLACK)),
            self.white_slots.count(IN_HAND),
            self.black_slots.count(IN_HAND),
            _PLAYERS[self.player],
            self.removing == 1,
        )


def decode(data: bytes) -> Document:
    """The position of a save; what is unusual about its slots and phases is kept as facts."""
    findings = Findings("stackmill")
    findings.extend(LAYOUT.problems(data))
    if len(data) != LAYOUT.size:
        findings.raise_errors()
    save = Save.from_bytes(data)
    for colour in Colour:
        _check_slots(save, colour, findings)
        _check_phase(save, colour, findings)
    findings.raise_errors()
    position = save.position()
    _check_position(position, findings)
    usual = _save_of(position, None)
    facts = {
        name: getattr(save, name)
        for name in sorted(FACTS)
        if getattr(save, name) != getattr(usual, name)
    }
    return Document("stackmill", position, None, Facts(facts), findings.problems)


def _check_slots(save: Save, colour: Colour, findings: Findings) -> None:
    """Errors: a stone where the field has none, two on one point, one that no slot lists."""
    slots, points = save.slots(colour), save.points(colour)
    name = f"{colour}_stones"
    for index, slot in enumerate(slots):
        if slot >= POINTS:
            continue
        offset, stone = LAYOUT.offset(name, index), f"{colour} stone {index + 1}"
        if slot not in points:
            word = _FIELD_VALUES.get(save.field[slot])
            message = f"{stone} must stand on a {colour} point of the field"
            found = f"{NAMES[slot]}, which is {word or save.field[slot]}"
            findings.error("stone-not-on-field", message, offset, found)
            if word and slot not in slots[:index]:
                message = f"field {NAMES[slot]} must be {colour}, since {stone} stands there"
                findings.error("field-not-stone", message, LAYOUT.offset("field", slot), word)
        if slots.count(slot) > 1:
            message = f"{stone} must not share its point with another"
            findings.error("two-stones", message, offset, f"{slots.count(slot)} on {NAMES[slot]}")
    for point in points:
        if point not in slots:
            message = f"the {colour} stone on {NAMES[point]} must be listed among {colour}'s stones"
            findings.error("stone-not-listed", message, LAYOUT.offset("field", point), "no slot")


def _check_position(position: MillPosition, findings: Findings) -> None:
    """Warnings: counts that do not fit the turn, a taking that cannot be, a game that is over."""
    for problem in position.problems():
        place = "current_player" if problem.code == "turn" else "removing"
        findings.extend([replace(problem, offset=LAYOUT.offset(place))])
    outcome = position.outcome()
    if outcome is not None and outcome.reason is Reason.FEW_STONES and outcome.winner:
        loser = outcome.winner.other
        message = f"{loser} has fewer than three stones: the game is over"
        findings.warning("over", message, LAYOUT.offset(f"{loser}_phase"))


def _check_phase(save: Save, colour: Colour, findings: Findings) -> None:
    """Warning: a phase that does not fit the stones."""
    offset, phase = LAYOUT.offset(f"{colour}_phase"), save.phase(colour)
    hand, left = save.slots(colour).count(IN_HAND), len(save.points(colour))
    allowed = _phases(hand, left)
    if phase in _PHASE_VALUES and phase not in allowed:
        message = (
            f"{colour} phase should be {allowed[-1]} ({_PHASE_VALUES[allowed[-1]]})"
            f" with {counted(hand, 'stone')} in hand and {left} on the board"
        )
        findings.warning("phase", message, offset, f"{phase}, {_PHASE_VALUES[phase]}")


def _phases(hand: int, left: int) -> tuple[int, ...]:
    """The phase bytes that fit so many stones in hand and on the board, the one we write last."""
    if hand:
        return (_SET,)
    # With fewer than three stones there is nothing left to do; the console stays in jump.
    return (_MOVE,) if left > 3 else (_JUMP,) if left == 3 else (_MOVE, _JUMP)


FACTS = frozenset({"white_slots", "white_phase", "black_slots", "black_phase"})


def encode(document: Document) -> bytes:
    """The save of a position: slots as they were read, then in the order of placement."""
    start, *later = document.record.positions if document.record else (document.position,)
    save = _save_of(start, document.facts)
    for position in later:
        save = _save_of(position, Facts({name: getattr(save, name) for name in SLOT_FACTS}))
    return save.to_bytes()


SLOT_FACTS = frozenset({"white_slots", "black_slots"})


def _save_of(position: Position, facts: Facts | None) -> Save:
    """The save of a position that follows on from the slots and phases among `facts`."""
    position = mill_position(position, "a StackMill save")
    facts = facts or Facts()
    field = [0] * POINTS
    slots, phases = {}, {}
    for colour in Colour:
        points, hand = position.points(colour), position.hand(colour)
        for point in points:
            field[point] = _PLAYER_BYTES[colour]
        usual = (*points, *[IN_HAND] * hand, *[TAKEN] * (STONES - len(points) - hand))
        slots[colour] = follow(facts.integers(f"{colour}_slots") or usual, points, hand)
        phase = facts.integer(f"{colour}_phase", -1)
        phases[colour] = phase if phase in _PHASE_VALUES else _phases(hand, len(points))[-1]
    return Save(
        _PLAYER_BYTES[position.turn],
        int(position.removing),
        tuple(field),
        slots[Colour.WHITE],
        phases[Colour.WHITE],
        slots[Colour.BLACK],
        phases[Colour.BLACK],
    )


def follow(slots: Slots, points: tuple[int, ...], hand: int) -> Slots:
    """The slots after some moves: a side now stands on `points` and has `hand` to play.

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
    for colour in Colour:
        if len(save.points(colour)) > STONES:
            message = f"the field must hold at most nine {colour} stones"
            offset = LAYOUT.offset("field", save.points(colour)[STONES])
            problem = Problem("too-many-stones", message, offset, f"{len(save.points(colour))}")
            raise FormatError([problem], "stackmill")
    best = min(
        _repaired_saves(save),
        key=lambda one: (len(one.position().problems()), len(_changes(data, one.to_bytes()))),
    )
    repaired = best.to_bytes()
    return repaired, _changes(data, repaired)


def _repaired_point(save: Save, point: int) -> int:
    byte = save.field[point]
    if byte in _FIELD_VALUES:
        return byte
    owners = [_PLAYER_BYTES[colour] for colour in Colour if point in save.slots(colour)]
    return owners[0] if len(owners) == 1 else 0


def _repaired_saves(save: Save) -> Iterator[Save]:
    """Every save without an error that the field allows."""
    players = [save.player] if save.player in _PLAYERS else [*_PLAYERS]
    removings = [save.removing] if save.removing in (0, 1) else [0, 1]
    white, black = (_repaired_slots(save, colour) for colour in Colour)
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
    allowed = _phases(save.slots(colour).count(IN_HAND), len(save.points(colour)))
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


FORMAT = Format(
    name="stackmill",
    title="StackMill save (GameData.dat)",
    game="mill",
    suffixes=(".dat",),
    max_size=LAYOUT.size,
    decode=decode,
    encode=encode,
    explain=LAYOUT.explain,
    likeness=LAYOUT.likeness,
    carries=FACTS,
    layout=LAYOUT,
    repair=repair,
)
