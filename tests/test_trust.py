"""The page of trust says what the commands saw, and nothing else."""

from __future__ import annotations

from tools.attacks import ATTACKS
from tools.trust import PAGE, page

from tests.conftest import ROOT


def test_the_page_is_made_of_the_results() -> None:
    assert PAGE.read_text() == page()


def test_every_attack_has_its_test() -> None:
    for attack in ATTACKS:
        file, _, name = attack.test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(), attack.test
