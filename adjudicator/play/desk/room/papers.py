"""Links, seals, their openings, agreements and messages that come by mail; and the notice that texts are fixed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.errors import MatchError
from adjudicator.core.types import Ending
from adjudicator.play.desk.room.answers import fill, question
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, Mail, tagged, to_umpire
from adjudicator.play.desk.roster import Player
from adjudicator.play.match.match import Match
from adjudicator.play.mutual.handing_in import Slip, take
from adjudicator.play.mutual.linking import fixed_words, without_its_link
from adjudicator.play.mutual.papers import Said, SealOpened, paper_in
from adjudicator.record.export import EVERYBODY


def paper_for_match(caller: Caller) -> Effects | None:
    """A paper that is no text of orders; None for any other mail, or where its seat cannot be told."""
    paper = paper_in(caller.letter.lines)
    player = caller.seat() if paper is not None else None
    if paper is None or player is None:
        return None
    match = caller.match(player)
    try:
        with caller.desk.writing(player.match):
            kept = match.keep_received(caller.came.raw)
            slip = take(match, paper, caller.letter, "The mail", kept, str(player.side), player.seat)
    except MatchError as trouble:
        why = f"{trouble.what} {trouble.remedy}".strip()
        return caller.effects("query", why, player, caller.answer(question(why), player))
    words = "\n".join(slip.words()) + "\n"
    passed = list(_passed_on(caller, player, slip)) if isinstance(slip, Slip) and isinstance(paper.form, Said) else []
    effects = caller.effects("accept", slip.words()[0], player, caller.answer(words, player, "receipt"), *passed)
    if isinstance(paper.form, SealOpened):
        effects.texts.add(player.match)
    return effects


# --- messages ------------------------------------------------------------------------------------------------


def _passed_on(caller: Caller, player: Player, slip: Slip) -> Iterator[Mail]:
    """A message for those whom it is for, from the desk's address: nobody's own is passed on."""
    whose = slip.sender if slip.sender != "Public" else "somebody who did not sign"
    side, _, seat = slip.to.partition("/")
    to = "everybody" if slip.to == EVERYBODY else slip.to.replace("/", ", ")
    for person in caller.desk.people(player.match):
        other = person.player
        mine = (other.side, other.seat) == (player.side, player.seat)
        if mine or not (slip.to == EVERYBODY or (other.side == side and seat in ("", other.seat))):
            continue
        head = fill(f"A message of {whose} to {to}. To answer, write: press to {whose}: ...")
        text = "\n".join([*head, "", *(f"    {line}".rstrip() for line in slip.message.split("\n"))]) + "\n"
        key = caller.key(f"press/{other.side}/{other.seat}")
        yield Mail(key, other.address, tagged(other, f"A message of {whose}"), text, player=other)
    if slip.to in ("Umpire", EVERYBODY) and not caller.is_umpire:
        text = "\n".join([*fill(f"A message of {player.side} to {to}:"), "", slip.message]) + "\n"
        yield to_umpire(caller.desk, caller.key("press/umpire"), "A message", text, player.match)


# --- links ---------------------------------------------------------------------------------------------------


def fixed_told(desk: Desk, match: Match) -> Iterator[Mail]:
    """The notice to every seat that the texts of a step are fixed and its side's link is asked for."""
    fixed = match.history.fixed
    if fixed is None or isinstance(match.history.following(), Ending):
        return
    name = match.setup.name
    for person in desk.people(name):
        player = person.player
        lines = fixed_words(fixed)
        words = "Answer this mail with the lines that it prints. Keep this mail: it proves what was fixed."
        lines += ["", *fill(words)]
        key = f"fixed/{name}/{fixed.hash[:24]}/{player.side}/{player.seat}/{player.address}"
        subject = tagged(player, f"Step {fixed.step} is fixed: your link is asked for", match.history.turn())
        yield Mail(key, player.address, subject, "\n".join(lines) + "\n", player=player)


def from_escrow(match: Match) -> None:
    """The time for links is over: those that were left with the umpire are shown."""
    fixed = match.history.fixed
    if fixed is None:
        return
    for party in match.history.promises.without_link():
        if party in match.keeping().escrow:
            without_its_link(match, party)
