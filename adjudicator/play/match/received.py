"""The text of a file as it is read and recorded: from between the marks, without quoted lines and mail addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from adjudicator.core.errors import MatchError
from adjudicator.core.language import Language
from adjudicator.core.source import SourceLine, address_in, as_text, without_addresses
from adjudicator.core.values import dataclass, replace
from adjudicator.post.letter import Body, Letter, Reason
from adjudicator.post.marks import begins_orders, between_marks
from adjudicator.post.source import letters_of
from adjudicator.record.verdict import spans

LARGEST_TEXT = 200_000
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
_WHY: Mapping[Reason, str] = {
    "quoted": "quoted",
    "forwarded": "in a forwarded mail, and another's orders are not yours",
    "struck out": "struck out",
    "hidden": "hidden in the page of the mail",
    "signature": "in the signature",
    "courtesy": "a greeting or a closing",
    "seal": "part of the seal of the mail",
}


@dataclass(frozen=True, slots=True)
class Received:
    """The text of a file: its lines, counted as everybody counts them, and how many of the file stand above them."""

    lines: tuple[SourceLine, ...]
    above: int = 0
    told: tuple[str, ...] = ()
    """What its sender should know of how the file was read."""
    reasons: Mapping[int, Reason] = field(default_factory=dict)
    """Why lines are left out, by their numbers."""

    @property
    def text(self) -> str:
        """The text as the log keeps it; read again, its lines have the same numbers."""
        return as_text(self.lines)

    @property
    def counting(self) -> str:
        """How lines are counted, where that is not from the top; empty otherwise."""
        mark = f"BEGIN ORDERS (line {self.above} of the text)"
        return f"Lines are counted from the one below {mark}." if self.above else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """All that its sender should know of how it was read."""
        return (self.counting, *self.told) if self.counting else self.told

    def not_read(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """That lines are not read though they look like orders, and why: a sentence for each reason."""
        by_reason: dict[Reason, list[int]] = {}
        for number in numbers:
            by_reason.setdefault(self.reasons.get(number, "quoted"), []).append(number)
        told = [(f"{'line' if len(lines) == 1 else 'lines'} {spans(lines)}", why) for why, lines in by_reason.items()]
        return tuple(f"Looks like orders, but is not read: {which} ({_WHY[why]})." for which, why in told)


def as_read(data: bytes, name: str = "The text", language: Language | None = None) -> Received:
    """A file as everybody reads it: `check`, `submit`, and whoever reads the log later.

    Of the places of a mail where orders may stand, the first that holds any in the language of the match counts.
    """
    letters = letters_of(data, name)
    if len(letters) > 1:
        raise MatchError(
            f"{name} is a digest of {len(letters)} mails.", "Save the mail with the orders as a file of its own."
        )
    return letter_read(letters[0], name, language)


def letter_read(letter: Letter, name: str, language: Language | None = None) -> Received:
    """The text of a letter."""
    body = chosen_body(letter, language)
    if body is None:
        remedy = letter.problems[0] if letter.problems else "Send the orders as text in the mail itself."
        raise MatchError(f"{name} is a mail without text.", remedy)
    return body_read(body, name, letter)


def chosen_body(letter: Letter, language: Language | None) -> Body | None:
    """The place whose orders count: with marks, else the first with orders of one's own, else the first with words."""
    if len(letter.bodies) < 2:
        return letter.body
    marked = next((body for body in letter.bodies if any(map(begins_orders, body.lines))), None)
    if marked is not None or language is None:
        return marked or letter.body
    from adjudicator.dsl.likeness import Likeness  # needed only where a mail has several places

    likeness = Likeness(language)
    own = [body for body in letter.bodies if any(not line.quoted and likeness.is_like(line) for line in body.lines)]
    quoted = [body for body in letter.bodies if likeness.of_orders(body.lines)]
    return next(iter((*own, *quoted)), letter.body)


def body_read(body: Body, name: str, letter: Letter) -> Received:
    """The lines of a body from between the marks, mail addresses taken out, and what is to be told of it."""
    meant = between_marks(body.lines, name)
    lines = tuple(line if line.quoted else replace(line, text=without_addresses(line.text)) for line in meant.lines)
    reasons = {left.number - meant.above: left.why for left in body.left_out if left.number > meant.above}
    found = Received(lines, meant.above, tuple(_told(body, meant.above, letter)), reasons)
    text = found.text
    if len(text) > LARGEST_TEXT:
        raise MatchError(
            f"{name} has {len(text):,} characters of orders; at most {LARGEST_TEXT:,} are read.",
            "Put the orders between BEGIN ORDERS and END ORDERS.",
        )
    if not text.strip():
        _refuse_empty(name, lines)
    return found


def _told(body: Body, above: int, letter: Letter) -> list[str]:
    """Where the text stood, what within its lines is left out, and what came with it and was not read."""
    places = {
        "attached": f"The orders were read from the file {body.name}.",
        "subject": "The orders were read from the subject.",
    }
    told = [places[body.place]] if body.place in places else []
    own = {line.number for line in body.lines if not line.quoted}
    for left in body.left_out:
        if left.number in own and left.number > above:
            words = without_addresses(left.text)
            told.append(f'Line {left.number - above} is read without "{words}" ({_WHY[left.why]}).')
    told += [f"{without_addresses(name)} came with it and is kept, but not read." for name in _unread(body, letter)]
    return [*told, *letter.problems]


def _unread(body: Body, letter: Letter) -> list[str]:
    """The files of a letter in which somebody may have written orders, or sent a game, and which are not read."""
    files = [
        file for file in letter.attachments if file.kind != "signature" and not file.name.lower().endswith(_PICTURES)
    ]
    read = body.name if body.place == "attached" else ""
    return [file.name or "A file without a name" for file in files if file.name != read or not read]


def _refuse_empty(name: str, lines: tuple[SourceLine, ...]) -> None:
    if any(line.text.strip() for line in lines):
        raise MatchError(
            f"{name} holds quoted text only, and quoted text is not read.",
            "Write the orders in lines of your own: without `>`, above any quoted mail, outside of [quote].",
        )
    raise MatchError(f"{name} is empty.", "Write the orders into it, or `pass`.")


def refuse_addresses(text: str, name: str) -> None:
    """Nobody's mail address gets into the log, where it could never be taken out again."""
    found = address_in(text)
    if found:
        raise MatchError(f"{name} holds a mail address ({found}), and the log never does.", "Take it out.")
