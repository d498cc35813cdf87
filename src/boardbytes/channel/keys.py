"""Private keys in a folder of their own, beside the ledger of what each has signed.

Nothing is ever deleted here. A key is an encrypted keystore of the usual kind if a password was
given, and otherwise its digits; either way nobody else may read the file.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardbytes.channel.ledger import Ledger
from boardbytes.channel.signing import address_of
from boardbytes.errors import SignatureError
from boardbytes.files import make_private, read_limited, write_whole
from boardbytes.formats.transcript.ethereum import account
from boardbytes.json_reading import read_json

FOLDER_VARIABLE = "BOARDBYTES_KEYS"
"""The environment variable that names a folder for keys other than the user's own."""

PASSWORD_VARIABLE = "BOARDBYTES_PASSWORD"

_MAX_KEYSTORE = 64 * 1024


def keys_folder() -> Path:
    """Where keys are kept: the folder of BOARDBYTES_KEYS, or else one among the user's data."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("boardbytes", appauthor=False) / "keys"


class KeyRing:
    """The keys that are kept in a folder, and what they have signed."""

    def __init__(
        self,
        folder: Path | None = None,
        password: str | None = None,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        """The keys of a folder; `ask` asks a person for the password of an address's key."""
        self._folder = folder or keys_folder()
        self._ask = ask
        self._password = os.environ.get(PASSWORD_VARIABLE) if password is None else password
        self._opened: dict[str, bytes] = {}
        self.ledger = Ledger(self._folder / "signed")

    def make(self) -> str:
        """Make a key, keep it and return its address."""
        return self.keep(secrets.token_bytes(32))

    def keep(self, key: bytes) -> str:
        """Keep a key on disk, encrypted if there is a password, and return its address."""
        address = address_of(key)
        if not self.holds(address):
            make_private(self._folder)
            path, text = self._plain(address), f"{key.hex()}\n"
            if self._password:
                path = self._encrypted(address)
                text = format_keyfile(key, self._password)
            write_whole(path, text.encode("ascii"), mode=0o600)
        self._opened[address] = key
        return address

    def holds(self, address: str) -> bool:
        """Whether the key of an address is kept here."""
        return self._plain(address).exists() or self._encrypted(address).exists()

    def addresses(self) -> list[str]:
        """The addresses of all keys that are kept here."""
        files = self._folder.glob("0x*") if self._folder.is_dir() else ()
        return sorted({path.stem for path in files if path.suffix in (".json", ".key")})

    def is_encrypted(self, address: str) -> bool:
        """Whether the key of an address is kept as a keyfile with a password."""
        return self._encrypted(address).exists()

    def keyfile(self, address: str, password: Callable[[], str]) -> str:
        """The key of an address as an encrypted keyfile, under its password or a new one.

        Raises SignatureError if it is not here.
        """
        if self.is_encrypted(address):
            return self._encrypted(address).read_text("ascii")
        return format_keyfile(self.key(address), password())

    def key(self, address: str) -> bytes:
        """The key of an address; SignatureError if it is not here or cannot be opened."""
        if address not in self._opened:
            self._opened[address] = self._open(address)
        return self._opened[address]

    def _open(self, address: str) -> bytes:
        if self._encrypted(address).exists():
            password = self._password or (self._ask(address) if self._ask else None)
            if not password:
                raise SignatureError(f"the key of {address} is encrypted: set {PASSWORD_VARIABLE}")
            key = open_keystore(self._encrypted(address), password)
        elif self._plain(address).exists():
            key = parse_key(read_limited(self._plain(address), 100).decode("latin-1"), address)
        else:
            raise SignatureError(f"the key of {address} is not kept here")
        if address_of(key) != address:
            raise SignatureError(f"the file of {address} holds another key")
        return key

    def _plain(self, address: str) -> Path:
        return self._folder / f"{address}.key"

    def _encrypted(self, address: str) -> Path:
        return self._folder / f"{address}.json"


def parse_key(text: str, where: str) -> bytes:
    """The private key of 64 digits; the error names only where they came from."""
    try:
        key = bytes.fromhex(text.strip().removeprefix("0x"))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise SignatureError(f"{where} must hold a private key: 64 hexadecimal digits")
    return key


def format_keyfile(key: bytes, password: str) -> str:
    """A key as the encrypted keyfile that Ethereum's programs read (Web3 Secret Storage 3)."""
    return json.dumps(account().encrypt(key, password)) + "\n"


def open_keystore(path: str | os.PathLike[str], password: str) -> bytes:
    """The private key of an encrypted keystore file; neither it nor the password is ever shown."""
    try:
        keystore: Any = read_json(read_limited(path, _MAX_KEYSTORE), _MAX_KEYSTORE)[0]
        if (asked := _too_much(keystore)) is not None:
            raise SignatureError(f"{path}: it asks for {asked}, more work than keyfiles need")
        return bytes(account().decrypt(keystore, password))
    except (OSError, SignatureError):
        raise
    except Exception:
        raise SignatureError(f"{path}: not a keystore, or the wrong password") from None


_MOST_WORK = {"n": 1 << 19, "r": 8, "p": 8, "c": 4_000_000, "dklen": 64}
"""How hard a password may be made to try: twice as hard, at least, as any program's default."""


def _too_much(keystore: Any) -> str | None:
    """What a keyfile asks for that would take minutes or gigabytes; None if nothing does."""
    if not isinstance(keystore, dict):
        return None
    for name, value in keystore.items():
        if isinstance(value, int) and value > _MOST_WORK.get(name.lower(), value):
            return f"{name} = {value}"
        if (asked := _too_much(value)) is not None:
            return asked
    return None
