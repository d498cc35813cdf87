"""Checkers: counting move sequences, judging steps and recovering signatures; in processor time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from benchmarks import Row, best_rate
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.perft import perft

DEPTH, PEER_DEPTH = 10, 6


def _rate(work: Callable[[], int]) -> float:
    """How much one core does, whoever else uses the machine."""
    return best_rate(work, clock=time.process_time)


def rows() -> Iterator[Row]:
    yield from perft_rows()
    yield step_row()
    yield signature_row()


def perft_rows() -> list[Row]:
    """Move sequences counted per second, beside each peer; ours alone if there is none."""
    start = CheckersPosition()
    perft(start, DEPTH)
    ours = _rate(lambda: perft(start, DEPTH))
    peers = {name: rate for name, peer in _PEERS.items() if (rate := peer()) is not None}
    if not peers:
        return [Row("checkers perft", ours, None, "leaves/s")]
    return [Row("checkers perft", ours, rate, "leaves/s", name) for name, rate in peers.items()]


def step_row() -> Row:
    """Steps judged per second in columns, against the same steps one at a time."""
    import numpy as np

    from boardbytes import dumps
    from boardbytes.channel import check_step
    from boardbytes.columns.checkers import judge

    start = CheckersPosition()
    old = dumps(start, "channel")
    new = bytes.fromhex("0a3300000000000180828486898b8d8f909b9496a9abadafb0b2b4b6b9bbbdbf")
    count = 1_000_000
    before, after = (np.tile(np.frombuffer(word, np.uint8), (count, 1)) for word in (old, new))
    judge(before[:1000], after[:1000])
    ours = _rate(lambda: len(judge(before, after, cores=1)))

    def one_at_a_time() -> int:
        return sum(check_step(old, new).ok for _ in range(2_000))

    peer = _rate(one_at_a_time)
    return Row("checkers steps in columns, one core", ours, peer, "steps/s", "one at a time")


def signature_row() -> Row:
    """Signatures recovered per second."""
    from boardbytes.channel import recover, sign

    word, key = bytes(32), b"\x01" * 32
    signature = sign(word, 1, key)
    recover(word, 1, signature)

    def recovered() -> int:
        return sum(bool(recover(word, 1, signature)) for _ in range(200))

    return Row("checkers signatures recovered", _rate(recovered), None, "signatures/s")


def _open_spiel() -> float | None:
    """OpenSpiel counts every jump of a move as a move of its own."""
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    def count(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        return sum(count(state.child(action), depth - 1) for action in actions)

    start = pyspiel.load_game("checkers").new_initial_state()
    return _rate(lambda: count(start, PEER_DEPTH))


def _py_draughts() -> float | None:
    """py-draughts lets a player decline jumps, so it counts other sequences; the rate is fair."""
    if find_spec("draughts") is None:
        return None
    import draughts

    board_type = getattr(draughts, "AmericanBoard", None)
    if board_type is None:
        return None

    def count(board: Any, depth: int) -> int:
        moves = list(board.legal_moves)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return _rate(lambda: count(board_type(), PEER_DEPTH))


_PEERS: dict[str, Callable[[], float | None]] = {
    "OpenSpiel": _open_spiel,
    "py-draughts": _py_draughts,
}
