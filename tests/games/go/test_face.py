"""What people type in a session: boards of any shape, moves of any kind, text that reads back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import boardbytes as bb
from boardbytes.drawing import draw
from boardbytes.games.go import (
    PASS,
    PRESETS,
    RESIGN,
    GoMove,
    GoPosition,
    GoRules,
    KoRule,
    preset_of,
)
from boardbytes.games.go.board import KO, Size, point_names
from boardbytes.games.go.perft import perft
from boardbytes.games.go.plain import from_plain, join_komi, split_komi, to_plain, without_komi
from boardbytes.model import Colour, Setup
from boardbytes.model.history import History
from boardbytes.model.plain import Plain, PlainError
from boardbytes.model.plain_rules import rules_from_plain, rules_to_plain
from tests.games.go.diagrams import board

BLACK, WHITE = Colour.BLACK, Colour.WHITE
SIZES: list[Size] = [1, 2, 9, (9, 5), (1, 6), (30, 3)]


def random_position(size: Size, seed: int = 1) -> GoPosition:
    chance, position = random.Random(seed), GoPosition(size)
    for _ in range(2 * len(position.stones)):
        moves = position.legal_moves()
        position = position.play(chance.choice(moves[:-1] or moves))
    return position


def test_a_size_is_a_number_or_columns_and_rows() -> None:
    wide = GoPosition((9, 5))
    assert (wide.size, wide.width, wide.height, len(wide.stones)) == ((9, 5), 9, 5, 45)
    assert GoPosition((9, 9)) == GoPosition(9)
    assert GoPosition((9, 9)).size == 9
    for size in ((0, 5), (5, 256)):
        with pytest.raises(bb.PositionError, match="1 to 255 lines, not"):
            GoPosition(size)


@pytest.mark.parametrize("size", SIZES)
def test_text_reads_back(size: Size) -> None:
    for seed in range(4):
        position = random_position(size, seed)
        for value in (
            position,
            GoPosition(size),
            replace(position, turn=None, black_captures=2, white_captures=6.5),
        ):
            assert GoPosition.parse(str(value)) == value
            assert eval(repr(value)) == value
            assert from_plain(Plain(to_plain(value))) == value


def test_a_plain_diagram_is_black_to_move() -> None:
    assert GoPosition.parse("..X\n.O.") == GoPosition((3, 2), bytes([0, 0, 1, 0, 2, 0]))
    assert GoPosition.parse("X. the game is over").turn is None
    with pytest.raises(bb.PositionError, match="line 2 must be a row"):
        GoPosition.parse("..\n.. red to move")


@pytest.mark.parametrize("size", [(2, 1), (3, 1), (3, 2), (4, 2)])
def test_a_board_and_its_mirror_have_as_many_games(size: tuple[int, int]) -> None:
    def count(position: GoPosition, before: GoMove | None, depth: int) -> int:
        if depth == 0:
            return 1
        past = History(None, 0, before)
        steps = (position.step(move, "standard", past) for move in position.legal_moves())
        return sum(count(after, move, depth - 1) for move, after in steps)

    for depth in range(1, 4):
        found = perft(GoPosition(size), depth)
        assert found == perft(GoPosition((size[1], size[0])), depth)
        assert found == count(GoPosition(size), None, depth)


def test_moves_of_any_kind() -> None:
    position = GoPosition(19)
    assert position.play(61) == position.play((4, 16)) == position.play("D16")
    assert position.is_legal(61)
    assert not position.play(61).is_legal(61)
    assert position.play(0) == position.play(PASS)
    assert position.play(-1).is_over()
    assert not position.is_legal(362)


def test_points_are_asked_for() -> None:
    position = GoPosition(19).play("d4").play("Q16")
    assert (position["d4"], position["Q16"], position["K10"]) == (BLACK, WHITE, None)
    assert position[15 * 19 + 4] is position[(4, 4)] is BLACK
    with pytest.raises(bb.InvalidMoveError, match="pass is not a point"):
        position["pass"]
    with pytest.raises(bb.InvalidMoveError):
        position["Z9"]
    assert position.neighbours("A1") == ("A2", "B1")
    assert position.neighbours(61) == ("D17", "C16", "E16", "D15")
    assert GoPosition((9, 5)).neighbours("J5") == ("H5", "J4")
    names = point_names(19)
    assert [name for name in names if position.is_corner(name)] == ["A19", "T19", "A1", "T1"]
    assert sum(map(position.is_side, names)) == 4 * 17


def test_captures_are_counted_apart_from_komi() -> None:
    after = board("X O .\n. . .").play("C2").play(PASS).play("B1")
    assert (after.captures(BLACK), after.captures(WHITE)) == (1, 0)
    assert "captures: black 1, white 0" in str(after)


@pytest.mark.parametrize(
    ("before", "move", "colour", "after"),
    [
        ("X O .", "B1", BLACK, "X X . white to move; captures: black 0, white 0"),
        ("X . O", "B1", BLACK, "X X . white to move; captures: black 1, white 0"),
        (". X .", "A1", WHITE, ". X . black to move; captures: black 1, white 0"),
        ("X . .", "C1", BLACK, "X . X white to move; captures: black 0, white 0"),
        (". . .", "pass", BLACK, ". . . white to move; captures: black 0, white 0"),
        (". . .", "resign", BLACK, ". . . the game is over; captures: black 0, white 0"),
        # A stone that replaces one of a group parts it; what was there does not come back by ko.
        ("X X X X .", "B1", WHITE, ". O X X . black to move; captures: black 0, white 1"),
    ],
)
def test_a_stone_is_put_as_sgf_prescribes(
    before: str, move: str, colour: Colour, after: str
) -> None:
    assert board(before).put(move, colour) == GoPosition.parse(after)


def test_a_forbidden_ko_is_put() -> None:
    marked = board(". X O .\nX . X O\n. X O .\n. . . .", WHITE).play("B3")
    assert marked.put("C3") == replace(marked, stones=marked.stones.replace(b"\3", b"\0")).play(
        "C3"
    )
    assert marked.put(GoMove(5, 1)) == marked.with_turn(WHITE)


def test_setting_up() -> None:
    marked = board(". X O .\nX . X O\n. X O .\n. . . .", WHITE).play("B3")
    changed = Setup((("A1", "black"), ("B4", "empty"), ("D1", "white")), WHITE)
    after = marked.set_up(changed)
    assert after.turn is WHITE
    assert [after[point] for point in ("A1", "B4", "D1")] == [BLACK, None, WHITE]
    assert KO not in after.stones
    assert after.white_captures == marked.white_captures == 1
    with pytest.raises(bb.PositionError, match="A1 must become black, white or empty, not red"):
        marked.set_up(Setup((("A1", "red"),)))
    assert marked.set_up(Setup()).turn is BLACK


def test_another_side_is_to_move() -> None:
    marked = board(". X O .\nX . X O\n. X O .\n. . . .", WHITE).play("B3")
    assert marked.with_turn(BLACK) is marked
    other = marked.with_turn(WHITE)
    assert other.turn is WHITE
    assert KO not in other.stones
    assert GoPosition(3, turn=None).with_turn(BLACK) == GoPosition(3)


@pytest.mark.parametrize("rules", ["positional", "situational", "tromp-taylor", "new-zealand"])
@pytest.mark.parametrize("size", [2, (3, 2), 3])
def test_legal_moves_in_the_light_of_the_past(size: Size, rules: str) -> None:
    """The list, which does not play every stone, has what `step` allows."""
    chance, forbidden = random.Random(3), 0
    for _ in range(20):
        record = bb.Record(GoPosition(size), rules=rules)
        while record.result is None and len(record.moves) < 40:
            legal = record.legal_moves()
            position = record.position
            assert isinstance(position, GoPosition)
            for move in position.legal_moves(rules):
                try:
                    position.step(move, rules, record.end.history)
                    assert move in legal
                except bb.IllegalMoveError:
                    assert move not in legal
                    forbidden += 1
            record = record.play(chance.choice(legal[:-1] or legal))
    assert forbidden > 5


def test_keys() -> None:
    position = GoPosition(5).play("C3")
    assert position.key() is position.key("japanese") is None
    waits = position.with_turn(BLACK)
    assert position.key("positional") == waits.key("positional")
    assert position.key("situational") != waits.key("situational")
    assert position.key("positional") != GoPosition(5).key("positional")
    marked = board(". X O .\nX . X O\n. X O .\n. . . .", WHITE).play("B3")
    unmarked = replace(marked, stones=marked.stones.replace(b"\3", b"\0"))
    assert marked.key("positional") == unmarked.key("positional")


def test_who_resigned_is_in_the_history() -> None:
    over = GoPosition(5).play(RESIGN)
    past = History(None, 0, RESIGN, BLACK)
    outcome = over.outcome("chinese", past)
    assert str(outcome) == "white wins: black resigned (chinese rules)"


RULES = [
    *PRESETS.values(),
    replace(PRESETS["chinese"], komi=7.5),
    replace(PRESETS["japanese"], komi=-6.5),
    GoRules("ours", KoRule.POSITIONAL, suicide=True, komi=0.5, agreement=False, repetitions=4),
    replace(PRESETS["standard"], suicide=True),
]


@pytest.mark.parametrize("rules", RULES)
def test_rules_read_back(rules: GoRules) -> None:
    assert rules_from_plain(Plain(rules_to_plain(rules, PRESETS)), PRESETS) == rules


def test_rules_without_komi_are_a_preset() -> None:
    assert preset_of(replace(PRESETS["aga"], komi=7.5)) == "aga"
    assert preset_of(GoRules("ours")) is None
    assert preset_of(replace(PRESETS["aga"], suicide=True)) is None
    assert GoPosition.plays_standard(replace(PRESETS["chinese"], komi=7.5))
    assert not GoPosition.plays_standard(PRESETS["aga"])
    with pytest.raises(bb.PositionError, match=r"multiple of ½, not 6\.3"):
        GoRules("x", komi=6.3)
    with pytest.raises(PlainError, match=r"multiple of ½, not 6\.3"):
        rules_from_plain(Plain({"name": "aga", "komi": 6.3}), PRESETS)


def test_repetitions_end_a_game_by_rules_of_ones_own() -> None:
    rules = GoRules("ours", repetitions=2)
    assert GoPosition(3).key(rules) == GoPosition(3).key(rules)
    assert GoPosition(3).key(rules) != GoPosition(3).with_turn(WHITE).key(rules)


@pytest.mark.parametrize("points", [(0, 0), (0, 6.5), (6.5, 0), (3, 6.5)])
def test_komi_is_split_from_points_and_joined(points: tuple[float, float]) -> None:
    start = GoPosition(5, b"", BLACK, *points)
    bare, rules = split_komi(start, PRESETS["standard"])
    assert join_komi(bare, rules) == start
    assert without_komi(start, rules) == bare
    both = all(points)
    assert rules.komi == (0 if both else points[1] - points[0])
    assert (bare.black_captures, bare.white_captures) == (points if both else (0, 0))


def test_dgf_holds_square_boards_only() -> None:
    wide = GoPosition((9, 5)).play("C3")
    for format in ("dgf-board", "dgf-packed2", "dgf-packed3", "dgf-record", "dgf-game"):
        with pytest.raises(bb.PositionError, match="DGF holds square boards only, not 9 × 5"):
            bb.dumps(wide, format)


def test_komi_goes_through_dgf_and_json() -> None:
    rules = replace(PRESETS["standard"], komi=6.5)
    record = bb.Record.replay(GoPosition(5), ["C3", "pass", "pass"], rules)
    assert record.result
    assert record.result.margin == 18.5
    for format in ("dgf-record", "dgf-game", "dgf-game-binary", "json", "sgf"):
        found = bb.loads(bb.dumps(record, format, lossy=True), format).record
        assert found
        assert (found.start, found.moves, found.rules) == (record.start, record.moves, rules)
    read = bb.loads(bb.dumps(bb.Record(GoPosition(5), rules=rules), "dgf-record")).record
    assert read
    assert read.position == GoPosition(5)
    last = bb.loads(bb.dumps(record, "dgf-board", lossy=True), "dgf-board").position
    assert isinstance(last, GoPosition)
    assert last.white_captures == 6.5


def test_a_wide_board_is_drawn() -> None:
    drawing = draw(GoPosition((9, 3)).play("J3"))
    rows = drawing.text(ascii_only=True).splitlines()
    assert [row.split()[0] for row in rows if row.strip()][:4] == ["3", "2", "1", "A"]
    assert "Go, 9 × 3: 1 black stone," in drawing.svg
    assert drawing.scene.width - drawing.scene.height == 6
