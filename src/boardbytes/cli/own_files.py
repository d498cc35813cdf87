"""Where the commands keep what is the user's own, unless another place is named."""

from __future__ import annotations

from pathlib import Path

DATABASE_VARIABLE = "BOARDBYTES_LIBRARY"
"""The environment variable that names a library other than the user's own."""

LIBRARY, RELAY, STUDIO = "library.db", "relay.db", "studio.db"


def own_file(name: str) -> Path:
    """The path of a file of that name in the user's data folder, which may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("boardbytes") / name
