"""Texts for a match: judged, recorded, answered by a receipt or a question."""

from __future__ import annotations

from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Ending
from adjudicator.play.desk.reading_mail import Verdict, judge
from adjudicator.play.desk.room.answers import awaited, question, receipt, said
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.due import due_words, missing, pace_of
from adjudicator.play.desk.room.effects import Effects, to_umpire
from adjudicator.play.desk.room.recording import on_record, put_on_record
from adjudicator.play.desk.roster import Player
from adjudicator.play.match.match import Match

_HELP = "If you meant to write to the umpire, begin a line with `to the umpire:`; what stands below it is passed on."


def text_for_match(caller: Caller) -> Effects:
    """Whatever no other counter took."""
    verdict = judge(caller.letter, caller.opened)
    player = _player(caller, verdict)
    match verdict.verdict:
        case "accept" | "duplicate" if player is not None and verdict.received is not None:
            return recorded(caller, verdict, player)
        case "query":
            return _asked(caller, verdict, player)
        case "reject":
            return _rejected(caller, verdict, player)
        case _:
            return caller.effects(verdict.verdict, verdict.why, player)


def _player(caller: Caller, verdict: Verdict) -> Player | None:
    return next(
        (p for p in caller.seats if (p.match, p.side, p.seat) == (verdict.match, verdict.side, verdict.seat)), None
    )


def recorded(caller: Caller, verdict: Verdict, player: Player) -> Effects:
    """A text on record, and its receipt; of one that is there already nothing changes but a word."""
    match = caller.match(player)
    assert verdict.received is not None
    assert verdict.purpose is not None
    if verdict.verdict == "duplicate":
        side, seat = verdict.purpose.side, verdict.purpose.seat
        mine = on_record(match, caller.came.sha256, verdict.received, side, seat)
        if mine is None:
            text = said((verdict.why, "Nothing has changed.", due_words(caller.desk, match, player, caller.came.at)))
            return caller.effects("duplicate", verdict.why, player, caller.answer(text, player))
    try:
        with caller.desk.writing(player.match):
            put = put_on_record(match, verdict, caller.came.raw)
    except MatchError as trouble:  # it does not fit any more, or is an umpire's report that is faulty
        return _asked(caller, Verdict("query", f"{trouble.what} {trouble.remedy}".strip()), player)
    due = " ".join((awaited(match), due_words(caller.desk, match, player, caller.came.at), _settles(caller, match)))
    text = receipt(match, put, due.strip())
    effects = caller.effects("accept", verdict.why, player, caller.answer(text, player, "receipt"))
    effects.texts.add(player.match)
    return effects


def _settles(caller: Caller, match: Match) -> str:
    """When the match may go on, if all is in."""
    pace = pace_of(caller.desk, match)
    if missing(match) or not pace.early or isinstance(match.history.following(), Ending):
        return ""
    minutes = int(pace.settle.total_seconds()) // 60
    return (
        f"All is in: the match goes on in {minutes} minutes; a correction until then still counts." if minutes else ""
    )


def _asked(caller: Caller, verdict: Verdict, player: Player | None) -> Effects:
    closing = [] if player is not None and player.side == UMPIRE else [_HELP]
    text = question(verdict.why, closing)
    return caller.effects("query", verdict.why, player, caller.answer(text, player, "question", verdict.offer))


def _rejected(caller: Caller, verdict: Verdict, player: Player | None) -> Effects:
    """A text for another match or side: its sender and the umpire are told, neither of what the game holds."""
    words = f"A text of {player.side if player else 'a player'} was refused: {verdict.why}"
    told = to_umpire(caller.desk, caller.key("refused"), "A text was refused", said((words,)), verdict.match)
    text = said((f"Your text was refused whole. {verdict.why}", "The umpire has been told."))
    return caller.effects("reject", verdict.why, player, caller.answer(text, player), told)
