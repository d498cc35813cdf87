"""StackMill's save, `GameData.dat`: 46 bytes that say everything twice.

Does not repair silently, as the console does: what disagrees is reported, and `repair` rebuilds
the stones from the field when asked.
"""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.mill_text.positions import mill_position
from boardbytes.formats.stackmill.repair import repair
from boardbytes.formats.stackmill.save import (
    FIELD_VALUES,
    IN_HAND,
    LAYOUT,
    PHASE_VALUES,
    PLAYER_BYTES,
    PLAYERS,
    TAKEN,
    Save,
    fitting_phases,
    follow,
    means,
    overfull,
    unlisted,
)
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, POINTS, SIDES, STONES
from boardbytes.model import Colour, Document, Facts, Position, Reason
from boardbytes.model.words import counted


def decode(data: bytes) -> Document:
    """The position of a save; what is unusual about its slots and phases is kept as facts."""
    findings = Findings("stackmill", LAYOUT)
    findings.extend(LAYOUT.problems(data))
    if len(data) != LAYOUT.size:
        findings.raise_errors()
    save = Save.from_bytes(data)
    findings.extend(overfull(save))
    for colour in SIDES:
        _check_slots(save, colour, findings)
        _check_unlisted(save, colour, findings)
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
    """Errors: a stone where the field has none, two on one point."""
    slots, points = save.slots(colour), save.points(colour)
    name = f"{colour}_stones"
    for index, slot in enumerate(slots):
        if slot >= POINTS:
            continue
        offset, stone = LAYOUT.offset(name, index), f"{colour} stone {index + 1}"
        if slot not in points:
            word = FIELD_VALUES.get(save.field[slot])
            message = f"{stone} must stand on a {colour} point of the field"
            found = f"{NAMES[slot]}, which is {word or save.field[slot]}"
            findings.error("stone-not-on-field", message, offset, found)
            if word and slot not in slots[:index]:
                message = f"field {NAMES[slot]} must be {colour}, since {stone} stands there"
                findings.error("field-not-stone", message, LAYOUT.offset("field", slot), word)
        if slots.count(slot) > 1:
            message = f"{stone} must not share its point with another"
            findings.error("two-stones", message, offset, f"{slots.count(slot)} on {NAMES[slot]}")


def _check_unlisted(save: Save, colour: Colour, findings: Findings) -> None:
    """Warnings: stones of the field that no slot lists; if it is just one, which slots may be its.

    Where all slots are right as far as they go, it was the console that wrote them so: after
    loading a save, it sets stones into slots that are in use.
    """
    slots, points = save.slots(colour), save.points(colour)
    lost = unlisted(slots, points)
    is_forgotten = all(slot in points or slot in (IN_HAND, TAKEN) for slot in slots)
    for point in lost:
        message = f"no slot lists the {colour} stone on {NAMES[point]}"
        if is_forgotten and point == lost[0]:
            message += (
                ": when the console has loaded a save it forgets how many stones were set,"
                " and uses slots twice"
            )
        findings.warning("stone-not-listed", message, LAYOUT.offset("field", point))
    if len(lost) != 1 or not is_forgotten:
        return
    for index, slot in enumerate(slots):
        if slot >= POINTS:
            message = f"{colour} stone {index + 1} may be the one on {NAMES[lost[0]]}"
            found = "not played yet" if slot == IN_HAND else "taken"
            offset = LAYOUT.offset(f"{colour}_stones", index)
            findings.warning("slot-in-doubt", message, offset, found)


def _check_position(position: MillPosition, findings: Findings) -> None:
    """Warnings: counts that do not fit the turn, a taking that cannot be, a game that is over."""
    for problem in position.problems():
        place = "current_player" if problem.code == "turn" else "removing"
        findings.extend([replace(problem, place=LAYOUT.place_at(LAYOUT.offset(place)))])
    outcome = position.outcome()
    if outcome is not None and outcome.reason is Reason.FEW_STONES and outcome.loser:
        loser = outcome.loser
        message = f"{loser} has fewer than three stones: the game is over"
        findings.warning("over", message, LAYOUT.offset(f"{loser}_phase"))


def _check_phase(save: Save, colour: Colour, findings: Findings) -> None:
    """Warning: a phase that does not fit the stones."""
    offset, phase = LAYOUT.offset(f"{colour}_phase"), save.phase(colour)
    hand, left = save.hand(colour), len(save.points(colour))
    allowed = fitting_phases(hand, left)
    if phase in PHASE_VALUES and phase not in allowed:
        message = (
            f"{colour} phase should be {allowed[-1]} ({PHASE_VALUES[allowed[-1]]})"
            f" with {counted(hand, 'stone')} in hand and {left} on the board"
        )
        findings.warning("phase", message, offset, f"{phase}, {PHASE_VALUES[phase]}")


def salvage(data: bytes) -> MillPosition | None:
    """The stones of the field; it is white's turn if the byte says nothing of use."""
    save = Save.from_bytes(data[: LAYOUT.size].ljust(LAYOUT.size, b"\0"))
    player = save.player if save.player in PLAYERS else PLAYER_BYTES[Colour.WHITE]
    if overfull(save):
        return None
    fitting = replace(
        save,
        player=player,
        white_slots=tuple(save.white_slots[: STONES - len(save.points(Colour.WHITE))]),
        black_slots=tuple(save.black_slots[: STONES - len(save.points(Colour.BLACK))]),
    )
    return fitting.position()


def says_turn(data: bytes) -> bool:
    """Whether the first byte means one of the players."""
    return bool(data) and data[0] in PLAYERS


FACTS = frozenset({"white_slots", "white_phase", "black_slots", "black_phase"})


def encode(document: Document) -> bytes:
    """The save of a position: slots as they were read, then in the order of placement."""
    start, *later = document.record.positions if document.record else (document.position,)
    save = _save_of(start, document.facts)
    for position in later:
        facts = Facts({name: getattr(save, name) for name in SLOT_FACTS})
        save = _save_of(position, facts, has_moved=True)
    return save.to_bytes()


SLOT_FACTS = frozenset({"white_slots", "black_slots"})


def _save_of(position: Position, facts: Facts | None, *, has_moved: bool = False) -> Save:
    """The save of a position that follows on from the slots and phases among `facts`.

    Slots that mean just this position are kept, even if some stones are in none of them, unless it
    `has_moved` since.
    """
    position = mill_position(position, "a StackMill save")
    if not position.is_nine:
        message = f"a StackMill save holds Nine Men's Morris, not {position.member}"
        raise PositionError(message)
    facts = facts or Facts()
    field = [0] * POINTS
    slots, phases = {}, {}
    for colour in SIDES:
        points, hand = position.points(colour), position.hand(colour)
        for point in points:
            field[point] = PLAYER_BYTES[colour]
        usual = (*points, *[IN_HAND] * hand, *[TAKEN] * (STONES - len(points) - hand))
        known = facts.integers(f"{colour}_slots") or usual
        is_meant = not has_moved and means(known, points, hand)
        slots[colour] = known if is_meant else follow(known, points, hand)
        phase = facts.integer(f"{colour}_phase", -1)
        phases[colour] = phase if phase in PHASE_VALUES else fitting_phases(hand, len(points))[-1]
    return Save(
        PLAYER_BYTES[position.turn],
        int(position.removing),
        tuple(field),
        slots[Colour.WHITE],
        phases[Colour.WHITE],
        slots[Colour.BLACK],
        phases[Colour.BLACK],
    )


class StackMillFormat(Format):
    """StackMill save (GameData.dat)."""

    name = "stackmill"
    title = "StackMill save (GameData.dat)"
    game = "mill"
    suffixes = (".dat",)
    max_size = LAYOUT.size
    holds = FACTS
    layout = LAYOUT

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(LAYOUT.explain)
    likeness = staticmethod(LAYOUT.likeness)
    repair = staticmethod(repair)
    salvage = staticmethod(salvage)
    says_turn = staticmethod(says_turn)


FORMAT = StackMillFormat()
