"""Every exception this package raises on purpose.

    BoardbytesError
    ├── FormatError            bytes that are no document; carries every problem found
    ├── JsonError              text that is not JSON, or nested too deeply
    ├── PositionError          values that make no position
    ├── SignatureError         no signature, or one that must not be accepted
    ├── RefereeError           the referee refuses a call, or cannot be run here
    ├── RelayError             a relay of signed games refuses a line, or cannot be used
    ├── NoMoveError            no single move leads from one position to the other
    ├── ColumnError            arrays, or records, that make no columns
    ├── NumberingError         a position without a number, or a number without a position
    ├── SolvingError           a table that is damaged or too large for the machine
    │   └── NoTableError         a position that no table reaches
    ├── PlayerError            a computer player that gives no legal move
    ├── LossError              a conversion would lose something
    ├── LibraryError           the board library has no such board, or cannot be used
    │   └── RegistryError        a registry of boards refuses, or what it says is not true
    ├── StudioError            the studio's data file cannot be used
    ├── ScanError              a scan that cannot begin, go on or be resumed
    ├── ClusterError           no cluster, or one whose workers keep dying
    ├── MissingExtraError      something that is not installed; the text says how to get it
    ├── UnknownNameError       no format, game, player … of that name
    ├── PathError              no node of a game is there
    └── MoveError
        ├── InvalidMoveError     text that is no move at all
        ├── IllegalMoveError     a move, but the rules forbid it here
        └── AmbiguousMoveError   several legal moves fit the text

`FormatError`, `JsonError`, `PositionError`, `SignatureError`, `ColumnError`, `NumberingError` and
the move errors are also `ValueError`s; `UnknownNameError` and `PathError` are also `LookupError`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardbytes.model import Document, Problem


class BoardbytesError(Exception):
    """The base of every error of this package."""


class FormatError(BoardbytesError, ValueError):
    """Bytes that are no document of `format`, or of any format when `format` is None.

    `problems` lists everything that was found, warnings included; the text names the first error.
    `readable` is the document up to the first move that cannot be played, where such moves are all
    that is wrong; else None.
    """

    def __init__(
        self,
        problems: Sequence[Problem],
        format: str | None = None,
        readable: Document | None = None,
    ) -> None:
        self.problems = tuple(problems)
        self.format = format
        self.readable = readable
        errors = [problem for problem in self.problems if problem.is_error]
        text = str(errors[0])
        if format is not None:
            text = f"{format}: {text}"
        if len(errors) > 1:
            text += f", and {len(errors) - 1} more"
        super().__init__(text)


class JsonError(BoardbytesError, ValueError):
    """Text that is not JSON, or must not be read as such; `offset` is the byte where that shows."""

    def __init__(self, message: str, offset: int, found: str | None = None) -> None:
        self.message, self.offset, self.found = message, offset, found
        shown = f" (found {found})" if found is not None else ""
        super().__init__(f"{message} at byte {offset}{shown}")


class PositionError(BoardbytesError, ValueError):
    """Values that make no position, such as two stones on one point."""


class SignatureError(BoardbytesError, ValueError):
    """A signature that recovers to no key or must not be accepted; or something that is no key."""


class RefereeError(BoardbytesError):
    """The referee refuses a call, or what runs it is not installed."""


class RelayError(BoardbytesError):
    """A relay refuses a line of a signed game, or holds another game; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class NoMoveError(BoardbytesError):
    """No single move leads from one position to the other; `differences` says what differs.

    `reason` says why: there may be no legal move, or nobody plays such boards.
    """

    def __init__(
        self, differences: Sequence[str], reason: str = "no legal move leads there"
    ) -> None:
        self.differences, self.reason = tuple(differences), reason
        super().__init__(f"{reason}: " + "; ".join(self.differences))


class ColumnError(BoardbytesError, ValueError):
    """Arrays or records that make no columns: the wrong length, shape or type, or no such game.

    What is wrong with a single row is never raised: it stands in the column `error`.
    """


class NumberingError(BoardbytesError, ValueError):
    """A position that has no number, or a number that stands for no position.

    `problems` lists every reason; the text names all of them.
    """

    def __init__(self, what: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"{what}: " + "; ".join(map(str, self.problems)))


class SolvingError(BoardbytesError):
    """A table of values that is missing or damaged, or one too large for this machine."""


class NoTableError(SolvingError):
    """A position that no table reaches; the text says how to make one."""


class PlayerError(BoardbytesError):
    """A computer player that crashed, was too slow, or answered with no legal move."""


class LossError(BoardbytesError):
    """Writing in `format` would lose what `losses` lists."""

    def __init__(self, format: str, losses: Sequence[str]) -> None:
        self.format = format
        self.losses = tuple(losses)
        super().__init__(f"{format} cannot hold " + " or ".join(self.losses))


class LibraryError(BoardbytesError):
    """The board library has no such board, refuses one, or its database cannot be used."""


class RegistryError(LibraryError):
    """A registry refuses something, or it or a mirror says something untrue; `code` says what."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class StudioError(BoardbytesError):
    """The file in which the studio keeps its desks cannot be read or written."""


class ScanError(BoardbytesError):
    """A scan that cannot begin, go on or be resumed; never one file that cannot be read."""


class ClusterError(BoardbytesError):
    """A cluster that cannot be reached, or whose workers keep dying on the same work."""


class MissingExtraError(BoardbytesError):
    """Something needs a library that is not installed; `extra` is the extra that brings it."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} need {library}: run python -m pip install 'boardbytes[{extra}]'")


class UnknownNameError(BoardbytesError, LookupError):
    """No `kind` (format, game, player …) is called `name`; `near` holds similar names."""

    def __init__(self, kind: str, name: str, known: Sequence[str], near: Sequence[str]) -> None:
        self.kind, self.name, self.known, self.near = kind, name, tuple(known), tuple(near)
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"there {'are' if len(known) > 1 else 'is'} {', '.join(known) or 'none'}"
        )
        super().__init__(f"no {kind} is called {name!r}; {hint}")


class PathError(BoardbytesError, LookupError):
    """A game has no node at `path`."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(message)


class MoveError(BoardbytesError, ValueError):
    """A move that cannot be played; `move` is what was asked for, as text.

    In the replay of a whole game `ply` is its place among the moves, from 1.
    """

    def __init__(self, move: str, message: str) -> None:
        self.move = move
        self.ply: int | None = None
        super().__init__(message)


class InvalidMoveError(MoveError):
    """Text that is no move in any position."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position; the text says why."""


class AmbiguousMoveError(MoveError):
    """Text that fits several legal moves; `candidates` lists them."""

    def __init__(self, move: str, message: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(move, message)
