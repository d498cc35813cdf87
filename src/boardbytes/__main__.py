"""`python -m boardbytes` is `boardbytes`."""

from boardbytes.children import leave_current_folder

leave_current_folder()

from boardbytes.cli import run  # noqa: E402 (what it needs must not come from that folder)

run()
