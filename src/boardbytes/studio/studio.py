"""A studio: what it was started with, and the parts it is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from boardbytes.channel.keys import KeyRing
from boardbytes.studio.desks import Desks
from boardbytes.studio.limits import Limits
from boardbytes.studio.store import Store
from boardbytes.studio.workshop import Workshop

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Settings:
    """What a studio is started with."""

    store: Path
    keys: Path | None = None
    """Where private keys and the ledger of what they signed are; None: with the user's own."""
    library: str | None = None
    engine: str | None = None
    hosts: Iterable[str] = LOOPBACK
    limits: Limits = field(default_factory=Limits)
    page: Path | None = None
    """Another folder with the page, for those who change it."""


@dataclass(frozen=True)
class Studio:
    """The parts of a running studio."""

    settings: Settings
    store: Store
    workshop: Workshop
    desks: Desks

    @classmethod
    def start(cls, settings: Settings) -> Studio:
        store = Store(settings.store, settings.limits)
        workshop = Workshop(settings.limits)
        return cls(
            settings,
            store,
            workshop,
            Desks(store, workshop, KeyRing(settings.keys), settings.limits, settings.engine),
        )

    def close(self) -> None:
        self.workshop.close()
        self.store.close()
