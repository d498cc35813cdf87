"""The index of words: the same boards as a plain search finds, whatever was published before."""

from __future__ import annotations

import json
import random
import threading

from boardbytes.library.entry import words_of
from boardbytes.library.registry.index import WordIndex
from boardbytes.library.registry.line import PUBLISH, WITHDRAW
from boardbytes.library.registry.store import Registry
from tests.library.registry.conftest import board, submission

WORDS = "isle island bridge river Rhône tower a ab abc 1 12 123".split()


class Plain:
    """The same by looking at every line."""

    def __init__(self) -> None:
        self.versions: dict[str, dict[int, tuple[int, list[str]]]] = {}

    def add(self, number: int, action: str, code: str, version: int, title: str) -> None:
        if action == PUBLISH:
            words = words_of(f"{title} Ann {code}")
            self.versions.setdefault(code, {})[version] = (number, words)
        else:
            del self.versions[code][version]

    def find(self, wanted: list[str]) -> list[int]:
        shown = [versions[max(versions)] for versions in self.versions.values() if versions]
        found = [
            number
            for number, words in shown
            if all(any(word.startswith(each) for word in words) for each in wanted)
        ]
        return sorted(found, reverse=True)


def test_it_finds_what_a_plain_search_finds() -> None:
    chance = random.Random(19)
    index, plain = WordIndex(), Plain()
    last: dict[str, int] = {}
    for number in range(1, 800):
        code = f"{chance.randrange(200):05}"
        visible = list(plain.versions.get(code, {}))
        if visible and chance.random() < 0.3:
            line = (number, WITHDRAW, code, chance.choice(visible))
            title = ""
        else:
            last[code] = last.get(code, 0) + 1
            line = (number, PUBLISH, code, last[code])
            title = " ".join(chance.choices(WORDS, k=2))
        index.add(*line, json.dumps({"title": title, "author": "Ann"}))
        plain.add(*line, title)
        if number % 20 == 0:
            for wanted in (
                ["isl"],
                ["a", "b"],
                ["1", "rho"],
                ["000"],
                ["ann"],
                ["zzz"],
                ["1", "1"],
            ):
                assert index.find(wanted, 10_000) == plain.find(wanted), wanted
    found = plain.find(["ann"])
    assert len(found) > 100
    assert index.find(["ann"]) == found[:100]
    assert index.find([]) == []


def test_two_registries_see_what_the_other_wrote(registry: Registry) -> None:
    from boardbytes.channel.keys import KeyRing

    other = Registry(registry._database, KeyRing())
    for number in range(3):
        registry.append([submission(board(f"Isle {number}", f"0000{number}"))])
        assert len(other.search("isle")) == number + 1


def test_whoever_reads_waits_for_nobody_who_writes(registry: Registry) -> None:
    """A publisher in the middle of a transaction keeps nobody from looking boards up."""
    registry.append([submission(board())])
    answers = []

    def read() -> None:
        answers.append(registry.board("0A1Z9")[2])
        answers.append(len(registry.search("isle")))
        answers.append(registry.head().entries)

    with registry._writing():
        thread = threading.Thread(target=read)
        thread.start()
        thread.join(20)
        assert not thread.is_alive()
    assert answers == [1, 1, 1]
