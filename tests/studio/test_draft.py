"""A text that is edited in the page, and what becomes of it when the text on the desk changes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from boardbytes.studio import page_files
from tests.needs import need_node

DRAFT = Path(page_files.__file__).parent / "page" / "bytes" / "draft.js"
_REBASE = "console.log(JSON.stringify(rebase(...JSON.parse(process.argv[1]))));"


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        ("PB[Anna] PW[Bo]", "PB[Ann] PW[Bob]", "PB[Anna] PW[Bob]"),
        ("PB[Ann] PW[Bob]", "PB[Anna] PW[Bo]", "PB[Anna] PW[Bob]"),
        ("PB[Eve] PW[Bo]", "PB[Ida] PW[Bo]", None),
        # What was just applied is on the desk.
        ("PB[Anna] PW[Bo]", "PB[Anna] PW[Bo]", "PB[Anna] PW[Bo]"),
        ("PB[Eve] PW[Bo]", "PB[Eve] PW[Bo]", "PB[Eve] PW[Bo]"),
    ],
)
def test_a_draft_on_a_text_that_has_changed(mine: str, theirs: str, both: str | None) -> None:
    texts = json.dumps(["PB[Ann] PW[Bo]", mine, theirs])
    script = f"{DRAFT.read_text()}\n{_REBASE}"
    command = [need_node(), "--input-type=module", "-e", script, texts]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(found) == both
