"""A desk for tests, with players who write to it and read what it sends; the clock is theirs to move."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.working import Done, once
from adjudicator.play.match.match import Match, create
from adjudicator.post.composing import answered_subject

DESK = "umpire@example.org"
UMPIRE = "chief@example.org"
FRENCH = "french@example.org"
COALITION = "coalition@example.org"
SPECTATOR = "spectator@example.org"
START = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)
"""A Wednesday."""

HEAD = """\
name = "The desk"
address = "umpire@example.org"
umpire = "chief@example.org"
{top}

[mail_in]
{mail_in}

[mail_out]
{mail_out}

[deadlines]
days = 3
at = 20:00:00
grace = "2 hours"
reminders = ["24 hours"]
settle = "0 minutes"
{deadlines}
"""
MATCH = """
[[match]]
folder = "{name}"
name = "{name}"
{extra}
  [[match.player]]
  address = "{french}"
  side = "French"
{french_extra}
  [[match.player]]
  address = "{coalition}"
  side = "Coalition"
{coalition_extra}
"""
MAILDIRS = {"mail_in": 'kind = "maildir"\npath = "mail/in"', "mail_out": 'kind = "maildir"\npath = "mail/out"'}


def match_block(name: str, **given: str) -> str:
    """The block of a match in desk.toml."""
    words = {"extra": "", "french_extra": "", "coalition_extra": "", "french": FRENCH, "coalition": COALITION}
    return MATCH.format(name=name, **(words | given))


def desk_folder(
    folder: Path,
    *blocks: str,
    matches: Mapping[str, str] | None = None,
    carriers: Mapping[str, str] = MAILDIRS,
    top: str = "",
    deadlines: str = "",
) -> Path:
    """A desk folder with matches of Bautzen, by name and seed."""
    folder.mkdir(parents=True, exist_ok=True)
    words = {"top": top, "deadlines": deadlines, **carriers}
    made = matches if matches is not None else {"our-match": "our-match"}
    for name, seed in made.items():
        create("bautzen", folder / name, name=name, seed=seed)
    written = blocks or tuple(match_block(name) for name in made)
    (folder / "desk.toml").write_text(HEAD.format(**words) + "".join(written), "utf-8")
    return folder


class Office:
    """The desk in a folder, and everybody who writes to it; mail goes through Maildirs unless told otherwise."""

    def __init__(self, folder: Path, start: datetime = START) -> None:
        self.folder = folder
        self.at = start
        self.count = 0
        self.desk = Desk(folder, lambda: self.at)

    def close(self) -> None:
        self.desk.close()

    def later(self, **length: float) -> None:
        """The clock goes on."""
        self.at += timedelta(**length)

    def round(self) -> Done:
        """`desk once`."""
        return once(self.desk)

    def match(self, name: str = "our-match") -> Match:
        return Match(self.folder / name)

    # --- players ---------------------------------------------------------------------------------------------------

    def written(
        self,
        sender: str,
        text: str,
        subject: str = "",
        answers: EmailMessage | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """A mail as a player's program writes it."""
        self.count += 1
        mail = EmailMessage()
        name = sender.partition("@")[0].capitalize()
        mail["From"] = f"{name} <{sender}>"
        mail["To"] = DESK
        mail["Subject"] = subject or (answered_subject(str(answers["Subject"])) if answers is not None else "Orders")
        mail["Date"] = self.at
        mail["Message-ID"] = f"<m{self.count}.{name.lower()}@mail.example.org>"
        if answers is not None:
            mail["In-Reply-To"] = answers["Message-ID"]
            mail["References"] = " ".join(filter(None, (answers["References"], answers["Message-ID"])))
        for header, value in (headers or {}).items():
            mail[header] = value
        mail.set_content(text)
        return mail.as_bytes()

    def post(self, data: bytes) -> None:
        """Put a mail into the desk's box."""
        box = self.folder / "mail" / "in" / "new"
        box.mkdir(parents=True, exist_ok=True)
        self.count += 1
        (box / f"{self.count}.test").write_bytes(data)

    def write(
        self,
        sender: str,
        text: str,
        subject: str = "",
        answers: EmailMessage | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.post(self.written(sender, text, subject, answers, headers))

    def mails(self) -> list[EmailMessage]:
        """All that went out, oldest first."""
        box = self.folder / "mail" / "out" / "new"
        files = sorted(box.iterdir(), key=lambda file: (file.stat().st_mtime_ns, file.name)) if box.is_dir() else []
        return [parsed(file.read_bytes()) for file in files]

    def to(self, address: str) -> list[EmailMessage]:
        """All that somebody got."""
        return [mail for mail in self.mails() if mail["To"] == address]

    def last(self, address: str) -> EmailMessage:
        """The last mail that somebody got."""
        return self.to(address)[-1]


def parsed(data: bytes) -> EmailMessage:
    mail = message_from_bytes(data, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    """The text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def page_of(mail: EmailMessage) -> str:
    """The HTML of a mail; empty if it has none."""
    body = mail.get_body(("html",))
    return str(body.get_content()) if body is not None else ""


def words_of(mail: EmailMessage) -> str:
    """The text with its line breaks undone."""
    return " ".join(text_of(mail).split())
