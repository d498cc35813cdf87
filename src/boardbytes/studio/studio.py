"""A studio: what it was started with, and the parts it is made of."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from boardbytes.channel.keys import KeyRing
from boardbytes.players import Given
from boardbytes.studio.desks import Desks
from boardbytes.studio.entrance import Entrance
from boardbytes.studio.limits import Limits
from boardbytes.studio.names import Names
from boardbytes.studio.relays import Relays
from boardbytes.studio.store import Store


@dataclass(frozen=True)
class Settings:
    """What a studio is started with."""

    store: Path
    keys: Path | None = None
    """Where private keys and the ledger of what they signed are; None for the user's own."""
    library: str | None = None
    registry: str | None = None
    """The address of the registry of boards that the page asks."""
    players: Given = field(default_factory=dict)
    """Settings of players that the page may not change, such as an engine's command."""
    names: Names = field(default_factory=Names)
    """The names it may be called by, besides those of the loopback."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Lets in anyone who has it: it is in the link."""
    limits: Limits = field(default_factory=Limits)
    page: Path | None = None
    """Another folder with the page, for those who change it."""
    prepares: bool = False
    """Whether kernels are compiled at once, in the background, not when somebody waits for them."""


@dataclass(frozen=True)
class Studio:
    """The parts of a running studio."""

    settings: Settings
    store: Store
    desks: Desks
    ring: KeyRing
    relays: Relays

    @classmethod
    def start(cls, settings: Settings) -> Studio:
        store = Store(settings.store, settings.limits)
        ring = KeyRing(settings.keys)
        store.hand_over_keys(ring.keep)
        desks = Desks(store, ring, settings.limits, settings.players)
        if settings.prepares:
            desks.study.prepare()
        return cls(settings, store, desks, ring, Relays(desks, store))

    @property
    def entrance(self) -> Entrance:
        return Entrance(self.settings.token, self.store.secret)

    def close(self) -> None:
        self.relays.close()
        self.desks.close()
        self.store.close()
