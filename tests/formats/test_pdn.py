"""Games in Portable Draughts Notation: read with all that people write, each game on its own."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.formats.pdn.games import split_games
from boardbytes.formats.pdn.lexer import format_tag, tag_of, tokens, unescaped
from boardbytes.formats.pdn.tags import GAME_TYPES, header_of, tag_for
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, GameTree, Reason, Record
from boardbytes.model.headers import KNOWN
from boardbytes.model.notes import Clock, Figure, Judgement, Verdict
from tests.formats.vectors import files, name_of

OK = Path(__file__).parent.parent / "vectors" / "pdn" / "ok"
PDN = FORMATS.find("pdn")


def read(text: str | bytes) -> GameTree:
    tree = bb.loads(text.encode() if isinstance(text, str) else text, "pdn").tree
    assert tree is not None
    return tree


def vector(name: str) -> GameTree:
    return read((OK / f"{name}.pdn").read_bytes())


def moves(tree: GameTree) -> list[str]:
    return [str(node.move) for node in tree.main_line() if node.move]


@pytest.mark.parametrize("path", files("pdn", "ok"), ids=name_of)
def test_an_untouched_file_is_written_back_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    found = list(PDN.games(data))
    pieces = [bb.dumps(game) for game in found if isinstance(game, bb.Document)]
    if len(pieces) == len(found):
        assert b"".join(pieces) == data
    assert data.startswith(pieces[0])


@pytest.mark.parametrize("path", files("pdn", "ok"), ids=name_of)
def test_a_tree_without_its_source_says_the_same(path: Path) -> None:
    tree = read(path.read_bytes())
    assert read(bb.dumps(replace(tree, source=None), "pdn")) == tree


@pytest.mark.parametrize("path", files("pdn", "ok"), ids=name_of)
def test_json_keeps_every_node(path: Path) -> None:
    tree = bb.load(path).tree
    assert tree is not None
    # What stands beside the game is no node.
    assert bb.loads(bb.dumps(tree, "json", lossy=True)).tree == tree


def test_sides_and_headers_have_our_words() -> None:
    tree = vector("annotated")
    assert dict(tree.headers) == {"event": 'Test "x"', "red": "Müller", "white": "B"}
    assert str(tree.result) == "red wins: as the record says (standard rules)"


@pytest.mark.parametrize("name", [name for name in KNOWN if not name.startswith("black")])
def test_every_header_has_a_tag_and_back(name: str) -> None:
    tag = tag_for(name)
    assert tag is not None
    assert header_of(tag) == header_of(tag.upper()) == name


def test_a_header_that_would_be_another_one_is_not_written() -> None:
    assert tag_for("Black") is None, "that is the tag of red"
    assert tag_for("FEN") is None
    tree = GameTree(CheckersPosition(), headers={"black": "x", "two words": "y"})  # type: ignore[arg-type]
    with pytest.raises(bb.LossError, match="who plays black or the header two words"):
        bb.dumps(tree, "pdn")


def test_each_game_is_on_its_own() -> None:
    first, second, third = PDN.games((OK / "broken-game-between.pdn").read_bytes())
    assert isinstance(first, bb.Document)
    assert isinstance(third, bb.Document)
    assert [first.tree.headers["event"], third.tree.headers["event"]] == ["1", "3"]  # type: ignore[union-attr]
    assert isinstance(second, bb.FormatError)
    assert [problem.code for problem in second.problems if problem.is_error] == ["token"]


def test_a_file_of_three_with_an_illegal_move_in_the_second() -> None:
    data = b'[Event "1"]\n1. 11-15 *\n[Event "2"]\n1. 11-15 1-2 *\n[Event "3"]\n1. 9-13 *'
    first, second, third = PDN.games(data)
    assert isinstance(second, bb.FormatError)
    assert second.readable is not None
    assert [str(move) for move in second.readable.record.moves] == ["11-15"]  # type: ignore[union-attr]
    assert [bb.dumps(game) for game in (first, third) if isinstance(game, bb.Document)] == [
        b'[Event "1"]\n1. 11-15 *\n',
        b'[Event "3"]\n1. 9-13 *',
    ]


@pytest.mark.parametrize(("number", "name"), GAME_TYPES.items())
def test_other_games_are_named(number: int, name: str) -> None:
    data = f'[GameType "{number},W,10,10,N2,0"]\n1. 11-15 *'.encode()
    if number == 21:
        bb.loads(data)
        return
    with pytest.raises(
        bb.FormatError, match=f"GameType {number} is {name}, but we read only English"
    ):
        bb.loads(data)


def test_a_bad_square_in_a_variation_is_no_other_game() -> None:
    tree = vector("no-square-in-a-variation")
    assert moves(tree) == ["11-15", "22-18"]
    assert tree.node("2").properties == (("PDN", ("(1... 24-36)",)),)
    for data in (b"1. 11-15 22-18 2. 47-42 *", b"1. 11-15 ) 47-42 *"):
        with pytest.raises(bb.FormatError, match="squares above 32 belong to another game"):
            bb.loads(data, "pdn")


def test_the_example_of_the_collection_plays() -> None:
    tree = vector("separators-mixed")
    assert moves(tree)[-2:] == ["10-14", "19x10"]


def test_one_warning_for_all_separators_of_a_game() -> None:
    doc = bb.loads(b"1. 11x15 22x18 2. 15-22 25-18 *", "pdn")
    assert [problem.code for problem in doc.problems] == ["separator"]
    assert str(doc.problems[0]) == "11x15 should be 11-15; the squares say which it is at byte 3"


AMBIGUOUS = '[FEN "B:W6,7,14,15:B2"]\n'
"""The man on 2 jumps to 18 by 9 or by 11."""


@pytest.mark.parametrize(("reply", "way"), [("15-10", "2x9x18"), ("14-10", "2x11x18")])
def test_a_short_jump_is_settled_by_what_follows(reply: str, way: str) -> None:
    doc = bb.loads(f"{AMBIGUOUS}1. 2x18 {reply} *".encode(), "pdn")
    assert [problem.code for problem in doc.problems] == ["ambiguous"]
    assert f"is read as {way}, judging by what follows" in str(doc.problems[0])
    assert moves(doc.tree) == [way, reply]  # type: ignore[arg-type]


def test_a_short_jump_that_nothing_settles() -> None:
    doc = bb.loads(f"{AMBIGUOUS}1. 2x18 *".encode(), "pdn")
    assert "though nothing settles it" in str(doc.problems[0])


def test_the_same_from_three_styles_of_numbers() -> None:
    assert moves(vector("dots-apart")) == moves(vector("dots-glued"))
    assert moves(vector("numbers-of-any-style"))[-1] == "12-16"
    assert moves(vector("spaces-in-moves")) == ["11-15", "22-18", "15x22"]
    assert moves(vector("jump-in-parts")) == ["15x22x31"]
    begun = vector("second-begins").node("1")
    assert (str(begun.move), begun.colour) == ("22-18", Colour.WHITE)


def test_variations_are_children_and_remarks_are_notes() -> None:
    tree = vector("nested-variations")
    assert [str(child.move) for child in tree.root.children] == ["11-15", "9-13"]
    line = tree.node("0.1")
    assert [str(child.move) for child in line.children] == ["22-18", "24-20"]
    tree = vector("comment-in-places")
    assert tree.root.comment == "before"
    assert tree.node("1").comment == "of the first\nof it\nlate\nand more"
    assert tree.node("2").comment == "only words"
    assert tree.last.comment == "he resigned"


def test_a_variation_that_goes_on_comes_behind_the_main_line() -> None:
    tree = vector("variation-goes-on")
    assert moves(tree) == ["11-15", "24-20"]
    assert str(tree.node("1.1").move) == "22-18"


def test_what_cannot_be_played_in_a_variation_is_kept() -> None:
    tree = vector("unplayable-variation")
    assert moves(tree) == ["11-15", "22-18"]
    assert tree.node("0.1.2").properties == (("PDN", ("1-2",)),)
    assert tree.node("2").properties == (("PDN", ("(1-2)",)),)


def test_opinions() -> None:
    tree = vector("nags")
    assert tree.node("1").notes.judgements == (
        Judgement(Verdict.GOOD),
        Judgement(Verdict.BETTER_FOR_SECOND),
    )
    assert tree.node("2").properties == (("NAG", ("$7",)),)
    assert tree.node("3").notes.judgements == (Judgement(Verdict.INTERESTING),)


def test_clocks_and_figures() -> None:
    first, second, third = (vector("clocks").node(path).notes for path in "123")
    assert first.clocks == (Clock(Colour.WHITE, 600), Clock(Colour.RED, 598))
    assert (second.clocks, second.comment) == ((Clock(Colour.WHITE, 570),), "quick")
    assert third.clocks == (Clock(Colour.RED, 62),)
    assert vector("figures").node("1").notes.figures == (
        Figure("eval", "0.04"),
        Figure("depth", "12"),
    )


def test_a_setup_in_the_middle() -> None:
    tree = vector("setup-between")
    (setup,) = (node.setup for node in tree.nodes() if node.setup)
    assert setup.turn is Colour.WHITE
    assert ("3", "red king") in setup.stones
    assert str(tree.last.move) == "32-28"


def test_character_sets() -> None:
    assert dict(vector("cyrillic").headers) == {"white": "Иванов Сергей", "red": "Петров Алексей"}
    assert vector("brace-in-a-letter").headers["white"] == "高文龙"
    assert vector("latin-1").headers["red"] == "Müller"
    broken = '[White "Иванов Сергей"]\n'.encode() * 5 + b'[Black "\xd0"]\n1. 11-15 *'
    doc = bb.loads(broken)
    assert [problem.code for problem in doc.problems] == ["character"]
    assert bb.dumps(doc) == broken


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("1-0", Colour.RED),
        ("0-1", Colour.WHITE),
        ("2-0", Colour.RED),
        ("1/2-1/2", None),
        ("1-1", None),
    ],
)
def test_results_that_look_like_moves(text: str, winner: Colour | None) -> None:
    doc = bb.loads(f"1. 11-15 22-18 {text}".encode(), "pdn")
    assert doc.record is not None
    assert doc.record.result is not None
    assert (doc.record.result.winner, doc.record.result.reason) == (winner, Reason.STATED)
    assert bb.dumps(doc).decode().split()[-1] == text


def test_a_star_after_a_move_is_no_result() -> None:
    doc = bb.loads(b"1. 11-15* 22-18!* 2. 15x22* *", "pdn")
    assert doc.record is not None
    assert len(doc.record.moves) == 3


def test_a_star_behind_the_moves_leaves_the_result_to_the_tags() -> None:
    doc = bb.loads(b'[Result "1-0"]\n1. 11-15 *')
    assert doc.problems == ()
    assert str(doc.tree.result).startswith("red wins")  # type: ignore[union-attr]


def test_a_bad_game_does_not_hide_those_after_it() -> None:
    bad = b'[Event "1"]\n' + b"x " * 35 + b"*\n"
    found = list(PDN.games(bad * 3 + b'[Event "2"]\n1. 11-15 *'))
    assert [isinstance(game, bb.FormatError) for game in found] == [True, True, True, False]


@pytest.mark.parametrize("data", [b"", b"x", b"{only a comment}", b"% x\n"])
def test_no_game_is_one_error(data: bytes) -> None:
    (found,) = PDN.games(data)
    assert isinstance(found, bb.FormatError)


def test_a_position_alone() -> None:
    position = CheckersPosition(1, 1 << 31, 1, Colour.WHITE)
    assert bb.loads(bb.dumps(position, "pdn")).position == position


def test_the_second_side_may_begin() -> None:
    start = CheckersPosition(1, 1 << 31, 1, Colour.WHITE)
    record = Record.replay(start, ["32-28", "1-5", "28-24"])
    text = bb.dumps(record, "pdn")
    assert b"1... 32-28 2. 1-5 28-24" in text
    doc = bb.loads(text)
    assert doc.record is not None
    assert doc.record.moves == record.moves


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("1. 11-15 22-18", "pdn"),
        ("1.11-15", "pdn"),
        ("11-15 22-18", "pdn"),
        ("1. ... 22-18", "pdn"),
        ("{opening} 1. 11-15", "pdn"),
        ("B:W21,22:B1,K2", "draughts-fen"),
        ("W:WK1:BK32", "draughts-fen"),
        ('[FEN "B:W21:B1"]', "pdn"),
    ],
)
def test_short_texts_are_recognised(text: str, format: str) -> None:
    assert bb.detect(text.encode()) == format


@pytest.mark.parametrize("deep", [5_000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_nothing_recurses(deep: int) -> None:
    text = "1. 11-15 " + "(1. 9-13 " * deep + ")" * deep + " 22-18 *"
    tree = read(text)
    assert len(tree) == 3 + deep
    assert bb.dumps(tree, "pdn") == text.encode()
    edited = tree.annotate("2", comment="the end")
    written = bb.dumps(edited, "pdn")
    assert written == text.replace(" 22-18 *", " 22-18 {the end} *").encode()
    assert json.loads(bb.dumps(tree, "json"))["game"] == "checkers"


def test_tags_are_written_as_they_are_read() -> None:
    for value in ('a "b" \\', "", "]", "\\", 'x"]'):
        (token,) = tokens(format_tag("Event", value))
        name, start, end = tag_of(token)
        assert (name, unescaped(token.text[start:end])) == ("Event", value)


def test_the_words_of_any_text_are_in_order_and_miss_only_white_space() -> None:
    chance = random.Random(5)
    signs = '[]{}();%"\\*-x.$!?/ \n\t0123456789Fa'
    for _ in range(300):
        text = "".join(chance.choices(signs, k=80))
        place = 0
        for token in tokens(text):
            assert not text[place : token.start].strip()
            assert token.text == text[token.start : token.end] != ""
            place = token.end
        assert not text[place:].strip()
        games = list(split_games(text))
        assert "".join(text[game.start : game.end] for game in games) == text


HOSTILE = [
    ("", '{\n[A "b"]\n'),
    ("1. 11-15 ", "(9-13){x}"),
    ("1. 11-15 {", "[%a "),
    ("1. 11-15 ", "("),
    ("1. 11-15 ", "()"),
    ("", '[A "'),
    ("1. 11-15 ", "} "),
    ("", "1 - "),
]


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize(("start", "again"), HOSTILE)
def test_time_grows_with_the_length_only(start: str, again: str) -> None:
    def spent(length: int) -> float:
        data = (start + again * (length // len(again))).encode()
        before = time.process_time()
        for game in PDN.games(data):
            if isinstance(game, bb.Document):
                assert game.tree is not None
                bb.dumps(game.tree.annotate(0, comment="x"), "pdn")
        return time.process_time() - before

    spent(1_000)
    assert spent(64_000) < 40 * spent(8_000) + 0.5
