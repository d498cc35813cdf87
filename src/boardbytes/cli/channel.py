"""`channel`: signed games of checkers between two who do not trust each other."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from boardbytes.channel import moving
from boardbytes.channel import transcript as transcripts
from boardbytes.channel.signing import parse_address
from boardbytes.channel.step import LAYOUTS, PRESETS
from boardbytes.channel.transcript import Transcript
from boardbytes.channel.verify import Verdict
from boardbytes.channel.verify import verify as verify_transcript
from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import json_option, write_json
from boardbytes.errors import SignatureError
from boardbytes.files import read_limited
from boardbytes.formats.plain_tree import outcome_to_plain
from boardbytes.model.problem import plain_problem

_PASSWORD = "BOARDBYTES_PASSWORD"
_MAX_KEYSTORE = 64 * 1024

file_argument = click.argument("file", metavar="FILE")


@click.group(short_help="Signed games of checkers.")
def command() -> None:
    """Play checkers as signed 32-byte words: start a game, move, verify, export.

    A game is a transcript: a text file with one signed word to a line, which anyone can verify.
    """


@command.command()
@file_argument
@click.option("--red", required=True, metavar="ADDRESS", help="Who moves first.")
@click.option("--white", required=True, metavar="ADDRESS", help="Who moves second.")
@click.option("--game-id", type=int, default=0, show_default=True, help="The number of the game.")
@click.option("--layout", type=click.Choice(list(LAYOUTS)), default="channel", show_default=True)
@click.option("--preset", type=click.Choice(PRESETS), default="english", show_default=True)
@json_option
def new(
    file: str, red: str, white: str, game_id: int, layout: str, preset: str, as_json: bool
) -> None:
    """Begin a game: write a transcript without moves."""
    if Path(file).exists():
        raise click.UsageError(f"{file} exists already")
    if not 0 <= game_id < 1 << 256:
        raise click.UsageError("the game id must be a number below 2^256")
    players = parse_address(red), parse_address(white)
    game = moving.new_game(game_id, *players, layout, preset)
    transcripts.save(game, file)
    if as_json:
        write_json(game.header())
    else:
        click.echo(f"{file}: game {game_id}, {game.red} (red) moves first")


def key_options(function: Any) -> Any:
    """Where the private key comes from: never the command line itself."""
    function = click.option(
        "--key-env", metavar="NAME", help="The environment variable that holds the private key."
    )(function)
    return click.option(
        "--keystore",
        metavar="KEYFILE",
        help=f"An encrypted keystore file; its password is asked for, or taken from {_PASSWORD}.",
    )(function)


def read_key(keystore: str | None, key_env: str | None) -> bytes:
    """The private key from an encrypted file or from the environment; it is never shown."""
    if (keystore is None) == (key_env is None):
        raise click.UsageError("give --keystore or --key-env")
    if key_env is not None:
        text = os.environ.get(key_env, "").strip().removeprefix("0x")
        try:
            key = bytes.fromhex(text)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise SignatureError(f"{key_env} must hold a private key: 64 hexadecimal digits")
        return key
    return _open_keystore(str(keystore))


def _open_keystore(path: str) -> bytes:
    from eth_account import Account

    data = read_limited(path, _MAX_KEYSTORE)
    password = os.environ.get(_PASSWORD)
    if password is None:
        password = click.prompt("password", hide_input=True, err=True)
    try:
        return bytes(Account.decrypt(json.loads(data), password))
    except Exception:
        # Neither the file's contents nor the password may reach the screen.
        raise SignatureError(f"{path}: no keystore, or a wrong password") from None


@command.command()
@file_argument
@click.argument("move", metavar="[MOVE]", required=False)
@click.option("--agree", is_flag=True, help="Sign the other side's last word instead of moving.")
@key_options
@json_option
def move(
    file: str,
    move: str | None,
    agree: bool,
    keystore: str | None,
    key_env: str | None,
    as_json: bool,
) -> None:
    """Play MOVE, such as 11-15 or 11x18, sign the new word and append it to FILE."""
    if agree == (move is not None):
        raise click.UsageError("give a MOVE or --agree")
    game, _ = transcripts.load(file)
    key = read_key(keystore, key_env)
    after = moving.agree(game, key) if agree else moving.play(game, str(move), key)
    transcripts.save(after, file)
    word = f"0x{after.last.hex()}"
    if as_json:
        write_json(after.words[-1].to_plain())
    else:
        click.echo(word)


@command.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--preset", type=click.Choice(PRESETS), help="Judge by these rules instead.")
@json_option
def verify(files: tuple[str, ...], preset: str | None, as_json: bool) -> int:
    """Replay transcripts: signatures, turn numbers, legality, the result.

    Several transcripts of one game are also held against each other, to find forks.
    """
    code, reports, games = FINE, [], []
    for file in files:
        game, warnings = transcripts.load(file)
        verdict = verify_transcript(game, preset)
        games.append(game)
        code = max(code, FINE if verdict.ok and not warnings else PROBLEMS)
        reports.append(_plain_verdict(file, game, verdict, preset, warnings))
        if not as_json:
            _say(file, verdict, warnings)
    forks = transcripts.find_forks(*games) if len(games) > 1 else ()
    if as_json:
        write_json(reports[0] if len(reports) == 1 else reports)
    for fork in forks:
        click.echo(f"proof of cheating: {fork}", err=as_json)
    return PROBLEMS if forks else code


def _say(file: str, verdict: Verdict, warnings: tuple[Any, ...]) -> None:
    for problem in (*warnings, *verdict.problems):
        click.echo(f"{file}: {problem.severity.value}: {problem}")
    state = f"{verdict.moves} moves, {verdict.outcome or 'not over'}"
    click.echo(f"{file}: {'verified' if verdict.ok else 'not valid'}: {state}")
    if verdict.agreed:
        click.echo(f"{file}: both signed 0x{verdict.agreed.hex()}")


def _plain_verdict(
    file: str, game: Transcript, verdict: Verdict, preset: str | None, warnings: tuple[Any, ...]
) -> dict[str, Any]:
    return {
        "file": file,
        "ok": verdict.ok,
        "preset": preset or game.preset,
        "moves": verdict.moves,
        "outcome": outcome_to_plain(verdict.outcome),
        "agreed": f"0x{verdict.agreed.hex()}" if verdict.agreed else None,
        "forks": [str(fork) for fork in verdict.forks],
        "problems": [plain_problem(problem) for problem in (*warnings, *verdict.problems)],
    }


_CALL = "initBCMove(uint256,uint256,uint8,bytes32,bytes32)"


@command.command()
@file_argument
@click.option("--move", "number", type=click.IntRange(1), help="Which move; by default the last.")
@json_option
def export(file: str, number: int | None, as_json: bool) -> None:
    """Print the calldata of `initBCMove` for a move: game id, state, v, r, s."""
    from eth_utils.crypto import keccak

    game, _ = transcripts.load(file)
    number = number or len(game.words)
    if not 1 <= number <= len(game.words):
        raise click.UsageError(f"{file} has {len(game.words)} moves")
    if game.layout != "contract":
        click.echo(f"warning: the contract reads another layout than {game.layout}", err=True)
    line = game.words[number - 1]
    signature = line.signature
    arguments = (game.game_id, int.from_bytes(line.word, "big"), *vars(signature).values())
    data = keccak(text=_CALL)[:4] + b"".join(value.to_bytes(32, "big") for value in arguments)
    if as_json:
        names = ("gameID", "state", "v", "r", "s")
        plain: dict[str, Any] = {
            name: value if name == "v" else f"0x{value:064x}"
            for name, value in zip(names, arguments, strict=True)
        }
        write_json({"call": _CALL} | plain | {"calldata": f"0x{data.hex()}"})
    else:
        click.echo(f"0x{data.hex()}")
