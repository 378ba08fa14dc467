"""The tables of the ledger. Times are whole seconds since 1970; a text that a game may need is never here alone."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

META = MetaData()
_KEY = BigInteger().with_variant(Integer, "sqlite")

CAME = Table(
    "came",
    META,
    Column("id", _KEY, primary_key=True, autoincrement=True),
    Column("sha256", String(64), nullable=False, unique=True),
    Column("message_id", String(255), nullable=False, index=True),
    Column("sender", String(320), nullable=False),
    Column("subject", Text, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("too_large", BigInteger, nullable=False, default=0),
    Column("at", BigInteger, nullable=False),
    Column("state", String(8), nullable=False, default="new"),
    Column("worker", String(40), nullable=False, default=""),
    Column("verdict", String(12), nullable=False, default=""),
    Column("why", Text, nullable=False, default=""),
    Column("match", String(80), nullable=False, default=""),
    Column("side", String(80), nullable=False, default=""),
    Column("seat", String(80), nullable=False, default=""),
    Index("came_to_do", "state", "id"),
    Index("came_by_sender", "sender", "at"),
)
"""What came, stored as it came before anything is done with it."""

WENT = Table(
    "went",
    META,
    Column("id", _KEY, primary_key=True, autoincrement=True),
    Column("key", String(200), nullable=False, unique=True),
    Column("message_id", String(255), nullable=False, unique=True),
    Column("recipient", String(320), nullable=False),
    Column("subject", Text, nullable=False),
    Column("raw", LargeBinary),
    Column("kind", String(16), nullable=False),
    Column("match", String(80), nullable=False, default=""),
    Column("side", String(80), nullable=False, default=""),
    Column("seat", String(80), nullable=False, default=""),
    Column("turn", Integer),
    Column("phase", String(80), nullable=False, default=""),
    Column("form", Text, nullable=False, default=""),
    Column("offer", Text, nullable=False, default=""),
    Column("at", BigInteger, nullable=False),
    Column("state", String(8), nullable=False, default="due"),
    Column("worker", String(40), nullable=False, default=""),
    Column("tries", Integer, nullable=False, default=0),
    Column("next_at", BigInteger, nullable=False, default=0),
    Column("sent_at", BigInteger),
    Column("why", Text, nullable=False, default=""),
    Index("went_to_do", "state", "next_at"),
    Index("went_in_thread", "match", "side", "seat", "id"),
    Index("went_to_whom", "recipient", "at"),
)
"""What goes out. `key` says what it is, so that the same thing is never written twice; `raw` is dropped in time."""

STANDS = Table(
    "stands",
    META,
    Column("match", String(80), primary_key=True),
    Column("log_size", BigInteger, nullable=False, default=-1),
    Column("told", String(64), nullable=False, default=""),
    Column("waits", String(120), nullable=False, default=""),
    Column("opened_at", BigInteger, nullable=False, default=0),
    Column("due_at", BigInteger, nullable=False, default=0),
    Column("text_at", BigInteger, nullable=False, default=0),
    Column("put_off_to", BigInteger, nullable=False, default=0),
    Column("next_at", BigInteger, nullable=False, default=0),
    Column("reminded", Integer, nullable=False, default=0),
    Column("fate", String(16), nullable=False, default=""),
    Column("without", String(200), nullable=False, default=""),
    Column("summary", Text, nullable=False, default=""),
    Column("over", Boolean, nullable=False, default=False),
    Column("worker", String(40), nullable=False, default=""),
    Index("stands_to_do", "over", "next_at"),
)
"""Where each match stands as the desk last saw it: derived from its log, but for the deadline."""

AWAY = Table(
    "away",
    META,
    Column("id", _KEY, primary_key=True, autoincrement=True),
    Column("address", String(320), nullable=False, index=True),
    Column("first", String(10), nullable=False),
    Column("last", String(10), nullable=False),
    UniqueConstraint("address", "first", "last"),
)
"""Absences, by address: somebody who plays in three matches is away from all."""

HOLDS = Table(
    "holds",
    META,
    Column("match", String(80), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("waits", String(120), nullable=False),
)
"""Who wrote `wait`, and at which wait of the match."""

STANDINS = Table(
    "standins",
    META,
    Column("match", String(80), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""Seats that have gone to their replacement player."""

READERS = Table(
    "readers",
    META,
    Column("match", String(80), primary_key=True),
    Column("address", String(320), primary_key=True),
    Column("confirmed", Boolean, nullable=False, default=False),
)
"""Spectators who asked for the public report by mail, besides those that desk.toml names."""
