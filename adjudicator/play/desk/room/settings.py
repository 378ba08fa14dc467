"""desk.toml: the matches, the players, where mail comes from and goes to, deadlines, and the umpire."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from datetime import date, time, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from adjudicator.core.errors import DataError, UsageError
from adjudicator.post.dates import languages
from adjudicator.post.deadlines import Pace, length, working_days

FILE = "desk.toml"
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")


def _address(words: str) -> str:
    if not _ADDRESS.fullmatch(words.replace("{token}", "x")):
        raise ValueError(f"{words!r} is no mail address")
    return words.lower()


def _zone(words: str) -> str:
    try:
        ZoneInfo(words)
    except (ZoneInfoNotFoundError, ValueError) as trouble:
        raise ValueError(f"{words!r} is no time zone; write one like Europe/Berlin") from trouble
    return words


def _language(words: str) -> str:
    if words not in languages():
        raise ValueError(f"dates can be written in {', '.join(languages())}, not in {words!r}")
    return words


def _length(words: Any) -> Any:
    found = length(words) if isinstance(words, str) else words
    if found is None:
        raise ValueError(f"{words!r} is no length of time; write one like 12 hours")
    return found


def _days(words: Any) -> Any:
    found = working_days(words) if isinstance(words, str) else words
    if found is None:
        raise ValueError(f"{words!r} are no days of the week; write mon-fri, mon-sat or all")
    return found


Address = Annotated[str, AfterValidator(_address)]
Zone = Annotated[str, AfterValidator(_zone)]
Language = Annotated[str, AfterValidator(_language)]
Length = Annotated[timedelta, BeforeValidator(_length)]
Days = Annotated[tuple[int, ...], BeforeValidator(_days)]
Late = Literal["wait", "standing", "without", "replacement"]
_LATE = "what happens without orders: wait, standing, without or replacement"


class Strict(BaseModel):
    """A table of desk.toml: a name that it does not have is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class MailIn(Strict):
    """Where mail comes from."""

    kind: Literal["imap", "maildir", "input"]
    path: str = ""
    host: str = ""
    port: int = 993
    user: str = ""
    password: str = ""
    tls: bool = True
    folder: str = "INBOX"
    done: str = "adjudicator-read"


class MailOut(Strict):
    """Where mail goes to."""

    kind: Literal["smtp", "lmtp", "maildir"]
    path: str = ""
    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    security: Literal["tls", "starttls", "none"] = "starttls"


class Deadlines(Strict):
    """How much time there is; a match or a phase may have its own."""

    days: int = Field(3, ge=0, le=365)
    at: time = time(20, 0)
    working_days: Days = tuple(range(7))
    holidays: tuple[date, ...] = ()
    grace: Length = timedelta(hours=12)
    reminders: tuple[Length, ...] = (timedelta(hours=24),)
    late: Late = "wait"
    early: bool = True
    settle: Length = timedelta(minutes=10)

    def pace(self) -> Pace:
        """As deadlines are counted."""
        return Pace(self.days, self.at, self.working_days, frozenset(self.holidays), self.grace, self.reminders)


class Limits(Strict):
    """What a sender may ask of the desk."""

    bytes: int = Field(2_000_000, ge=10_000, le=8_000_000)
    mails_a_day: int = Field(60, ge=1)
    answers_a_day: int = Field(30, ge=1)
    keep_days: int = Field(60, ge=1)


class Seat(Strict):
    """Somebody who plays."""

    address: Address
    side: str
    seat: str = ""
    zone: Zone = ""
    dates: Language = ""
    replacement: Address | None = None

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        """An empty zone or language is the desk's."""
        return {k: v for k, v in given.items() if v != ""} if isinstance(given, Mapping) else given

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False)


class Spectator(Strict):
    """Somebody who gets the public report."""

    address: Address


class MatchAt(Strict):
    """A match of the desk."""

    folder: str
    name: str
    player: tuple[Seat, ...] = ()
    spectator: tuple[Spectator, ...] = ()
    spectators: Literal["closed", "open"] = "closed"
    deadlines: Mapping[str, Any] = Field(default_factory=dict)
    phases: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)


class Settings(Strict):
    """The whole of desk.toml."""

    name: str = "Umpire"
    address: Address
    reply: Address | None = None
    umpire: Address
    zone: Zone = "UTC"
    dates: Language = "en"
    ledger: str = "sqlite:///ledger.db"
    own_server: str = ""
    tokens: Literal["offered", "required"] = "offered"
    every: Length = timedelta(minutes=2)
    mail_in: MailIn
    mail_out: MailOut
    deadlines: Mapping[str, Any] = Field(default_factory=dict)
    limits: Limits = Limits()
    match: tuple[MatchAt, ...] = ()

    @model_validator(mode="after")
    def _fits(self) -> Settings:
        if self.reply is not None and "{token}" not in self.reply:
            raise ValueError("reply has no {token} in it; write one like umpire+{token}@example.org")
        names = [match.name for match in self.match]
        twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
        if twice:
            raise ValueError(f"the match {twice[0]} is named twice")
        Deadlines.model_validate(self.deadlines)
        for match in self.match:
            for phase in ("", *match.phases):
                self.pace(match, phase)
        return self

    def pace(self, match: MatchAt, phase: str) -> Deadlines:
        """The deadlines of a match in a phase (`answer` where a decision is open): the narrowest word counts."""
        known = {name.casefold(): table for name, table in match.phases.items()}
        return Deadlines.model_validate({**self.deadlines, **match.deadlines, **known.get(phase.casefold(), {})})


def load_settings(folder: Path) -> Settings:
    """The desk.toml in a folder."""
    path = folder / FILE
    if not path.is_file():
        raise UsageError(f"There is no {FILE} in {folder}.", f"`adjudicator desk init {folder}` writes one.")
    try:
        return Settings.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise DataError(
            f"{path} cannot be read: {trouble}.", "Mend it; words stand in quotes, tables in brackets."
        ) from None
    except ValidationError as trouble:
        raise DataError(f"{path} does not fit: {_told(trouble)}.", "Mend it, then give the command again.") from None


def _told(trouble: ValidationError) -> str:
    first = trouble.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    what = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        what = "there is no such word"
    return f"{where}: {what}" if where else what


def secret(words: str, folder: Path) -> str:
    """A password: `env:NAME` from the environment, `file:NAME` from a file that only its owner can read."""
    kind, _, name = words.partition(":")
    if kind == "env":
        found = os.environ.get(name)
        if found is None:
            raise UsageError(
                f"The environment has no {name}, which desk.toml asks for.", f"Set {name}, then try again."
            )
        return found
    if kind == "file":
        return _from_file(folder / name)
    if words:
        raise DataError(
            "A password stands in desk.toml itself.",
            'Write password = "env:NAME" or password = "file:NAME" and put it there.',
        )
    return ""


def _from_file(path: Path) -> str:
    try:
        mode = path.stat().st_mode
        words = path.read_text("utf-8")
    except OSError as trouble:
        raise UsageError(f"The password file {path} cannot be read: {trouble.strerror}.", "Look at its name.") from None
    if stat.S_IMODE(mode) & 0o077:
        raise UsageError(f"Others may read the password file {path}.", f"chmod 600 {path}")
    return words.strip()
