"""The ledger opened: short transactions, claims that a dead worker does not keep, one row for each thing.

A worker holds a lock on a file of its own as long as it lives. What is claimed by a worker whose file nobody holds is
free again, so that a kill at any moment leaves nothing claimed.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, Engine, Table, create_engine, event, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from adjudicator.core.errors import MatchError
from adjudicator.post.ledger.tables import CAME, META, STANDS, WENT

_CLAIMED = (CAME, WENT, STANDS)


class Ledger:
    """The ledger of a desk, and one worker at it. Use it as a context; `close` lets go of all claims."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self._workers = folder / "workers"
        self.worker = uuid.uuid4().hex
        self.engine = _engine(url)
        self._reading = self.engine.execution_options(only_reads=True)
        try:
            META.create_all(self.engine)
        except DBAPIError as trouble:
            if not _already_there(trouble):
                raise _unusable(trouble) from trouble
        self._lock = self._taken()
        self.free_dead()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: all of it or nothing."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as trouble:
            raise _unusable(trouble) from trouble

    @contextlib.contextmanager
    def read(self) -> Iterator[Connection]:
        """A look at the ledger."""
        try:
            with self._reading.connect() as connection:
                yield connection
        except DBAPIError as trouble:
            raise _unusable(trouble) from trouble

    def put(self, connection: Connection, table: Table, row: dict[str, object]) -> bool:
        """Write a row unless it is there already; whether it was new."""
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        key = next(iter(table.primary_key))
        statement = make(table).values(**row).on_conflict_do_nothing().returning(key)
        return connection.execute(statement).first() is not None

    def replace(self, connection: Connection, table: Table, row: dict[str, object]) -> None:
        """Write a row in the place of the one with its key."""
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        keys = [column.name for column in table.primary_key]
        changed = {name: value for name, value in row.items() if name not in keys}
        statement = make(table).values(**row)
        connection.execute(
            statement.on_conflict_do_update(index_elements=keys, set_=changed)
            if changed
            else statement.on_conflict_do_nothing()
        )

    # --- workers -----------------------------------------------------------------------------------------------------

    def _taken(self) -> int:
        self._workers.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(self._workers / self.worker, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
        return handle

    def free_dead(self) -> None:
        """Let go of what dead workers had claimed."""
        with self.read() as connection:
            names = {
                name
                for table in _CLAIMED
                for name in connection.execute(select(table.c.worker).where(table.c.worker != "").distinct()).scalars()
            }
        left = {file.name for file in self._workers.iterdir()}
        dead = [name for name in sorted((names | left) - {self.worker}) if not self._lives(name)]
        if not dead:
            return
        with self.write() as connection:
            for table in _CLAIMED:
                connection.execute(update(table).where(table.c.worker.in_(dead)).values(worker=""))
        for name in dead:
            (self._workers / name).unlink(missing_ok=True)

    def _lives(self, worker: str) -> bool:
        try:
            handle = os.open(self._workers / worker, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        else:
            return False
        finally:
            os.close(handle)

    def close(self) -> None:
        """Let go of everything."""
        with contextlib.suppress(MatchError), self.write() as connection:
            for table in _CLAIMED:
                connection.execute(update(table).where(table.c.worker == self.worker).values(worker=""))
        (self._workers / self.worker).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            os.close(self._lock)
        self.engine.dispose()


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(url, poolclass=NullPool) if url.startswith("sqlite") else create_engine(url)
    except (ArgumentError, NoSuchModuleError, ImportError) as trouble:
        raise MatchError(
            f"The ledger's address in desk.toml cannot be used: {trouble}.",
            "Leave `ledger` out for a file beside desk.toml, or write postgresql+psycopg://USER@HOST/NAME.",
        ) from trouble
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    return engine


def _prepare_sqlite(engine: Engine) -> None:
    """Several workers: write-ahead log, patience, and transactions that begin as writers."""

    @event.listens_for(engine, "connect")
    def _connected(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA busy_timeout=30000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reads = connection.get_execution_options().get("only_reads", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _already_there(trouble: DBAPIError) -> bool:
    """Whether another worker made the tables in the same moment."""
    return "already exists" in str(trouble.orig) or "duplicate key" in str(trouble.orig)


def _unusable(trouble: DBAPIError) -> MatchError:
    why = " ".join(str(trouble.orig).split())[:300]
    return MatchError(f"The ledger cannot be used: {why}.", "Look at `ledger` in desk.toml, and whether it runs.")
