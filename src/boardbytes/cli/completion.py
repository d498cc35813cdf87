"""`completion`: let the shell complete verbs, options and names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from boardbytes.cli.common import write_json
from boardbytes.cli.options import json_option


@click.command(short_help="Let your shell complete commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@json_option
def command(shell: str, as_json: bool) -> None:
    """Print the script that makes SHELL complete boardbytes commands.

    \b
    bash: boardbytes completion bash >> ~/.bashrc
    zsh:  boardbytes completion zsh >> ~/.zshrc
    fish: boardbytes completion fish > ~/.config/fish/completions/boardbytes.fish
    """
    from boardbytes.cli import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    # Bash's own version check runs a shell; the script alone is what is wanted here.
    script = kind(cli, {}, "boardbytes", "_BOARDBYTES_COMPLETE")
    text = script.source_template % script.source_vars()
    if as_json:
        write_json({"shell": shell, "script": text})
    else:
        click.echo(text)
