"""Seals: a text is promised by its commitment, and opened when everybody has promised his."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.core.language import Language
from adjudicator.core.orders import Header
from adjudicator.core.source import SourceLine, source_lines
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.addressing import Purpose, purpose_of
from adjudicator.play.match.history import History, kind_of_opened
from adjudicator.play.match.promises import Seal
from adjudicator.play.match.received import as_read
from adjudicator.play.mutual.papers import SealOpened, SealSet
from adjudicator.play.side.side_views import Source
from adjudicator.record.chain import commitment_of
from adjudicator.record.log import stamp

BEGIN, END = "BEGIN ORDERS", "END ORDERS"
AS_IT_IS = "Send what `adjudicator open` wrote as it is; attach it as a .txt file if a mail program changes it."
WIDTH = 72
"""Longer lines are broken by mail programs."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text with what seals it; the player keeps it until it is opened."""

    text: str
    nonce: str
    commitment: str
    at: str

    def to_plain(self) -> dict[str, str]:
        """For the file in which the player keeps it."""
        return {"at": self.at, "commitment": self.commitment, "nonce": self.nonce, "text": self.text}


def plainest(lines: Sequence[SourceLine]) -> str:
    """The text as it is sealed: no blanks at the ends of lines and no empty lines around it, for mails lose those."""
    own = ["" if line.quoted else line.text.rstrip() for line in lines]
    return "\n".join(own).strip("\n")


def seal(data: bytes, name: str, language: Language | None = None, nonce: str = "") -> Sealed:
    """Seal a file of orders as it will be read when it is opened; the nonce comes from chance unless it is given."""
    text = plainest(as_read(data, name, language).lines)
    long = next((number for number, line in enumerate(text.split("\n"), start=1) if len(line) > WIDTH), 0)
    if long:
        raise MatchError(
            f"Line {long} of {name} has more than {WIDTH} characters: a mail program might break it, "
            "and a broken text is not the one that was sealed.",
            "Break it yourself after a comma or an arrow.",
        )
    again = plainest(as_read(_opening_text(text).encode(), name, language).lines)
    if again != text:
        raise MatchError(
            f"{name} would not be read in the same words when it is opened.",
            "Write it in plain words, without tags, signs of quotation or special blanks.",
        )
    nonce = nonce or hexadecimal(os.urandom(32))
    return Sealed(text, nonce, commitment_of(nonce, text), stamp())


def _opening_text(text: str) -> str:
    return f"{BEGIN}\n{text}\n{END}\n"


def seal_words(sealed: Sealed) -> list[str]:
    """The promise, to be posted or sent."""
    return [f"sealed: {sealed.commitment}", f"  at {sealed.at}"]


def header_words(header: Header) -> list[str]:
    """A header as it stands above a seal."""
    said = {"match": header.match, "turn": header.turn, "side": header.side, "seat": header.seat}
    if header.turn is None or not header.side:
        raise MatchError("The orders do not say their turn and side.", "Write `turn:` and `side:` at their top.")
    return [f"{member}: {value}" for member, value in said.items() if value]


def kept_seal(path: Path) -> Sealed:
    """The file in which a player keeps what he has sealed."""
    try:
        return Sealed(**json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError):
        raise MatchError(f"{path.name} is not what `adjudicator seal` kept.", "Name the .seal.json file.") from None


def opening_words(sealed: Sealed) -> list[str]:
    """What opens the seal: the nonce and the text. The seal stands there once more."""
    return [
        f"sealed: {sealed.commitment}",
        f"  at {sealed.at}",
        f"nonce: {sealed.nonce}",
        "",
        *_opening_text(sealed.text).rstrip("\n").split("\n"),
    ]


# --- on record ---------------------------------------------------------------------------------------------


def sealed_body(side: Side, seat: str, turn: int, form: SealSet) -> dict[str, Any]:
    """The body of a seal's line, without salt."""
    body: dict[str, Any] = {"side": side, "turn": turn, "commitment": form.commitment}
    return {**body, "seat": seat} if seat else body


def opened_text(opening: SealOpened, lines: Sequence[SourceLine], commitment: str) -> str:
    """The text of an opening, if it is the one that was sealed."""
    text = plainest(lines)
    if commitment_of(opening.nonce, text) != commitment:
        raise MatchError("The text is not the one that was sealed: a word, a blank or a line is another.", AS_IT_IS)
    return text


def purpose_of_opened(source: Source, text: str, side: Side, seat: str) -> Purpose:
    """What a text is for that was sealed; it says its own turn."""
    purpose = purpose_of(source, source_lines(text), side, seat)
    if purpose.turn is None or purpose.read.header.turn is None:
        raise MatchError("A text that is sealed says its turn.", f"Write `turn: {source.turn()}` at its top.")
    if (kind_of_opened(text) == "answer") != (purpose.kind == "answer"):
        raise MatchError(
            "Whether the text answers a decision cannot be told from its lines alone.",
            "Begin each answer with `answer D` and its number, and send orders in a text of their own.",
        )
    return purpose


def opened_body(purpose: Purpose, text: str, opening: SealOpened, of: int) -> dict[str, Any]:
    """The body of the line of a text that was sealed, without salt and digest."""
    return {**purpose.body(text), "of": of, "nonce": opening.nonce}


def seal_for(history: History, side: Side, seat: str, opening: SealOpened, text: str) -> Seal:
    """The seal on record that an opening opens."""
    mine = [one for one in history.promises.seals.values() if (one.side, one.seat) == (side, seat)]
    fitting = [one for one in mine if one.commitment == commitment_of(opening.nonce, text)]
    if not mine:
        raise MatchError(f"No seal of {side} is on record.", "Send the line that `adjudicator seal` printed first.")
    if not fitting:
        raise MatchError(f"The text is not what {side} sealed: a word, a blank or a line is another.", AS_IT_IS)
    closed = [one for one in fitting if not one.opened]
    if not closed:
        raise MatchError(f"The seal of line {fitting[-1].seq} was opened before.", "Nothing is to be done.")
    return closed[-1]
