"""Lines of the log: written and read back to the letter, and what each proves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.channel.signing import address_of
from boardbytes.formats import dumps
from boardbytes.library.registry.line import (
    FIRST_HASH,
    PUBLISH,
    WITHDRAW,
    Line,
    Standing,
    about,
    after,
    check_board,
    format_line,
    last_visible,
    parse_line,
    read_board,
    refusal,
    sign_statement,
    statement,
    statement_of,
)
from tests.library.registry.conftest import ANN, BOB, board

TIME = "2026-11-18T12:00:00+00:00"
TEXTS = st.text(st.characters(max_codepoint=255, exclude_characters="\0"), max_size=20)


def line_of(title: str = "Isle", author: str = "Ann", number: int = 1) -> tuple[bytes, Line]:
    made = board(title, author=author)
    data = dumps(made, "gbxx")
    told = about(made, data)
    signature = sign_statement(statement(PUBLISH, "0A1Z9", 1, told.sha256), ANN)
    line = Line(PUBLISH, "0A1Z9", 1, told, address_of(ANN), signature, number, TIME, FIRST_HASH)
    return data, line


@given(TEXTS, TEXTS, st.integers(1, 2**31 - 1))
def test_a_line_is_read_as_it_was_written(title: str, author: str, number: int) -> None:
    data, line = line_of(title, author, number)
    assert parse_line(format_line(line).encode()) == line
    assert check_board(data, line).code == "0A1Z9"


def test_a_withdrawal_is_read_as_it_was_written() -> None:
    signature = sign_statement(statement(WITHDRAW, "0A1Z9", 1), ANN)
    line = Line(WITHDRAW, "0A1Z9", 1, None, address_of(ANN), signature, 2, TIME, "a" * 64)
    assert parse_line(format_line(line).encode()) == line
    with pytest.raises(bb.RegistryError, match="withdrawal, not a board"):
        check_board(b"", line)


def test_every_changed_byte_of_a_line_is_noticed() -> None:
    """But for those that only the log vouches for: number, time, and the hash before."""
    data, line = line_of()
    text = format_line(line).encode()
    unproven = set()
    for place in range(len(text)):
        changed = bytes([*text[:place], text[place] ^ 1, *text[place + 1 :]])
        try:
            found = parse_line(changed)
            check_board(data, found)
        except bb.RegistryError:
            continue
        names = ("number", "time", "before")
        unproven |= {name for name in Line.__dataclass_fields__ if name not in names} & {
            name
            for name in Line.__dataclass_fields__
            if getattr(found, name) != getattr(line, name)
        }
    assert unproven == set()


def test_every_changed_byte_of_a_board_is_noticed() -> None:
    data, line = line_of()
    for place in range(len(data)):
        changed = bytes([*data[:place], data[place] ^ 1, *data[place + 1 :]])
        with pytest.raises(bb.RegistryError, match="SHA-256"):
            check_board(changed, line)


def test_another_key_cannot_claim_a_board() -> None:
    data, line = line_of()
    forged = replace(line, key=address_of(BOB))
    with pytest.raises(bb.RegistryError, match="0A1Z9 version 1: the signature must be that of"):
        check_board(data, forged)
    signature = sign_statement(statement_of(line).replace("version: 1", "version: 2"), ANN)
    with pytest.raises(bb.RegistryError, match="the signature must be that of"):
        check_board(data, replace(line, signature=signature))


@pytest.mark.parametrize("code", ["", "QUEEN", "A B C", "0A1Z"])
def test_codes_that_a_registry_does_not_know(code: str) -> None:
    with pytest.raises(bb.RegistryError, match="five of 0-9 and A-Z without I, L, O and U"):
        read_board(dumps(board(code=code), "gbxx"))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"action": "steal"}',
        b'{"action": "withdraw", "number": 1}',
        b"\xff",
        b"[" * 5000,
    ],
)
def test_what_is_no_line(text: bytes) -> None:
    with pytest.raises(bb.RegistryError, match="a line of the log is damaged"):
        parse_line(text)


NOW = Standing("0xA", (1, 3), (3,))


@pytest.mark.parametrize(
    ("action", "version", "key", "now", "reason"),
    [
        (PUBLISH, 0, "0xA", None, None),
        (PUBLISH, 4, "0xA", NOW, None),
        (PUBLISH, 3, "0xA", NOW, "must be more than 3"),
        (PUBLISH, 2, "0xA", NOW, "must be more than 3"),
        (PUBLISH, 4, "0xB", NOW, "belongs to 0xA"),
        (WITHDRAW, 1, "0xA", NOW, None),
        (WITHDRAW, 1, "0xB", NOW, "belongs to 0xA"),
        (WITHDRAW, 2, "0xA", NOW, "there is no version 2"),
        (WITHDRAW, 3, "0xA", NOW, "is withdrawn"),
        (WITHDRAW, 0, "0xA", None, "there is no version 0"),
    ],
)
def test_who_may_do_what(
    action: str, version: int, key: str, now: Standing | None, reason: str | None
) -> None:
    found = refusal(action, "0A1Z9", version, key, now)
    assert (found is None) == (reason is None)
    assert reason is None or reason in str(found)


def test_how_a_code_stands() -> None:
    _, first = line_of()
    second = replace(first, version=4)
    hidden = replace(second, action=WITHDRAW, about=None)
    now = after(hidden, after(second, after(first, None)))
    assert (now.key, set(now.versions), set(now.withdrawn)) == (address_of(ANN), {1, 4}, {4})
    assert last_visible([first]) == last_visible([first, second, hidden]) == first
    assert last_visible([first, second]) == second
    assert last_visible([second, hidden]) is None
