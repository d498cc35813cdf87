"""Signed games for tests: two players whose keys everyone knows."""

from __future__ import annotations

from dataclasses import replace

import boardbytes as bb
from boardbytes.channel import Domain, SignedWord, Transcript, sign
from boardbytes.channel.signing import address_of
from boardbytes.formats.transcript.transcript import TYPED_VERSION, VERSION
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Reason, Record

KEYS = [bytes([number] * 32) for number in (1, 2)]
RED_KEY, WHITE_KEY = KEYS
RED, WHITE = map(address_of, KEYS)
MOVES = ["11-15", "22-18", "15x22", "25x18", "8-11"]
GAME_ID = 7


def words_of(moves: list[str], layout: str = "channel") -> list[bytes]:
    """The word before the first move and after each."""
    return [
        bb.dumps(Record.replay(CheckersPosition(), moves[:count]), layout, lossy=True)
        for count in range(len(moves) + 1)
    ]


DOMAIN = Domain(1, "0x00000000000000000000000000000000DeaDBeef")


def signed(
    words: list[bytes],
    layout: str = "channel",
    preset: str = "english",
    game_id: int = GAME_ID,
    domain: Domain | None = None,
) -> Transcript:
    """A transcript of these words, signed by red and white in turn."""
    version = VERSION if domain is None else TYPED_VERSION
    game = Transcript(game_id, RED, WHITE, layout, preset, words[0], version=version, domain=domain)
    lines = (
        SignedWord(word, sign(word, game_id, KEYS[index % 2], domain), None, f"{index}")
        for index, word in enumerate(words[1:])
    )
    return replace(game, words=tuple(lines))


def played(moves: list[str]) -> Transcript:
    """A transcript of these moves from the start."""
    return signed(words_of(moves))


def with_line(game: Transcript, index: int, line: SignedWord) -> Transcript:
    """The transcript with another line in place of one."""
    return replace(game, words=(*game.words[:index], line, *game.words[index + 1 :]))


OUTCOMES: list[tuple[str, str | None, Reason, int]] = [
    ("red-takes-all", RED, Reason.NO_PIECES, 31),
    ("red-shuts-in", RED, Reason.NO_MOVE, 33),
    ("white-takes-all", WHITE, Reason.NO_PIECES, 32),
    ("white-shuts-in", WHITE, Reason.NO_MOVE, 34),
    ("drawn-by-repetition", None, Reason.REPETITION, 64),
    ("drawn-without-progress", None, Reason.NO_PROGRESS, 127),
    ("contract-red-wins", RED, Reason.NO_PIECES, 41),
    ("contract-white-wins", WHITE, Reason.NO_PIECES, 34),
]
"""A recorded game of every outcome: its vector, who won, why, and after how many moves."""
