"""The state of games, read back from the logs that the referee wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import keccak

EVENTS: Mapping[str, tuple[str, ...]] = {
    "Opened": ("address", "address", "uint256", "uint256", "uint256"),
    "Joined": (),
    "Claimed": ("uint256", "uint256"),
    "Ended": ("address", "string"),
}
"""The events of a game; the game's id is the first topic of each."""


@dataclass(frozen=True)
class GameState:
    """A game as the referee has it; `winner` is None while it goes on, and for a draw."""

    game_id: int
    red: str
    white: str
    stake: int
    clock: int
    last_turn: int
    state: str = "waiting"
    word: bytes | None = None
    deadline: int | None = None
    winner: str | None = None
    reason: str | None = None


def read_logs(logs: Iterable[Mapping[str, Any]]) -> dict[int, GameState]:
    """The games that logs tell of, by id; each log has `topics` and `data` as a node gives them.

    Logs of other contracts' events are passed over. Raises SignatureError for what is not a log,
    and for a game whose beginning is missing.
    """
    names = {keccak(f"{n}(bytes32{''.join(f',{t}' for t in types)})".encode()): n
             for n, types in EVENTS.items()}  # fmt: skip
    games: dict[int, GameState] = {}
    for number, log in enumerate(logs, 1):
        try:
            topics = [_bytes(topic) for topic in log["topics"]]
            data = _bytes(log["data"])
            name = names.get(topics[0]) if topics else None
            if name is None:
                continue
            values = _decode(name, data)
            game_id = int.from_bytes(topics[1], "big")
        except Exception:
            raise SignatureError(f"log {number} is not a log of the referee") from None
        if name != "Opened" and game_id not in games:
            raise SignatureError(f"log {number} is about game {game_id:#x}, which never began")
        games[game_id] = _after(games.get(game_id), game_id, name, values)
    return games


def _bytes(value: Any) -> bytes:
    return bytes.fromhex(value.removeprefix("0x")) if isinstance(value, str) else bytes(value)


def _decode(name: str, data: bytes) -> tuple[Any, ...]:
    from eth_abi.abi import decode

    return tuple(decode(list(EVENTS[name]), data))


def _after(game: GameState | None, game_id: int, name: str, values: tuple[Any, ...]) -> GameState:
    from eth_utils.address import to_checksum_address

    if name == "Opened" or game is None:
        red, white = map(to_checksum_address, values[:2])
        return GameState(game_id, red, white, *values[2:])
    if name == "Joined":
        return replace(game, state="on")
    if name == "Claimed":
        return replace(game, word=values[0].to_bytes(32, "big"), deadline=values[1])
    winner = None if int(values[0], 16) == 0 else str(to_checksum_address(values[0]))
    return replace(game, state="over", winner=winner, reason=values[1])
