"""Proof of cheating: two different words that one player signed for one turn of one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from boardbytes.errors import SignatureError
from boardbytes.formats.transcript.ethereum import Domain
from boardbytes.formats.transcript.signature import Signature, signer_of
from boardbytes.formats.transcript.transcript import SignedWord, Transcript


@dataclass(frozen=True)
class Claim:
    """What a signature proves: a player of a game signed a word for a turn of it."""

    game_id: int
    player: str
    turn: int
    word: bytes
    domain: Domain | None = None


@dataclass(frozen=True)
class Fork:
    """Proof of cheating: one player signed two different words for one turn."""

    player: str
    turn: int
    words: tuple[bytes, bytes]

    def __str__(self) -> str:
        first, second = (word.hex()[:16] for word in self.words)
        return f"{self.player} signed two words for turn {self.turn}: 0x{first}… and 0x{second}…"


def read_signers(game: Transcript, line: SignedWord) -> dict[str, str | SignatureError]:
    """Who made each signature of a line, or why nobody did; every signature is checked once."""
    found: dict[str, str | SignatureError] = {}
    for role in game.signers(line.word):
        signature: Signature | None = getattr(line, role)
        if signature is not None:
            try:
                found[role] = signer_of(line.word, game.game_id, signature, game.domain)
            except SignatureError as error:
                found[role] = error
    return found


def claims_of(
    game: Transcript, line: SignedWord, signers: Iterable[str | SignatureError]
) -> Iterator[Claim]:
    """What the signatures of a line prove: nothing, if they are invalid or someone else's."""
    for signer in signers:
        if isinstance(signer, str) and game.side(signer):
            yield Claim(game.game_id, signer, game.turn(line.word), line.word, game.domain)


def forks_among(claims: Iterable[Claim]) -> tuple[Fork, ...]:
    """Every turn for which a player signed different words."""
    signed: dict[tuple[int, Domain | None, str, int], list[bytes]] = {}
    for claim in claims:
        turn = (claim.game_id, claim.domain, claim.player, claim.turn)
        words = signed.setdefault(turn, [])
        if claim.word not in words:
            words.append(claim.word)
    return tuple(
        Fork(player, number, pair)
        for (_, _, player, number), words in signed.items()
        for pair in pairwise(words)
    )


def find_forks(*transcripts: Transcript) -> tuple[Fork, ...]:
    """Every turn for which a player signed different words, within a transcript or across several.

    Only transcripts of the same game can prove anything; invalid signatures prove nothing.
    """
    return forks_among(
        claim
        for game in transcripts
        for line in game.words
        for claim in claims_of(game, line, read_signers(game, line).values())
    )
