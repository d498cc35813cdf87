"""The tables of a registry, beside the library's own in the same database."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

LOG = sa.Table(
    "registry_log",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action", sa.String(8), nullable=False),
    sa.Column("code", sa.String(5), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("key", sa.String(42), nullable=False),
    sa.Column("sha256", sa.String(64), comment="of the board; none for a withdrawal"),
    sa.Column("time", sa.String(32), nullable=False),
    sa.Column("line", sa.Text, nullable=False, comment="exactly as it is served"),
    sa.Column("hash", sa.String(64), nullable=False, comment="of the line"),
    sa.UniqueConstraint("code", "version", "action", name="registry_log_once"),
)

FILES = sa.Table(
    "registry_files",
    METADATA,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

FACTS = sa.Table(
    "registry_facts",
    METADATA,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
