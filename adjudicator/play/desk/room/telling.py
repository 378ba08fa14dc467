"""What goes out after a step: to each seat its report, map, form and log; to spectators what all may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.core.types import PUBLIC, UMPIRE, Ending, Side
from adjudicator.pictures.fonts import PictureError
from adjudicator.play.desk.latest import mark_of
from adjudicator.play.desk.order_form import form_of
from adjudicator.play.desk.room.answers import fill
from adjudicator.play.desk.room.desk import Desk, Person
from adjudicator.play.desk.room.effects import Mail, tagged
from adjudicator.play.desk.room.mail_page import mail_page
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import picture_of, told
from adjudicator.play.side.showing import export_lines
from adjudicator.play.side.side_views import Whole
from adjudicator.play.side.situation import Situation, situation
from adjudicator.post.composing import MAP_ID, Enclosure
from adjudicator.report.context import ReportContext, render

MAP_WIDTH = 1000
"""Pixels of the map in a mail."""


@dataclass
class Telling:
    """The reports of one step; what several readers share is made once."""

    desk: Desk
    match: Match
    due: int | None
    _made: dict[Side, tuple[Situation, ReportContext, str, tuple[Enclosure, ...]]] = field(default_factory=dict)

    def key(self, side: str, seat: str, address: str) -> str:
        """What names a report: whose it is, and the line of the log that it tells."""
        mark = mark_of(self.match.history, self.match.lines)
        assert mark is not None
        return f"report/{self.match.setup.name}/{side}/{seat}/{address}/{mark.hash[:32]}"

    def to(self, person: Person, key: str = "") -> Mail:
        """A player's report."""
        player = person.player
        now, made, page, files = self._of(player.side)
        seats = self.match.setup.seats_of(player.side)
        form = made.order_form if len(seats) == 1 else form_of(now, made.after, player.seat)
        text = _head(self, now, person) + render(made, "txt")
        if len(seats) > 1 and form:
            text = text.replace(made.order_form, form) if made.order_form else f"{text}\n{form}"
        log = "".join(line.written() + "\n" for line in export_lines(self.match.lines, self.match.history, player.side))
        name = f"{_safe(self.match.setup.name)}-{_safe(player.side)}-export.jsonl"
        return Mail(
            key or self.key(player.side, player.seat, player.address),
            player.address,
            tagged(player, _title(now, made), now.turn),
            text,
            kind="report",
            player=player,
            html=page,
            enclosures=(*files, Enclosure(name, "application/json", log.encode())),
            turn=now.turn,
            phase=_phase(now, player.side),
            form=form,
        )

    def to_spectator(self, address: str) -> Mail:
        """The public report."""
        now, made, page, files = self._of(PUBLIC)
        return Mail(
            self.key(PUBLIC, "", address),
            address,
            f"[{self.match.setup.name} T{now.turn}] {_title(now, made)}",
            render(made, "txt"),
            kind="report",
            match=self.match.setup.name,
            html=page,
            enclosures=files,
        )

    def to_umpire(self) -> Mail:
        """The umpire's report."""
        now, made, page, files = self._of(UMPIRE)
        person = self.desk.umpire_of(self.match.setup.name)
        text = _head(self, now, person) + render(made, "txt")
        return Mail(
            self.key(UMPIRE, "", person.player.address),
            person.player.address,
            tagged(person.player, _title(now, made), now.turn),
            text,
            kind="report",
            player=person.player,
            html=page,
            enclosures=files,
            turn=now.turn,
            phase=_phase(now, UMPIRE),
        )

    def _of(self, side: Side) -> tuple[Situation, ReportContext, str, tuple[Enclosure, ...]]:
        if side not in self._made:
            now = situation(Whole(self.match.lines, self.match.history, self.match.folder), side)
            made = told(now)
            files = tuple(_map(made))
            page = mail_page(render(made, "html"), f"cid:{MAP_ID}" if files else "")
            self._made[side] = (now, made, page, files)
        return self._made[side]


def _map(made: ReportContext) -> Iterator[Enclosure]:
    if made.map is None:
        return
    try:
        yield Enclosure("map.png", "image/png", picture_of(made, "png", MAP_WIDTH), shown=True)
    except PictureError:
        return


def _head(telling: Telling, now: Situation, person: Person) -> str:
    """What stands above a report: what is awaited of whom, until when."""
    if isinstance(now.following, Ending):
        return ""
    lines = []
    if person.player.side in now.awaiting and telling.due is not None:
        what = "Your answer is" if now.is_asked else "Your text is"
        lines = fill(
            f"{what} awaited by {person.moment(telling.due)}. Answer this mail: write your orders into the form."
        )
    elif telling.due is not None:
        others = " and ".join(f"the {side}" for side in now.awaiting)
        lines = fill(f"We wait for {others} until {person.moment(telling.due)}.")
    return "\n".join([*lines, "", ""]) if lines else ""


def _title(now: Situation, made: ReportContext) -> str:
    if isinstance(now.following, Ending):
        return f"{made.scenario}: the end"
    if now.is_asked:
        return f"{made.scenario}: a decision is yours" if now.side != UMPIRE else f"{made.scenario}: decisions"
    clock = f", {made.clock}" if made.clock else ""
    return f"{made.scenario}, turn {made.turn}{clock}"


def _phase(now: Situation, side: str) -> str:
    wait = now.following
    return getattr(wait, "phase", "") if side in now.awaiting else ""


def _safe(words: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in words)


def report_to(desk: Desk, match: str, person: Person, key: str) -> Mail:
    """The last report once more, under a key of its own."""
    from adjudicator.play.desk.room.due import deadline_of

    opened = desk.matches[match]
    return Telling(desk, opened, deadline_of(desk, opened, desk.now())).to(person, key)
