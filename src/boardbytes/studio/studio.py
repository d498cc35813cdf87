"""A studio: what it was started with, and the parts it is made of."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from boardbytes.channel.keys import KeyRing
from boardbytes.studio.desks import Desks
from boardbytes.studio.entrance import Entrance
from boardbytes.studio.limits import Limits
from boardbytes.studio.names import Names
from boardbytes.studio.store import Store


@dataclass(frozen=True)
class Settings:
    """What a studio is started with."""

    store: Path
    keys: Path | None = None
    """Where private keys and the ledger of what they signed are; None: with the user's own."""
    library: str | None = None
    engine: str | None = None
    names: Names = field(default_factory=Names)
    """By which names it may be called, besides those of the loopback."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Lets in whoever has it: it is in the link."""
    limits: Limits = field(default_factory=Limits)
    page: Path | None = None
    """Another folder with the page, for those who change it."""


@dataclass(frozen=True)
class Studio:
    """The parts of a running studio."""

    settings: Settings
    store: Store
    desks: Desks

    @classmethod
    def start(cls, settings: Settings) -> Studio:
        store = Store(settings.store, settings.limits)
        ring = KeyRing(settings.keys)
        store.hand_over_keys(ring.keep)
        return cls(settings, store, Desks(store, ring, settings.limits, settings.engine))

    @property
    def entrance(self) -> Entrance:
        return Entrance(self.settings.token, self.store.secret)

    def close(self) -> None:
        self.desks.close()
        self.store.close()
