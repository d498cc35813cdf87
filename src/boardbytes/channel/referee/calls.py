"""Calls to the referee, made from transcripts: their arguments and their calldata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import Domain, keccak
from boardbytes.formats.transcript.signature import Signature
from boardbytes.formats.transcript.transcript import Transcript

RESULTS = {"draw": 0, "red wins": 1, "white wins": 2}
"""How a game can be settled, and the number that the referee takes for it."""

MAX_CLOCK = 30 * 24 * 3600
MAX_TURN = (1 << 24) - 2
"""The longest clock, in seconds, and the latest last turn that the referee takes."""

CALLS: Mapping[str, Mapping[str, str]] = {
    "open": {"opponent": "address", "clock": "uint256", "last_turn": "uint256"},
    "join": {"game_id": "bytes32"},
    "withdraw": {"game_id": "bytes32"},
    "settle": {
        "game_id": "bytes32",
        "word": "uint256",
        "result": "uint256",
        "red_signature": "bytes",
        "white_signature": "bytes",
    },
    "claim": {
        "game_id": "bytes32",
        "old": "uint256",
        "new": "uint256",
        "signature_of_old": "bytes",
        "signature_of_new": "bytes",
    },
    "answer": {"game_id": "bytes32", "new": "uint256", "signature": "bytes"},
    "fork": {
        "game_id": "bytes32",
        "word_a": "uint256",
        "signature_a": "bytes",
        "word_b": "uint256",
        "signature_b": "bytes",
    },
    "expire": {"game_id": "bytes32"},
    "finish": {"game_id": "bytes32"},
}
"""Every call with the names and types of its arguments, in order."""


@dataclass(frozen=True)
class Call:
    """A call to the referee and its arguments, in order: numbers, bytes and addresses."""

    name: str
    arguments: tuple[Any, ...]

    @property
    def signature(self) -> str:
        return f"{self.name}({','.join(CALLS[self.name].values())})"

    @property
    def calldata(self) -> bytes:
        """What a transaction to the referee carries."""
        from eth_abi.abi import encode

        types = list(CALLS[self.name].values())
        return keccak(self.signature.encode())[:4] + encode(types, self.arguments)

    def to_plain(self) -> dict[str, Any]:
        named = zip(CALLS[self.name].items(), self.arguments, strict=True)
        plain = {name: _plain(value, kind) for (name, kind), value in named}
        return {"call": self.signature, **plain, "calldata": f"0x{self.calldata.hex()}"}


def _plain(value: Any, kind: str) -> Any:
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    # Words and ids are read in hex; seconds and turns are not that long.
    return f"0x{value:064x}" if kind == "uint256" and value >= 1 << 53 else value


def open_call(opponent: str, clock: int, last_turn: int) -> Call:
    """`open`, by red, against an opponent's address; the stake is the value that goes with it."""
    return Call("open", (opponent, clock, last_turn))


def withdraw_call(waiting: Transcript | None = None) -> Call:
    """`withdraw` of all that is yours; with a game that nobody joined, of red's stake in it, too.

    A game that was joined must not be named: the referee refuses it.
    """
    return Call("withdraw", (bytes(32) if waiting is None else _id(waiting),))


def game_call(game: Transcript, name: str) -> Call:
    """`join`, `expire` or `finish`: a call that needs only the game."""
    return Call(name, (_id(game),))


def claim_call(game: Transcript, number: int | None = None) -> Call:
    """`claim` of a move, by default the last, with the word before it.

    In a game without moves it is the start that is claimed, as white may do if red never begins.
    Raises SignatureError if the transcript is not signed for a contract, or has no such move.
    """
    if not game.words and number is None:
        start = _number(game.start)
        return Call("claim", (_id(game), start, start, b"", b""))
    index = _index(game, number)
    before = game.words[index - 1] if index else None
    old = before.word if before else game.start
    signatures = bytes(before.signature) if before else b"", bytes(game.words[index].signature)
    return Call("claim", (_id(game), _number(old), _number(game.words[index].word), *signatures))


def answer_call(game: Transcript, number: int | None = None) -> Call:
    """`answer` with a move, by default the last."""
    line = game.words[_index(game, number)]
    return Call("answer", (_id(game), _number(line.word), bytes(line.signature)))


def fork_call(game: Transcript, other: Transcript) -> Call:
    """`fork` with the first turn for which one player signed two words in two transcripts.

    What was signed for another game, or for another contract, proves nothing here.
    """
    from boardbytes.formats.transcript.forks import find_forks

    same = [each for each in (game, other) if _signed_for(each) == _signed_for(game)]
    forks = find_forks(*same)
    if not forks:
        raise SignatureError("nobody signed two words for one turn in these transcripts")
    found: list[Any] = []
    for word in forks[0].words:
        found += [_number(word), bytes(_signature_by(forks[0].player, word, same))]
    return Call("fork", (_id(game), *found))


def _signed_for(game: Transcript) -> tuple[int, Domain | None]:
    return game.game_id, game.domain


def _signature_by(player: str, word: bytes, games: Iterable[Transcript]) -> Signature:
    """A player's signature under a word that they made, or agreed to."""
    from boardbytes.formats.transcript.forks import read_signers

    found: Signature = next(
        getattr(line, role)
        for game in games
        for line in game.words
        if line.word == word
        for role, signer in read_signers(game, line).items()
        if signer == player
    )
    return found


def settle_call(game: Transcript, result: str, red: Signature, white: Signature) -> Call:
    """`settle` at the last word, with both sides' signatures under it and the result."""
    number = _number(game.last)
    return Call("settle", (_id(game), number, RESULTS[result], bytes(red), bytes(white)))


def _id(game: Transcript) -> bytes:
    if game.domain is None:
        raise SignatureError("the referee reads typed data: begin the game for its contract")
    if (game.layout, game.preset) != ("channel", "english"):
        raise SignatureError("the referee reads only the layout channel under english rules")
    return game.game_id.to_bytes(32, "big")


def _number(word: bytes) -> int:
    return int.from_bytes(word, "big")


def _index(game: Transcript, number: int | None) -> int:
    chosen = len(game.words) if number is None else number
    if not 1 <= chosen <= len(game.words):
        raise SignatureError(f"there is no move {chosen} among the {len(game.words)} of this game")
    return chosen - 1
