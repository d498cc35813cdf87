"""Every member of the family against a second program, and the figures that are published."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from benchmarks.family import (
    CLASSES,
    REACHABLE,
    THREE_TAKING,
    Count,
    count_classes,
    count_reachable,
)

from boardbytes.errors import IllegalMoveError, PositionError
from boardbytes.games.mill import MillPosition, MillRules
from boardbytes.games.mill.board import BOARDS, THREE_RINGS
from boardbytes.games.mill.perft import perft
from boardbytes.games.mill.rules import PRESETS
from boardbytes.model import Colour, Reason, Record
from boardbytes.model.history import History
from boardbytes.model.step import NO_STEP
from tests.games.mill import obvious
from tests.games.mill.obvious import MEMBERS, Member, State


@pytest.fixture(params=MEMBERS)
def member(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def position_of(state: State, rules: str) -> MillPosition:
    """The package's position of the other program's state."""
    start = MillPosition.start(rules)
    names = start.board.names
    white, black = (sum(1 << names.index(at) for at in state.of(side)) for side in state.hand)
    hands = state.hand["white"], state.hand["black"]
    turn = Colour(state.turn)
    return MillPosition(white, black, *hands, turn, board=start.board, each=start.each)


def history_of(state: State, rules: str, plies: int = 2) -> History:
    """What came before a state, as far as the way back of a stone depends on it."""
    if state.before is None or plies == 0:
        return History.of(position_of(state, rules), PRESETS[rules])
    before = history_of(state.before, rules, plies - 1)
    return before.after(NO_STEP, position_of(state, rules), PRESETS[rules])


def walk(rules: str, count: int, seed: int) -> Iterator[State]:
    """So many states of random games by the other program, of which many take where they can."""
    chance = random.Random(f"{rules} {seed}")
    found = 0
    while found < count:
        state = obvious.start(MEMBERS[rules])
        takes_gladly = chance.random() < 0.7
        for _ in range(chance.randrange(20, 120)):
            yield state
            found += 1
            legal = obvious.moves(MEMBERS[rules], state)
            if not legal or found == count:
                break
            takings = [text for text in legal if "x" in text]
            names = takings if takings and takes_gladly else list(legal)
            state = legal[chance.choice(names)]


def same_as_the_other_program(rules: str, states: Iterator[State]) -> Counter[str]:
    """Compare moves, what they lead to and the result; how often rare things happened."""
    seen: Counter[str] = Counter()
    chance = random.Random(4)
    for state in states:
        position = position_of(state, rules)
        expected = obvious.moves(MEMBERS[rules], state)
        history = history_of(state, rules) if PRESETS[rules].no_return else None
        moves = {str(move): move for move in position.legal_moves(rules, history)}
        assert set(moves) == set(expected), f"\n{position}"
        freely = perft(position, 1, rules)
        assert freely == len(expected) or (history and freely > len(expected))
        seen["no way back"] += freely > len(expected)
        for text in chance.sample(sorted(expected), min(2, len(expected))):
            assert position.play(text, rules) == position_of(expected[text], rules)
        outcome = position.outcome(rules, history)
        winner = outcome and (outcome.winner.value if outcome.winner else "draw")
        assert winner == obvious.result(MEMBERS[rules], state), f"\n{position}"
        seen["states"] += 1
        seen["takings"] += any("x" in text for text in moves)
        seen[f"over: {outcome.reason}" if outcome else "goes on"] += 1
        seen["flies"] += any(
            move.source is not None and move.target not in position.board.neighbours[move.source]
            for move in moves.values()
        )
        seen["sets and moves"] += len({move.source is None for move in moves.values()}) == 2
    return seen


def test_moves_are_those_of_another_program(member: str) -> None:
    seen = same_as_the_other_program(member, walk(member, 300, 1))
    assert seen["states"] == 300
    assert bool(seen["sets and moves"]) == PRESETS[member].moves_early
    assert bool(seen["takings"]) != PRESETS[member].mill_wins


@pytest.mark.slow
def test_moves_are_those_of_another_program_on_ten_thousand_positions(member: str) -> None:
    seen = same_as_the_other_program(member, walk(member, 10_000, 2))
    rules = PRESETS[member]
    assert seen["states"] == 10_000
    assert bool(seen["flies"]) == rules.flying
    assert bool(seen["no way back"]) == rules.no_return
    assert bool(seen["over: few-stones"]) != rules.mill_wins
    assert bool(seen["over: mill"]) == rules.mill_wins


def test_perft_is_that_of_another_program(member: str) -> None:
    depth = 6 if member == "three" else 3
    expected = obvious.perft(MEMBERS[member], obvious.start(MEMBERS[member]), depth)
    assert perft(MillPosition.start(member), depth, member) == expected


def same_counts_from_random_positions(rules: str, count: int, deepest: int) -> Counter[int]:
    """Count move sequences by both programs, as deep as the slow one can; how many how deep."""
    chance, depths = random.Random(rules), Counter[int]()
    for state in chance.sample(list(walk(rules, 60 * count, 5)), count):
        alone = replace(state, before=None)
        moves, depth = len(obvious.moves(MEMBERS[rules], alone)), 2
        while moves**depth <= 400 and depth < deepest:
            depth += 1
        position = position_of(alone, rules)
        expected = obvious.perft(MEMBERS[rules], alone, depth)
        assert perft(position, depth, rules) == expected, f"depth {depth} of\n{position}"
        depths[depth] += 1
    return depths


WITHOUT_HISTORY = [name for name in MEMBERS if not PRESETS[name].no_return]
"""Counts know nothing of what came before, so a way back that is forbidden is counted, too."""


@pytest.mark.parametrize("name", WITHOUT_HISTORY)
def test_perft_from_random_positions_is_that_of_another_program(name: str) -> None:
    assert same_counts_from_random_positions(name, 6, 3).total() == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", WITHOUT_HISTORY)
def test_perft_goes_deep_from_random_positions(name: str) -> None:
    depths = same_counts_from_random_positions(name, 60, 5)
    print(dict(depths))
    assert max(depths) >= 3


def own_are_set(member: Member, state: State) -> bool:
    """An end that waits until the side with too few stones has set its last."""
    return any(not state.hand[side] and len(state.of(side)) < 3 for side in state.hand)


def all_are_set(member: Member, state: State) -> bool:
    """An end that is asked for only when all stones are set, and only of the side to move."""
    few = len(state.of(state.turn)) < 3
    return few and not any(state.hand.values())


def test_states_of_three_mens_morris() -> None:
    """5,934 are published for a game in which mills take and nobody loses while stones are set.

    Where mills take and too few stones lose once one's own are set, as elsewhere, there are 5,382.
    """
    assert obvious.reachable(MEMBERS["three"]) == count_reachable(PRESETS["three"]) == 5_390
    taking = replace(MEMBERS["three"], a_mill_wins=False)
    assert obvious.reachable(taking, own_are_set) == count_reachable(THREE_TAKING.rules) == 5_382
    assert obvious.reachable(taking, all_are_set) == 5_934
    assert count_reachable(THREE_TAKING.rules, few=False) == THREE_TAKING.published == 5_934


@pytest.mark.slow
@pytest.mark.parametrize("count", CLASSES, ids=lambda count: count.title)
def test_classes_are_as_published(count: Count) -> None:
    assert count_classes(count.rules) == count.published


@pytest.mark.slow
@pytest.mark.parametrize("count", REACHABLE, ids=lambda count: count.title)
def test_reachable_states_are_as_published(count: Count) -> None:
    """Those of six men take 20 seconds and a gigabyte each."""
    assert count_reachable(count.rules) == count.published


def test_presets_are_for_boards_that_there_are() -> None:
    assert {rules.board for rules in PRESETS.values()} == set(BOARDS)
    assert PRESETS["nine"] is PRESETS["standard"]
    assert PRESETS["morabaraba"].flags == PRESETS["twelve"].flags


def test_standard_and_match_are_what_is_usual_on_a_board() -> None:
    six = MillPosition.start("six")
    assert six.find_rules("standard") is PRESETS["six"]
    match = six.find_rules("match")
    assert (match.board, match.stones, match.flying, match.repetitions) == (
        "two-rings",
        6,
        False,
        3,
    )
    assert six.find_rules(match) is match
    unnamed = MillPosition(white_hand=6, black_hand=6, each=6).find_rules("standard")
    assert unnamed == MillRules("standard", stones=6)


def test_rules_for_another_board_are_refused() -> None:
    with pytest.raises(PositionError, match="lasker rules are for 10 stones a side on the board"):
        MillPosition().legal_moves("lasker")
    with pytest.raises(PositionError, match="3 to 8 stones on the board two-rings, not 9"):
        MillRules("nine on two rings", board="two-rings")


def test_equal_stones_on_other_boards_are_other_positions() -> None:
    nine, ten = MillPosition(each=10), MillPosition()
    assert nine != ten
    assert hash(nine) != hash(ten)
    plain, diagonal = MillPosition.start(MillRules("a", stones=12)), MillPosition.start("twelve")
    assert plain != diagonal
    assert len({nine, ten, plain, diagonal, MillPosition.start("twelve")}) == 4


def test_text_of_every_member_reads_back(member: str) -> None:
    for state in walk(member, 60, 3):
        position = position_of(state, member)
        assert MillPosition.parse(str(position)) == position
        assert eval(repr(position)) == position


def test_nine_stones_look_as_ever() -> None:
    position = MillPosition().play("d6").play("a7")
    line = "white d6; black a7; white to move; in hand: white 8, black 8"
    assert repr(position) == f"MillPosition.parse({line!r})"
    assert (position.board, position.each) == (THREE_RINGS, 9)


def test_a_diagram_alone_says_its_board() -> None:
    for rules in ("standard", "twelve", "six", "three"):
        start = MillPosition.start(rules)
        diagram = str(start).rpartition("\n")[0]
        assert MillPosition.parse(diagram) == start


def test_a_full_board_is_a_draw() -> None:
    white, black = 0x96A5C3, 0x695A3C
    position = MillPosition(white, black, 0, 0, board=BOARDS["diagonals"], each=12)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, Reason.FULL_BOARD)
    assert str(outcome) == "draw: no point is empty (twelve rules)"
    assert position.legal_moves() == ()
    loses = position.outcome(MillRules("strict", board="diagonals", stones=12))
    assert loses is not None
    assert (loses.winner, loses.reason) == (Colour.BLACK, Reason.NO_MOVE)


def test_a_mill_wins_three_mens_morris_at_once() -> None:
    game = Record.replay(MillPosition.start("three"), "b2 a3 b3 a2 b1".split())
    assert str(game.result) == "white wins: a mill is closed (three rules)"
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.position.play("c1")


LEAVES_A_MILL_FOR_ANOTHER = MillPosition(
    # a7 d7 g7 is a mill; d7-d6 closes b6 d6 f6.
    sum(1 << THREE_RINGS.names.index(name) for name in "a7 d7 g7 b6 f6".split()),
    sum(1 << THREE_RINGS.names.index(name) for name in "a1 g1 c3 e3 d3".split()),
    0, 0, board=BOARDS["diagonals"], each=12,
)  # fmt: skip


def test_the_sport_forbids_the_way_back_for_one_move() -> None:
    sport = Record.replay(LEAVES_A_MILL_FOR_ANOTHER, ["d7-d6xa1", "g1-d1"], "morabaraba-sport")
    assert "d6-d7" not in {str(move)[:5] for move in sport.legal_moves()}
    with pytest.raises(IllegalMoveError, match="has just left a mill there for another"):
        sport.play("d6-d7xd1")
    later = sport.play("a7-a4").play("d1-g1")
    assert "d6-d7" in {str(move)[:5] for move in later.legal_moves()}
    usual = Record.replay(LEAVES_A_MILL_FOR_ANOTHER, ["d7-d6xa1", "g1-d1"], "morabaraba")
    assert "d6-d7" in {str(move)[:5] for move in usual.legal_moves()}


def test_the_sport_lets_a_stone_go_back_that_closed_no_mill() -> None:
    sport = Record.replay(LEAVES_A_MILL_FOR_ANOTHER, ["a7-a4", "g1-g4"], "morabaraba-sport")
    assert "a4-a7" in {str(move)[:5] for move in sport.legal_moves()}
