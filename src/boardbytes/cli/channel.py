"""`channel`: signed games of checkers between two who do not trust each other."""

from __future__ import annotations

import os
from typing import Any

import click

from boardbytes.channel import moving
from boardbytes.cli import FINE, PROBLEMS, referee, relay, wallet
from boardbytes.cli.common import shown_name, write_json
from boardbytes.cli.keys import find_key, key_options, own_ring, player
from boardbytes.cli.options import json_option
from boardbytes.cli.transcripts import load, load_whole
from boardbytes.files import STANDARD_STREAM, locked_for, read_limited, write_whole
from boardbytes.formats.plain_tree import outcome_to_plain
from boardbytes.formats.transcript.ethereum import MAX_GAME_ID, Domain, keccak, parse_address
from boardbytes.formats.transcript.forks import Claim, forks_among
from boardbytes.formats.transcript.signature import Signature
from boardbytes.formats.transcript.transcript import (
    MAX_CHAIN_ID,
    Transcript,
    format_transcript,
    refuse_layout,
)
from boardbytes.formats.transcript.verdict import Verdict
from boardbytes.formats.transcript.verdict import verify as verify_transcript
from boardbytes.formats.word.judging import FIRST, LAYOUTS, PRESETS, as_word, check_step, winner_of
from boardbytes.formats.word.text import MAX_SIZE as MAX_WRITTEN
from boardbytes.formats.word.text import parse_written
from boardbytes.model import Problem
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted

file_argument = click.argument("file", metavar="FILE")


class GameId(click.ParamType):  # type: ignore[type-arg]
    """A number of up to 256 bits, in decimal or after `0x`."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        try:
            number = int(value, 0) if len(value) < 100 else -1
        except ValueError:
            number = -1
        if not 0 <= number <= MAX_GAME_ID:
            self.fail("it must be a number from 0 to 2^256 - 1", param, ctx)
        return number


@click.group(short_help="Signed games of checkers.")
def command() -> None:
    """Play checkers as signed 32-byte words: start a game, move, verify, judge, export.

    A game is a transcript: a text file with one signed word per line, which anyone can verify.
    """


@command.command()
@file_argument
@click.option("--red", required=True, metavar="ADDRESS|new", help="Who moves first.")
@click.option("--white", required=True, metavar="ADDRESS|new", help="Who moves second.")
@click.option("--game-id", type=GameId(), help="The number of the game; by default a random one.")
@click.option("--layout", type=click.Choice(list(LAYOUTS)), help="By default that of the preset.")
@click.option("--preset", type=click.Choice(PRESETS), default="english", show_default=True)
@click.option("--contract", metavar="ADDRESS", help="Sign typed data (EIP-712) for this contract.")
@click.option("--chain-id", type=click.IntRange(1, MAX_CHAIN_ID), help="The chain it is on.")
@json_option
def new(
    file: str,
    red: str,
    white: str,
    game_id: int | None,
    layout: str | None,
    preset: str,
    contract: str | None,
    chain_id: int | None,
    as_json: bool,
) -> None:
    """Begin a game: write a transcript without moves.

    Give `new` in place of an address to make a key, which is kept in a folder of your own. With a
    contract and its chain, words are signed as typed data, which wallets can show and which is
    valid nowhere else.
    """
    if (contract is None) != (chain_id is None):
        raise click.UsageError("--contract and --chain-id go together")
    domain = Domain(chain_id, parse_address(contract)) if contract and chain_id else None
    ring = own_ring()
    with locked_for(file):
        if os.path.lexists(file):
            raise click.UsageError(f"{shown_name(file)} already exists")
        layout = layout or ("contract" if preset == "contract" else "channel")
        # What is impossible is refused before keys are made for it.
        refuse_layout(layout, preset)
        players = player(red, ring), player(white, ring)
        game = moving.new_game(*players, layout, preset, game_id, domain)
        write_whole(file, format_transcript(game))
    if as_json:
        write_json(game.header())
    else:
        click.echo(f"{shown_name(file)}: game {game.game_id:#x}, {game.red} (red) moves first")


@command.command()
@file_argument
@click.argument("move", metavar="[MOVE]", required=False)
@click.option("--agree", is_flag=True, help="Sign the other side's last word instead of moving.")
@click.option("--signature", metavar="HEX", help="What a wallet signed: see channel wallet.")
@key_options
@json_option
def move(
    file: str,
    move: str | None,
    agree: bool,
    signature: str | None,
    keystore: str | None,
    key_env: str | None,
    as_json: bool,
) -> None:
    """Play MOVE, such as 11-15 or 11x18, sign the new word and append it to FILE.

    No key signs two different words for one turn of a game: a ledger remembers what it signed.
    With --signature a wallet signed the word elsewhere: it is verified and appended.
    """
    if agree == (move is not None):
        raise click.UsageError("give a MOVE or --agree")
    if signature is not None and (keystore or key_env):
        raise click.UsageError("give --signature or a key, not both")
    ring = own_ring()
    made = Signature.of(signature) if signature is not None else None
    key_of = find_key(keystore, key_env, ring)
    with locked_for(file):
        game = load_whole(file)
        hand = made or key_of(game.address(moving.side_to_move(game)))
        if move is None:
            after = moving.agree(game, hand, ring.ledger)
        else:
            after = moving.play(game, move, hand, ring.ledger)
        write_whole(file, format_transcript(after))
    if as_json:
        write_json(after.words[-1].to_plain())
    else:
        click.echo(f"0x{after.last.hex()}")


@command.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--preset", type=click.Choice(PRESETS), help="Judge by these rules instead.")
@json_option
def verify(files: tuple[str, ...], preset: str | None, as_json: bool) -> int:
    """Replay transcripts: signatures, turn numbers, legality, the result and who has won.

    Several transcripts of one game are also compared with each other, to find forks.
    """
    code, reports = FINE, []
    claims: list[Claim] = []
    for file in files:
        game, warnings = load(file)
        verdict = verify_transcript(game, preset)
        claims += verdict.claims
        code = max(code, FINE if verdict.ok and not warnings else PROBLEMS)
        reports.append(_plain_verdict(file, game, verdict, preset, warnings))
        if not as_json:
            _say(file, game, verdict, warnings)
    forks = forks_among(claims) if len(files) > 1 else ()
    if as_json:
        write_json(reports[0] if len(reports) == 1 else reports)
    for fork in forks:
        click.echo(f"proof of cheating: {fork}", err=as_json)
    return PROBLEMS if forks else code


def _say(file: str, game: Transcript, verdict: Verdict, warnings: tuple[Problem, ...]) -> None:
    name = shown_name(file)
    for problem in (*warnings, *verdict.problems):
        click.echo(f"{name}: {problem.severity.value}: {problem}")
    state = f"{counted(verdict.moves, 'move')}, {verdict.outcome or 'not over'}"
    click.echo(f"{name}: {'verified' if verdict.ok else 'not valid'}: {state}")
    if verdict.winner:
        click.echo(f"{name}: {verdict.winner} ({game.side(verdict.winner)}) has won")
    if verdict.agreed:
        click.echo(f"{name}: both signed 0x{verdict.agreed.hex()}")


def _plain_verdict(
    file: str, game: Transcript, verdict: Verdict, preset: str | None, warnings: tuple[Problem, ...]
) -> dict[str, Any]:
    return {
        "file": file,
        "ok": verdict.ok,
        "preset": preset or game.preset,
        "moves": verdict.moves,
        "outcome": outcome_to_plain(verdict.outcome),
        "winner": verdict.winner,
        "agreed": f"0x{verdict.agreed.hex()}" if verdict.agreed else None,
        "forks": [str(fork) for fork in verdict.forks],
        "problems": [plain_problem(problem) for problem in (*warnings, *verdict.problems)],
    }


@command.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--rules", type=click.Choice(PRESETS), default="english", show_default=True)
@click.option("--layout", type=click.Choice(list(LAYOUTS)), help="By default the one that fits.")
@json_option
def judge(old: str, new: str, rules: str, layout: str | None, as_json: bool) -> int:
    """Judge the step between two words, and say who has won.

    OLD and NEW are words in hexadecimal or decimal, or files that hold one.
    """
    after = _word(new)
    step = check_step(_word(old), after, rules, layout)
    winner = winner_of(after, rules, step.layout)
    if as_json:
        plain = {"ok": step.ok, "rules": rules, "layout": step.layout}
        lists = {"reasons": list(step.reasons), "warnings": list(step.warnings)}
        won = {"p1Won": winner is FIRST if winner else None}
        write_json({**plain, **lists, "winner": winner.value if winner else None, **won})
    else:
        for reason in step.reasons:
            click.echo(f"not allowed: {reason}")
        for warning in step.warnings:
            click.echo(f"warning: {warning}")
        verdict = "allowed" if step.ok else "not allowed"
        who = f"{winner} has won" if winner else "neither side has won"
        click.echo(f"{verdict} by {rules} rules; {who}")
    return FINE if step.ok else PROBLEMS


def _word(given: str) -> bytes:
    """The word of an argument: its digits, or a file."""
    if given != STANDARD_STREAM and not os.path.lexists(given):
        return as_word(given)
    written = parse_written(read_limited(given, MAX_WRITTEN))
    if written is None:
        raise click.UsageError(f"{shown_name(given)} holds no word of 32 bytes")
    return written.data


_CALL = "initBCMove(uint256,uint256,uint8,bytes32,bytes32)"


@command.command()
@file_argument
@click.option("--move", "number", type=click.IntRange(1), help="Which move; by default the last.")
@json_option
def export(file: str, number: int | None, as_json: bool) -> None:
    """Print the calldata of `initBCMove` for a move: game id, state, v, r, s."""
    game, _ = load(file)
    number = number or len(game.words)
    if not 1 <= number <= len(game.words):
        raise click.UsageError(f"{shown_name(file)} has {counted(len(game.words), 'move')}")
    verdict = verify_transcript(game)
    if not verdict.ok:
        click.echo("warning: the transcript is not valid: see channel verify", err=True)
    if game.domain is not None:
        click.echo("warning: this contract reads the old message, not typed data", err=True)
    if game.layout != "contract":
        click.echo(f"warning: the contract does not read the layout {game.layout}", err=True)
    if verdict.winner and not as_json:
        click.echo(f"{verdict.winner} ({game.side(verdict.winner)}) has won", err=True)
    line = game.words[number - 1]
    arguments = (game.game_id, int.from_bytes(line.word, "big"), *vars(line.signature).values())
    data = keccak(_CALL.encode())[:4] + b"".join(value.to_bytes(32, "big") for value in arguments)
    if as_json:
        names = ("gameID", "state", "v", "r", "s")
        plain: dict[str, Any] = {
            name: value if name == "v" else f"0x{value:064x}"
            for name, value in zip(names, arguments, strict=True)
        }
        calldata = {"calldata": f"0x{data.hex()}", "winner": verdict.winner}
        write_json({"call": _CALL} | plain | calldata)
    else:
        click.echo(f"0x{data.hex()}")


for each in (*relay.COMMANDS, wallet.command, referee.command):
    command.add_command(each)
