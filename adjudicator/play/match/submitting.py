"""Putting a text on record, and the receipt for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header, Heading, Text
from adjudicator.core.problems import Problem
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE
from adjudicator.core.values import dataclass
from adjudicator.play.match.addressing import Purpose, purpose_of
from adjudicator.play.match.history import History, TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import Received, as_read
from adjudicator.play.match.running import finish_correction
from adjudicator.play.match.texts import keep_reading, read_in, usable
from adjudicator.play.side.checking import Checked, looking
from adjudicator.play.side.side_views import Whole
from adjudicator.record.log import Line


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player gets for a text: what it is for, what it replaces, and what proves that it was received."""

    purpose: Purpose
    line: Line
    replaces: TextLine | None
    received: str
    match: str
    look: Callable[[], Checked]
    """What `check` finds in it, worked out when it is wanted: nothing that goes wrong there can lose a text."""
    notes: tuple[str, ...] = ()
    before: int | None = None
    """How many orders or answers the text had that it replaces."""

    @property
    def checked(self) -> Checked:
        """What `check` finds in it."""
        return self.look()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that `check` finds; of a text that comes too late nothing: it changes nothing."""
        return () if self.purpose.when == "late" else self.checked.problems

    def change(self) -> str:
        """How many orders there were and are: "6 orders before, 2 now"; nothing where no text is replaced."""
        if self.before is None:
            return ""
        what = "answer" if self.purpose.kind == "answer" else "order"
        return f"{self.before} {what if self.before == 1 else what + 's'} before, {_given(self.purpose.read)} now"

    def words(self) -> list[str]:
        """The receipt, line by line."""
        lines = [
            f"Received for {self.match}: {self.purpose.sentence()}.",
            self._fate(),
            f"  digest of the text  {self.line.body['sha256']}",
            f"  file as received    {self.received}",
            f"  log                 line {self.line.seq}, {self.line.hash}",
        ]
        lines += ["As read, with the numbers by which reports and rulings name its lines:", *self._numbered()]
        lines += [f"Note: {note}" for note in self.notes]
        return [*lines, *self._found()]

    def _found(self) -> Iterator[str]:
        """What each order will do as far as can be seen, and how many mistakes there are."""
        if any(line for line, _ in self.checked.notes):
            yield "As far as can be seen:"
        yield from (f"  line {line}: {note}" for line, note in self.checked.notes if line)
        if self.problems:
            yield f"Checked: {self.checked.tally()}"

    def _numbered(self) -> list[str]:
        """Each line of the text as it was read, with its number."""
        written = source_lines(str(self.line.body["text"]))
        width = len(str(len(written)))
        return [f"  {line.number:>{width}}  {line.text.rstrip()}" for line in written if line.text.strip()]

    def _fate(self) -> str:
        what = "It replaces nothing."
        if self.replaces is not None:
            old = self.replaces
            change = self.change()
            kept = f"which stays on record{f': {change}' if change else ''}"
            what = f"It replaces the text of line {old.seq} ({old.sha256[:12]}…), {kept}."
        match self.purpose.when:
            case "late":
                return "Too late: that step has been adjudicated. It is on record and changes nothing."
            case "later":
                return f"It waits for its turn. {what}"
            case _:
                return what


def submit(match: Match, data: bytes, name: str, sender: str = "", seat: str = "") -> Receipt:
    """Record a text. The file is kept as it was received even where the text is refused."""
    received = match.keep_received(data)
    return record(match, as_read(data, name, match.history.rules.language), received, sender, seat)


def record(
    match: Match, read: Received, received: str, sender: str = "", seat: str = "", around: Header | None = None
) -> Receipt:
    """Record a text that was read and whose file is kept under a digest; `around` as `purpose_of` has it."""
    words = read.text
    with match.writing() as history:
        finish_correction(match)
        source = Whole(match.lines, history)
        purpose = purpose_of(source, read.lines, sender, seat, around)
        _check_report(history, purpose)
        replaces = text_replaced(history, purpose)
        look = looking(source, purpose)
        before = _given(read_in(history, replaces, history.position.state)) if replaces else None
        line = match.append([(purpose.kind, {**purpose.body(words), "received": received})])[0]
        keep_reading(history, line.seq, words, purpose.read)
    notes = (*purpose.notes, *read.not_read(purpose.read.quoted), *read.notes)
    return Receipt(purpose, line, replaces, received, match.setup.name, look, notes, before)


def _given(text: Text) -> int:
    """How many orders or answers a text holds."""
    return len(text.answers) + sum(not isinstance(order, Heading) for order in text.orders)


class FaultyReportError(MatchError):
    """A report from outside that does not fit the rules: nothing is recorded, and the match stays as it is."""


def _check_report(history: History, purpose: Purpose) -> None:
    """A report of the umpire is taken whole or not at all, so that a faulty one costs no step."""
    if purpose.side != UMPIRE or purpose.kind != "orders" or purpose.when != "now":
        return
    review = history.rules.review(history.position.state, UMPIRE, purpose.read.orders, ())
    faults = [p for p in (*purpose.read.problems, *review.problems) if p.severity == "error"]
    if faults:
        told = sorted(faults, key=lambda fault: fault.line)
        shown = "\n".join(problem.show() for problem in told)
        count = f"{len(told)} {'fault' if len(told) == 1 else 'faults'}"
        raise FaultyReportError(
            f"The report does not fit and is not recorded ({count}):\n{shown}", "Mend it and submit it again."
        )


def text_replaced(history: History, purpose: Purpose) -> TextLine | None:
    """The text of the same seat and for the same moment that counted until now."""
    if purpose.when == "late":
        return None
    since = min((a.since for a in history.open), default=0) if purpose.kind == "answer" else 0
    mine = [
        text
        for text in usable(history)
        if (text.kind, text.side, text.seat) == (purpose.kind, purpose.side, purpose.seat)
        and text.only_standing == purpose.only_standing
        and text.seq > since
        and (purpose.kind == "answer" or (text.turn, text.phase) == (purpose.turn, purpose.phase))
    ]
    return mine[-1] if mine else None
