"""What takes thought: a computer's move, what a position is worth, how a board is counted."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

from boardbytes.compiling import is_compiling
from boardbytes.cores import core_count
from boardbytes.errors import PlayerError, PositionError
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition
from boardbytes.model import GameTree, Record
from boardbytes.model.analysis import Analysis, Line
from boardbytes.players import Given, Thought, create_player, players_of
from boardbytes.studio import clocks, messages
from boardbytes.studio.changes import game_on
from boardbytes.studio.store import Desk
from boardbytes.studio.trees import node_at
from boardbytes.studio.worker import Bench, Telling

HASTY = 0.8
"""Seconds for a move while kernels run interpreted: compiled ones are not ready yet."""
SHORT, SHARE, LEAST = 60.0, 20, 0.05
"""A computer with fewer seconds left than the first takes a share of them, at least the last."""
GLIMPSE = 0.15
"""Seconds for each position of a whole game."""
PLAYOUTS = 3_000
"""To propose dead stones."""


def choose(bench: Bench, desk: Desk, asked: messages.Reply, given: Given) -> str:
    """The next move of a computer player; `given` is what players of this studio are told."""
    tree = _tree(bench, desk)
    record = tree.record()
    if record.result or record.position.turn is None:
        raise PlayerError(f"the game is over: {record.result}")
    game = record.position.game
    known = {kind.name: kind for kind in players_of(game, given)}
    if asked.player not in known:
        names = ", ".join(known)
        raise PlayerError(f"no player called {asked.player!r} plays {game} here: {names}")
    offered = {option.name for option in known[asked.player].options if option.choices}
    for name in asked.options.keys() - offered:
        raise PlayerError(f"{name!r} of {asked.player} cannot be set here")
    settings = {**given.get(asked.player, {}), **asked.options}
    if any(each.name == "seconds" for each in known[asked.player].options):
        hurry = _hurry(desk, tree) if is_compiling() else HASTY
        settings |= {} if hurry is None else {"seconds": hurry}
    with create_player(asked.player, game, settings) as player:
        player.on_thought = lambda thought: bench.say(_thought(thought))
        return str(player.choose(record))


def _thought(thought: Thought) -> dict[str, Any]:
    return {
        "line": [str(move) for move in thought.line],
        "depth": thought.depth,
        "playouts": thought.playouts,
    }


def _hurry(desk: Desk, tree: GameTree) -> float | None:
    """The seconds for a move of a computer whose time runs short; None if there is plenty."""
    control = messages.Seats.model_validate_json(desk.seats or "{}").clock
    turn = tree.reached(tree.last).position.turn
    if control is None or turn is None:
        return None
    seconds = clocks.left(tree.last, turn, control).seconds or control.main
    return max(LEAST, seconds / SHARE) if seconds < SHORT else None


def prepare(bench: Bench, game: str) -> None:
    """Compile what a game's players and analyses need, or load it if that was done before.

    If nothing is to be compiled, it is only loaded.
    """
    from boardbytes.solving.analysing import analyse
    from boardbytes.solving.limits import Limits

    found = GAMES.find(game)
    start = GoPosition(9) if game == "go" else found.start
    record = Record.replay(start, rules=found.match_rules)
    analyse(record, Limits(lines=1, depth=2, playouts=20, seconds=None))
    with create_player("search", game, {"level": 4, "seconds": 0.05}) as player:
        player.choose(record)


def analysis(bench: Bench, desk: Desk, path: str | None, lines: int, seconds: float) -> Telling:
    """What the position at a node is worth: a better answer every moment, as JSON."""
    from boardbytes.solving.analysing import analyses
    from boardbytes.solving.limits import Limits

    tree = _tree(bench, desk)
    record = tree.record(node_at(tree, path)).with_result(None)
    stop = threading.Event()
    limits = Limits(lines=lines, seconds=seconds, cores=core_count(), stop=stop)
    parts = (_as_json(_analysis(found)) for found in analyses(record, limits))
    return Telling(parts, limits.stop)


def graph(bench: Bench, desk: Desk) -> Telling:
    """What the first side may expect after every move of the main line, and its mistakes."""
    from boardbytes.solving.limits import Limits
    from boardbytes.solving.reviewing import review

    tree = _tree(bench, desk)
    stop = threading.Event()
    limits = Limits(lines=1, seconds=GLIMPSE, cores=core_count(), stop=stop)

    def parts() -> Iterator[bytes]:
        for each in review(tree, limits):
            if limits.stop.is_set():
                return
            plain = each.plain()
            names = ("ply", "path", "move", "expectation", "mistake", "remark")
            better = each.better.moves[0] if each.word and each.better else None
            known = {"better": str(better) if better else None, "score": str(each.before.score)}
            yield _as_json({name: plain[name] for name in names} | known)

    return Telling(parts(), limits.stop)


def count(bench: Bench, desk: Desk, path: str | None, dead: list[str] | None) -> bytes:
    """A Go board counted at a node: dead stones, whose each point is, both sides' points.

    Without `dead`, the stones that playouts propose count as dead.
    """
    tree = _tree(bench, desk)
    record = tree.record(node_at(tree, path))
    position, rules = record.position, record.rules
    if not isinstance(position, GoPosition):
        raise PositionError("only boards of Go are counted")
    if dead is None:
        from boardbytes.solving.go.deciding import estimate
        from boardbytes.solving.limits import Limits

        dead = list(estimate(record, Limits(playouts=PLAYOUTS, seconds=None))[0])
    if not rules.agreement:
        dead = []
    score = position.score(rules, dead)
    certain = position.certain()
    return messages.Count(
        dead=sorted({*dead, *certain.dead} if rules.agreement else dead),
        alive=list(certain.alive),
        owners={name: str(side) for name, side in position.owners(rules, dead).items()},
        black=score.black,
        white=score.white,
        komi=rules.komi,
        says=str(score),
        rules=rules.name,
        agreement=rules.agreement,
    ).json_bytes()


def _tree(bench: Bench, desk: Desk) -> GameTree:
    return game_on(bench.reading(desk.state, desk.name))


def _analysis(found: Analysis) -> dict[str, Any]:
    """An analysis as the page shows it."""
    plain = found.plain()
    return plain | {
        "says": str(found.score),
        "effort": found.effort,
        "expectation": round(found.score.expectation, 4),
        "lines": [_line(line) for line in found.lines],
    }


def _line(line: Line) -> dict[str, Any]:
    return line.plain() | {
        "points": list(line.move.points),
        "says": str(line.score),
        "expectation": round(line.score.expectation, 4),
    }


def _as_json(plain: dict[str, Any]) -> bytes:
    return json.dumps(plain, separators=(",", ":")).encode()
