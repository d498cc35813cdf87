"""Go: random play, replay of known records, and SGF, each beside its fastest peers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from benchmarks import Row, best_rate
from boardbytes.columns import go
from boardbytes.formats.sgf.bulk import verdicts
from boardbytes.formats.sgf.bulk_kernel import SOUND
from boardbytes.formats.sgf.lexing import lexed_games
from boardbytes.games.go import GoPosition
from boardbytes.model import Record
from boardbytes.solving.go.searching import GoSearch
from boardbytes.solving.limits import Limits

SIZE = 19
GAMES = 2000
MOVES = 200


def rows() -> Iterator[Row]:
    yield from _random_play()
    yield from _playouts()
    yield from _replay()
    yield from _sgf()


def _random_play() -> Iterator[Row]:
    """Every legal move and the pass are equally likely; simple ko, no suicide; one core."""
    go.random_games(1)
    ours = best_rate(lambda: len(go.random_games(500, SIZE)[0]))
    name = "go 19 × 19, random legal moves"
    yield Row(name, ours, _rate(_open_spiel, 3), "moves/s", "OpenSpiel from Python")


def _playouts() -> Iterator[Row]:
    for size, count in ((9, 4000), (13, 1500), (19, 600)):
        rate = playout_rate(size, count)
        yield Row(f"go {size} × {size}, playouts of the search, one core", rate, None, "playouts/s")


def playout_rate(size: int, count: int) -> float:
    """The search player's playouts a second, tree and all, from the empty board: the best of four.

    Seconds are those of the processor.
    """
    record = Record(GoPosition(size), rules="chinese")
    best = 0.0
    for seed in range(4):
        search = GoSearch(record, Limits(seconds=None, playouts=count, seed=seed))
        begun = time.process_time()
        for _ in search.run():
            pass
        best = max(best, search.playouts / (time.process_time() - begun))
    return best


def _open_spiel() -> int:
    """OpenSpiel's own rule is positional: a repetition ends the game in a draw."""
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": SIZE})
    chance = random.Random(1)
    moves = 0
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves


def _games() -> list[list[int]]:
    """Random games of 200 moves, passes apart, as DGF's numbers."""
    found: list[list[int]] = []
    moves, offsets = go.random_games(GAMES * 2, SIZE, limit=MOVES)
    for first, last in pairwise(offsets.tolist()):
        numbers = moves[first:last].tolist()
        if len(numbers) == MOVES and 0 not in numbers:
            found.append(numbers)
    return found[:GAMES]


def _replay() -> Iterator[Row]:
    import numpy as np

    games = _games()
    flat = np.concatenate([np.array(game, dtype=np.int32) for game in games])
    offsets = np.arange(len(games) + 1) * MOVES
    go.replay(flat[:MOVES], [0, MOVES])
    name = "go 19 × 19, known games replayed, every move checked"
    for cores in (1, None):
        ours = best_rate(lambda cores=cores: _checked(flat, offsets, cores))  # type: ignore[misc]
        where = f"{name}, {'one core' if cores else 'all cores'}"
        yield Row(where, ours, _rate(lambda: _sgfmill_board(games[:100]), 3), "moves/s", "sgfmill")
        yield Row(where, ours, _rate(lambda: _spooky_go(games), 5), "moves/s", "spooky_go")


def _checked(flat: Any, offsets: Any, cores: int | None) -> int:
    found = go.replay(flat, offsets, cores=cores)
    assert not found.error.any()
    return len(flat)


def _sgfmill_board(games: list[list[int]]) -> int:
    from sgfmill.boards import Board

    for game in games:
        board = Board(SIZE)
        for index, number in enumerate(game):
            row, column = divmod(number - 1, SIZE)
            board.play(SIZE - 1 - row, column, "bw"[index % 2])
    return sum(map(len, games))


def _spooky_go(games: list[list[int]]) -> int:
    import spooky_go

    for numbers in games:
        apply = spooky_go.Game(SIZE, SIZE).apply_action
        for number in numbers:
            apply(number - 1)
    return sum(map(len, games))


def _sgf() -> Iterator[Row]:
    """Games of 200 moves on one core: as they come, in one collection, after a warm start."""
    files = [_sgf_game(game) for game in _games()]
    data = b"\n".join(files)
    _parsed(data), _sound(data)
    name = "SGF, games of 200 moves, one core"
    parsed, checked = best_rate(lambda: _parsed(data)), best_rate(lambda: _sound(data))
    some = files[:300]
    parse = f"{name}, parsed into nodes, properties and values"
    yield Row(parse, parsed, _rate(lambda: _sente_parsed(some), 3), "games/s", "sente")
    yield Row(parse, parsed, _rate(lambda: _sgfmill_parsed(some), 3), "games/s", "sgfmill")
    check = f"{name}, parsed, every move checked"
    yield Row(check, checked, _rate(lambda: _sente(some), 3), "games/s", "sente")
    yield Row(check, checked, _rate(lambda: _sgfmill_loop(some), 3), "games/s", "sgfmill")


def _sgf_game(numbers: list[int]) -> bytes:
    letters = "abcdefghijklmnopqrs"
    points = [letters[(number - 1) % SIZE] + letters[(number - 1) // SIZE] for number in numbers]
    moves = [f";{'BW'[index % 2]}[{point}]" for index, point in enumerate(points)]
    return f"(;FF[4]CA[UTF-8]GM[1]SZ[{SIZE}]KM[6.5]{''.join(moves)})".encode()


def _parsed(data: bytes) -> int:
    return sum(game.nodes == MOVES + 1 for game in lexed_games(data))


def _sound(data: bytes) -> int:
    return sum(int((batch.verdicts == SOUND).sum()) for batch in verdicts(data, cores=1))


def _sente_parsed(files: list[bytes]) -> int:
    import sente

    for data in files:
        sente.sgf.loads(data.decode())
    return len(files)


def _sgfmill_parsed(files: list[bytes]) -> int:
    from sgfmill.sgf_grammar import parse_sgf_game

    for data in files:
        parse_sgf_game(data)
    return len(files)


def _sgfmill_loop(files: list[bytes]) -> int:
    """The straightforward way: parse and replay on a board."""
    from sgfmill.boards import Board
    from sgfmill.sgf import Sgf_game

    for data in files:
        game = Sgf_game.from_bytes(data)
        board = Board(game.get_size())
        for node in game.get_main_sequence()[1:]:
            colour, (row, column) = node.get_move()
            board.play(row, column, colour)
    return len(files)


def _sente(files: list[bytes]) -> int:
    import sente

    for data in files:
        game = sente.sgf.loads(data.decode())
        game.play_sequence(game.get_default_sequence())
    return len(files)


def _rate(work: Callable[[], int], rounds: int) -> float | None:
    """A peer's rate; None where it is not installed."""
    try:
        return best_rate(work, rounds)
    except ImportError:
        return None
