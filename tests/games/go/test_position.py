"""Playing, ko, superko, the end, the score and what is odd."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

import boardbytes as bb
from boardbytes.games.go import PASS, PRESETS, Certain, GoMove, GoPosition, GoScore, KoRule
from boardbytes.games.go.board import KO, STONES, Size
from boardbytes.model import Colour, Position, Reason
from tests.games.go.diagrams import board

KO_FIGHT = """
. X O .
X . X O
. X O .
. . . .
"""
TWO_IN_ATARI = """
. X X .
X O O .
. X X .
. . . .
"""
LIVING = """
. X X O .
X X X O .
X X X O .
O . X O .
X X X O .
"""


def as_go(position: Position) -> GoPosition:
    assert isinstance(position, GoPosition)
    return position


def test_values_that_make_no_position() -> None:
    for size in (0, 256):
        with pytest.raises(bb.PositionError, match="1 to 255 lines"):
            GoPosition(size)
    with pytest.raises(bb.PositionError, match="4 bytes from 0 to 3"):
        GoPosition(2, bytes(3))
    with pytest.raises(bb.PositionError, match="4 bytes from 0 to 3"):
        GoPosition(2, bytes([0, 4, 0, 0]))
    with pytest.raises(bb.PositionError, match=r"multiples of ½ from 0 up, not 6\.3"):
        GoPosition(2, white_captures=6.3)


def test_a_move_takes_and_scores() -> None:
    after = board(TWO_IN_ATARI).play("D3")
    assert after.black_captures == 2
    assert str(after).splitlines()[1].split() == ["3", "X", ".", ".", "X"]
    assert after.turn is Colour.WHITE


def test_ko_is_marked_and_forbidden_until_the_next_move() -> None:
    taken = board(KO_FIGHT, Colour.WHITE).play("B3")
    assert taken.stones.index(KO) == 6
    with pytest.raises(bb.IllegalMoveError, match="C3 is not legal: ko, the previous position"):
        taken.play("C3")
    assert "C3" not in map(str, taken.legal_moves())
    later = taken.play("A1").play("D1")
    assert KO not in later.stones
    assert later.play("C3").black_captures == 1


def test_taking_two_is_no_ko() -> None:
    assert KO not in board(TWO_IN_ATARI).play("D3").stones


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("B4", "the point is occupied"),
        ("A4", "self-capture"),
        (GoMove(9, 9), "the board has 4 lines"),
    ],
)
def test_refusals_say_why(move: GoMove | str, why: str) -> None:
    corner = board(". X . .  X X . .  . . . .  . . . .".replace("  ", "\n"), Colour.WHITE)
    with pytest.raises(bb.IllegalMoveError, match=re.escape(why)):
        corner.play(move)


def test_suicide_gives_points_to_the_other_side() -> None:
    corner = board(". X . .\nX X . .\n. . . .\n. . . .", Colour.WHITE)
    after = corner.play("A4", "new-zealand")
    assert after.stones == corner.stones
    assert (after.black_captures, after.white_captures) == (1, 0)


def test_two_passes_end_a_record_but_not_a_board() -> None:
    record = bb.Record.replay(GoPosition(5), ["C3", "pass", "pass"])
    assert record.position.turn is None
    assert record.result == bb.Outcome(Colour.BLACK, Reason.SCORE, "standard", margin=25)
    assert record.position.legal_moves() == ()
    with pytest.raises(bb.IllegalMoveError, match="the game is over"):
        record.play("A1")
    assert GoPosition(5).play(PASS).play(PASS).turn is Colour.BLACK
    assert record == bb.Record(record.start).play("C3").play("pass").play("pass")
    assert record.undo().position.turn is Colour.BLACK


def test_a_resignation_is_won_by_the_other_side() -> None:
    for moves, winner in ((["resign"], Colour.WHITE), (["C3", "resign"], Colour.BLACK)):
        record = bb.Record.replay(GoPosition(5), moves)
        assert record.result == bb.Outcome(winner, Reason.RESIGNATION, "standard")
        assert record.position.turn is None


@pytest.mark.parametrize("ko", [KoRule.POSITIONAL, KoRule.SITUATIONAL])
def test_superko_looks_back_over_the_record(ko: KoRule) -> None:
    """On a board of four points, taking back and forth soon repeats a board."""
    chance = random.Random(5)
    refused = 0
    for _ in range(30):
        record = bb.Record(GoPosition(2), rules=ko.value)
        while record.result is None:
            legal = record.legal_moves()
            forbidden = set(record.position.legal_moves(ko.value)) - set(legal)
            for move in forbidden:
                with pytest.raises(bb.IllegalMoveError, match=f"{ko.value} superko"):
                    record.play(move)
            refused += len(forbidden)
            record = record.play(chance.choice(legal[:-1] or legal))
        stones = [(as_go(p).stones.replace(b"\3", b"\0"), p.turn) for p in record.positions]
        boards = [
            (now, turn if ko is KoRule.SITUATIONAL else None)
            for (now, turn), move in zip(stones[1:], record.moves, strict=True)
            if move != PASS
        ]
        assert len(set(boards)) == len(boards)
        assert record == bb.Record.replay(record.start, record.moves, record.rules)
    assert refused > 20


def test_score_by_area_and_territory() -> None:
    final = board(
        """
        . X O . .
        . X O . .
        X X O . X
        X O O . .
        . X O . .
        """,
        None,
    )
    area = final.score("chinese", komi=6.5)
    assert (area.black, area.white) == (10, 12.5)
    assert str(area) == "white by 2.5"
    dead = final.score("chinese", dead=["E3"])
    assert (dead.black, dead.white) == (9, 16)
    japanese = replace(PRESETS["japanese"], komi=-0.5)
    territory = replace(final, black_captures=3).score(japanese, dead=["E3"])
    assert (territory.black, territory.white) == (3 + 3 + 0.5, 10 + 1)
    assert territory.winner is Colour.WHITE
    assert territory.margin == 4.5
    with pytest.raises(bb.PositionError, match="no stone on A5"):
        final.score(dead=["A5"])
    with pytest.raises(bb.PositionError, match="tromp-taylor rules count every stone"):
        final.score("tromp-taylor", dead=["E3"])


def test_a_dead_stone_stands_for_its_group() -> None:
    final = board("O O .\n. . .\n. X .", None)
    assert final.score(dead=["A3"]) == final.score(dead=["A3", "B3"]) == GoScore(9, 0, "standard")


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_outcome_and_score_agree(rules: str) -> None:
    value = replace(PRESETS[rules], komi=6.5)
    final = board(LIVING, None)
    outcome = final.outcome(value)
    assert outcome == final.score(value).outcome == final.score(rules, komi=6.5).outcome
    assert outcome
    assert outcome.margin == final.score(value).margin
    assert f"wins by {outcome.margin:g}: by the score ({rules} rules)" in str(outcome)


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_outcome_and_score_agree_on_random_boards(rules: str) -> None:
    """Boards after random moves, of many sizes and komi: the same winner, by the same margin."""
    chance = random.Random(rules)
    winners = set()
    sizes: list[Size] = [2, 3, 4, 5, (5, 3)]
    for _ in range(30):
        position = GoPosition(chance.choice(sizes))
        for _ in range(chance.randrange(3 * len(position.stones))):
            move = chance.choice(position.legal_moves(rules)[:-1] or [PASS])
            position = position.play(move, rules)
            position = replace(position, turn=position.turn or Colour.BLACK)
        final = replace(position, turn=None)
        value = replace(PRESETS[rules], komi=chance.choice([0, 0.5, 3, 6.5]))
        outcome, score = final.outcome(value), final.score(value)
        assert outcome == score.outcome, str(final)
        assert outcome is not None
        black, white = score.black, score.white
        assert (outcome.margin or 0) == abs(black - white)
        winner = None if black == white else Colour.BLACK if black > white else Colour.WHITE
        assert outcome.winner is winner
        winners.add(winner)
    assert {Colour.BLACK, Colour.WHITE} <= winners


def test_what_is_certain_needs_no_mark() -> None:
    final = board(LIVING, None)
    alive = "B5 C5 A4 B4 C4 A3 B3 C3 C2 A1 B1 C1".split()
    assert final.certain() == Certain(tuple(alive), ("A2",))
    assert final.score("chinese") == GoScore(15, 10, "chinese")
    assert final.score("tromp-taylor") == GoScore(13, 11, "tromp-taylor")
    assert final.score("japanese") == GoScore(4, 5, "japanese")
    with pytest.raises(bb.PositionError, match="the stone on A1 cannot be dead"):
        final.score(dead=["A1"])


def test_an_even_score_is_a_draw() -> None:
    record = bb.Record.replay(GoPosition(3), ["pass", "pass"])
    assert record.result == bb.Outcome(None, Reason.SCORE, "standard")


@pytest.mark.parametrize(
    ("diagram", "codes"),
    [
        ("X O\nO .", ["no-liberty"]),
        (". *\n. .", ["no-ko"]),
        ("* *\n. .", ["ko-marks"]),
        (". X O .\nX O * O\n. X O .\n. . . .", []),
    ],
)
def test_what_is_odd(diagram: str, codes: list[str]) -> None:
    assert [problem.code for problem in board(diagram).problems()] == codes


def test_diff_reads_passes_kos_and_missing_marks() -> None:
    before = board(KO_FIGHT, Colour.WHITE)
    after = before.play("B3")
    unmarked = GoPosition(4, after.stones.replace(b"\3", b"\0"), after.turn, 0, 1)
    assert str(bb.diff(before, after)) == str(bb.diff(before, unmarked)) == "B3"
    assert bb.diff(before, before.play(PASS)) == PASS
    corner = board(". X . .\nX X . .\n. . . .\n. . . .", Colour.WHITE)
    after = corner.play("A4", "new-zealand")
    assert str(bb.diff(corner, after, "new-zealand")) == "A4"


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        (GoPosition(4), "one board is 5 × 5, the other 4 × 4"),
        (GoPosition(5).play("A1").play("A2"), "black gained A1; white gained A2"),
        (GoPosition(5, turn=None), "boards do not say whether by a pass or a resignation"),
        (GoPosition(5, turn=Colour.WHITE, white_captures=3), "white's captures went from 0 to 3"),
    ],
)
def test_diff_says_what_differs(after: GoPosition, sentence: str) -> None:
    with pytest.raises(bb.NoMoveError, match=sentence):
        bb.diff(GoPosition(5), after)


def test_agrees_with_sgfmill() -> None:
    """Stones and captures after every move of random games, against another program."""
    from sgfmill import boards

    letters = {None: 0, "b": 1, "w": 2}
    for seed in range(12):
        chance = random.Random(seed)
        size = chance.choice([2, 3, 5, 9, 13])
        ours, theirs = GoPosition(size), boards.Board(size)
        for _ in range(2 * size * size):
            move = chance.choice(ours.legal_moves())
            before, ours = ours, ours.play(move)
            if move.row and move.column and before.turn:
                theirs.play(move.row - 1, move.column - 1, before.turn.value[0])
            shown = [
                letters[theirs.get(row, column)]
                for row in reversed(range(size))
                for column in range(size)
            ]
            assert bytes(shown) == ours.stones.replace(bytes([KO]), b"\0"), ours


def test_stones_are_counted_in_the_summary() -> None:
    position = board(KO_FIGHT)
    assert position.summary()[0] == "black: 4 stones on the board, 0 captured"
    assert list(STONES) == [Colour.BLACK, Colour.WHITE]


def test_one_liberty_elsewhere_decides_whether_a_stone_may_be_played() -> None:
    """A friend that keeps one saves it; enemies that keep one each do not."""
    saved = board("\n. O .\nX O .\n. . .\n")
    assert "A3" in map(str, saved.legal_moves())
    doomed = board("\n. O .\nO X .\n. . .\n")
    assert "A3" not in map(str, doomed.legal_moves())
