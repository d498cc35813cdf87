"""SGF both ways: what real files do, what broken ones do, and DGF through SGF and back."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from boardbytes.formats.sgf.properties import TABLE
from boardbytes.formats.sgf.result import format_komi, format_result, parse_komi, parse_result
from boardbytes.formats.sgf.texts import format_text, parse_simple, parse_text
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Reason
from tests.formats.vectors import findings
from tests.formats.vectors import found as told

VECTORS = Path("tests/vectors")
OK = sorted(path for path in (VECTORS / "sgf" / "ok").iterdir() if path.suffix == ".sgf")
BAD = sorted(path for path in (VECTORS / "sgf" / "bad").iterdir() if path.suffix == ".sgf")
DGF = sorted(path for path in VECTORS.glob("dgf-*/ok/*") if path.suffix != ".findings")


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_good_files(path: Path) -> None:
    data = path.read_bytes()
    assert bb.detect(data) == "sgf"
    document = bb.loads(data)
    assert told(document.problems) == findings(path)
    games = list(sgf.games(data))
    assert b"".join(bb.dumps(game) for game in games if isinstance(game, bb.Document)) == data
    # Written from the model alone it says the same.
    tree = document.tree
    assert tree is not None
    bare = bb.Document.of(None, replace(tree, source=None), document.facts)
    again = bb.loads(bb.dumps(bare, "sgf"))
    assert again.tree == tree
    assert again.facts == document.facts


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files(path: Path) -> None:
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(path.read_bytes(), "sgf")
    assert told(caught.value.problems) == findings(path)


@pytest.mark.parametrize("path", DGF, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_dgf_through_sgf_and_back_changes_nothing(path: Path) -> None:
    name = path.parent.parent.name
    document = bb.loads(path.read_bytes(), name)
    if max(document.start.size, 1) > 52:
        with pytest.raises(bb.PositionError, match="boards of up to 52 lines"):
            bb.dumps(document, "sgf")
        return
    lossy = "\n" in (document.tree.headers.get("black", "") if document.tree else "")
    if lossy:
        with pytest.raises(bb.LossError, match="the line breaks in who plays black"):
            bb.dumps(document, "sgf")
        return
    through = bb.loads(bb.dumps(document, "sgf"))
    assert bb.dumps(through, name) == path.read_bytes()


def test_what_is_written_is_what_others_read() -> None:
    """sgfmill's own interpretation of a file that we write."""
    from sgfmill import sgf as sgf_module

    document = bb.load("tests/vectors/dgf-game/ok/handicap.dgf")
    game = sgf_module.Sgf_game.from_bytes(bb.dumps(document, "sgf"))
    assert game.get_size() == 9
    assert game.get_komi() == 0.5
    assert game.get_handicap() == 2
    assert game.get_player_name("b") == "Ann Gödel"
    assert [node.get_move() for node in game.get_main_sequence()][1:] == [("w", (4, 4))]


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("B+R", Colour.BLACK, Reason.RESIGNATION),
        ("W+Resign", Colour.WHITE, Reason.RESIGNATION),
        ("W+T", Colour.WHITE, Reason.TIME),
        ("b+f", Colour.BLACK, Reason.FORFEIT),
        ("W+0.5", Colour.WHITE, Reason.SCORE),
        ("B+", Colour.BLACK, Reason.STATED),
        ("B+a lot", Colour.BLACK, Reason.STATED),
        ("Draw", None, Reason.SCORE),
    ],
)
def test_results(text: str, winner: Colour | None, reason: Reason) -> None:
    outcome = parse_result(text, "standard")
    assert outcome == bb.Outcome(winner, reason, "standard")
    again = parse_result(format_result(outcome), "standard")
    assert again is not None
    assert again.winner is winner


@pytest.mark.parametrize("text", ["", "?", "Void", "unknown", "B", "+R", "X+R"])
def test_results_that_say_nothing(text: str) -> None:
    assert parse_result(text, "standard") is None


def test_komi() -> None:
    for komi in (0, 0.5, -5, 6.5, 7, 510.5):
        assert parse_komi(format_komi(komi)) == komi
    for text in ("3.75", "six", "", "1e3", "nan", "99999", "٣"):
        assert parse_komi(text) is None


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"])))
def test_texts_on_one_line_come_back(text: str) -> None:
    assert parse_simple(format_text(text)) == text
    assert parse_text(format_text(text)) == text


HOSTILE = {
    "deep": b"(;" * 100_000 + b")" * 100_000,
    "deep and open": b"(;" * 100_000,
    "wide": b"(;GM[1]" + b"(;B[aa])" * 100_000 + b")",
    "brackets": b"(;C" + b"[" * 1_000_000,
    "games that never end": b"(;C[" * 100_000,
    "brackets after a game": b"(;C[a])" + b"[" * 1_000_000,
    "backslashes": b"(;C[" + b"\\" * 1_000_001,
    "parentheses": b"(" * 1_000_000,
    "spaces": (b"(" + b" " * 1000) * 1000,
    "rubbish": bytes(range(256)) * 4000,
    "a huge board": b"(;SZ[300]" + b";B[aa]" * 1000 + b")",
    "a huge number": b"(;SZ[" + b"9" * 100_000 + b"])",
}


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_get_an_answer_soon(name: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(bb.FormatError):
        bb.loads(HOSTILE[name], "sgf")
    assert sum(1 for _ in sgf.games(HOSTILE[name])) >= 1
    bb.explain(HOSTILE[name], "sgf")
    assert time.process_time() - begun < 20


@given(st.sampled_from(OK), st.data())
def test_any_bytes_give_a_document_or_a_format_error(path: Path, data: st.DataObject) -> None:
    damaged = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place] = data.draw(st.sampled_from(b"();[]\\BWaz \n\0\xff:") | st.integers(0, 255))
    bb.explain(bytes(damaged), "sgf")
    try:
        document = bb.loads(bytes(damaged), "sgf")
    except bb.FormatError:
        return
    assert bb.dumps(document, lossy=True) in bytes(damaged)


def test_every_game_of_a_collection() -> None:
    data = b"(;SZ[9];B[aa]) between (;GM[2];B[aa])(;SZ[5];B[cc]C[x])"
    first, second, third = sgf.games(data)
    assert isinstance(first, bb.Document)
    assert isinstance(second, bb.FormatError)
    assert "this is a game of Othello" in str(second)
    assert isinstance(third, bb.Document)
    assert third.position == GoPosition(5).play("C3")
    assert third.problems == ()
    assert bb.dumps(first) + bb.dumps(third) == data.replace(b"(;GM[2];B[aa])", b"")
    assert [game.problems for game in sgf.games(data, skip=2)] == [()]


@pytest.mark.parametrize(
    ("text", "name", "header", "value", "again"),
    [
        ("PB[Ann]PB[Bob]", "PB", "black", "Ann", "Bob"),
        ("GN[x][y]", "GN", "title", "x", "y"),
        ("KM[]KM[7.5]", "KM", "komi", None, "7.5"),
    ],
)
def test_a_header_that_is_said_again_is_kept(
    text: str, name: str, header: str, value: str | None, again: str
) -> None:
    """In the file, in JSON, written anew, and when the first one changes."""
    data = f"(;SZ[9]{text};B[aa])".encode()
    document = bb.loads(data)
    (problem,) = document.problems
    offset = data.rindex(b"[", 0, data.index(again.encode()) + 1)
    assert (problem.code, problem.place.offset) == ("header-twice", offset)
    tree = document.tree
    assert tree is not None
    assert tree.headers.get(header) == value
    assert tree.root.properties == ((name, (again,)),)
    assert tree.rules.komi == 0
    assert bb.loads(bb.dumps(tree, "json")).tree == tree
    assert bb.loads(bb.dumps(replace(tree, source=None), "sgf")).tree == tree
    edited = bb.dumps(bb.Document.of("sgf", tree.with_headers(black="Cy")))
    assert again.encode() in edited
    assert bb.loads(edited, "sgf").tree == tree.with_headers(black="Cy")


def test_the_size_that_is_said_first_counts() -> None:
    document = bb.loads(b"(;SZ[9]SZ[13]FF[4]FF[4])")
    assert document.position == GoPosition(9)
    assert [problem.code for problem in document.problems] == ["root-twice"]


def test_the_page_lists_every_property_with_its_type() -> None:
    page = Path("docs/formats/sgf.md").read_text("utf-8")
    for name, known in TABLE.items():
        row = f"| `{name}` | {known.meaning} | {known.type.value} | {known.kind.value} |\n"
        assert row in page


def test_what_is_kept_verbatim_is_of_its_type_or_told() -> None:
    (problem,) = bb.loads(b"(;SZ[9];B[aa]MN[x]VW[aa:ee][])").problems
    assert str(problem) == "MN must be a whole number at byte 15 (found x)"
    (problem,) = bb.loads(b"(;SZ[9];B[aa]VW[aa:ee][zz])").problems
    assert str(problem) == "VW must be points of the board at byte 22 (found zz)"
    assert bb.loads(Path("tests/vectors/sgf/ok/old-values.sgf").read_bytes()).problems == ()


def test_what_the_values_of_a_style_mean_is_explained() -> None:
    told = [span.meaning for span in bb.explain(b"(;ST[2]PM[1])")]
    assert told == [
        "how variations are shown: those of the next move, not marked",
        "how move numbers are printed: as they are",
    ]


def test_illegal_moves_are_played_as_written() -> None:
    document = bb.loads(b"(;SZ[9];B[aa];W[aa])")
    (problem,) = document.problems
    assert str(problem).startswith("move 2: A9 is not legal")
    assert problem.message.startswith("A9 is not legal")
    assert (problem.place.offset, problem.place.ply) == (15, 2)
    assert not problem.is_error
    assert document.position["A9"] is Colour.WHITE
    assert document.tree is not None
    assert document.tree.last.step.is_forced


@pytest.mark.measures
def test_long_files_are_read_in_time() -> None:
    """Every point of the largest board filled, and then taken, more than once."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    points = [f"{column}{row}" for row in letters for column in letters]
    moves = "".join(f";B[{point}]" for point in points) * 2
    begun = time.process_time()
    assert bb.loads(f"(;SZ[52]{moves})".encode()).tree is not None
    assert time.process_time() - begun < 120


def test_importing_does_not_load_sgfmill() -> None:
    import subprocess
    import sys

    code = "import sys, boardbytes as bb; bb.loads(b'(;)'); print('sgfmill' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("piece", [b";B[aa];AE[aa]", b";PL[W];B[]", b";B[]"])
@pytest.mark.parametrize("charset", [b"", b"CA[Big5]"])
def test_very_many_setups_take_time_in_proportion(piece: bytes, charset: bytes) -> None:
    """What is said about each is placed without going over the whole game again."""
    begun = time.process_time()
    bb.loads(b"(;SZ[9]" + charset + piece * 10_000 + b")", "sgf")
    assert time.process_time() - begun < 20
