"""Every attack that the old contract lets pass, and that fails to steal here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from boardbytes.channel import check_step, sign
from boardbytes.channel.referee.calls import Call, answer_call, claim_call, fork_call
from boardbytes.channel.referee.local import Machine
from boardbytes.errors import RefereeError
from boardbytes.formats.transcript.ethereum import digest_of, recover_digest
from boardbytes.formats.transcript.signature import ORDER, Signature
from boardbytes.formats.word.step import CHANNEL, CONTRACT_FAULTS, ENGLISH_FAULTS, english_fault
from tests.channel.games import KEYS, RED, RED_KEY, WHITE, words_of
from tests.channel.referee.conftest import CLOCK, STRANGER, Court, begin
from tests.conftest import ROOT


def piece(row: int, column: int, queen: bool = False) -> int:
    return 0x80 | 0x40 * queen | row << 3 | column


def word(layout: str, turn: int, pieces: Mapping[int, int], moved: int = 0, *jumped: int) -> bytes:
    """A word of these pieces, by number, in either layout."""
    squares = bytes(pieces.get(number, 0) for number in range(1, 25))
    if layout == "contract":
        return bytes([moved, *(jumped or (0,)), 0]) + turn.to_bytes(5, "big") + squares
    byte = pieces.get(moved, 0)
    target = (byte & 0x38) << 1 | byte & 7
    return bytes([moved, target, *jumped]).ljust(5, b"\0") + turn.to_bytes(3, "big") + squares


@dataclass(frozen=True)
class Attack:
    """A step: pieces before, who moves where, which piece it says it jumped."""

    before: Mapping[int, int]
    after: Mapping[int, int]
    jumped: int = 0
    turn: int = 1
    moved: int = 1

    def words(self, layout: str) -> tuple[bytes, bytes]:
        after = {**self.before, **self.after}
        old = word(layout, self.turn - 1, self.before)
        return old, word(layout, self.turn, after, self.moved, self.jumped)


FAR = piece(7, 7)
ATTACKS = {
    "declined jump": Attack({1: piece(0, 0), 2: piece(2, 2), 13: piece(3, 3)}, {1: piece(1, 1)}),
    "own piece jumped": Attack(
        {1: piece(0, 0), 2: piece(1, 1), 13: FAR}, {1: piece(2, 2), 2: 0}, jumped=2
    ),
    "dead piece returning": Attack({2: piece(2, 2), 13: FAR}, {1: piece(1, 1)}),
    "crowning on one's own row": Attack({1: piece(1, 1), 13: FAR}, {1: piece(0, 0, True)}),
}
PHANTOM = Attack({1: piece(1, 1, True), 13: piece(7, 7, True)}, {1: piece(0, 0, True)}, turn=129)
"""A legal move, which the old contract refuses: it takes turn 128 for a piece on that square."""


def recorded() -> dict[str, tuple[bytes, bytes]]:
    """Named steps that the compiled old contract accepted, as recorded, in the referee's layout."""
    text = (ROOT / "tests/vectors/channel-contract/oddities.json").read_text()
    cases = [case for case in json.loads(text)["validStateUpdate"] if case["ok"]]
    return {
        # The file's words: its "black" is white here.
        case["name"].replace("black", "white").replace("...", "a piece "): (
            translated(bytes_of(case["old"])),
            translated(bytes_of(case["new"])),
        )
        for case in cases
        if not english_allows(case)
    }


def english_allows(case: Mapping[str, str]) -> bool:
    old, new = (translated(bytes_of(case[each])) for each in ("old", "new"))
    return english_fault(old, new, CHANNEL) == 0


def bytes_of(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


def translated(old: bytes) -> bytes:
    """A word of the old contract as the referee reads words: the same pieces, move and turn."""
    pieces = {number: old[7 + number] for number in range(1, 25)}
    turn = int.from_bytes(old[3:8], "big") % 2**24
    return word("channel", turn, pieces, old[0], old[1])


REPLAY, MALLEABLE = "replay from another game or chain", "malleable signature"


def signatures_from_elsewhere(court: Court) -> dict[str, tuple[Signature, bool]]:
    """Signatures that nobody made for a word of this game; does the old contract take them?

    It recovers who signed from game id and word alone, with any s.
    """
    word, number = words_of(["11-15"])[1], court.game_id
    digest = digest_of(word, number)
    old = sign(word, number, RED_KEY)
    bent = Signature(55 - old.v, old.r, ORDER - old.s)
    # Another chain has a contract with a game of this number, and the same is signed there.
    elsewhere = replace(court.machine.domain, chain_id=5)
    good = sign(word, number, RED_KEY, court.machine.domain)
    return {
        REPLAY: (
            sign(word, number, RED_KEY, elsewhere),
            recover_digest(digest, old.v, old.r, old.s) == RED,
        ),
        MALLEABLE: (
            Signature(55 - good.v, good.r, ORDER - good.s),
            recover_digest(digest, bent.v, bent.r, bent.s) == RED,
        ),
    }


WHY = {REPLAY: "no chain is signed", MALLEABLE: "any s"}


def verdicts(court: Court) -> list[str]:
    """The rows of the table: what the old contract says of each attack, and what the referee."""
    rows = []
    for name, attack in (ATTACKS | {"turn 128 phantom (a legal move)": PHANTOM}).items():
        theirs = check_step(*attack.words("contract"), "contract")
        ours = ENGLISH_FAULTS[court.machine.fault(*attack.words("channel"))] or "accepted"
        rows.append(f"| {name} | {'accepted' if theirs.ok else theirs.reasons[0]} | {ours} |")
    game = court.game(words_of(["11-15"]))
    for name, (signature, is_taken) in signatures_from_elsewhere(court).items():
        bent = replace(game, words=(replace(game.words[0], signature=signature),))
        theirs_too = f"accepted: {WHY[name]}" if is_taken else "refused"
        rows.append(f"| {name} | {theirs_too} | {refusal(court, claim_call(bent), RED)} |")
    for name, words in recorded().items():
        rows.append(f"| {name} | accepted | {ENGLISH_FAULTS[court.machine.fault(*words)]} |")
    return rows


@pytest.mark.slow
def test_the_table_of_attacks_is_the_one_in_the_docs(court: Court) -> None:
    """Each row is what both say: the old rules of the step, the referee on a machine."""
    rows = verdicts(court)
    print("\n".join(rows))
    assert "\n".join(rows) in (ROOT / "docs" / "channel.md").read_text()
    assert all("| accepted" in row for row in [*rows[:4], *rows[5:7]])
    assert CONTRACT_FAULTS[6] in rows[4]


def refusal(court: Court, call: Call, who: str) -> str:
    """Why a call fails, as it must; everything is as before then."""
    held, state = court.machine.held, court.machine.games()
    with pytest.raises(RefereeError) as error:
        court.send(call, who)
    assert court.machine.held == held
    assert court.machine.games() == state
    return str(error.value)


def refused(court: Court, call: Call, who: str, reason: str) -> None:
    assert reason in refusal(court, call, who)


STEPS = {name: attack.words("channel") for name, attack in ATTACKS.items()} | recorded()
"""Every step of the table that is against the rules: the word before it, and its own."""


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_steps_against_the_rules_steal_nothing(name: str, court: Court) -> None:
    """Even where the other side signed the position before, as if it had been played."""
    # Late enough that the word before is not the start, and the same side is to move.
    turn = 3 if STEPS[name][1][7] % 2 else 4
    old, new = (replace_turn(word, turn - 1 + place) for place, word in enumerate(STEPS[name]))
    reason = ENGLISH_FAULTS[english_fault(old, new, CHANNEL)]
    assert reason == ENGLISH_FAULTS[english_fault(*STEPS[name], CHANNEL)] != ""
    mover, other = (RED, WHITE) if turn % 2 else (WHITE, RED)
    call = claim_call(court.game([replace_turn(old, turn - 2), old, new]))
    for who in (mover, other):
        refused(court, call, who, reason)
    refused(court, call, STRANGER, "not a player")


@pytest.mark.slow
def test_what_is_against_the_rules_is_no_answer(court: Court) -> None:
    """Nor is it one where the word before was claimed: who has no better answer loses by time."""
    words = words_of(["11-15", "22-18"])
    court.send(claim_call(court.game(words[:2])), RED)
    # White's piece 13 stands on its own row again, with a crown.
    wrong = bytearray(words[2])
    wrong[7 + wrong[0]] |= 0x40
    refused(court, answer_call(court.game([*words[:2], bytes(wrong)])), WHITE, "a man is crowned")
    court.machine.wait(CLOCK + 1)
    court.simple("expire")
    assert court.machine.games()[court.game_id].winner == RED


def replace_turn(word: bytes, turn: int) -> bytes:
    return word[:5] + turn.to_bytes(3, "big") + word[8:]


@pytest.mark.slow
def test_turn_128_has_no_phantom(machine: Machine) -> None:
    """Red can answer turn 128, so red does not lose by time: white does, who then stays away."""
    court = begin(machine, last_turn=200)
    old, new = PHANTOM.words("channel")
    before = {**PHANTOM.before, 13: piece(6, 6, True)}
    words = [word("channel", 126, before), word("channel", 127, before, 1)]
    words += [word("channel", 128, PHANTOM.before, 13), new]
    assert words[2][5:] == old[5:]
    court.send(claim_call(court.game(words), 2), WHITE)
    court.machine.wait(CLOCK - 1)
    court.send(answer_call(court.game(words)), RED)
    with pytest.raises(RefereeError, match="not yet"):
        court.simple("expire")
    court.machine.wait(CLOCK + 1)
    court.simple("expire")
    assert court.machine.games()[court.game_id].winner == RED


@pytest.mark.slow
def test_signatures_from_elsewhere_and_bent_ones(court: Court) -> None:
    words = words_of(["11-15", "22-18"])
    game = court.game(words)
    number, domain = court.game_id, court.machine.domain
    last = game.words[1]
    for reason, signature in (
        ("signature of new", sign(last.word, number + 1, KEYS[1], domain)),
        ("signature of new", sign(last.word, number, KEYS[1], replace(domain, chain_id=5))),
        ("signature of new", sign(last.word, number, KEYS[1], replace(domain, contract=RED))),
        ("signature of new", sign(last.word, number, KEYS[1])),
        ("signature of new", sign(last.word, number, KEYS[0], domain)),
        ("high s", Signature(55 - last.signature.v, last.signature.r, ORDER - last.signature.s)),
        ("v", Signature(last.signature.v - 27, last.signature.r, last.signature.s)),
        ("no signer", Signature(27, 0, 1)),
    ):
        bent = replace(game, words=(game.words[0], replace(last, signature=signature)))
        refused(court, claim_call(bent), WHITE, reason)
    short = claim_call(game)
    arguments = (*short.arguments[:4], short.arguments[4][:64])
    refused(court, replace(short, arguments=arguments), WHITE, "signature length")
    unsigned = (*short.arguments[:3], bytes(game.words[1].signature), short.arguments[4])
    refused(court, replace(short, arguments=unsigned), WHITE, "signature of old")
    court.send(short, WHITE)


@pytest.mark.slow
def test_a_game_is_settled_once(court: Court) -> None:
    game = court.game(words_of(["11-15"]))
    other = court.game(words_of(["11-16"]))
    court.send(claim_call(game), RED)
    for call, who, reason in (
        (claim_call(game), RED, "not later"),
        (claim_call(other), RED, "not later"),
        (answer_call(game), RED, "the turn number must be one more"),
        (fork_call(game, other), STRANGER, ""),
    ):
        if reason:
            refused(court, call, who, reason)
        else:
            court.send(call, who)
    assert court.machine.games()[court.game_id].winner == WHITE
    for call in (claim_call(game), fork_call(game, other)):
        refused(court, call, RED, "not on")
