"""Putting a text that came by mail on record, once: the log decides whether it is there already."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.orders import Header
from adjudicator.core.types import Side
from adjudicator.play.desk.reading_mail import Verdict
from adjudicator.play.desk.room.answers import Recorded
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import Received
from adjudicator.play.match.submitting import record
from adjudicator.play.side.checking import check
from adjudicator.play.side.side_views import Whole


def put_on_record(match: Match, verdict: Verdict, raw: bytes) -> Recorded:
    """Record what was accepted, or find the line that an earlier try wrote before it was killed."""
    received, purpose = verdict.received, verdict.purpose
    assert received is not None
    assert purpose is not None
    with match.writing():
        kept = match.keep_received(raw)
        there = on_record(match, kept, received, purpose.side, purpose.seat)
        checked = check(
            Whole(match.lines, match.history), received, purpose.side, purpose.seat, verdict.around or Header()
        )
        if there is None:
            receipt = record(match, received, kept, purpose.side, purpose.seat, verdict.around)
            return Recorded(
                replace(verdict, purpose=receipt.purpose), receipt.line, receipt.replaces, checked, receipt.notes, kept
            )
        line = match.lines[there.seq - 1]
        notes = (*purpose.notes, *received.not_read(purpose.read.quoted), *received.notes)
        return Recorded(verdict, line, _replaced(match, there), checked, notes, kept)


def on_record(match: Match, kept: str, received: Received, side: Side, seat: str) -> TextLine | None:
    """The line that holds this text of this very mail; None if there is none yet."""
    texts = (text for text in match.history.texts if (text.received, text.side, text.seat) == (kept, side, seat))
    return next((text for text in texts if text.text == received.text), None)


def _replaced(match: Match, mine: TextLine) -> TextLine | None:
    """The text that one on record replaced when it came."""
    if mine.late:
        return None
    earlier = [
        text
        for text in match.history.texts
        if text.seq < mine.seq
        and not text.late
        and (text.kind, text.side, text.seat) == (mine.kind, mine.side, mine.seat)
        and (text.turn, text.phase, text.only_standing) == (mine.turn, mine.phase, mine.only_standing)
    ]
    return earlier[-1] if earlier else None
