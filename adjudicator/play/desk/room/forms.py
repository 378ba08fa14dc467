"""`yes` to a question: the form that came back inside a quotation is taken as it was shown."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header
from adjudicator.play.desk.reading_mail import Verdict, says_yes, understood
from adjudicator.play.desk.room.answers import question
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.effects import Effects
from adjudicator.play.desk.room.texts import recorded
from adjudicator.play.match.addressing import purpose_of
from adjudicator.play.match.received import as_read
from adjudicator.play.side.side_views import Whole


def offer_taken(caller: Caller) -> Effects | None:
    """The plain answer `yes` to a question that offered a text; None for any other mail."""
    if not says_yes(caller.letter):
        return None
    past = caller.answered
    if past is None or not past.offer:
        why = "There is no question of ours to which that could be the answer. Answer the mail that asks."
        return caller.effects("query", why, caller.seat(), caller.answer(question(why), caller.seat()))
    player = next((p for p in caller.seats if (p.match, p.side, p.seat) == (past.match, past.side, past.seat)), None)
    if player is None or past.recipient != caller.letter.sender:
        why = "The question was put to somebody else."
        return caller.effects("query", why, None, caller.answer(question(why)))
    match = caller.match(player)
    around = Header(match=past.match, side=past.side, seat=past.seat, turn=past.turn, phase=past.phase)
    try:
        received = as_read(past.offer.encode(), "The form", match.history.rules.language)
        purpose = purpose_of(Whole(match.lines, match.history), received.lines, player.side, player.seat, around)
    except MatchError as trouble:
        why = f"{trouble.what} {trouble.remedy}".strip()
        return caller.effects("query", why, player, caller.answer(question(why), player))
    verdict = Verdict(
        "accept",
        f"{purpose.sentence()}: the form as it was shown.",
        player.match,
        player.side,
        player.seat,
        understood(received, purpose.read),
        received=replace(received, told=("It is the form that came back quoted; you answered yes.",)),
        purpose=purpose,
        around=around,
    )
    return recorded(caller, verdict, player)
