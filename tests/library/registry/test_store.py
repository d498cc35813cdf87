"""The registry's database: whose a code is, versions, withdrawals, the chain, search."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from benchmarks.postgresql import new_database
from sqlalchemy import event

import boardbytes as bb
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.signing import address_of
from boardbytes.games.tiles.footer import CODE_LETTERS
from boardbytes.library.registry import store
from boardbytes.library.registry.copy import checked
from boardbytes.library.registry.head import format_head, parse_head
from boardbytes.library.registry.line import (
    FIRST_HASH,
    WITHDRAW,
    hash_of,
    parse_line,
    sign_statement,
    statement,
)
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import (
    Receipt,
    Submission,
    submit_board,
    submit_withdrawal,
)
from tests.library.registry.conftest import ANN, BOB, board, submission


def withdrawal(version: int, key: bytes = ANN, code: str = "0A1Z9") -> Submission:
    signature = sign_statement(statement(WITHDRAW, code, version), key)
    return submit_withdrawal(code, version, address_of(key), signature)


def told(answers: list[Receipt | bb.RegistryError]) -> list[str]:
    """What each submission got: `new`, `known`, or why it was refused."""
    return [
        answer.code
        if isinstance(answer, bb.RegistryError)
        else ("new" if answer.is_new else "known")
        for answer in answers
    ]


def test_a_code_belongs_to_the_first_who_registers_it(registry: Registry) -> None:
    batch = [
        submission(board()),
        submission(board("Other", version=9), BOB),
        submission(board()),
        submission(board(version=2)),
        submission(board("Late", version=2)),
        submission(board("Later", version=1)),
        submission(board("Crossing", code="oaIz9", version=3), BOB),
    ]
    expected = ["new", "taken", "known", "new", "version", "version", "taken"]
    assert told(registry.append(batch)) == expected
    assert registry.board("oaiz9")[2] == 2
    assert registry.board("0A1Z9", 1)[0] == batch[0].data
    assert len(registry.log()) == 2


def test_withdrawing_hides_and_does_not_delete(registry: Registry) -> None:
    first, second = submission(board()), submission(board("Atoll", version=2))
    registry.append([first, second])
    assert told(registry.append([withdrawal(2, BOB), withdrawal(7)])) == ["taken", "version"]
    assert told(registry.append([withdrawal(2), withdrawal(2)])) == ["new", "known"]
    assert registry.board("0A1Z9")[0] == first.data
    assert registry.board("0A1Z9", 2)[0] == second.data
    assert registry.search("atoll") == []
    assert len(registry.search("isle")) == 1
    registry.append([withdrawal(1)])
    with pytest.raises(bb.RegistryError, match="every version of 0A1Z9 was withdrawn"):
        registry.board("0A1Z9")
    assert registry.search("isle") == []
    # It can come back only as a newer version.
    assert told(registry.append([submission(board("Atoll", version=2))])) == ["known"]
    assert told(registry.append([submission(board(version=3))])) == ["new"]
    assert registry.board("0A1Z9")[2] == 3


def test_the_log_is_a_chain_with_a_signed_head(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert parse_head(format_head(registry.head())).entries == 0
    registry.append([submission(board(code=f"0000{n}")) for n in range(5)])
    lines = [line.encode() for line in registry.log()]
    good, hashes, wrong = checked(lines, 0, FIRST_HASH)
    assert (good, wrong) == (lines, None)
    head = registry.head()
    assert parse_head(format_head(head)) == head
    assert (head.entries, head.hash, head.key) == (5, hashes[-1], registry.key)
    assert registry.log(3) == registry.log()[3:]
    assert registry.log(3, 1) == registry.log()[3:4]
    later = Registry(registry._database, KeyRing())
    assert later.head() == head

    class Back:
        @staticmethod
        def now(zone: Any) -> Any:
            from datetime import datetime

            return datetime(2001, 1, 1, tzinfo=zone)

    monkeypatch.setattr(store, "datetime", Back)
    registry.append([submission(board(code="00009"))])
    last = parse_line(registry.log()[-1].encode())
    assert last.time == parse_line(lines[-1]).time
    assert last.before == hash_of(lines[-1])


def test_search(registry: Registry) -> None:
    registry.append(
        [
            submission(board("Crossing the Rhône", "00001", author="Zoë")),
            submission(board("Crossing the Rhine", "00002", author="Ann")),
            submission(board("100 % pure_isle", "00003", author="Bob O'Neil")),
        ]
    )

    def found(text: str) -> set[str]:
        return {parse_line(line.encode()).code for line in registry.search(text)}

    assert found("rhone") == {"00001"}
    assert found("RH") == {"00001", "00002"}
    assert found("rh cross") == {"00001", "00002"}
    assert found("cross zoe") == {"00001"}
    assert found("ossing") == set()
    assert found("pure_ 100") == {"00003"}
    assert found("neil") == {"00003"}
    assert found("") == found("%") == set()
    registry.append([submission(board("Bridge", "00001", version=2))])
    assert found("rhone") == set()
    assert found("bridge") == {"00001"}


def test_what_is_not_there(registry: Registry) -> None:
    registry.append([submission(board())])
    for code, version in (("QQQQQ", None), ("QQQQQ", 1), ("0A1Z9", 2), ("", None)):
        with pytest.raises(bb.RegistryError, match="there is no board"):
            registry.board(code, version)
    with pytest.raises(bb.RegistryError, match="there is no file"):
        registry.file("0" * 64)


def test_codes_that_are_given_out(small: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(set(code) <= set(CODE_LETTERS) for code in small.new_codes(50))
    small.append([submission(board())])
    offered = iter(["0A1Z9", "0A1ZA", "0A1ZA", "0A1ZB"])
    monkeypatch.setattr(store, "random_code", lambda: next(offered))
    assert small.new_codes(2) == ["0A1ZA", "0A1ZB"]


def test_only_what_was_signed_is_taken() -> None:
    good = submission(board())
    with pytest.raises(bb.RegistryError, match="must be that of"):
        submit_board(good.data, address_of(BOB), good.signature)
    with pytest.raises(bb.RegistryError, match="65 bytes"):
        submit_board(good.data, good.key, "0x00")
    with pytest.raises(bb.RegistryError, match="gbxx"):
        submit_board(b"nothing", good.key, good.signature)
    with pytest.raises(bb.RegistryError, match="must be that of"):
        submit_withdrawal("0A1Z9", 1, good.key, good.signature)


def test_the_registry_keeps_its_key(small: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Registry(small._database, KeyRing()).key == small.key
    monkeypatch.setenv("BOARDBYTES_KEYS", "/nowhere/keys")
    with pytest.raises(bb.SignatureError, match="is not kept here"):
        Registry(small._database, KeyRing())


def test_every_changed_byte_of_the_log_and_its_head_is_noticed(small: Registry) -> None:
    small.append([submission(board(code=f"0000{n}")) for n in range(3)])
    data, head = "\n".join(small.log()).encode(), format_head(small.head())
    for place in range(len(data)):
        changed = bytes([*data[:place], data[place] ^ 1, *data[place + 1 :]])
        _, hashes, wrong = checked(changed.split(b"\n"), 0, FIRST_HASH)
        # Of the last line only the head knows that it was changed.
        assert wrong is not None or hashes[-1] != small.head().hash, place
    for place in range(len(head)):
        changed = bytes([*head[:place], head[place] ^ 1, *head[place + 1 :]])
        with pytest.raises(bb.RegistryError):
            parse_head(changed)


def test_a_rush_opens_connections_once(postgresql: Path) -> None:
    """Whoever comes after it waits for no new connection, and one alone always has the same."""
    database = new_database(postgresql, f"rush_{uuid.uuid4().hex}")
    registry = Registry(database, KeyRing())
    registry.append([submission(board())])
    opened: list[object] = []
    used: list[object] = []
    event.listen(registry._engine, "connect", lambda raw, _: opened.append(raw))
    event.listen(registry._engine, "checkout", lambda raw, *_: used.append(raw))

    def rush() -> None:
        with ThreadPoolExecutor(40) as pool:
            found = [pool.submit(registry.board, "0A1Z9") for _ in range(200)]
            assert {each.result()[2] for each in found} == {1}

    for _ in range(4):
        rush()
    assert 0 < len(opened) <= 15
    del used[:]
    for _ in range(10):
        registry.board("0A1Z9")
    assert len(set(map(id, used))) == 1


def test_connections_are_open_before_anybody_asks(postgresql: Path) -> None:
    """Opening one takes as long as many look-ups."""
    registry = Registry(new_database(postgresql, f"library_{uuid.uuid4().hex}"), KeyRing())
    registry.append([submission(board())])
    registry.prepare()
    opened: list[Any] = []
    event.listen(registry._engine, "connect", lambda *each: opened.append(each))
    with ThreadPoolExecutor(30) as threads:
        assert len(list(threads.map(lambda _: registry.board("0A1Z9"), range(200)))) == 200
    assert opened == []
