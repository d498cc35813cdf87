"""What a registry asks its database, built once: only values are filled in while somebody waits."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from boardbytes.library.registry.line import PUBLISH, WITHDRAW
from boardbytes.library.registry.schema import FACTS, FILES, LOG

_of_code = LOG.c.code == bindparam("code")
_published = _of_code & (LOG.c.action == PUBLISH)
_gone = LOG.alias("gone")
_same_version = (_gone.c.code == LOG.c.code) & (_gone.c.version == LOG.c.version)
_is_shown = ~select(_gone.c.number).where(_same_version, _gone.c.action == WITHDRAW).exists()

_boards = select(FILES.c.data, FILES.c.sha256, LOG.c.version).join(
    LOG, LOG.c.sha256 == FILES.c.sha256
)
LAST_BOARD = _boards.where(_published, _is_shown).order_by(LOG.c.version.desc()).limit(1)
"""The last version of a code that was not withdrawn."""

NAMED_BOARD = _boards.where(_published, LOG.c.version == bindparam("version"))
FILE = select(FILES.c.data).where(FILES.c.sha256 == bindparam("sha256"))
_next = LOG.c.number > bindparam("after")
PART_OF_LOG = select(LOG.c.line).where(_next).order_by(LOG.c.number).limit(bindparam("count"))
NEWS = (
    select(LOG.c.number, LOG.c.action, LOG.c.code, LOG.c.version, LOG.c.line)
    .where(_next)
    .order_by(LOG.c.number)
    .limit(bindparam("count"))
)
"""The next lines, as an index reads them."""

_some = LOG.c.number.in_(bindparam("numbers", expanding=True))
SOME_LINES = select(LOG.c.line).where(_some).order_by(LOG.c.number.desc())
"""Lines by their numbers, the newest first."""

END = select(LOG.c.number, LOG.c.hash, LOG.c.time).order_by(LOG.c.number.desc()).limit(1)
LINES_OF_CODE = select(LOG.c.action, LOG.c.version, LOG.c.key, LOG.c.sha256, LOG.c.line).where(
    _of_code
)
OWN_KEY = select(FACTS.c.value).where(FACTS.c.name == "key")

KEEP_LINE, KEEP_FACT = LOG.insert(), FACTS.insert()
KEEP_FILE: dict[str, Any] = {
    dialect.__name__.rpartition(".")[2]: dialect.insert(FILES).on_conflict_do_nothing()
    for dialect in (sqlite, postgresql)
}
"""By the name of the database: files with the same bytes are kept once."""
