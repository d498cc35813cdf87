"""The next word of a signed game: a move, or the other side's consent to the last one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from boardbytes.channel.signing import address_of, sign
from boardbytes.channel.transcript import SignedWord, Transcript
from boardbytes.channel.verify import verify
from boardbytes.errors import SignatureError
from boardbytes.formats import FORMATS, loads
from boardbytes.formats.word.word import checkers_position
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, Document

_RULES = {"english": "english", "contract": "contract"}


def new_game(game_id: int, red: str, white: str, layout: str, preset: str) -> Transcript:
    """A transcript without moves, from the usual start."""
    start = FORMATS.find(layout).encode(Document(None, CheckersPosition()))
    return Transcript(game_id, red, white, layout, preset, start)


def side_to_move(game: Transcript) -> Colour:
    """Who is to move after the last word."""
    return checkers_position(loads(game.last, game.layout).position, "a word").turn


def play(game: Transcript, move: str, key: bytes) -> Transcript:
    """The transcript with one more word, signed by the side to move.

    Raises SignatureError if the transcript is not valid so far, the game is over, or the key is
    not that of the side to move; MoveError for a move that is not legal. Then nothing is signed.
    """
    verdict = verify(game)
    if not verdict.ok:
        raise SignatureError(f"{verdict.problems[0]}; nothing was signed")
    if verdict.outcome:
        raise SignatureError(f"{verdict.outcome}; nothing was signed")
    side = side_to_move(game)
    if address_of(key) != game.address(side):
        raise SignatureError(f"the key must be that of {game.address(side)}, who is to move")
    played = loads(game.last, game.layout).play(move, _RULES[game.preset])
    word = FORMATS.find(game.layout).encode(played)
    time = datetime.now(UTC).isoformat(timespec="seconds")
    return game.append(SignedWord(word, sign(word, game.game_id, key), None, time))


def agree(game: Transcript, key: bytes) -> Transcript:
    """The transcript with the last word signed by the side that did not make it.

    Raises SignatureError if there is none, the transcript is not valid, or the key is not theirs.
    """
    if not game.words:
        raise SignatureError("there is no word yet to agree to")
    verdict = verify(game)
    if not verdict.ok:
        raise SignatureError(f"{verdict.problems[0]}; nothing was signed")
    side = side_to_move(game)
    if address_of(key) != game.address(side):
        raise SignatureError(f"the key must be that of {game.address(side)}, who did not move")
    last = replace(game.words[-1], countersignature=sign(game.last, game.game_id, key))
    return replace(game, words=(*game.words[:-1], last))
