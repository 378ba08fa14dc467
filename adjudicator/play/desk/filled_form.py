"""An order form filled in inside a quotation: what differs from the form we sent, for its sender to say yes to."""

from __future__ import annotations

from adjudicator.core.source import SourceLine, without_addresses
from adjudicator.core.values import dataclass
from adjudicator.play.desk.order_form import order_form
from adjudicator.play.desk.roster import Player, Sent
from adjudicator.play.match.match import Match
from adjudicator.post.letter import Body
from adjudicator.post.marks import between_marks

_SHOWN = 20
"""Lines that a question shows; the whole is in the offer."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that came back inside a quotation."""

    text: str
    """The form as it came, without the marks of quoting."""
    added: tuple[str, ...]
    missing: tuple[str, ...]

    def question(self) -> str:
        """What its sender is asked."""
        if not self.added and not self.missing:
            return "The order form came back quoted and as we sent it. Write your orders into it, or `pass`."
        parts = [("added", self.added), ("missing", self.missing)]
        shown = "; ".join(f"{what}: {' | '.join(lines[:_SHOWN])}" for what, lines in parts if lines)
        return (
            "The order form came back inside quoted text, which is not read. "
            f"It differs from the form we sent: {shown}. Answer `yes` to have it taken so."
        )


def filled_form(match: Match, player: Player, sent: Sent | None, body: Body) -> Filled | None:
    """The form in the quoted lines of a mail, if there is one."""
    quoted = [SourceLine(1, _unquoted(line.text)) for line in body.lines if line.quoted]
    lines = [SourceLine(number, line.text) for number, line in enumerate(quoted, start=1)]
    if not any(line.text.strip().upper() == "BEGIN ORDERS" for line in lines):
        return None
    if sum(line.text.strip().upper() == "BEGIN ORDERS" for line in lines) > 1:
        return None
    came = [without_addresses(line.text.rstrip()) for line in between_marks(lines, "The form").lines]
    form = sent.form if sent is not None and sent.form else order_form(match, player.side, seat=player.seat)
    ours = [line.rstrip() for line in form.split("\n")]
    return Filled("\n".join(came), _beyond(came, ours), _beyond(ours, came))


def _beyond(lines: list[str], others: list[str]) -> tuple[str, ...]:
    """What some lines say and others do not; remarks and blanks say nothing."""
    known = {_plain(line) for line in others}
    said = [_plain(line) for line in lines]
    return tuple(
        line for line in said if line and line not in known and line.upper() not in ("BEGIN ORDERS", "END ORDERS")
    )


def _plain(line: str) -> str:
    return " ".join(line.partition("#")[0].split())


def _unquoted(line: str) -> str:
    """A quoted line without the marks of quoting."""
    words = line.lstrip()
    while words.startswith(">"):
        words = words[1:].removeprefix(" ")
    return words
