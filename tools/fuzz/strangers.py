"""What engines, relays and registries send, and what strangers send to a registry."""

from __future__ import annotations

import contextlib

from boardbytes.channel.relay.table import Table, parse_header
from boardbytes.channel.signing import address_of, sign_text
from boardbytes.errors import BoardbytesError, InvalidMoveError
from boardbytes.games.go import GoPosition
from boardbytes.games.go.notation import parse_move
from boardbytes.games.tiles.footer import canonical_code
from boardbytes.library.registry.head import parse_head
from boardbytes.library.registry.line import (
    PUBLISH,
    about,
    format_line,
    parse_line,
    read_board,
    statement,
)
from boardbytes.library.registry.submission import submit_board
from boardbytes.players.gtp_analysis import parse_analysis

GTP_LINES = [
    b"info move D4 visits 12 winrate 0.53 scoreLead 1.5 order 0 pv D4 Q16 pass",
    b"info move Q16 visits 100 winrate 5312 prior 11 order 1 pv Q16 info move C3 visits 1",
    b"info move pass visits 3 winrate 0.1 pv pass ownership " + b"0.5 " * 81,
    b"= D4",
    b"? unknown command",
    b"=12 resign",
]
_BOARD = GoPosition((9, 9))


def check_gtp(data: bytes) -> None:
    """An engine's line says something of the game, or nothing."""
    text = data.decode("utf-8", "replace")
    found = parse_analysis(text, _BOARD, "engine", 5, 1.0)
    if found is not None:
        str(found)
    with contextlib.suppress(InvalidMoveError):
        parse_move(text.removeprefix("= "), _BOARD.size)


LINE = (
    b'{"number": 1, "action": "publish", "code": "0A1Z9", "version": 1, "sha256": "' + b"a" * 64 +
    b'", "size": 100, "title": "t", "author": "a", "depth": 1, "width": 3, "length": 3, '
    b'"modifiers": 0, "key": "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", "signature": "0x' +
    b"1" * 130 + b'", "time": "2026-01-01T00:00:00Z", "before": "' + b"0" * 64 + b'"}'
)  # fmt: skip
HEAD = (
    b'{"entries": 3, "hash": "' + b"a" * 64 + b'", "time": "2026-01-01T00:00:00Z", "key": '
    b'"0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", "signature": "0x' + b"1" * 130 + b'"}'
)


def check_line(data: bytes) -> None:
    """A line that is written back as it stood, or a RegistryError."""
    try:
        line = parse_line(data)
    except BoardbytesError:
        return
    assert format_line(line).encode() == data


def check_head(data: bytes) -> None:
    """A head that its key signed, or a RegistryError."""
    try:
        parse_head(data)
    except BoardbytesError:
        return


def check_relay_line(data: bytes) -> None:
    """A header and lines that follow it, or a RelayError."""
    header, _, rest = data.partition(b"\n")
    try:
        parse_header(header)
        table = Table([header])
        for line in rest.split(b"\n")[:3]:
            table.keep(line, *table.judge(line))
    except BoardbytesError:
        return


_KEY = (1).to_bytes(32, "big")
_ADDRESS = address_of(_KEY)


def check_board(data: bytes) -> None:
    """A board that its author signed and that is kept as it is, or a RegistryError."""
    try:
        board = read_board(data)
        code, version = canonical_code(board.code), board.footer.version
        text = statement(PUBLISH, code, version, about(board, data).sha256)
    except BoardbytesError:
        with contextlib.suppress(BoardbytesError):
            submit_board(data, _ADDRESS, "0x" + data[:65].hex())
        return
    wanted = submit_board(data, _ADDRESS, str(sign_text(text, _KEY)))
    assert (wanted.code, wanted.version, wanted.data) == (code, version, data)
