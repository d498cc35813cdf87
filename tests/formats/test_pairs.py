"""Whatever we write, we read: every sample file, written in every format that takes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.errors import PositionError
from boardbytes.formats import FORMATS
from boardbytes.formats.dgf import moves
from boardbytes.formats.facts import FACTS
from boardbytes.formats.loss import losses
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition, GoRules
from boardbytes.games.go.plain import join_komi
from boardbytes.model import Content, Document, Fact, Facts, Outcome, Reason
from boardbytes.model.document import as_document
from tests.formats.vectors import every, name_of


def documents(data: bytes, name: str) -> list[Document]:
    """What bytes hold, or as much of it as is readable."""
    try:
        return [bb.loads(data, name)]
    except bb.FormatError as error:
        return [error.readable] if error.readable else []


def check_every_target(document: Document) -> set[str]:
    """Write a document in every format that takes it and read it again; which formats did."""
    taken = set()
    for format in FORMATS.values():
        if format.game not in (None, document.position.game):
            continue
        try:
            data = bb.dumps(document, format.name, lossy=True)
        except (PositionError, bb.LossError):
            continue  # more than the format can hold, said before anything was written
        again = bb.loads(data, format.name)
        taken.add(format.name)
        if format.holds_positions and not losses(document, format):
            assert with_komi(again) == with_komi(document), format.name
        # What we read of our own, we write and read once more.
        twice = bb.loads(bb.dumps(again, format.name), format.name)
        assert twice.position == again.position, format.name
    return taken


def with_komi(document: Document) -> Content:
    """The position with komi among its points, as boards without rules have it."""
    position: Content = document.position
    if not isinstance(position, GoPosition) or document.record is None:
        return position
    rules = document.record.rules
    assert isinstance(rules, GoRules)
    return join_komi(position, rules)


@pytest.mark.parametrize(("name", "path"), every("ok") + every("bad"), ids=name_of)
def test_what_is_written_in_any_format_is_read(name: str, path: Path) -> None:
    for document in documents(path.read_bytes(), name):
        assert {name, "json"} & check_every_target(document)


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9]DGF[resign:-1]RE[B+])",
        b"(;SZ[9]DGF[overflow:1])",
        b"(;SZ[9]DGF[overflow:3]DGF[points:255:7.5])",
        b"(;SZ[19]DGF[resign:-65536])",
        b"(;SZ[19]DGF[resign:-99999])",
        b"(;SZ[9]DGF[over]DGF[after:99999 -99999])",
        b"(;SZ[9]DGF[over]DGF[after:-5 300])",
        b"(;SZ[5]RE[W+R];B[aa];W[bb])",
        b"(;SZ[52]RE[0])",
    ],
)
def test_odd_games_of_go(data: bytes) -> None:
    for document in documents(data, "sgf"):
        check_every_target(document)


@pytest.mark.parametrize("end", ["1-2", "2-1", "1-0", "0-1", "1/2-1/2", "*", "2-0", "0-0", ""])
def test_games_of_checkers_by_their_last_word(end: str) -> None:
    for document in documents(f'[Event "x"]\n\n1. 11-15 {end}\n'.encode(), "pdn"):
        check_every_target(document)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.is_declared])
@pytest.mark.parametrize("side", [None, 0, 1])
def test_results_that_players_declare(game: str, reason: Reason, side: int | None) -> None:
    winner = None if side is None else tuple(GAMES.find(game).sides)[side]
    record = bb.Record(GAMES.find(game).start)
    record = record.play(record.position.legal_moves()[-2])
    try:
        result = Outcome(winner, reason, record.rules)
    except PositionError:
        return  # nobody can resign and win
    check_every_target(as_document(replace(record, result=result)))


def _facts(name: str) -> st.SearchStrategy[Fact]:
    kind = FACTS[name]
    shapes = st.from_regex(re.compile(kind.pattern, re.ASCII), fullmatch=True)
    values: dict[type, Callable[[str], Fact]] = {
        int: int,
        str: str,
        tuple: lambda text: tuple(map(int, text.split())),
    }
    return shapes.map(values[kind.type]).filter(kind.allows)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


OTHERS = ("tags", "notes")
"""Facts that PDN writes as they are; its own tests have them."""


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(every("ok")),
    st.fixed_dictionaries({}, optional={n: _facts(n) for n in FACTS if n not in OTHERS}),
)
def test_whatever_a_file_says_beyond_its_position(
    vector: tuple[str, Path], facts: dict[str, Fact]
) -> None:
    """Facts that do not fit the position, or each other, never spoil what is written."""
    name, path = vector
    document = bb.loads(path.read_bytes(), name)
    check_every_target(replace(document, facts=Facts(facts)))


@pytest.mark.parametrize("name", ["resigned_with", "resigned_before_with"])
def test_numbers_of_more_than_sixteen_bits_are_refused(name: str) -> None:
    numbers = (-65536, -32769, -32768, -1)
    for number in numbers:
        fact: Fact = number if name == "resigned_with" else (number,)
        assert FACTS[name].allows(fact) == (number >= -(2**15))


def shuttle(count: int) -> bb.Record:
    """A game of so many moves in which two queens walk to and fro."""
    start = bb.loads(b"B:WK32:BK1", "draughts-fen").position
    return bb.Record.replay(start, ["1-5", "32-27", "5-1", "27-32"] * (count // 4), "standard")


@pytest.mark.slow
def test_a_game_of_many_moves() -> None:
    record = shuttle(12_000)
    for name in ("json", "pdn"):
        again = bb.loads(bb.dumps(record, name), name).record
        assert again is not None
        assert again.moves == record.moves


def test_more_than_a_file_may_have_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    record = shuttle(80)
    monkeypatch.setattr(type(FORMATS.find("json")), "max_size", 1000)
    with pytest.raises(PositionError, match="a json file has at most 1,000 bytes, not"):
        bb.dumps(record, "json")


def test_more_moves_than_dgf_reads_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MAX_MOVES", 3)
    record = bb.Record.replay(GoPosition(9), ["E5", "pass", "E6"])
    assert bb.loads(bb.dumps(record, "dgf-record"), "dgf-record").record == record
    longer = record.play("pass")
    with pytest.raises(bb.LossError, match="the 1 move from move 4 on"):
        bb.dumps(longer, "dgf-record")
    assert bb.loads(bb.dumps(longer, "dgf-record", lossy=True), "dgf-record").record == record
    assert bb.loads(bb.dumps(longer, "dgf-game"), "dgf-game").record == longer
