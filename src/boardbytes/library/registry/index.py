"""Boards by the beginnings of words: an index in memory that follows the log.

The log only grows, so an index that has read it up to a line needs nothing but the lines after it.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Collection

import numpy as np

from boardbytes.library.entry import words_of
from boardbytes.library.registry.line import PUBLISH

MAX_FOUND = 100
"""The most boards that a search finds."""

_AFTER_ALL = "\U0010ffff"
_NUMBERS = "I"


class WordIndex:
    """The lines that are shown for their codes, by the words of title, author and code."""

    def __init__(self) -> None:
        self.known = 0
        """The last line that was read."""
        self._lines: dict[str, array[int]] = {}
        """The numbers of all lines with a word, shown or not."""
        self._words: list[str] = []
        self._is_sorted = True
        self._versions: dict[str, dict[int, int]] = {}
        """For each code, its versions that were not withdrawn, and their lines."""
        self._shown = bytearray(1)
        """For each line, 1 if it is the one that is shown for its code, else 0."""

    def add(self, number: int, action: str, code: str, version: int, text: str) -> None:
        """Read the next line of the log."""
        self.known = number
        self._shown.extend(bytes(number + 1 - len(self._shown)))
        versions = self._versions.setdefault(code, {})
        if versions:
            self._shown[versions[max(versions)]] = 0
        if action == PUBLISH:
            versions[version] = number
            self._keep_words(number, code, text)
        else:
            versions.pop(version, None)
        if versions:
            self._shown[versions[max(versions)]] = 1

    def find(self, words: Collection[str], most: int = MAX_FOUND) -> list[int]:
        """The numbers of lines with words that begin with each of these, the newest first.

        Without any words nothing is found.
        """
        if not words:
            return []
        if not self._is_sorted:
            self._words.sort()
            self._is_sorted = True
        found = np.frombuffer(bytes(self._shown), bool).copy()
        for word in words:
            has_word = np.zeros(len(found), bool)
            has_word[self._lines_with(word)] = True
            found &= has_word
        return [int(number) for number in np.flatnonzero(found)[: -most - 1 : -1]]

    def _lines_with(self, word: str) -> np.ndarray:
        first = bisect_left(self._words, word)
        end = bisect_left(self._words, word + _AFTER_ALL)
        pieces = [self._lines[each] for each in self._words[first:end]]
        return np.frombuffer(b"".join(pieces), np.dtype(_NUMBERS))

    def _keep_words(self, number: int, code: str, text: str) -> None:
        try:
            about = json.loads(text)
            told = f"{about['title']} {about['author']} {code}"
        except (ValueError, TypeError, LookupError):
            told = code  # A damaged database: `verify` names the line.
        for word in set(words_of(told)):
            if word not in self._lines:
                self._lines[word] = array(_NUMBERS)
                self._words.append(word)
                self._is_sorted = False
            self._lines[word].append(number)
