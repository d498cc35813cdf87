"""One thread that writes for all who publish: what waits is written together, in one transaction.

A transaction waits for the disk; fifty who publish at once need not wait fifty times.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future

from boardbytes.errors import BoardbytesError, LibraryError
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import Receipt, Submission

_AT_ONCE = 200
_Waiting = tuple[Submission, "Future[Receipt]"]


class Writer:
    """Writes submissions in the order in which they come."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._waiting: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="registry writer").start()

    def submit(self, wanted: Submission) -> Future[Receipt]:
        """A promise of the receipt; it fails with RegistryError if the registry refuses."""
        promise: Future[Receipt] = Future()
        self._waiting.put((wanted, promise))
        return promise

    def _run(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < _AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            self._write(batch)

    def _write(self, batch: list[_Waiting]) -> None:
        try:
            answers = self._registry.append([wanted for wanted, _ in batch])
        except Exception as error:
            # Nothing of the batch was stored. Whoever waits must hear of it, whatever it was.
            known = isinstance(error, BoardbytesError)
            failure = error if known else LibraryError("the registry cannot write now")
            for _, promise in batch:
                promise.set_exception(failure)
            return
        for (_, promise), answer in zip(batch, answers, strict=True):
            if isinstance(answer, Receipt):
                promise.set_result(answer)
            else:
                promise.set_exception(answer)
