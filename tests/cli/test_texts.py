"""Texts in place of files: whatever is likely a position or a game stands for itself."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from boardbytes.cli import cli, main

Out = pytest.CaptureFixture[str]
WORD = Path("tests/vectors/channel/ok/jump.hex").read_text().strip()
TEXTS = {
    "word": (WORD, "channel"),
    "fen": ("B:W18,24,27:B12,16,20", "draughts-fen"),
    "sgf": ("(;SZ[9];B[aa];W[bb])", "sgf"),
    "pdn": ("1. 11-15 22-18 *", "pdn"),
    "pdn with tags": ('[Event "x"]\n[Result "*"]\n1. 11-15 22-18 *', "pdn"),
}


@pytest.mark.parametrize(("text", "format"), TEXTS.values(), ids=TEXTS)
def test_a_text_is_shown_checked_and_explained(text: str, format: str, capsys: Out) -> None:
    assert main(["show", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == format
    assert main(["check", text]) == 0
    assert main(["explain", text]) == 0
    assert main(["draw", text, "--json"]) == 0


def test_a_long_text_is_no_name_of_a_file(capsys: Out) -> None:
    text = f"(;SZ[9]C[{'x' * 5000}];B[aa])"
    for verb in ("show", "check", "explain", "moves"):
        assert main([verb, text]) == 0, verb
    main(["check", text])
    assert len(capsys.readouterr().out.splitlines()[-1]) < 100


def test_a_file_of_that_name_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "(;SZ[9];B[aa])").write_text("1. 11-15 22-18 *")
    assert main(["show", "(;SZ[9];B[aa])", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "pdn"


@pytest.mark.parametrize("name", ["missing.sgf", "MFEN", "game", "11", "696", "8x5", "GBFrH_U1"])
def test_a_missing_file_is_still_missing(name: str, capsys: Out) -> None:
    assert main(["show", name]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("verb", [["show"], ["check"], ["explain"], ["moves"], ["diff", WORD]])
@pytest.mark.parametrize(
    ("digits", "sentence"),
    [
        ("0x" + "0" * 64, "a word has 32 bytes, and these look like no position"),
        ("0x" + "1" * 62, "a word must be 32 bytes, 64 hexadecimal digits"),
        ("a" * 66, "a word must be 32 bytes, 64 hexadecimal digits"),
    ],
)
def test_digits_that_are_no_word_are_no_missing_file(
    verb: list[str], digits: str, sentence: str, capsys: Out
) -> None:
    assert main([*verb, digits]) != 0
    said = capsys.readouterr()
    assert sentence in said.out + said.err
    assert "No such file" not in said.out + said.err


def test_a_strange_word_is_read_when_its_format_is_named(capsys: Out) -> None:
    assert main(["check", "0x" + "0" * 64, "--format", "channel"]) == 0
    assert "red should be missing at most 0 pieces" in capsys.readouterr().out


def test_a_difference_that_no_move_could_make_is_not_called_an_illegal_move(capsys: Out) -> None:
    assert main(["diff", "examples/island.gb16", "examples/torus.gb16"]) == 1
    first, *sentences = capsys.readouterr().out.splitlines()
    assert first == "the boards differ:"
    assert "  width went from 13 to 12" in sentences
    assert main(["diff", "examples/island.gb16", "examples/endgame.dat"]) == 1
    told = ["they are of different games:", "  one is tiles, the other mill"]
    assert capsys.readouterr().out.splitlines() == told


def test_every_verb_but_the_engine_speaks_json() -> None:
    def options(command: click.Command) -> set[str]:
        found = {name for each in command.params for name in each.opts}
        if isinstance(command, click.Group):
            within = click.Context(command)
            for name in command.list_commands(within):
                each = command.get_command(within, name)
                found |= options(each) if each else set()
        return found

    context = click.Context(cli)
    verbs = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    without = {name for name, verb in verbs.items() if verb and "--json" not in options(verb)}
    assert without == {"engine"}
    assert (
        "every verb has `--help` and, but for `engine`, `--json`" in Path("README.md").read_text()
    )
