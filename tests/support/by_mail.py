"""A match of Bautzen of five turns, played by mail: two players, an umpire, a spectator, and what goes wrong by mail.

`python -m tests.support.by_mail` writes examples/by-mail anew: every mail in the order in which it came or went.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import redirect_stdout
from email.message import EmailMessage
from io import StringIO
from pathlib import Path

from adjudicator.cli.app import run as cli
from adjudicator.play.match.match import create
from tests.support.post_office import (
    COALITION,
    DESK,
    FRENCH,
    HEAD,
    MAILDIRS,
    SPECTATOR,
    UMPIRE,
    Office,
    match_block,
    parsed,
    text_of,
)

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "by-mail"
ORDERS = ROOT / "examples" / "bautzen" / "orders"
NAME = "bautzen-1813"
SPECTATORS = f'  [[match.spectator]]\n  address = "{SPECTATOR}"\n'
DIGEST = re.compile(r"\b[0-9a-f]{12,64}\b")


class Story:
    """The match as it is played; all mails are kept in their order."""

    def __init__(self, folder: Path, office: type[Office] = Office) -> None:
        os.environ["SOURCE_DATE_EPOCH"] = "1782896400"
        folder.mkdir(parents=True, exist_ok=True)
        create("bautzen", folder / NAME, name=NAME, seed="Reichenbach, the day after")
        toml = HEAD.format(top="", deadlines='late = "without"', **MAILDIRS) + match_block(NAME) + SPECTATORS
        (folder / "desk.toml").write_text(toml, "utf-8")
        (folder / "desk.secret").write_text("07" * 32 + "\n", "ascii")
        self.office = office(folder)
        self.mails: list[EmailMessage] = []
        self._seen: set[str] = set()

    def close(self) -> None:
        self.office.close()
        os.environ.pop("SOURCE_DATE_EPOCH", None)

    # --- telling it ------------------------------------------------------------------------------------------------

    def write(self, sender: str, text: str, subject: str = "", headers: dict[str, str] | None = None) -> None:
        """A player writes, as an answer to the last mail that he got, and the desk does its round."""
        answers = None if subject else next(iter(reversed(self.office.to(sender))), None)
        self.post(self.office.written(sender, text, subject, answers, headers))

    def post(self, data: bytes) -> None:
        self.office.post(data)
        self.mails.append(parsed(data))
        self.round()

    def orders(self, sender: str, file: str) -> None:
        """Orders as they stand in examples/bautzen."""
        (found,) = ORDERS.glob(f"{file}*.txt")
        self.write(sender, found.read_text("utf-8"))

    def round(self) -> None:
        os.environ["SOURCE_DATE_EPOCH"] = str(int(self.office.at.timestamp()))
        self.office.round()
        new = [mail for mail in self.office.mails() if str(mail["Message-ID"]) not in self._seen]
        self._seen |= {str(mail["Message-ID"]) for mail in new}
        self.mails += new
        self.office.later(hours=1)

    def answers(self) -> None:
        """Whoever is asked takes the first answer that the report names."""
        while opened := self.office.match(NAME).history.open:
            side = opened[0].decision.side
            mine = [asked for asked in opened if asked.decision.side == side]
            lines = self.office.match(NAME).lines
            words = [str(lines[asked.seq - 1].body["words"][0]) for asked in mine]
            self.write(FRENCH if side == "French" else COALITION, "\n".join(words) + "\n")

    @property
    def turn(self) -> int:
        return self.office.match(NAME).history.turn()


def played(folder: Path, office: type[Office] = Office) -> Story:
    """The whole match."""
    story = Story(folder, office)
    story.round()
    story.orders(COALITION, "01-")
    story.write(FRENCH, "Before I forget:\n\nturn: 1\nmove Morand to Nieder-Gurig\nmvoe Briche to 1602\n\nwait\n")
    story.write(
        COALITION, "I am on holiday until Monday.", "Automatic reply: Bautzen", {"Auto-Submitted": "auto-replied"}
    )
    story.orders(FRENCH, "02-")
    story.write(FRENCH, "go\n")
    story.answers()
    story.orders(COALITION, "03-")
    story.answers()
    story.orders(FRENCH, "04-")
    story.answers()
    story.write(COALITION, "away 3 July to 5 July\n")
    story.write(COALITION, "wait\n\nturn: 2\nmove Karpenkov to 1006\nmove Uvarov to 1105\npass\n")
    story.orders(COALITION, "06-")
    story.write(COALITION, "go\n")
    story.answers()
    story.orders(FRENCH, "07-")
    story.answers()
    story.orders(FRENCH, "08-")
    story.post(_bounce(story))
    story.write(FRENCH, _dispute())
    _ruling(story)
    story.round()
    story.orders(COALITION, "09-")
    story.answers()
    story.orders(FRENCH, "10-")
    story.answers()
    story.orders(COALITION, "11-")
    story.answers()
    story.write(UMPIRE, f"extend {NAME} by 2 days\n")
    story.orders(FRENCH, "12-")
    story.answers()
    story.office.later(days=14)
    story.round()
    story.answers()
    return story


def _dispute() -> str:
    return (
        "To the umpire: a battery of mine\n\nIn turn 3 the Coalition gave way before a bridge was there. We agreed "
        "that Raglovitch\nstands at 0405. Please put that right.\n"
    )


def _ruling(story: Story) -> None:
    match = story.office.match(NAME)
    step = match.history.steps[-1].number
    call = ["ruling", "--match", str(match.folder), "--step", str(step), "--change", "put Raglovitch at 0405"]
    with redirect_stdout(StringIO()):
        assert cli([*call, "--reason", "both sides agree where Raglovitch stands"]) == 0


def _bounce(story: Story) -> bytes:
    """The spectator's mail box is full."""
    ours = story.office.last(SPECTATOR)
    text = (
        "From: MAILER-DAEMON@example.org\nTo: umpire@example.org\nSubject: Undelivered Mail Returned to Sender\n"
        f"Date: {ours['Date']}\nMessage-ID: <bounce-1@mail.example.org>\nReturn-Path: <>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nThe mail box is full.\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\n"
        f"Final-Recipient: rfc822; {SPECTATOR}\nAction: failed\nStatus: 5.2.2\n\n"
        f"--b\nContent-Type: message/rfc822\n\nMessage-ID: {ours['Message-ID']}\n\nx\n--b--\n"
    )
    return text.encode()


# --- the transcript --------------------------------------------------------------------------------------------------


def transcript(story: Story) -> dict[str, str]:
    """Each mail as text, by the name of its file; the desk's Message-IDs are numbered."""
    ids: dict[str, str] = {}
    found = {}
    for number, mail in enumerate(story.mails, 1):
        if mail["From"] and DESK in str(mail["From"]):
            ids[str(mail["Message-ID"])] = f"<desk-{number:03d}@example.org>"
        who = str(mail["To"] if DESK in str(mail["From"]) else mail["From"]).partition("<")[2].rstrip(">")
        who = (who or str(mail["To"] if DESK in str(mail["From"]) else mail["From"])).partition("@")[0].lower()
        way = "to" if DESK in str(mail["From"]) else "from"
        found[f"{number:03d}-{way}-{who}.eml"] = _written(mail, ids)
    return found


def _written(mail: EmailMessage, ids: dict[str, str]) -> str:
    """The header that threads are made of, and the text."""
    lines = []
    for name in ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "Auto-Submitted"):
        value = " ".join(str(mail[name] or "").split())
        if value:
            lines.append(f"{name}: {ids.get(value, value)}")
    body = text_of(mail).rstrip()
    return "\n".join(
        [*lines, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", body, ""]
    )


def without_digests(text: str) -> str:
    """A mail without what changes with every version of the program."""
    return DIGEST.sub("...", text)


def main() -> None:
    """Write the example anew."""
    for file in EXAMPLE.glob("*.eml"):
        file.unlink()
    EXAMPLE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        story = played(Path(folder) / "desk")
        for name, text in transcript(story).items():
            (EXAMPLE / name).write_text(text, "utf-8")
        sys.stdout.write(f"{len(story.mails)} mails, turn {story.turn}\n")
        story.close()


if __name__ == "__main__":
    main()
