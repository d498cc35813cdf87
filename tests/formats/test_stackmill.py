"""StackMill saves: every byte, every value; slots, phases and repair."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.stackmill.save import IN_HAND, LAYOUT, TAKEN, Save, follow
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, SIDES
from boardbytes.model import Colour
from tests.formats.console import Console, played
from tests.formats.vectors import files
from tests.games.mill.test_position import positions

GOOD = [path.read_bytes() for path in files("stackmill", "ok")]
SLOT_BYTES = {*range(0x1A, 0x23), *range(0x24, 0x2D)}
ENDGAME = Path("tests/vectors/stackmill/ok/endgame.dat")


def agree(data: bytes) -> bool:
    """Whether field and slots tell the same story, asked in the simplest words."""
    for byte, first in ((1, 0x1A), (2, 0x24)):
        on_field = sorted(point for point in range(24) if data[2 + point] == byte)
        in_slots = sorted(slot for slot in data[first : first + 9] if slot < 24)
        if on_field != in_slots:
            return False
    return True


# One good file is enough in passing; CI takes every one of them whose slots list every stone.
EVERY_GOOD_FILE = [
    pytest.param(path, id=path.stem, marks=[] if path.stem == ENDGAME.stem else pytest.mark.slow)
    for path in files("stackmill", "ok")
    if agree(path.read_bytes())
]


@pytest.mark.parametrize("path", EVERY_GOOD_FILE)
def test_every_value_of_every_byte(path: Path) -> None:
    """11,776 files from each good one: read exactly, or refused with the place of the fault."""
    good = path.read_bytes()
    accepted = 0
    for offset in range(46):
        for value in range(256):
            data = good[:offset] + bytes([value]) + good[offset + 1 :]
            assert bb.detect(data) == "stackmill"
            try:
                document = bb.loads(data)
            except bb.FormatError as error:
                places = {p.place.offset for p in error.problems if p.is_error}
                assert offset in places, (offset, value, error.problems)  # noqa: PT017
            else:
                accepted += 1
                assert bb.dumps(document) == data
                # A stone that vanished from its slot: both its point and its slot are named.
                vanished = offset in SLOT_BYTES and good[offset] < 24 and value in (IN_HAND, TAKEN)
                expected = {offset, 2 + good[offset]} if vanished else set()
                assert expected <= {problem.place.offset for problem in document.problems}
                unlisted = {
                    p.place.offset for p in document.problems if p.code == "stone-not-listed"
                }
                assert agree(data) == (not unlisted)
    # Whoever changes the reader sees at once if it has become more or less strict.
    assert 46 <= accepted < 250


def test_every_good_file_round_trips_exactly() -> None:
    for data in GOOD:
        assert bb.dumps(bb.loads(data)) == data


@given(positions(), st.randoms(use_true_random=False))
def test_any_save_without_an_error_round_trips(
    position: MillPosition, chance: random.Random
) -> None:
    """Slots in any order, phases of any value: what decodes is written back byte for byte."""
    data = bytearray(bb.dumps(position, "stackmill"))
    for first in (0x1A, 0x24):
        slots = list(data[first : first + 9])
        chance.shuffle(slots)
        data[first : first + 9] = bytes(slots)
        data[first + 9] = chance.randrange(3)
    document = bb.loads(bytes(data))
    assert document.position == position
    assert bb.dumps(document) == bytes(data)
    as_json = bb.loads(bb.dumps(document, "json"))
    assert bb.dumps(as_json, "stackmill") == bytes(data)


@given(positions())
def test_raw_fields_read_back(position: MillPosition) -> None:
    data = bb.dumps(position, "stackmill")
    save = Save.from_bytes(data)
    assert save.to_bytes() == data
    assert save.position() == position


def test_slots_are_filled_in_the_order_of_placement() -> None:
    record = bb.Record.replay(MillPosition(), ["g1", "a7", "a1", "d7", "d1xd7"])
    data = bb.dumps(record, "stackmill", lossy=True)
    # White: g1, a1, d1 in that order; black: a7, then d7, which was taken.
    assert list(data[0x1A:0x23]) == [4, 6, 5, *[IN_HAND] * 6]
    assert list(data[0x24:0x2D]) == [0, TAKEN, *[IN_HAND] * 7]


def test_a_stone_keeps_its_slot_when_it_moves() -> None:
    document = bb.load(ENDGAME).play("d7-g7xa1")
    before, after = ENDGAME.read_bytes(), bb.dumps(document, lossy=True)
    changed = [offset for offset in range(46) if before[offset] != after[offset]]
    # Whose turn; a1, d7 and g7 of the field; white's stone on d7; black's stone on a1.
    assert changed == [0, 3, 4, 8, 0x1A, 0x24]
    assert (after[0x1A], after[0x24]) == (2, TAKEN)


SLOTS = st.lists(st.integers(0, 30), min_size=9, max_size=9).map(tuple)


@given(SLOTS, positions())
def test_following_always_gives_slots_that_fit(
    slots: tuple[int, ...], position: MillPosition
) -> None:
    points, hand = position.points(Colour.WHITE), position.hand(Colour.WHITE)
    after = follow(slots, points, hand)
    assert sorted(slot for slot in after if slot < 24) == list(points)
    assert after.count(IN_HAND) == hand
    assert after.count(TAKEN) == 9 - hand - len(points)
    assert follow(after, points, hand) == after
    assert all(
        a == b for a, b in zip(slots, after, strict=True) if slots.count(a) == 1 and a in points
    )


@pytest.mark.parametrize("path", files("stackmill", "bad"), ids=lambda path: path.stem)
def test_repair(path: Path) -> None:
    data = path.read_bytes()
    if len(data) != 46:
        with pytest.raises(bb.FormatError, match="length must be 46"):
            bb.repair(data, "stackmill")
        return
    if path.stem == "ten-stones":
        with pytest.raises(bb.FormatError, match="at most nine white stones"):
            bb.repair(data, "stackmill")
        return
    repaired, changes = bb.repair(data, "stackmill")
    document = bb.loads(repaired)
    assert agree(repaired)
    assert not any(problem.code == "phase" for problem in document.problems)
    assert [change.offset for change in changes] == [
        offset for offset in range(46) if data[offset] != repaired[offset]
    ]
    assert all(str(change) for change in changes)
    field = {offset: data[offset] for offset in range(2, 26) if data[offset] <= 2}
    assert all(repaired[offset] == byte for offset, byte in field.items()), "the field is believed"


@given(st.sampled_from(GOOD), st.integers(0, 45), st.integers(0, 255))
def test_repair_of_one_wrong_byte(good: bytes, offset: int, value: int) -> None:
    """Outside the field one wrong byte is mended to the very file it came from, or says why not."""
    data = good[:offset] + bytes([value]) + good[offset + 1 :]
    repaired, _ = bb.repair(data, "stackmill")
    assert agree(repaired)
    if not bb.loads(good).problems and offset >= 0x1A and value > TAKEN:
        assert repaired == good


def test_a_field_with_ten_stones_cannot_be_repaired() -> None:
    data = bytearray(bb.dumps(MillPosition(), "stackmill"))
    data[2:12] = bytes([1] * 10)
    for read in (bb.repair, bb.loads):
        with pytest.raises(bb.FormatError, match=r"at most nine white stones; .* at byte 11"):
            read(bytes(data), "stackmill")


def test_a_truncated_save_is_still_recognised() -> None:
    with pytest.raises(bb.FormatError, match="stackmill: length must be 46 bytes at byte 40"):
        bb.loads(ENDGAME.read_bytes()[:40])


def test_millions_of_saves_are_one_view() -> None:
    import numpy as np

    view = np.frombuffer(b"".join(GOOD * 1000), LAYOUT.dtype())
    assert len(view) == 1000 * len(GOOD)
    assert view["field"].shape == (len(view), 24)
    assert set(view["current_player"]) == {1, 2}


def test_slots_name_where_their_stones_stand() -> None:
    data = ENDGAME.read_bytes()
    position = bb.loads(data).position
    for colour in SIDES:
        slots = [span for span in bb.explain(data) if span.name.startswith(f"{colour} stone")]
        named = [point for span in slots for point in span.points]
        assert sorted(named) == sorted(NAMES[point] for point in position.points(colour))


@pytest.mark.parametrize("games", [60, pytest.param(1500, marks=pytest.mark.slow)])
def test_saves_of_a_console_that_was_put_away(games: int) -> None:
    """Read by the field with up to nine stones a side, and repaired; others say what happened."""
    chance = random.Random(46)
    read, refused, unlisted = 0, 0, 0
    for _ in range(games):
        for data in played(chance):
            field = [list(data[2:26]).count(stone) for stone in (1, 2)]
            if max(field) > 9:
                refused += 1
                for attempt in (bb.loads, bb.repair):
                    with pytest.raises(bb.FormatError) as caught:
                        attempt(data, "stackmill")
                    codes = {problem.code for problem in caught.value.problems if problem.is_error}
                    assert codes == {"too-many-stones"}
                    assert "it forgets how many were set" in str(caught.value)
                continue
            read += 1
            document = bb.loads(data)
            position = document.position
            assert bb.dumps(document) == data
            assert bb.dumps(bb.loads(bb.dumps(document, "json")), "stackmill") == data
            assert [len(position.points(side)) for side in SIDES] == field
            listed = agree(data)
            unlisted += not listed
            assert listed != ("stone-not-listed" in {each.code for each in document.problems})
            repaired, changes = bb.repair(data)
            assert agree(repaired)
            assert repaired[2:26] == data[2:26]
            assert bool(changes) == (repaired != data)
            assert not {"stone-not-listed", "phase"} & {
                problem.code for problem in bb.loads(repaired).problems
            }
    print(read, refused, unlisted)
    assert read > 2 * games
    assert refused > games / 10
    assert unlisted > games


def test_the_console_forgets_and_we_count() -> None:
    """Three stones of white, a load, a fourth: it goes into the first one's slot."""
    before = bb.dumps(
        bb.Record.replay(MillPosition(), "a7 g7 d7 f6 a1 g1".split()),
        lossy=True,
        format="stackmill",
    )
    console = Console.load(before)
    console._put(0, 23)
    document = bb.loads(console.save())
    assert (document.position.white_hand, document.position.black_hand) == (5, 6)
    (lost,) = [each for each in document.problems if each.code == "stone-not-listed"]
    assert lost.place.offset == 2
    assert "the white stone on a7" in str(lost)
    assert "forgets how many stones were set" in str(lost)
    # After a move the slots agree again.
    played_on = document.play("b4")
    assert agree(bb.dumps(played_on, lossy=True))
    assert bb.loads(bb.dumps(played_on, lossy=True)).position == played_on.position


@pytest.mark.parametrize(("value", "told"), [(0, 1), (2, 1), (7, 0)])
def test_two_stones_where_the_field_has_none(value: int, told: int) -> None:
    """The field is named once, and not for this where its byte means nothing at all."""
    data = bytearray(ENDGAME.read_bytes())
    first, second = [at for at in range(0x1A, 0x23) if data[at] < 24 or data[at] == TAKEN][:2]
    point = data[2:26].index(0)
    data[first] = data[second] = point
    data[2 + point] = value
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(bytes(data), "stackmill")
    codes = [problem.code for problem in caught.value.problems]
    assert codes.count("field-not-stone") == told
    assert codes.count("two-stones") == 2
    assert codes.count("stone-not-on-field") == 2
