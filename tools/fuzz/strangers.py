"""What engines, relays and registries send, and what strangers send to a registry."""

from __future__ import annotations

import contextlib
import io
import queue
from typing import NamedTuple

from boardbytes.channel.relay.table import Table, parse_header
from boardbytes.channel.signing import address_of, sign_text
from boardbytes.errors import BoardbytesError, InvalidMoveError, PlayerError
from boardbytes.games.go import GoPosition
from boardbytes.games.go.move import RESIGN
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
from boardbytes.model import Record
from boardbytes.players.gtp import GtpPlayer
from boardbytes.players.gtp_analysis import parse_analysis
from boardbytes.players.gtp_engine import GtpEngine
from boardbytes.solving.limits import Limits

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


ANSWERS = [
    b"= GNU Go\n\n= list_commands\ngenmove\n\n= D4\n\n",
    b"=\n\n# a comment\n=7 pass\n\n? no\n\n",
    b"= \n\ninfo move D4 visits 1\ninfo move C3 visits 2\n\n= resign\n\n",
]


class _Lines(queue.SimpleQueue[str | None]):
    """What was written; when all of it is read the program has ended, and nobody waits."""

    def get(self, block: bool = True, timeout: float | None = None) -> str | None:
        return super().get_nowait() if self.qsize() else None


class _Program(NamedTuple):
    """A program that has written all of its answers already, and listens to nothing."""

    stdin: io.StringIO
    stdout: io.TextIOWrapper

    def wait(self, seconds: float) -> int:
        return 0


def check_answers(data: bytes) -> None:
    """Whatever a program writes: answers, a legal move, lines; or a PlayerError."""
    player = GtpPlayer.__new__(GtpPlayer)
    output = io.TextIOWrapper(io.BytesIO(data), "utf-8", "replace")
    player.__dict__ |= {
        "timeout": 1.0, "_lines": _Lines(), "_start": _BOARD, "_told": [], "_commands": None,
        "_process": _Program(io.StringIO(), output),
    }  # fmt: skip
    player._listen()
    with contextlib.suppress(PlayerError):
        assert "\n\n" not in player.ask("name")
    with contextlib.suppress(PlayerError):
        player.knows("genmove")
    with contextlib.suppress(PlayerError):
        assert player.choose(Record(_BOARD)) in [*_BOARD.legal_moves(), RESIGN]
    with contextlib.suppress(PlayerError):
        assert not any("\n" in line for line in player.stream("lz-analyze", lambda: False))


COMMANDS = [
    b"boardsize 9\nclear_board\nkomi 7.5\nplay b e5\nplay w pass\nundo\nshowboard\n",
    b"1 fixed_handicap 3\n2 play w C3 # a comment\nlist_commands\nkgs-rules japanese\nget_komi\n",
    b"set_free_handicap C3 G7\ntime_settings 60 5 1\ntime_left b 10 0\nknown_command dance\nquit\n",
]
_LONG = ("genmove", "analyze", "final", "loadsgf", "kgs-genmove", "estimate", "status")
"""Commands that think, or read a file that the command names."""


def check_commands(data: bytes) -> None:
    """Every command has one answer, which ends with one empty line and has none in it."""
    engine = GtpEngine(Limits(seconds=None, playouts=1))
    for name in list(engine._commands):
        if any(word in name for word in _LONG):
            del engine._commands[name]
    for line in data.decode("utf-8", "replace").split("\n")[:40]:
        answer = engine.answer(line)
        if answer is not None:
            assert answer[0] in "=?", answer
            assert answer.endswith("\n\n"), answer
            assert "\n\n" not in answer[:-1], answer
        if engine.is_over:
            return
