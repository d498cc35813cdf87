"""`python -m boardbytes` is `boardbytes`."""

from boardbytes.cli import run

run()
