"""The next word of a signed game: a move, or the other side's consent to the last one."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

from boardbytes.channel.ledger import Ledger
from boardbytes.channel.signing import address_of, sign
from boardbytes.errors import BoardbytesError, SignatureError
from boardbytes.formats import FORMATS, loads
from boardbytes.formats.transcript.ethereum import Domain
from boardbytes.formats.transcript.signature import Signature, recover
from boardbytes.formats.transcript.transcript import (
    TYPED_VERSION,
    VERSION,
    SignedWord,
    Transcript,
    parse_transcript,
)
from boardbytes.formats.transcript.verdict import RULES, Verdict, time_of, verify
from boardbytes.formats.word.judging import side_after
from boardbytes.formats.word.step import CHANNEL, turn_of
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, Document

Hand: TypeAlias = "bytes | Signature"
"""What a player signs with: a private key, or the signature that a wallet made with it."""

_ID_BITS = 128
"""Two games must not share an id: the words of one would count in the other."""


def new_id() -> int:
    """An id that no other game has."""
    return secrets.randbits(_ID_BITS)


def new_game(
    red: str,
    white: str,
    layout: str,
    preset: str,
    game_id: int | None,
    domain: Domain | None = None,
) -> Transcript:
    """A transcript without moves, from the usual start; its id is a new one if none is given.

    With a domain its words are signed as typed data.
    """
    start = FORMATS.find(layout).encode(Document(None, CheckersPosition()))
    number = new_id() if game_id is None else game_id
    version = VERSION if domain is None else TYPED_VERSION
    return Transcript(number, red, white, layout, preset, start, version=version, domain=domain)


def parse_whole(data: bytes) -> Transcript:
    """The transcript of some lines; SignatureError if anything about them is odd.

    A line that was cut off may have been signed and sent: nothing must be signed in its place.
    """
    game, warnings = parse_transcript(data)
    if warnings:
        raise SignatureError(f"{warnings[0]}: get the whole transcript first; nothing was signed")
    return game


def side_to_move(game: Transcript) -> Colour:
    """Who is to move after the last word."""
    return side_after(game.turn(game.last))


def play(game: Transcript, move: str, hand: Hand, ledger: Ledger) -> Transcript:
    """The transcript with one more word, signed by the side to move and noted in the ledger.

    Raises SignatureError if the transcript is not valid so far, the game is over, the key is not
    that of the side to move, or it has signed another word for this turn; MoveError for a move that
    is not legal. Then nothing is signed, and a signature that was given is not taken.
    """
    verdict = _unfinished(game)
    player = _player(game, hand, "who is to move")
    word = _next_word(game, verdict, move, ledger.words(player, game.game_id))
    signature = _signed(game, verdict, word, player, hand, ledger)
    return game.append(SignedWord(word, signature, None, _now(game)))


def agree(game: Transcript, hand: Hand, ledger: Ledger) -> Transcript:
    """The transcript with its last word also signed by the side that did not make it.

    Raises SignatureError if there is none, the transcript is not valid, the key is not theirs, or
    it has signed another word for this turn. Then nothing is signed.
    """
    word = last_word(game)
    verdict = require_valid(game)
    player = _player(game, hand, "who did not move")
    signature = _signed(game, verdict, word, player, hand, ledger)
    last = replace(game.words[-1], countersignature=signature)
    return replace(game, words=(*game.words[:-1], last))


def word_of(game: Transcript, move: str, ledger: Ledger) -> bytes:
    """The word that the side to move has to sign for a move; raises what `play` would."""
    player = game.address(side_to_move(game))
    return _next_word(game, _unfinished(game), move, ledger.words(player, game.game_id))


def last_word(game: Transcript) -> bytes:
    """The word to agree to; SignatureError if nobody has moved."""
    if not game.words:
        raise SignatureError("there is no word yet to agree to")
    return game.last


def _now(game: Transcript) -> str:
    """The time, but never before that of an earlier line: the other's clock may be ahead.

    Then it is written as that line has it: cut to seconds it might be earlier, and in UTC there is
    no year 10,000.
    """
    texts = (datetime.now(UTC).isoformat(timespec="seconds"), *(line.time for line in game.words))
    return max((time, text) for text in texts if text and (time := time_of(text)))[1]


def require_valid(game: Transcript) -> Verdict:
    """What verifying says of a transcript that is valid; SignatureError if it is not."""
    verdict = verify(game)
    if not verdict.ok:
        error = next(problem for problem in verdict.problems if problem.is_error)
        raise SignatureError(f"{error}; nothing was signed")
    return verdict


def _unfinished(game: Transcript) -> Verdict:
    verdict = require_valid(game)
    if verdict.outcome:
        raise SignatureError(f"{verdict.outcome}; nothing was signed")
    return verdict


def _next_word(game: Transcript, verdict: Verdict, move: str, signed: dict[int, bytes]) -> bytes:
    played = loads(game.last, game.layout).play(move, RULES[game.preset])
    word = FORMATS.find(game.layout).encode(played)
    _refuse_second(game, verdict, word, signed)
    return word


def _player(game: Transcript, hand: Hand, who: str) -> str:
    """The address of the side to move, which must be that of the key."""
    address = game.address(side_to_move(game))
    if isinstance(hand, bytes) and address_of(hand) != address:
        raise SignatureError(f"the key must be that of {address}, {who}")
    return address


def _signed(
    game: Transcript, verdict: Verdict, word: bytes, player: str, hand: Hand, ledger: Ledger
) -> Signature:
    """Sign a word, once the ledger has it and every other word that the transcript proves."""
    if isinstance(hand, Signature):
        signer = recover(word, game.game_id, hand, game.domain)
        if signer != player:
            raise SignatureError(f"the signature must be that of {player} (found {signer})")
    proven = [claim.word for claim in verdict.claims if claim.player == player]
    ledger.enter(player, game.game_id, [*proven, word])
    return hand if isinstance(hand, Signature) else sign(word, game.game_id, hand, game.domain)


def _refuse_second(
    game: Transcript, verdict: Verdict, word: bytes, signed: dict[int, bytes]
) -> None:
    """Name the move that was signed for this turn, if it was another: only that can be played."""
    earlier = signed.get(turn_of(word, CHANNEL), word)
    if earlier == word or verdict.record is None:
        return
    try:
        after = loads(earlier, game.layout).position
        move = verdict.record.position.move_to(after, verdict.record.rules)
    except BoardbytesError:
        return  # The ledger itself refuses, and shows the word.
    raise SignatureError(f"{move} was signed for this turn: only that can be played")
