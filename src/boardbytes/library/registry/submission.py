"""What somebody wants to have in the log: checked as far as it can be without the log."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.games.tiles.footer import canonical_code
from boardbytes.library.registry.line import (
    PUBLISH,
    WITHDRAW,
    Signed,
    about,
    check_signature,
    read_board,
    statement,
)


@dataclass(frozen=True)
class Submission(Signed):
    """A line that somebody asks for, with the bytes of a board; the signature was checked."""

    data: bytes = b""

    @property
    def sha256(self) -> str | None:
        return self.about.sha256 if self.about else None


def submit_board(data: bytes, key: str, signature: str) -> Submission:
    """A board that someone wants to publish; RegistryError if it is not one they signed."""
    board = read_board(data)
    code, version, told = canonical_code(board.code), board.footer.version, about(board, data)
    check_signature(statement(PUBLISH, code, version, told.sha256), key, signature)
    return Submission(PUBLISH, code, version, told, key, signature, data)


def submit_withdrawal(code: str, version: int, key: str, signature: str) -> Submission:
    """A version that someone wants to withdraw; RegistryError if they did not sign that."""
    code = canonical_code(code)
    check_signature(statement(WITHDRAW, code, version), key, signature)
    return Submission(WITHDRAW, code, version, None, key, signature)


@dataclass(frozen=True)
class Receipt:
    """The line that a submission has in the log, and whether it was there before."""

    text: str
    is_new: bool
