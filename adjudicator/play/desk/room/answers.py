"""What a sender is told at once: the receipt of a text, a question, what a line for the desk has done."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.core.orders import Heading, Text
from adjudicator.core.source import source_lines, without_addresses
from adjudicator.core.types import Wait
from adjudicator.play.desk.reading_mail import Verdict
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.side.checking import Checked
from adjudicator.play.side.side_views import Whole
from adjudicator.record.log import Line

WIDTH = 72


@dataclass(frozen=True, slots=True)
class Recorded:
    """A text that is on record, and all that its receipt tells."""

    verdict: Verdict
    line: Line
    replaces: TextLine | None
    checked: Checked
    notes: tuple[str, ...]
    received: str


def fill(words: str, indent: str = "", rest: str | None = None) -> list[str]:
    """Words in lines of a mail."""
    further = indent if rest is None else rest
    return textwrap.wrap(words, WIDTH, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False) or [""]


def receipt(match: Match, recorded: Recorded, due: str) -> str:
    """The receipt of a text; its first line says what it replaces."""
    purpose = recorded.verdict.purpose
    assert purpose is not None
    lines = [*fill(_first(match, recorded)), ""]
    lines += fill(f"Received for {match.setup.name}: {purpose.sentence()}.")
    if purpose.when == "later":
        lines += fill("It waits for its turn.")
    lines += ["", *fill("As understood, with the numbers by which reports and rulings name the lines:")]
    lines += _understood(recorded)
    lines += ["", *_check(recorded.checked)]
    if recorded.notes:
        lines += ["", *(line for note in recorded.notes for line in fill(f"Note: {note}", "", "  "))]
    lines += ["", *_proof(recorded), "", *fill(due)]
    if recorded.replaces is not None and purpose.when != "late":
        lines += _dropped(match, recorded)
    return without_addresses("\n".join(lines)) + "\n"


def _first(match: Match, recorded: Recorded) -> str:
    purpose, old = recorded.verdict.purpose, recorded.replaces
    assert purpose is not None
    if purpose.when == "late":
        return "Too late: that step has been adjudicated. The text is on record and changes nothing."
    now = count_of(purpose.read)
    if old is None:
        return f"{_amount(now, purpose.kind)}. It replaces nothing."
    before = count_of(_read_again(match, old))
    what = "orders" if purpose.kind == "orders" else "answers"
    return (
        f"{before} {what} before, {now} now: this text replaces that of line {old.seq} ({old.sha256[:12]}...) whole; "
        "the earlier one stays on record."
    )


def _amount(count: int, kind: str) -> str:
    one, many = ("order", "orders") if kind == "orders" else ("answer", "answers")
    return f"{count} {one if count == 1 else many}"


def count_of(read: Text) -> int:
    """How many orders, standing orders and answers a text has."""
    orders = sum(not isinstance(order, Heading) for order in read.orders)
    return orders + len(read.answers) + len(read.standing or ())


def _read_again(match: Match, text: TextLine) -> Text:
    history = match.history
    known = history.rules.known(history.position.state, text.side)
    return history.setup.tools.read(history.rules, known, text.side, text.seat, source_lines(text.text))


def _understood(recorded: Recorded) -> Iterator[str]:
    """Each order as it was put together, and what it will do as far as can be seen."""
    notes: dict[int, list[str]] = {}
    for number, note in recorded.checked.notes:
        notes.setdefault(number, []).append(note)
    width = max((len(str(number)) for number, _ in recorded.verdict.lines), default=1)
    for number, text in recorded.verdict.lines:
        yield from fill(text, f"  {number:>{width}}  ", " " * (width + 6))
        for note in notes.get(number, ()):
            yield from fill(note, " " * (width + 6))


def _check(checked: Checked) -> Iterator[str]:
    errors, warnings = checked.count("error"), checked.count("warning")
    if not checked.problems:
        yield "Checked: nothing would be refused, as far as you can know."
        return
    counted = (f"{n} {what if n == 1 else f'{what}s'}" for n, what in ((errors, "error"), (warnings, "warning")))
    yield f"Checked: {', '.join(counted)}."
    for problem in checked.problems:
        yield ""
        yield from _shown(problem.show().split("\n"))
    if errors:
        yield ""
        yield from fill("Lines with errors will be refused, the others count. A later text replaces this one whole.")


def _shown(lines: Sequence[str]) -> Iterator[str]:
    """A problem within the columns of a mail; a line with a caret below it stays as it is."""
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        marked = bool(below.strip()) and not below.strip(" ^")
        indent = line[: len(line) - len(line.lstrip())]
        yield from [line.rstrip()] if marked or not line.strip(" ^") else fill(line.strip(), indent)


def _proof(recorded: Recorded) -> list[str]:
    body = recorded.line.body
    return [
        f"On record: line {recorded.line.seq} of the log.",
        f"digest {body['sha256']}",
        f"log    {recorded.line.hash}",
        f"mail   {recorded.received}",
    ]


def _dropped(match: Match, recorded: Recorded) -> Iterator[str]:
    """What the earlier text said and this one does not."""
    assert recorded.replaces is not None
    mine = {" ".join(text.split()).casefold() for _, text in recorded.verdict.lines}
    old = _read_again(match, recorded.replaces)
    gone = [words for _, words in sorted(old.lines.items()) if " ".join(words.split()).casefold() not in mine]
    if gone:
        yield ""
        yield "No longer ordered:"
        for words in gone:
            yield from fill(words.strip(), "  ")


def question(why: str, closing: Sequence[str] = ()) -> str:
    """A mail that asks back."""
    lines = [*fill("Your mail was read, and nothing of it is on record yet."), "", *fill(why)]
    for words in closing:
        lines += ["", *fill(words)]
    return "\n".join(lines) + "\n"


def said(paragraphs: Iterable[str]) -> str:
    """A mail of some paragraphs."""
    return "\n\n".join("\n".join(fill(words)) if "\n" not in words else words for words in paragraphs) + "\n"


def awaited(match: Match) -> str:
    """Whom the match waits for, in words that any side may read."""
    source = Whole(match.lines, match.history)
    following = source.following()
    sides = source.awaiting()
    if not sides:
        return "" if isinstance(following, Wait) else "The match is over."
    return f"The match waits for {' and '.join(f'the {side}' for side in sides)}."
