"""A desk with two matches, for mails to be judged at."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.types import Side
from adjudicator.play.desk.reading_mail import OpenDesk
from adjudicator.play.desk.roster import Player, Roster, Sent
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit

MAILS = Path(__file__).parent / "mails"
FRENCH, COALITION = Side("French"), Side("Coalition")
TOKEN = "k7m2p9"
"""Of the seat that the marshal has in the second match."""


def begun(folder: Path, name: str) -> Match:
    """A match of Bautzen of which the first French orders are awaited."""
    match = create("bautzen", folder, name=name, seed=name)
    run(match)
    return match


def open_desk(folder: Path) -> OpenDesk:
    """French, Coalition and a marshal who plays in both matches; one text is on record, one mail was dealt with."""
    small, second = begun(folder / "small", "small"), begun(folder / "second", "second")
    submit(small, "match: small\nturn: 1\nside: Coalition\n\nmove Blücher to 2106\n".encode(), "text")
    players = (
        Player("french@example.org", "small", FRENCH),
        Player("coalition@example.org", "small", COALITION),
        Player("marshal@example.org", "small", FRENCH),
        Player("marshal@example.org", "second", FRENCH, token=TOKEN),
    )
    form = (MAILS / "form.txt").read_text("utf-8")
    sent = {"report-1@desk.example.org": Sent("small", FRENCH, turn=1, form=form)}
    return OpenDesk(
        Roster(players, sent), {"small": small, "second": second}, frozenset({"handled-1@mail.example.org"})
    )
