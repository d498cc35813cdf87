"""The ledger of what each key has signed: one word for each turn of each game, and no other.

A player who signs two words for one turn is proven a cheat, even an honest one who did so by
accident. So the ledger is asked before every signature, and has the word on disk before it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from boardbytes.errors import SignatureError
from boardbytes.files import locked, make_private, write_whole
from boardbytes.formats.word.step import CHANNEL, turn_of

_GAME = re.compile(r"[0-9a-f]{64}")
_LINE = re.compile(r"0x([0-9a-f]{64})")


class Ledger:
    """A folder with a file for every game in which a key has signed something: a word per line."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def words(self, address: str, game_id: int) -> dict[int, bytes]:
        """What a key has signed in a game, by turn.

        The turn is the last three bytes of the turn number, which are the same in both layouts.
        Raises SignatureError if the file is damaged: then nobody knows, and nothing may be signed.
        """
        path = self._path(address, game_id)
        try:
            text = path.read_text("ascii")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError):
            raise self._damaged(path) from None
        found: dict[int, bytes] = {}
        for line in text.splitlines():
            match = _LINE.fullmatch(line)
            if match is None:
                raise self._damaged(path)
            word = bytes.fromhex(match[1])
            if found.setdefault(turn_of(word, CHANNEL), word) != word:
                raise self._damaged(path)
        return found

    def games(self, address: str) -> dict[int, int]:
        """The ids of the games in which a key has signed something, and how many words in each."""
        folder = self._folder / address
        files = sorted(folder.iterdir()) if folder.is_dir() else ()
        ids = [int(path.name, 16) for path in files if _GAME.fullmatch(path.name)]
        return {game_id: len(self.words(address, game_id)) for game_id in ids}

    def enter(self, address: str, game_id: int, words: Iterable[bytes]) -> None:
        """Note that a key signs these words, or has signed them; when this returns, it is on disk.

        Raises SignatureError, and notes nothing, if it has signed another word for one of these
        turns, or if the ledger cannot be read or written.
        """
        path = self._path(address, game_id)
        try:
            make_private(path.parent)
            with locked(path.parent):
                known = self.words(address, game_id)
                entered = dict(known)
                for word in words:
                    turn = turn_of(word, CHANNEL)
                    if entered.setdefault(turn, word) != word:
                        raise SignatureError(
                            f"{address} has signed another word for turn {turn} of this game:"
                            f" 0x{entered[turn].hex()}; nothing was signed"
                        )
                if entered != known:
                    lines = (f"0x{word.hex()}\n" for _, word in sorted(entered.items()))
                    write_whole(path, "".join(lines).encode("ascii"), mode=0o600)
        except OSError as error:
            reason = error.strerror or error
            raise SignatureError(f"{path}: {reason}: without a ledger nothing is signed") from None

    def _path(self, address: str, game_id: int) -> Path:
        return self._folder / address / f"{game_id:064x}"

    def _damaged(self, path: Path) -> SignatureError:
        return SignatureError(f"{path}: the ledger is damaged, so nothing is signed in this game")
